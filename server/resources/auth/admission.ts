import type { Me, Session } from '../../../contract/auth.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { offersOf } from '../../../contract/offered.ts';
import { maySignIn } from '../../../contract/permissions.ts';
import type { StaffRole } from '../../../contract/roles.ts';
import { verdictsFor } from '../../../contract/verdicts.ts';
import { deviceNameOf } from '../../auth/deviceName.ts';
import { rememberDevice } from '../../auth/knownDevices.ts';
import { limits } from '../../auth/limits.ts';
import { randomToken, tokenHash } from '../../auth/secrets.ts';
import { deleteCounts } from '../../auth/throttle.ts';
import type { Trx } from '../../collection/write.ts';
import { shownEnd } from '../../days.ts';
import { isSuspended } from '../../db/suspension.ts';
import type { Db } from '../../db/tables.ts';
import type { Deployment } from '../../deployment.ts';
import type { RequestSession } from '../../http/guard.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { type Account, insertSession, staffOf } from './repository.ts';

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

/** The part of an address behind the last @. */
const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

/** Whether a person has to use single sign-on: by the domain of their address, where the deployment requires it. */
function hasToUseSingleSignOn({ email }: Pick<Account, 'email'>, { singleSignOn }: Deployment): boolean {
  return singleSignOn?.required === true && singleSignOn.domains.includes(domainOf(email));
}

/**
 * Refuses a sign-in in another way to people who have to use single sign-on. Owners are exempt: somebody has to get in when the provider
 * fails. Call it after authentication.
 * @throws ApiProblem single_sign_on_required
 */
export function assertOtherWay(account: Pick<Account, 'email' | 'role'>, deployment: Deployment): void {
  if (account.role !== 'owner' && hasToUseSingleSignOn(account, deployment))
    throw new ApiProblem('single_sign_on_required');
}

/** A person for `GET auth/me/`. */
export function meOnWire(
  { id, email, first_name, last_name, role, language }: Omit<RequestSession['person'], 'session'>,
  { flags }: Deployment,
): Me {
  const verdicts = verdictsFor({ role }, flags);
  return { id, email, first_name, last_name, role, language, verdicts, offers: offersOf(flags) };
}

/** When a session ends unless it is used again. `created` and `used` are its sign-in and its last use. */
export function sessionEnd({ sessions: { longest, idle } }: Deployment, created: Date, used: Date): Date {
  const end = created.getTime() + longest;
  return new Date(idle === null ? end : Math.min(end, used.getTime() + idle));
}

/** The session at the provider of single sign-on from which ours comes. When the provider ends it, ours ends, too. */
export type ProviderSession = { identity_id: string; provider_session: string | null; id_token: string };

/** A sign-in: where and when it happens, the device’s User-Agent header, and the session of the provider of single sign-on. */
type Entry = {
  deployment: Deployment;
  userAgent: string | null;
  now: Date;
  provider?: ProviderSession | null;
  /** When the person proved who they are, if that was not at this sign-in. */
  authenticated?: Date;
};

/** Opens a session of the device with this User-Agent header. */
export async function openSession(
  trx: Db,
  account: AdmittedAccount,
  { deployment, userAgent, now, provider = null, authenticated }: Entry,
): Promise<Session> {
  const token = randomToken();
  const expires = sessionEnd(deployment, now, now);
  await insertSession(trx, {
    token_hash: tokenHash(token),
    user_id: account.id,
    created: now,
    expires,
    id: randomId(),
    user_agent: userAgent,
    authenticated: authenticated ?? null,
    ...provider,
  });
  await deleteCounts(trx, [
    { under: slowdowns.codesSentPerAccount, key: account.id },
    { under: slowdowns.guessesPerAccount, key: account.id },
  ]);
  const expiry = new Date(now.getTime() + deployment.sessions.longest).toISOString();
  return { token, expiry, user: meOnWire(account, deployment) };
}

/** Opens a session after a complete sign-in; the browser becomes a known device, and the person gets an e-mail if it was not one. */
export async function openKnownSession(
  trx: Trx,
  account: AdmittedAccount,
  { deviceToken, notify, ...entry }: Entry & { deviceToken: string | undefined; notify: Notify },
): Promise<Session> {
  const { userAgent, now, deployment } = entry;
  const session = await openSession(trx, account, entry);
  const { token, isNew } = await rememberDevice(trx, deviceToken, account.id, now);
  const news = { about: 'account', what: 'new_device', device: deviceNameOf(userAgent), at: now } as const;
  if (isNew) await notify(trx, null, [{ ...news, to: [account] }]);
  if (!entry.provider && hasToUseSingleSignOn(account, deployment)) {
    const { first_name, last_name, email } = account;
    const emergency = {
      about: 'account',
      what: 'emergency_sign_in',
      name: `${first_name} ${last_name}`,
      email,
    } as const;
    await notify(trx, account.id, [{ ...emergency, to: await staffOf(trx, ['owner'], now) }]);
  }
  return { ...session, deviceToken: token };
}
