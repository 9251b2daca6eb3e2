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

/** @see PasswordResets */
export function createPasswordResets(
  deps: Dependencies,
  { notify, outbox }: { notify: Notify; outbox: Pick<Outbox, 'put' | 'sendAwaited' | 'sendDue'> },
): PasswordResets {
  const {
    deployment,
    database: { db },
    passwords,
    clock,
    settings: { dashboardUrl },
  } = deps;

  /** Creates and stores a link, together with the writes of `also`. Returns its mail. */
  const makeLink = async (
    request: FastifyRequest,
    { id, email, language }: Addressee,
    also: (trx: Trx, mail: Mail, expires: Date) => Promise<void> = async () => undefined,
  ): Promise<{ token: string; mail: Mail; expires: Date }> => {
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
  };

  /** Tells people that their password was changed, and that calendar feeds go on, if they have any. */
  const tellOwner = async (trx: Trx, owner: Recipient & { id: string }) => {
    const hasFeeds = (await listFeeds(trx, owner.id)).length > 0;
    await notify(trx, null, [{ about: 'account', what: 'password_changed', hasFeeds, to: [owner] }]);
  };

  return {
    send: async (request, addressee) => {
      const { token, mail, expires } = await makeLink(request, addressee);
      const { progress, failure } = await outbox.sendAwaited(mail, expires);
      if (progress !== 'failed') return;
      await takeLink(db, ['password'], token, clock());
      throw new ApiProblem('mail_failed', {}, { cause: failure });
    },

    ask: async (request, typed) => {
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
      const sending = makeLink(request, account, (trx, mail, expires) => outbox.put(trx, mail, expires));
      return { sending: sending.then(() => outbox.sendDue()) };
    },

    check: async ({ token: link, deviceToken: token }) => {
      const now = clock();
      const owner = await ownerOf(db, link, now);
      if (!owner) throw new ApiProblem('reset_link_expired');
      if (owner.password_hash === null) return {};
      return { deviceToken: await admitDevice(db, { token, link, userId: owner.id }, now) };
    },

    reset: async (request, { token, password, password_confirmation, deviceToken }) => {
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
        await tellOwner(trx, owner);
        return link.user_id;
      });
    },

    change: async (request, { current_password, password, password_confirmation, deviceToken }) => {
      assertSame(password, password_confirmation);
      const now = clock();
      const { person, tokenHash: ownSession } = sessionOf(request);
      const account = await verifyOwnPassword(deps, request, { typed: current_password, now });
      const known = account.password_hash;
      assertUncommon(password, account, deployment.brand);
      const password_hash = await passwords.hash(password);
      await write(db, { request, now, act: 'change_password' }, async (trx) => {
        if ((await lockPassword(trx, person.id)) !== known) throw new ApiProblem('conflict');
        const session = await findSession(trx, ownSession);
        const device = await findDevice(trx, deviceToken, person.id);
        const owner = await setPassword(trx, person.id, password_hash);
        // The database has deleted every session; the caller's is restored with its original expiry.
        if (session) await restoreSession(trx, session);
        if (device) await restoreDevice(trx, device);
        await deleteCounts(trx, signInCounts(owner.email));
        await tellOwner(trx, owner);
      });
    },
  };
}
