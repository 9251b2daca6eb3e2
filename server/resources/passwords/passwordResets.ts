import type { FastifyRequest } from 'fastify';
import type { Language } from '../../../contract/languages.ts';
import type { PasswordChange, PasswordReset } from '../../../contract/passwords.ts';
import type { AppParts } from '../../appParts.ts';
import { limits } from '../../auth/limits.ts';
import { assertSame } from '../../auth/passwords.ts';
import { randomToken, tokenHash } from '../../auth/secrets.ts';
import { addressKey, charge, forgive, refund } from '../../auth/throttle.ts';
import { note, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { mailLanguage } from '../../mail/mailLanguage.ts';
import { passwordResetMail } from '../../mail/passwordResetMail.ts';
import type { PeopleMails } from '../../mail/peopleMails.ts';
import { mayEnter } from '../../../contract/permissions.ts';
import { ApiProblem } from '../../problem.ts';
import { findAccountByEmail, findAccountById, findSession, restoreSession } from '../auth/repository.ts';
import { deleteReset, insertReset, isOpen, lockPassword, setPassword, takeReset } from './repository.ts';

/** Who gets a link, and in which language. */
type Addressee = { id: string; email: string; language: Language | null };

/** New passwords by a link from the e-mail: asked for by somebody themselves, or for them by staff. */
export type PasswordResets = {
  /** Sends a link on behalf of the caller. @throws ApiProblem mail_failed; then no link is left behind. */
  send: (request: FastifyRequest, addressee: Addressee) => Promise<void>;
  /** Sends a link to whoever has this address, if there is somebody who may sign in. */
  ask: (request: FastifyRequest, email: string) => Promise<{ sending: Promise<void> }>;
  /** Takes a new password. @throws ApiProblem reset_link_expired, passwords_must_match. */
  reset: (request: FastifyRequest, reset: PasswordReset) => Promise<void>;
  /** Changes the caller's own; their other sessions end. @throws ApiProblem invalid with password_wrong, passwords_must_match. */
  change: (request: FastifyRequest, change: PasswordChange) => Promise<void>;
};

const { throttles } = limits;

/** @see PasswordResets */
export function createPasswordResets(
  { deployment, database: { db }, mailer, passwords, clock }: AppParts,
  { mails, dashboardUrl }: { mails: PeopleMails; dashboardUrl: string | null },
): PasswordResets {
  const linkWith = (token: string): string => {
    if (dashboardUrl === null)
      throw new ApiProblem('mail_failed', {}, { cause: new Error('DASHBOARD_URL is not set: no link can be sent.') });
    return new URL(`auth/reset-password?token=${token}`, dashboardUrl).href;
  };

  const send: PasswordResets['send'] = async (request, { id, email, language }) => {
    const now = clock();
    const token = randomToken();
    const link = linkWith(token);
    const hash = tokenHash(token);
    await write(db, { request, now }, async (trx) => {
      const expires = new Date(now.getTime() + limits.passwordReset);
      await insertReset(trx, { token_hash: hash, user_id: id, created: now, expires });
      await note(trx, { request, now, act: 'request_password_reset' }, { collection: 'users', id });
    });
    const spoken = mailLanguage(deployment, language);
    try {
      const mail = passwordResetMail(deployment, spoken, { link, validFor: limits.passwordReset });
      await mailer.send({ to: email, ...mail });
    } catch (error) {
      await deleteReset(db, hash);
      throw new ApiProblem('mail_failed', {}, { cause: error });
    }
  };

  return {
    send,

    ask: async (request, typed) => {
      const now = clock();
      const email = typed.normalize('NFKC').toLowerCase();
      await charge(db, throttles.resetsPerAddress, addressKey(request.ip), now);
      await charge(db, throttles.resetsPerAccount, email, now);
      const account = await findAccountByEmail(db, email);
      const maySignIn =
        account && account.approval_status === 'approved' && mayEnter(account.role, deployment.allowedRoles);
      // Not waited for: how long a mail takes would tell who has an account.
      return { sending: maySignIn ? send(request, account) : Promise.resolve() };
    },

    reset: async (request, { token, password, password_confirmation }) => {
      assertSame(password, password_confirmation);
      const now = clock();
      const hash = tokenHash(token);
      if (!(await isOpen(db, hash, now))) throw new ApiProblem('reset_link_expired');
      const password_hash = await passwords.hash(password);
      await write(db, { request, now, act: 'reset_password' }, async (trx) => {
        const userId = await takeReset(trx, hash, now);
        if (userId === null) throw new ApiProblem('reset_link_expired');
        const owner = await setPassword(trx, userId, password_hash);
        await forgive(trx, [throttles.passwordPerAccount], owner.email);
        await mails.tell(trx, owner, { kind: 'password_changed' });
      });
    },

    change: async (request, { current_password, password, password_confirmation }) => {
      assertSame(password, password_confirmation);
      const now = clock();
      const { person, tokenHash: ownSession } = sessionOf(request);
      const from = addressKey(request.ip);
      // Counted with sign-ins: whoever finds a screen open has no more guesses there than at the door.
      await charge(db, throttles.passwordPerAddress, from, now);
      await charge(db, throttles.passwordPerAccount, person.email, now);
      const account = await findAccountById(db, person.id);
      const known = account?.password_hash ?? null;
      if (!(await passwords.matches(known, current_password)))
        throw new ApiProblem('invalid', { errors: { current_password: ['password_wrong'] } });
      const password_hash = await passwords.hash(password);
      await write(db, { request, now, act: 'change_password' }, async (trx) => {
        if ((await lockPassword(trx, person.id)) !== known) throw new ApiProblem('conflict');
        const session = await findSession(trx, ownSession);
        const owner = await setPassword(trx, person.id, password_hash);
        // The database has ended every session; this one begins anew, and ends when it would have ended.
        if (session) await restoreSession(trx, session);
        await forgive(trx, [throttles.passwordPerAccount], owner.email);
        await mails.tell(trx, owner, { kind: 'password_changed' });
      });
      await refund(db, throttles.passwordPerAddress, from);
    },
  };
}
