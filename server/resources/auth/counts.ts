import { isKnownDevice } from '../../auth/knownDevices.ts';
import { limits } from '../../auth/limits.ts';
import { addressKey, chargeSignIn, type Count, deleteCounts, hitsOf, refund } from '../../auth/throttle.ts';
import type { Db } from '../../db/tables.ts';
import type { Account } from './repository.ts';

const { throttles, slowdowns } = limits;

/** The caller of a sign-in: account, network address and device. */
export type SignInAttempt = { email: string; address: string; deviceToken: string | undefined };

/** The key for counting an account at one network address. */
function pairKey(email: string, from: string): string {
  return `${email} ${from}`;
}

/** The count of the caller's device, if the account knows it. */
async function deviceCount(
  handle: Db,
  under: Count['under'],
  { email, deviceToken }: SignInAttempt,
  now: Date,
): Promise<Count | null> {
  return deviceToken !== undefined && (await isKnownDevice(handle, deviceToken, email, now))
    ? { under, key: pairKey(email, deviceToken) }
    : null;
}

/**
 * Counts a password before it is checked, so that parallel attempts cannot bypass the limit. @throws ApiProblem
 * too_many_requests
 */
export async function countPassword(db: Db, visitor: SignInAttempt, now: Date): Promise<readonly Count[]> {
  const { email, address } = visitor;
  const from = addressKey(address);
  const key = pairKey(email, from);
  const failures = await hitsOf(db, throttles.failuresPerPair, key, now);
  const slowdown =
    failures < limits.newAddressFailures ? slowdowns.passwordFromNewAddress : slowdowns.passwordPerAccount;
  return chargeSignIn(
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

/** Deletes the counts of `countPassword`. The address is only refunded, as many people may share it. */
export async function deletePasswordCounts(db: Db, counts: readonly Count[]): Promise<void> {
  const isOfAll = ({ under }: Count) => under.scope === throttles.passwordPerAddress.scope;
  await refund(db, counts.filter(isOfAll));
  await deleteCounts(
    db,
    counts.filter((count) => !isOfAll(count)),
  );
}

/** Counts a code before it is sent. @throws ApiProblem too_many_requests */
export async function countCode(
  db: Db,
  account: Account,
  visitor: SignInAttempt,
  now: Date,
): Promise<readonly Count[]> {
  return chargeSignIn(
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
 * Counts a guess of a code before it is checked. Returns the counts to delete if it is correct, as the caller may have
 * requested many codes.
 * @throws ApiProblem too_many_requests
 */
export async function countGuess(
  trx: Db,
  account: Account,
  visitor: SignInAttempt,
  now: Date,
): Promise<readonly Count[]> {
  const device = await deviceCount(trx, throttles.guessesPerDevice, visitor, now);
  const strangers = [{ under: slowdowns.guessesPerAccount, key: account.id }];
  const counts = await chargeSignIn(trx, { device, strangers }, now);
  return [
    ...counts,
    { under: throttles.codesSentPerPair, key: pairKey(account.id, addressKey(visitor.address)) },
    ...(device ? [{ under: throttles.codesSentPerDevice, key: device.key }] : []),
  ];
}
