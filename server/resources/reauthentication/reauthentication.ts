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

async function accountOf({ database: { db } }: Services, request: FastifyRequest): Promise<Account> {
  const account = await findAccountById(db, sessionOf(request).person.id);
  if (!account) throw new ApiProblem('unauthorized');
  return account;
}

const purposeIn = (request: FastifyRequest) =>
  ({ purpose: 'reauthenticate', session_hash: sessionOf(request).tokenHash }) as const;

/** @throws ApiProblem otp_wrong, otp_expired, otp_exhausted */
async function checkMailedCode(
  { database: { db } }: Services,
  request: FastifyRequest,
  { otpToken = '', code: typed = '' }: Given,
  now: Date,
): Promise<void> {
  const guess = { ...purposeIn(request), otpToken, code: digitsOf(typed), now };
  const outcome = await db.transaction().execute((trx) => guessCode(trx, guess));
  // Thrown outside the transaction, so that the count of guesses is committed.
  if (outcome instanceof ApiProblem) throw outcome;
}

/** Counted by session, as the password: somebody at an unlocked screen has few guesses. */
async function checkAppCode(
  { database: { db }, notify }: Services,
  request: FastifyRequest,
  { account, typed, now }: { account: Account; typed: string; now: Date },
): Promise<SignInWay> {
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
}

/** The proofs that a person can give; a mailed code for those who have no other. */
async function waysOf(
  { database: { db }, deployment, passkeys }: Services,
  { id, password_hash }: Account,
): Promise<Proof[]> {
  const ways: Proof[] = [];
  if (await passkeys.has(id)) ways.push('passkey');
  if (password_hash !== null) ways.push('password');
  if (deployment.flags.twoFactor && (await hasTotp(db, id))) ways.push('totp');
  return ways.length > 0 ? ways : ['code'];
}

async function check(services: Services, request: FastifyRequest, given: Given, now: Date): Promise<SignInWay> {
  const account = await accountOf(services, request);
  const ways = await waysOf(services, account);
  const { current_password: typed, otpToken, code, passkey } = given;
  if (passkey) {
    await services.passkeys.prove(request, passkey);
    return 'passkey';
  }
  if (ways.includes('password') && typed) {
    await verifyOwnPassword(services, request, { typed, now });
    return 'password';
  }
  if (ways.includes('totp') && code && !otpToken) return checkAppCode(services, request, { account, typed: code, now });
  if (ways.includes('code') && code && otpToken) {
    await checkMailedCode(services, request, given, now);
    return 'mailed_code';
  }
  throw new ApiProblem('invalid', {
    errors: { [ways.includes('password') ? 'current_password' : 'code']: ['required'] },
  });
}

/** @see Reauthentication */
export function createReauthentication(services: Services): Reauthentication {
  const {
    database: { db },
    deployment,
    clock,
    outbox,
  } = services;

  return {
    ways: async (request) => ({ ways: await waysOf(services, await accountOf(services, request)) }),

    sendCode: async (request) => {
      const now = clock();
      const account = await accountOf(services, request);
      const { id, email, language } = account;
      if (!(await waysOf(services, account)).includes('code')) throw new ApiProblem('transition_refused');
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
      const way = await check(services, request, given, now);
      await storeAuthentication(db, sessionOf(request).tokenHash, now);
      return way;
    },
  };
}
