import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import { limits } from '../../auth/limits.ts';
import { chargeAll, deleteCounts } from '../../auth/throttle.ts';
import { sessionOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import { type Account, findAccountById } from '../auth/repository.ts';

/**
 * Checks the caller's own password and returns their account. Counted by session: somebody at an unlocked screen has
 * few guesses, and failed sign-ins elsewhere do not count.
 * @throws ApiProblem invalid with password_wrong at `current_password`, too_many_requests
 */
export async function verifyOwnPassword(
  { database: { db }, passwords }: Pick<Dependencies, 'database' | 'passwords'>,
  request: FastifyRequest,
  { typed, now }: { typed: string; now: Date },
): Promise<Account> {
  const { person, tokenHash } = sessionOf(request);
  const count = { under: limits.throttles.ownPasswordPerSession, key: tokenHash.toString('hex') };
  await chargeAll(db, [count], now);
  const account = await findAccountById(db, person.id);
  if (!account || !(await passwords.matches(account.password_hash, typed)))
    throw new ApiProblem('invalid', { errors: { current_password: ['password_wrong'] } });
  await deleteCounts(db, [count]);
  return account;
}
