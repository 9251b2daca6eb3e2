import type { PlatformData } from '../../../contract/platformEvents.ts';
import type { Trx } from '../../collection/write.ts';
import { randomId } from '../../randomId.ts';
import { withoutData } from './facts.ts';
import {
  type CustomerRow,
  findByEmail,
  insertCustomers,
  linkedRecords,
  type Subject,
  updateCustomers,
  waitingCustomers,
} from './repository.ts';
import { newData, textOf, type Written } from './subjects.ts';

type Open = { subject: Subject; data: PlatformData<'signboard.customer.changed'> & { since: string } };

/** How a customer gets an address: with a new account, by moving to a free address, or with the account that has it. */
type Way = 'added' | 'moved' | 'kept';

/** Who has which address; `linked`: the accounts that belong to a customer of the platform already. */
type Addresses = { holders: Map<string, { id: string; isCustomer: boolean }>; linked: Set<string> };

/** How a customer can get the address of their data; null: another person has it. */
function wayOf({ subject, data }: Open, { holders, linked }: Addresses): Way | null {
  const holder = holders.get(data.email);
  if (!holder) return subject.record_id === null ? 'added' : 'moved';
  const isOwn = holder.id === subject.record_id;
  const isUnlinked = subject.record_id === null && holder.isCustomer && !linked.has(holder.id);
  return isOwn || isUnlinked ? 'kept' : null;
}

/** Gives a customer the address of their data, and frees the one that they had. Returns the id of their account. */
function take({ subject, data }: Open, { holders, linked }: Addresses): string {
  const id = subject.record_id ?? holders.get(data.email)?.id ?? randomId();
  for (const [email, holder] of holders) if (holder.id === id) holders.delete(email);
  holders.set(data.email, { id, isCustomer: true });
  linked.add(id);
  return id;
}

/**
 * Decides who gets the address that they ask for. An address is free once its holder moves to another one: repeat until
 * nothing changes. The others wait.
 */
function assignAddresses(open: readonly Open[], addresses: Addresses) {
  const assigned: (Open & { way: Way; id: string })[] = [];
  let waiting = [...open];
  for (let before = Infinity; waiting.length < before;) {
    before = waiting.length;
    waiting = waiting.filter((customer) => {
      const way = wayOf(customer, addresses);
      if (way) assigned.push({ ...customer, way, id: take(customer, addresses) });
      return way === null;
    });
  }
  return { assigned, waiting };
}

/** Adds and changes customers; those whose address another customer still has wait. */
export async function writeCustomers(trx: Trx, changed: readonly Subject[]): Promise<Written> {
  const known = new Map(changed.map((subject) => [textOf(subject), subject]));
  for (const subject of await waitingCustomers(trx, [...new Set(changed.map(({ source }) => source))]))
    if (!known.has(textOf(subject))) known.set(textOf(subject), subject);
  const open = [...known.values()].flatMap((subject) => {
    const data = newData(subject, 'signboard.customer.changed');
    return data ? [{ subject, data }] : [];
  });
  const emails = open.map(({ data }) => data.email);
  const holders = await findByEmail(trx, emails);
  const ids = [...holders.values()].map(({ id }) => id);
  const { assigned, waiting } = assignAddresses(open, { holders, linked: await linkedRecords(trx, ids) });

  const rowsBy = (way: Way) =>
    assigned.flatMap(({ data: { phone = null, language = null, ...same }, id, way: taken }): CustomerRow[] =>
      taken === way ? [{ ...same, id, phone, language }] : [],
    );
  const arrived = assigned.flatMap(({ subject }) => (subject.record_id === null ? subject : []));
  for (const { subject, id } of assigned)
    Object.assign(subject, { record_id: id, facts: withoutData(subject.facts), waiting: false });
  for (const { subject } of waiting) subject.waiting = true;
  // One after another, because an address is free only after its holder has moved.
  for (const row of rowsBy('moved')) await updateCustomers(trx, [row]);
  await updateCustomers(trx, rowsBy('kept'));
  await insertCustomers(trx, rowsBy('added'));
  return { touched: [...known.values()], arrived };
}
