import type { FastifyRequest } from 'fastify';
import type { OtpChallenge } from '../../../contract/auth.ts';
import type { EmailUndone, NewOwnEmail, OwnEmail } from '../../../contract/emailChanges.ts';
import type { AppParts } from '../../appParts.ts';
import { limits } from '../../auth/limits.ts';
import { codeHash, randomCode, randomToken, tokenHash } from '../../auth/secrets.ts';
import { charge, chargeAll, forgive, refund } from '../../auth/throttle.ts';
import { note, type Trx, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { codeMail } from '../../mail/codeMail.ts';
import { linkTo } from '../../mail/linkTo.ts';
import { mailLanguage } from '../../mail/mailLanguage.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { NotificationEvent, Recipient } from '../../notifications/events.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { ApiProblem } from '../../problem.ts';
import { digitsOf, guessCode } from '../auth/oneTimeCodes.ts';
import {
  endAccess,
  findAccountByEmail,
  findAccountById,
  findSession,
  insertChallenge,
  restoreSession,
} from '../auth/repository.ts';
import { unlinkAll } from '../openid/repository.ts';
import { doorCounts } from '../passwords/passwordResets.ts';
import { proveOwnPassword } from '../passwords/ownPassword.ts';
import { insertReset } from '../passwords/repository.ts';
import { updateUser } from '../users/repository.ts';
import {
  deleteChange,
  deleteUndos,
  findChange,
  findUndoTo,
  insertUndo,
  lockPerson,
  replaceChange,
  takeChange,
  takeUndo,
} from './repository.ts';

/** People's own e-mail addresses: asked for with the password, confirmed at the new address, undone at the former one. */
export type EmailChanges = {
  read: (request: FastifyRequest) => Promise<OwnEmail>;
  /** Mails a code to somebody who has no password. @throws ApiProblem transition_refused for people who have one, mail_failed. */
  sendCode: (request: FastifyRequest) => Promise<OtpChallenge>;
  /** Sends a link to the new address. @throws ApiProblem password_wrong at `current_password`, otp_wrong, email_taken. */
  ask: (request: FastifyRequest, change: NewOwnEmail) => Promise<OwnEmail>;
  /** Forgets the change that waits to be confirmed. */
  cancel: (request: FastifyRequest) => Promise<void>;
  /** Makes the new address count; the person's other sessions end. @throws ApiProblem email_link_expired, email_taken. */
  confirm: (request: FastifyRequest, token: string) => Promise<void>;
  /**
   * Restores the former address. Ends every session and link, unlinks national IDs and removes the password, because the person
   * who changed the address knew it. @throws ApiProblem email_undo_expired, email_taken.
   */
  undo: (request: FastifyRequest, token: string) => Promise<EmailUndone>;
};

const { throttles } = limits;

/**
 * Completes a change of a person's e-mail address by staff, in the same transaction: invalidates undo links and unlinks
 * national IDs. The database ends sessions and links.
 * @param former the person as they were
 * @returns what to notify both addresses of
 */
export async function followStaffChange(
  trx: Trx,
  former: Recipient & { id: string },
  email: string,
): Promise<NotificationEvent[]> {
  await deleteUndos(trx, former.id);
  await unlinkAll(trx, former.id);
  return [
    { about: 'account', what: 'email_left', to: [former] },
    { about: 'account', what: 'email_arrived', to: [{ ...former, email }] },
  ];
}

/** @see EmailChanges */
export function createEmailChanges(
  parts: AppParts,
  {
    notify,
    outbox,
    dashboardUrl,
  }: { notify: Notify; outbox: Pick<Outbox, 'sendAwaited'>; dashboardUrl: string | null },
): EmailChanges {
  const { deployment, clock } = parts;
  const { db } = parts.database;

  const accountOf = async (request: FastifyRequest) => {
    const account = await findAccountById(db, sessionOf(request).person.id);
    if (!account) throw new ApiProblem('unauthorized');
    return account;
  };

  const read = async (request: FastifyRequest): Promise<OwnEmail> => {
    const { id, email, password_hash } = await accountOf(request);
    const pending = await findChange(db, id, clock());
    return {
      email,
      pending: pending ? { email: pending.email, expires: pending.expires.toISOString() } : null,
      proof: password_hash === null ? 'code' : 'password',
    };
  };

  /** Makes sure that the caller is the person, and not somebody who has found their screen open. */
  const prove = async (
    request: FastifyRequest,
    { current_password, otpToken, code }: Omit<NewOwnEmail, 'email'>,
    now: Date,
  ): Promise<void> => {
    const { id, password_hash: known } = await accountOf(request);
    if (known !== null) {
      if (!current_password) throw new ApiProblem('invalid', { errors: { current_password: ['required'] } });
      await proveOwnPassword(parts, request, { typed: current_password, now });
      return;
    }
    if (!otpToken || !code) throw new ApiProblem('invalid', { errors: { code: ['required'] } });
    const digits = digitsOf(code);
    const outcome = await db.transaction().execute(async (trx) => {
      const guessed = await guessCode(trx, { otpToken, code: digits, purpose: 'change_email', now });
      return guessed === id || guessed instanceof ApiProblem ? guessed : new ApiProblem('otp_expired');
    });
    if (outcome instanceof ApiProblem) throw outcome;
  };

  return {
    read,

    sendCode: async (request) => {
      const now = clock();
      const { id, email, language, password_hash } = await accountOf(request);
      if (password_hash !== null) throw new ApiProblem('transition_refused');
      const count = { under: limits.slowdowns.codesSentPerAccount, key: id };
      await chargeAll(db, [count], now);
      const otpToken = randomToken();
      const code = randomCode();
      const expires = new Date(now.getTime() + limits.otp);
      const spoken = mailLanguage(deployment, language);
      const mail = codeMail(deployment, spoken, { code, validFor: limits.otp, purpose: 'change_email' });
      const { id: mail_id, progress, failure } = await outbox.sendAwaited({ to: email, ...mail }, expires);
      if (progress === 'failed') {
        await refund(db, [count]);
        throw new ApiProblem('mail_failed', {}, { cause: failure });
      }
      const challenge = { token_hash: tokenHash(otpToken), code_hash: codeHash(otpToken, code), mail_id, expires };
      await insertChallenge(db, { ...challenge, user_id: id, created: now, sent: now, purpose: 'change_email' });
      return { otpToken, otp_expiry: expires.toISOString(), resend_after: limits.otpResend / 1000 };
    },

    ask: async (request, { email: typed, ...proof }) => {
      const now = clock();
      const { person, tokenHash: session_hash } = sessionOf(request);
      const email = typed.normalize('NFKC').toLowerCase();
      const token = randomToken();
      const link = linkTo(dashboardUrl, `auth/confirm-email?token=${token}`);
      await prove(request, proof, now);
      await charge(db, throttles.emailChangesPerAccount, person.id, now);
      if (await findAccountByEmail(db, email))
        throw new ApiProblem('email_taken', { errors: { email: ['email_taken'] } });
      const validFor = limits.emailChange;
      await write(db, { request, now }, async (trx) => {
        const reader = await lockPerson(trx, person.id);
        if (!reader) throw new ApiProblem('unauthorized');
        const expires = new Date(now.getTime() + validFor);
        const change = { token_hash: tokenHash(token), user_id: person.id, email, session_hash, created: now, expires };
        await replaceChange(trx, change);
        const caller = { request, now, act: 'request_email_change' };
        await note(trx, caller, { collection: 'users', id: person.id, after: { email } });
        const to = [{ ...reader, email }];
        await notify(trx, null, [{ about: 'account', what: 'email_confirm', link, validFor, to }]);
      });
      return read(request);
    },

    cancel: async (request) => {
      await deleteChange(db, sessionOf(request).person.id);
    },

    confirm: async (request, token) => {
      const now = clock();
      const undoToken = randomToken();
      const link = linkTo(dashboardUrl, `auth/undo-email?token=${undoToken}`);
      await write(db, { request, now, act: 'change_email' }, async (trx) => {
        const change = await takeChange(trx, tokenHash(token), now);
        const former = change && (await lockPerson(trx, change.user_id));
        if (!change || !former) throw new ApiProblem('email_link_expired');
        const { user_id, email, session_hash } = change;
        const session = await findSession(trx, session_hash);
        await updateUser(trx, user_id, { email });
        // The address that they had a moment ago: what was linked in between was linked by whoever had the account then.
        const undone = await findUndoTo(trx, { user_id, email, now });
        if (undone) {
          await deleteUndos(trx, user_id, undone.number);
          await unlinkAll(trx, user_id);
        }
        // The database has ended every session; the one that asked begins anew, and ends when it would have ended.
        if (session) await restoreSession(trx, session);
        const validFor = limits.emailUndo;
        const expires = new Date(now.getTime() + validFor);
        if (!undone)
          await insertUndo(trx, {
            ...{ token_hash: tokenHash(undoToken), user_id, email: former.email },
            ...{ created: now, expires },
          });
        await notify(trx, null, [
          undone
            ? { about: 'account', what: 'email_left', to: [former] }
            : { about: 'account', what: 'email_undo', email, link, validFor, to: [former] },
          { about: 'account', what: 'email_arrived', to: [{ ...former, email }] },
        ]);
      });
    },

    undo: async (request, token) => {
      const now = clock();
      const resetToken = randomToken();
      const expires = new Date(now.getTime() + limits.passwordReset);
      await write(db, { request, now, act: 'undo_email' }, async (trx) => {
        const undo = await takeUndo(trx, tokenHash(token), now);
        const left = undo && (await lockPerson(trx, undo.user_id));
        if (!undo || !left) throw new ApiProblem('email_undo_expired');
        const { user_id, email, number } = undo;
        await deleteUndos(trx, user_id, number);
        await unlinkAll(trx, user_id);
        await updateUser(trx, user_id, { email, password_hash: null });
        await endAccess(trx, user_id);
        await insertReset(trx, { token_hash: tokenHash(resetToken), user_id, created: now, expires });
        await forgive(trx, doorCounts(email));
        await notify(trx, null, [
          { about: 'account', what: 'email_left', to: left.email === email ? [] : [left] },
          { about: 'account', what: 'email_restored', to: [{ ...left, email }] },
        ]);
      });
      return { token: resetToken, expires: expires.toISOString() };
    },
  };
}
