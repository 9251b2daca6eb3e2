import type { FastifyRequest } from 'fastify';
import type { OtpChallenge } from '../../../contract/auth.ts';
import type { Proof, Reauthentication as Given, ReauthenticationWays } from '../../../contract/reauthentication.ts';
import type { SignInWay } from '../../../contract/securityEventNames.ts';
import type { Services } from '../../services.ts';
import { limits } from '../../auth/limits.ts';
import { codeHash, randomCode, randomToken, tokenHash } from '../../auth/secrets.ts';
import { chargeAll, deleteCounts, refund } from '../../auth/throttle.ts';
import { sessionOf } from '../../http/guard.ts';
import { codeMail } from '../../mail/codeMail.ts';
import { mailLanguage } from '../../mail/mailLanguage.ts';
import { ApiProblem } from '../../problem.ts';
import { digitsOf, guessCode } from '../auth/oneTimeCodes.ts';
import { type Account, findAccountById, insertChallenge, storeAuthentication } from '../auth/repository.ts';
import { hasTotp, takeOwnCode } from '../factors/ownCodes.ts';
import { verifyOwnPassword } from '../passwords/ownPassword.ts';

/** Proving again who one is, before a sensitive act. */
export type Reauthentication = {
  ways: (request: FastifyRequest) => Promise<ReauthenticationWays>;
  /** Mails a code to the caller. @throws ApiProblem transition_refused for people with another proof, mail_failed. */
  sendCode: (request: FastifyRequest) => Promise<OtpChallenge>;
  /**
   * Checks a proof and returns its kind; the session counts as authenticated from now on.
   * @throws ApiProblem invalid with password_wrong or required at its field, otp_wrong, otp_expired, otp_exhausted.
   */
  prove: (request: FastifyRequest, given: Given) => Promise<SignInWay>;
};

/** @see Reauthentication */
export function createReauthentication(services: Services): Reauthentication {
  const {
    database: { db },
    deployment,
    clock,
    outbox,
    notify,
    passkeys,
  } = services;

  const accountOf = async (request: FastifyRequest): Promise<Account> => {
    const account = await findAccountById(db, sessionOf(request).person.id);
    if (!account) throw new ApiProblem('unauthorized');
    return account;
  };

  const purposeIn = (request: FastifyRequest) =>
    ({ purpose: 'reauthenticate', session_hash: sessionOf(request).tokenHash }) as const;

  const checkMailedCode = async (request: FastifyRequest, { otpToken = '', code: typed = '' }: Given, now: Date) => {
    const code = digitsOf(typed);
    const outcome = await db
      .transaction()
      .execute((trx) => guessCode(trx, { ...purposeIn(request), otpToken, code, now }));
    // Thrown outside the transaction, so that the count of guesses is committed.
    if (outcome instanceof ApiProblem) throw outcome;
  };

  /** Counted by session, as the password: somebody at an unlocked screen has few guesses. */
  const checkOwnCode = async (request: FastifyRequest, account: Account, typed: string, now: Date) => {
    const key = sessionOf(request).tokenHash.toString('hex');
    const counts = [
      { under: limits.throttles.ownPasswordPerSession, key },
      { under: limits.slowdowns.guessesPerAccount, key: account.id },
    ];
    await chargeAll(db, counts, now);
    const way = await db.transaction().execute((trx) => takeOwnCode(trx, account, { typed, now, notify }));
    if (way === null) throw new ApiProblem('invalid', { errors: { code: ['otp_wrong'] } });
    await deleteCounts(db, counts);
    return way;
  };

  const waysOf = async ({ id, password_hash }: Account): Promise<Proof[]> => {
    const own: Proof[] = [
      ...((await passkeys.has(id)) ? ['passkey' as const] : []),
      ...(password_hash === null ? [] : ['password' as const]),
      ...(deployment.flags.twoFactor && (await hasTotp(db, id)) ? ['totp' as const] : []),
    ];
    return own.length > 0 ? own : ['code'];
  };

  const check = async (request: FastifyRequest, account: Account, given: Given, now: Date): Promise<SignInWay> => {
    const ways = await waysOf(account);
    const { current_password: typed, otpToken, code, passkey } = given;
    if (passkey) {
      await passkeys.prove(request, passkey);
      return 'passkey';
    }
    if (ways.includes('password') && typed) {
      await verifyOwnPassword(services, request, { typed, now });
      return 'password';
    }
    if (ways.includes('totp') && code && !otpToken) return checkOwnCode(request, account, code, now);
    if (ways.includes('code') && code && otpToken) {
      await checkMailedCode(request, given, now);
      return 'mailed_code';
    }
    throw new ApiProblem('invalid', {
      errors: { [ways.includes('password') ? 'current_password' : 'code']: ['required'] },
    });
  };

  return {
    ways: async (request) => {
      return { ways: await waysOf(await accountOf(request)) };
    },

    sendCode: async (request) => {
      const now = clock();
      const account = await accountOf(request);
      const { id, email, language } = account;
      if (!(await waysOf(account)).includes('code')) throw new ApiProblem('transition_refused');
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
      await insertChallenge(db, { ...challenge, ...purposeIn(request), user_id: id, created: now, sent: now });
      return { otpToken, otp_expiry: expires.toISOString(), resend_after: limits.otpResend / 1000 };
    },

    prove: async (request, given) => {
      const now = clock();
      const way = await check(request, await accountOf(request), given, now);
      await storeAuthentication(db, sessionOf(request).tokenHash, now);
      return way;
    },
  };
}
