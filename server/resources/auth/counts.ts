import type { Kysely } from 'kysely';
import { isKnownDevice } from '../../auth/knownDevices.ts';
import { limits } from '../../auth/limits.ts';
import { addressKey, chargeAtDoor, type Count, forgive, hitsOf, refund } from '../../auth/throttle.ts';
import type { Tables } from '../../db/tables.ts';
import type { Account } from './repository.ts';

type Db = Kysely<Tables>;

const { throttles, slowdowns } = limits;

/** Who comes to the door: to whose account, from where, with which browser. */
export type Visitor = { email: string; address: string; deviceToken: string | undefined };

/** What is counted of an account at one address. */
function pairKey(email: string, from: string): string {
  return `${email} ${from}`;
}

/** Counts under their browser whoever comes with one that the account knows. */
async function deviceCount(
  handle: Db,
  under: Count['under'],
  { email, deviceToken }: Visitor,
  now: Date,
): Promise<Count | null> {
  return deviceToken !== undefined && (await isKnownDevice(handle, deviceToken, email, now))
    ? { under, key: pairKey(email, deviceToken) }
    : null;
}

/** Counts a password before it is looked at, so that parallel tries cannot slip past. @throws ApiProblem too_many_requests */
export async function countPassword(db: Db, visitor: Visitor, now: Date): Promise<readonly Count[]> {
  const { email, address } = visitor;
  const from = addressKey(address);
  const key = pairKey(email, from);
  const failures = await hitsOf(db, throttles.failuresPerPair, key, now);
  const slowdown =
    failures < limits.newAddressFailures ? slowdowns.passwordFromNewAddress : slowdowns.passwordPerAccount;
  return chargeAtDoor(
    db,
    {
      device: await deviceCount(db, throttles.passwordPerDevice, visitor, now),
      strangers: [
        { under: throttles.passwordPerAddress, key: from },
        { under: throttles.passwordPerPair, key },
        { under: throttles.failuresPerPair, key },
        { under: slowdown, key: email },
      ],
    },
    now,
  );
}

/** Takes back what `countPassword` has counted. The address is only refunded: it may be that of many people. */
export async function forgivePassword(db: Db, counts: readonly Count[]): Promise<void> {
  const isOfAll = ({ under }: Count) => under.scope === throttles.passwordPerAddress.scope;
  await refund(db, counts.filter(isOfAll));
  await forgive(
    db,
    counts.filter((count) => !isOfAll(count)),
  );
}

/** Counts a code before it is sent. @throws ApiProblem too_many_requests */
export async function countCode(db: Db, account: Account, visitor: Visitor, now: Date): Promise<readonly Count[]> {
  return chargeAtDoor(
    db,
    {
      device: await deviceCount(db, throttles.codesSentPerDevice, visitor, now),
      strangers: [
        { under: throttles.codesSentPerPair, key: pairKey(account.id, addressKey(visitor.address)) },
        { under: slowdowns.codesSentPerAccount, key: account.id },
      ],
    },
    now,
  );
}

/**
 * Counts a guess of a code before it is looked at. Answers what is forgiven when it is right: whoever signs in again and
 * again has asked for all those codes.
 * @throws ApiProblem too_many_requests
 */
export async function countGuess(trx: Db, account: Account, visitor: Visitor, now: Date): Promise<readonly Count[]> {
  const device = await deviceCount(trx, throttles.guessesPerDevice, visitor, now);
  const strangers = [{ under: slowdowns.guessesPerAccount, key: account.id }];
  const counts = await chargeAtDoor(trx, { device, strangers }, now);
  return [
    ...counts,
    { under: throttles.codesSentPerPair, key: pairKey(account.id, addressKey(visitor.address)) },
    ...(device ? [{ under: throttles.codesSentPerDevice, key: device.key }] : []),
  ];
}
