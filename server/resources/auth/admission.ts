import type { Kysely } from 'kysely';
import type { Me, Session } from '../../../contract/auth.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { maySignIn } from '../../../contract/permissions.ts';
import type { StaffRole } from '../../../contract/roles.ts';
import { verdictsFor } from '../../../contract/verdicts.ts';
import { rememberDevice } from '../../auth/knownDevices.ts';
import { limits } from '../../auth/limits.ts';
import { randomToken, tokenHash } from '../../auth/secrets.ts';
import { deleteCounts } from '../../auth/throttle.ts';
import { shownEnd } from '../../days.ts';
import { isSuspended } from '../../db/suspension.ts';
import type { Tables } from '../../db/tables.ts';
import type { Deployment } from '../../deployment.ts';
import type { RequestSession } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import { type Account, insertSession } from './repository.ts';

type Db = Kysely<Tables>;

/** An account that may sign in. */
export type AdmittedAccount = Account & { role: StaffRole };

const { slowdowns } = limits;

/** The account if it may sign in now (Q5), or the error code. */
function checkEntry(account: Account, { allowedRoles }: Deployment, now: Date): AdmittedAccount | ErrorCode {
  const { role } = account;
  if (!maySignIn(role, allowedRoles)) return 'no_permission_to_login';
  if (account.approval_status !== 'approved') return 'account_not_approved';
  return isSuspended(account, now) ? 'account_suspended' : { ...account, role };
}

/** The account if it may sign in now (Q5), or null. */
export function findAdmitted(account: Account, deployment: Deployment, now: Date): AdmittedAccount | null {
  const checked = checkEntry(account, deployment, now);
  return typeof checked === 'string' ? null : checked;
}

/** Tells a suspended person the reason and the last day, which their mail has told them, too. */
function suspensionProblem({ suspension_reason, suspension_expires }: Account, { timeZone }: Deployment): ApiProblem {
  return new ApiProblem('account_suspended', {
    values: {
      ...(suspension_reason ? { reason: suspension_reason } : {}),
      ...(suspension_expires ? { lastDay: shownEnd(suspension_expires, timeZone) } : {}),
    },
  });
}

/**
 * The account if it may sign in. Call it after authentication, as the error reveals the account's state. @throws
 * ApiProblem
 */
export function requireAdmitted(account: Account, deployment: Deployment, now: Date): AdmittedAccount {
  const checked = checkEntry(account, deployment, now);
  if (checked === 'account_suspended') throw suspensionProblem(account, deployment);
  if (typeof checked === 'string') throw new ApiProblem(checked);
  return checked;
}

/** A person for `GET auth/me/`. */
export function meOnWire(
  { id, email, first_name, last_name, role, language }: Omit<RequestSession['person'], 'session'>,
  { flags }: Deployment,
): Me {
  return { id, email, first_name, last_name, role, language, verdicts: verdictsFor({ role }, flags) };
}

/** Opens a session. */
export async function openSession(
  trx: Db,
  account: AdmittedAccount,
  deployment: Deployment,
  now: Date,
): Promise<Session> {
  const token = randomToken();
  const expires = new Date(now.getTime() + limits.session);
  await insertSession(trx, { token_hash: tokenHash(token), user_id: account.id, created: now, expires });
  await deleteCounts(trx, [
    { under: slowdowns.codesSentPerAccount, key: account.id },
    { under: slowdowns.guessesPerAccount, key: account.id },
  ]);
  return { token, expiry: expires.toISOString(), user: meOnWire(account, deployment) };
}

/** Opens a session after a complete sign-in; the browser becomes a known device. */
export async function openKnownSession(
  trx: Db,
  account: AdmittedAccount,
  { deployment, deviceToken, now }: { deployment: Deployment; deviceToken: string | undefined; now: Date },
): Promise<Session> {
  return {
    ...(await openSession(trx, account, deployment, now)),
    deviceToken: await rememberDevice(trx, deviceToken, account.id, now),
  };
}
