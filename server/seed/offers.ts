import { sql } from 'kysely';
import { suggestedDeadline } from '../../contract/offerDeadline.ts';
import type { Trx } from '../collection/write.ts';
import { candidatesFor } from '../resources/interpreters/candidates.ts';
import { scheduleEnd } from '../resources/reservations/offers.ts';
import { findReservation, insertOffer } from '../resources/reservations/repository.ts';
import { seededRandom } from './random.ts';

const hour = 3_600_000;

/** The number of open offers, and to how many interpreters each is made. */
const amounts = { offers: 3, interpreters: 3 } as const;

/** The reservations without anybody that begin between one and fourteen days ahead, every second one, the soonest first. */
async function toOffer(trx: Trx, now: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('reservations')
    .select('id')
    .where('status', '=', 'pending')
    .where('starts', '>', new Date(now.getTime() + 26 * hour))
    .where('starts', '<', new Date(now.getTime() + 14 * 24 * hour))
    .where(sql<boolean>`not exists (select from reservation_interpreters where reservation_id = reservations.id)`)
    .orderBy('starts')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id }, index) => (index % 2 === 1 ? id : []));
}

/**
 * Offers some reservations to interpreters who could take them, unless enough offers are open. Nobody has answered.
 * @param options.first the interpreter to whom they are offered first
 */
export async function addOffers(
  trx: Trx,
  { key, now, zone, first }: { key: string; now: Date; zone: string; first: string },
): Promise<void> {
  const open = await trx.selectFrom('reservation_offers').select('id').where('deadline', '>', now).execute();
  const planner = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .orderBy('id')
    .executeTakeFirst();
  let missing = amounts.offers - open.length;
  for (const reservation of await toOffer(trx, now)) {
    if (missing <= 0) return;
    const row = await findReservation(trx, reservation);
    if (!row) continue;
    const ready = (await candidatesFor(trx, row, { now, zone }))
      .filter(({ group }) => group === 'ready')
      .map(({ interpreter }) => interpreter)
      .toSorted((a, b) => Number(b === first) - Number(a === first));
    if (ready.length === 0) continue;
    const offer = {
      id: seededRandom(`${key}/offer/${row.id}`).id(),
      reservation_id: row.id,
      deadline: suggestedDeadline(now, row.starts),
      approves: true,
      next: 'planners' as const,
      message: null,
      made: new Date(now.getTime() - hour),
      made_by: planner?.id ?? null,
    };
    await insertOffer(trx, offer, ready.slice(0, amounts.interpreters), []);
    await scheduleEnd(trx, offer);
    missing -= 1;
  }
}
