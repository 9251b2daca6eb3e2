import type { SingleSignOn as Settings } from '../../../tenants/singleSignOn.ts';
import type { Services } from '../../services.ts';
import { createLink, type IdentityName } from '../../auth/mailedLinks.ts';
import type { OpenidIdentity } from '../../auth/openidClient.ts';
import { addAuditEntry, type Trx } from '../../collection/write.ts';
import { linkTo } from '../../mail/linkTo.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { endAccess, findAccountByEmail, findAccountById } from '../auth/repository.ts';
import { identitiesOf, insertIdentity } from '../openid/repository.ts';
import { assignColumns, endAccessOf, type Provider, restoreAccessOf } from '../users/acts/byProvider.ts';
import { insertUser } from '../users/repository.ts';
import { departmentIn, nameIn, roleIn } from './claims.ts';
import { departmentNamed } from './repository.ts';

/** The outcome of a callback: the person to let in, or why not. The refusals are thrown once the transaction is committed. */
export type Outcome = { account: { id: string; user_id: string } } | { refused: ApiProblem };

/** What a sign-in in progress has: the identity, its issuer’s settings, and whom the audit log names. */
export type Arrival = { identity: OpenidIdentity; settings: Settings; provider: Provider };

/** The columns that claims give. A department that does not exist counts as none. */
async function columnsOf(trx: Trx, { identity: { claims }, settings }: Arrival, hasDepartments: boolean) {
  const department = hasDepartments ? departmentIn(settings, claims) : undefined;
  if (department === undefined) return {};
  return { department_id: department === null ? null : await departmentNamed(trx, department) };
}

/** The name under which the identity of a provider is linked. */
export const nameOf = ({ issuer, subject }: OpenidIdentity): IdentityName => ({ issuer, subject });

type Context = Pick<Services, 'deployment' | 'signIn' | 'notify' | 'settings'>;

/** Mails a link to an account with the same address: nobody gets into an account whose owner has not agreed. */
async function askToLink(
  { notify, settings: { dashboardUrl } }: Context,
  trx: Trx,
  userId: string,
  { identity, provider: { now } }: Arrival,
): Promise<void> {
  const owner = { user_id: userId, details: nameOf(identity) };
  const { path, validFor } = await createLink(trx, 'work_account', owner, now);
  const link = linkTo(dashboardUrl, path);
  await notify(trx, null, [{ about: 'account', what: 'identity_confirm', link, validFor, to: [userId] }]);
}

/** A later sign-in: the person gets the role and department of the claims, or loses their access. */
export async function welcomeBack(
  { deployment, signIn, notify }: Context,
  trx: Trx,
  account: { id: string; user_id: string },
  arrival: Arrival,
): Promise<Outcome> {
  const access = { deployment, notify };
  const { provider } = arrival;
  const id = account.user_id;
  const role = roleIn(arrival.settings, arrival.identity.claims);
  if (role === null) {
    await endAccessOf(trx, access, provider, id).catch(async (error: unknown) => {
      if (!(error instanceof ApiProblem && error.code === 'last_owner')) throw error;
      // Nobody could administer the deployment; the last owner still has their password.
      await endAccess(trx, id);
    });
    return { refused: new ApiProblem('single_sign_on_no_role') };
  }
  await restoreAccessOf(trx, access, provider, id);
  const known = await findAccountById(trx, id);
  if (known) signIn.assertAdmitted(known, provider.now);
  const columns = { role, ...(await columnsOf(trx, arrival, deployment.flags.departments)) };
  await assignColumns(trx, access, provider, { id, columns });
  return { account };
}

/** The first sign-in of an account: its person is added, or an existing one confirms it first. */
export async function welcome(context: Context, trx: Trx, arrival: Arrival): Promise<Outcome> {
  const { deployment, signIn } = context;
  const { identity, provider } = arrival;
  const { request, now, actor } = provider;
  const { email, issuer, claims } = identity;
  const role = roleIn(arrival.settings, claims);
  if (role === null) return { refused: new ApiProblem('single_sign_on_no_role') };
  if (email === null || !identity.isEmailVerified) return { refused: new ApiProblem('single_sign_on_unverified') };
  if (!arrival.settings.domains.some((domain) => email.endsWith(`@${domain}`)))
    return { refused: new ApiProblem('single_sign_on_wrong_domain') };
  const known = await findAccountByEmail(trx, email);
  if (known) {
    const others = await identitiesOf(trx, 'work_account', known.id);
    if (others.some((other) => other.issuer === issuer)) return { refused: new ApiProblem('single_sign_on_taken') };
    signIn.assertAdmitted(known, now);
    await askToLink(context, trx, known.id, arrival);
    return { refused: new ApiProblem('single_sign_on_unconfirmed') };
  }
  const user_id = randomId();
  await insertUser(trx, {
    ...nameIn(claims, email),
    ...(await columnsOf(trx, arrival, deployment.flags.departments)),
    id: user_id,
    email,
    role,
    approval_status: 'approved',
    created: now,
  });
  const id = randomId();
  if (!(await insertIdentity(trx, { id, kind: 'work_account', ...nameOf(identity), user_id, linked: now })))
    throw new ApiProblem('single_sign_on_taken');
  await addAuditEntry(
    trx,
    { request, now, actor, act: 'link_account' },
    { collection: 'users', id: user_id, after: { issuer } },
  );
  return { account: { id, user_id } };
}
