import type { FastifyRequest } from 'fastify';
import type { Language } from '../../../contract/languages.ts';
import type { CheckedLink, LinkCheck, PasswordChange, PasswordReset } from '../../../contract/passwords.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { Recipient } from '../../notifications/events.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { assertUncommon } from '../../auth/commonPasswords.ts';
import { admitDevice, findDevice, restoreDevice } from '../../auth/knownDevices.ts';
import { limits } from '../../auth/limits.ts';
import { assertSame } from '../../auth/passwords.ts';
import { createLink, passwordLinks, takeLink } from '../../auth/mailedLinks.ts';
import { addressKey, chargeAll, type Count, deleteCounts, tryCharge } from '../../auth/throttle.ts';
import { bindTo } from '../../bindTo.ts';
import { addAuditEntry, type Trx, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { linkTo } from '../../mail/linkTo.ts';
import { mailLanguage } from '../../mail/mailLanguage.ts';
import type { Mail } from '../../mail/mailer.ts';
import { passwordResetMail } from '../../mail/passwordResetMail.ts';
import { maySignIn } from '../../../contract/permissions.ts';
import { ApiProblem } from '../../problem.ts';
import { findAccountByEmail, findSession, restoreSession } from '../auth/repository.ts';
import { listFeeds } from '../calendarFeeds/repository.ts';
import { verifyOwnPassword } from './ownPassword.ts';
import { hasAddress, lockPassword, ownerOf, setPassword } from './repository.ts';

/** The recipient of a link, with their language. */
type Addressee = { id: string; email: string; language: Language | null };

/** New passwords by a mailed link, requested by the account's owner or by staff. */
export type PasswordResets = {
  /** Mails a link on behalf of the caller. @throws ApiProblem mail_failed; the link is then deleted. */
  send: (request: FastifyRequest, addressee: Addressee) => Promise<void>;
  /** Mails a link to this address if it has an account that may sign in. */
  ask: (request: FastifyRequest, email: string) => Promise<{ sending: Promise<void> }>;
  /** Makes the device known for an hour. @throws ApiProblem reset_link_expired if the link no longer works. */
  check: (link: LinkCheck) => Promise<CheckedLink>;
  /** Sets a new password. Returns the id of its owner. @throws ApiProblem reset_link_expired, passwords_must_match, password_common. */
  reset: (request: FastifyRequest, reset: PasswordReset) => Promise<string>;
  /**
   * Changes the caller's password; their other sessions end, and their other devices are forgotten.
   * @throws ApiProblem invalid with password_wrong, passwords_must_match, password_common.
   */
  change: (request: FastifyRequest, change: PasswordChange) => Promise<void>;
};

const { throttles, slowdowns } = limits;

/** The counts of an account that a correct or a new password deletes. */
export function signInCounts(email: string): Count[] {
  return [
    { under: slowdowns.passwordFromNewAddress, key: email },
    { under: slowdowns.passwordPerAccount, key: email },
    { under: throttles.resetMailsPerMailbox, key: email },
  ];
}

type Context = Dependencies & { notify: Notify; outbox: Pick<Outbox, 'put' | 'sendAwaited' | 'sendDue'> };

/** Creates and stores a link, together with the writes of `also`. Returns its mail. */
async function makeLink(
  { deployment, database: { db }, clock, settings: { dashboardUrl } }: Context,
  request: FastifyRequest,
  { id, email, language }: Addressee,
  also: (trx: Trx, mail: Mail, expires: Date) => Promise<void> = async () => undefined,
): Promise<{ token: string; mail: Mail; expires: Date }> {
  const now = clock();
  return write(db, { request, now }, async (trx) => {
    // The address may have changed since it was read: former addresses get no link.
    if (!(await hasAddress(trx, id, email))) throw new ApiProblem('conflict');
    const { token, path, validFor, expires } = await createLink(trx, 'password', { user_id: id, details: {} }, now);
    const link = linkTo(dashboardUrl, path);
    const words = passwordResetMail(deployment, mailLanguage(deployment, language), { link, validFor });
    const mail = { to: email, ...words };
    await addAuditEntry(trx, { request, now, act: 'request_password_reset' }, { collection: 'users', id });
    await also(trx, mail, expires);
    return { token, mail, expires };
  });
}

/** Tells people that their password was changed, and that calendar feeds go on, if they have any. */
async function tellOwner(notify: Notify, trx: Trx, owner: Recipient & { id: string }): Promise<void> {
  const hasFeeds = (await listFeeds(trx, owner.id)).length > 0;
  await notify(trx, null, [{ about: 'account', what: 'password_changed', hasFeeds, to: [owner] }]);
}

async function send(context: Context, request: FastifyRequest, addressee: Addressee): Promise<void> {
  const { database, clock, outbox } = context;
  const { token, mail, expires } = await makeLink(context, request, addressee);
  const { progress, failure } = await outbox.sendAwaited(mail, expires);
  if (progress !== 'failed') return;
  await takeLink(database.db, ['password'], token, clock());
  throw new ApiProblem('mail_failed', {}, { cause: failure });
}

async function ask(context: Context, request: FastifyRequest, typed: string): Promise<{ sending: Promise<void> }> {
  const {
    deployment,
    database: { db },
    clock,
    outbox,
  } = context;
  const now = clock();
  const email = typed.normalize('NFKC').toLowerCase();
  const from = addressKey(request.ip);
  await chargeAll(
    db,
    [
      { under: throttles.resetsPerAddress, key: from },
      { under: throttles.resetsPerPair, key: `${email} ${from}` },
    ],
    now,
  );
  const hasRoom = await tryCharge(db, { under: throttles.resetMailsPerMailbox, key: email }, now);
  const account = await findAccountByEmail(db, email);
  const isAdmitted =
    account && account.approval_status === 'approved' && maySignIn(account.role, deployment.allowedRoles);
  // The response does not reveal the limit; the mailbox has valid links already.
  if (!isAdmitted || !hasRoom) return { sending: Promise.resolve() };
  // Not awaited: the duration would reveal whether there is an account.
  const sending = makeLink(context, request, account, (trx, mail, expires) => outbox.put(trx, mail, expires));
  return { sending: sending.then(() => outbox.sendDue()) };
}

async function check(
  { database: { db }, clock }: Context,
  { token: link, deviceToken: token }: LinkCheck,
): Promise<CheckedLink> {
  const now = clock();
  const owner = await ownerOf(db, link, now);
  if (!owner) throw new ApiProblem('reset_link_expired');
  if (owner.password_hash === null) return {};
  return { deviceToken: await admitDevice(db, { token, link, userId: owner.id }, now) };
}

async function reset(
  { deployment, database: { db }, passwords, clock, notify }: Context,
  request: FastifyRequest,
  { token, password, password_confirmation, deviceToken }: PasswordReset,
): Promise<string> {
  assertSame(password, password_confirmation);
  const now = clock();
  const known = await ownerOf(db, token, now);
  if (!known) throw new ApiProblem('reset_link_expired');
  assertUncommon(password, known, deployment.brand);
  const password_hash = await passwords.hash(password);
  return write(db, { request, now, act: 'reset_password' }, async (trx) => {
    const link = await takeLink(trx, passwordLinks, token, now);
    if (!link) throw new ApiProblem('reset_link_expired');
    const device = await findDevice(trx, deviceToken, link.user_id);
    const owner = await setPassword(trx, link.user_id, password_hash);
    if (device) await restoreDevice(trx, device);
    await deleteCounts(trx, signInCounts(owner.email));
    await tellOwner(notify, trx, owner);
    return link.user_id;
  });
}

async function change(
  context: Context,
  request: FastifyRequest,
  { current_password, password, password_confirmation, deviceToken }: PasswordChange,
): Promise<void> {
  const { deployment, database, passwords, clock, notify } = context;
  assertSame(password, password_confirmation);
  const now = clock();
  const { person, tokenHash: ownSession } = sessionOf(request);
  const account = await verifyOwnPassword(context, request, { typed: current_password, now });
  const known = account.password_hash;
  assertUncommon(password, account, deployment.brand);
  const password_hash = await passwords.hash(password);
  await write(database.db, { request, now, act: 'change_password' }, async (trx) => {
    if ((await lockPassword(trx, person.id)) !== known) throw new ApiProblem('conflict');
    const session = await findSession(trx, ownSession);
    const device = await findDevice(trx, deviceToken, person.id);
    const owner = await setPassword(trx, person.id, password_hash);
    // The database has deleted every session; the caller's is restored with its original expiry.
    if (session) await restoreSession(trx, session);
    if (device) await restoreDevice(trx, device);
    await deleteCounts(trx, signInCounts(owner.email));
    await tellOwner(notify, trx, owner);
  });
}

/** @see PasswordResets */
export function createPasswordResets(
  deps: Dependencies,
  { notify, outbox }: Pick<Context, 'notify' | 'outbox'>,
): PasswordResets {
  const bound = bindTo<Context>({ ...deps, notify, outbox });
  return { send: bound(send), ask: bound(ask), check: bound(check), reset: bound(reset), change: bound(change) };
}
