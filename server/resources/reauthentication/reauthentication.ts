import type { FastifyRequest } from 'fastify';
import type { OtpChallenge } from '../../../contract/auth.ts';
import type { Reauthentication as Given, ReauthenticationWays } from '../../../contract/reauthentication.ts';
import type { AppParts } from '../../appParts.ts';
import { limits } from '../../auth/limits.ts';
import { codeHash, randomCode, randomToken, tokenHash } from '../../auth/secrets.ts';
import { chargeAll, refund } from '../../auth/throttle.ts';
import { sessionOf } from '../../http/guard.ts';
import { codeMail } from '../../mail/codeMail.ts';
import { mailLanguage } from '../../mail/mailLanguage.ts';
import type { Outbox } from '../../mail/outbox.ts';
import { ApiProblem } from '../../problem.ts';
import { digitsOf, guessCode } from '../auth/oneTimeCodes.ts';
import { type Account, findAccountById, insertChallenge, storeAuthentication } from '../auth/repository.ts';
import { verifyOwnPassword } from '../passwords/ownPassword.ts';

/** Proving again who one is, before a sensitive act. */
export type Reauthentication = {
  ways: (request: FastifyRequest) => Promise<ReauthenticationWays>;
  /** Mails a code to the caller. @throws ApiProblem transition_refused for people with a password, mail_failed. */
  sendCode: (request: FastifyRequest) => Promise<OtpChallenge>;
  /**
   * Checks a proof; the session counts as authenticated from now on.
   * @throws ApiProblem invalid with password_wrong or required at its field, otp_wrong, otp_expired, otp_exhausted.
   */
  prove: (request: FastifyRequest, given: Given) => Promise<void>;
};

/** @see Reauthentication */
export function createReauthentication(parts: AppParts, outbox: Pick<Outbox, 'sendAwaited'>): Reauthentication {
  const {
    database: { db },
    deployment,
    clock,
  } = parts;

  const accountOf = async (request: FastifyRequest): Promise<Account> => {
    const account = await findAccountById(db, sessionOf(request).person.id);
    if (!account) throw new ApiProblem('unauthorized');
    return account;
  };

  const checkMailedCode = async ({ id }: Account, { otpToken = '', code: typed = '' }: Given, now: Date) => {
    const code = digitsOf(typed);
    const outcome = await db.transaction().execute(async (trx) => {
      const guessed = await guessCode(trx, { otpToken, code, purpose: 'reauthenticate', now });
      return guessed === id || guessed instanceof ApiProblem ? guessed : new ApiProblem('otp_expired');
    });
    // Thrown outside the transaction, so that the count of guesses is committed.
    if (outcome instanceof ApiProblem) throw outcome;
  };

  return {
    ways: async (request) => {
      const { password_hash } = await accountOf(request);
      return { ways: [password_hash === null ? 'code' : 'password'] };
    },

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
      const mail = codeMail(deployment, spoken, { code, validFor: limits.otp, purpose: 'reauthenticate' });
      const { id: mail_id, progress, failure } = await outbox.sendAwaited({ to: email, ...mail }, expires);
      if (progress === 'failed') {
        await refund(db, [count]);
        throw new ApiProblem('mail_failed', {}, { cause: failure });
      }
      const challenge = { token_hash: tokenHash(otpToken), code_hash: codeHash(otpToken, code), mail_id, expires };
      await insertChallenge(db, { ...challenge, user_id: id, created: now, sent: now, purpose: 'reauthenticate' });
      return { otpToken, otp_expiry: expires.toISOString(), resend_after: limits.otpResend / 1000 };
    },

    prove: async (request, given) => {
      const now = clock();
      const account = await accountOf(request);
      if (account.password_hash === null) {
        if (!given.otpToken || !given.code) throw new ApiProblem('invalid', { errors: { code: ['required'] } });
        await checkMailedCode(account, given, now);
      } else {
        const { current_password: typed } = given;
        if (!typed) throw new ApiProblem('invalid', { errors: { current_password: ['required'] } });
        await verifyOwnPassword(parts, request, { typed, now });
      }
      await storeAuthentication(db, sessionOf(request).tokenHash, now);
    },
  };
}
