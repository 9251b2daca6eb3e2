import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type {
  Credentials,
  LoginAnswer,
  Me,
  MeChanges,
  OtpChallenge,
  OtpGuess,
  OtpResend,
  Session,
} from '../../../contract/auth.ts';
import type { StaffRole } from '../../../contract/roles.ts';
import type { AppParts } from '../../appParts.ts';
import { limits } from '../../auth/limits.ts';
import { codeHash, isSameCode, randomCode, randomToken, tokenHash } from '../../auth/secrets.ts';
import { addressKey, charge, forgive, refund } from '../../auth/throttle.ts';
import { type Trx, write } from '../../collection/write.ts';
import type { Tables } from '../../db/tables.ts';
import { type RequestSession, sessionOf } from '../../http/guard.ts';
import { codeMail } from '../../mail/codeMail.ts';
import { mailLanguage } from '../../mail/mailLanguage.ts';
import { mayEnter } from '../../../contract/permissions.ts';
import { verdictsFor } from '../../../contract/verdicts.ts';
import { ApiProblem } from '../../problem.ts';
import { together } from '../../together.ts';
import {
  type Account,
  type Challenge,
  claimResend,
  deleteChallenge,
  deleteSession,
  findAccountByEmail,
  findAccountById,
  findAccountsBySession,
  findChallenge,
  insertChallenge,
  insertSession,
  releaseResend,
  replaceCode,
  setLanguage,
  takeGuess,
  useChallenge,
} from './repository.ts';

type Db = Kysely<Tables>;
type Welcome = Account & { role: StaffRole };

/** Signing in and out: the rules of specification §4 and of Q4 and Q5, on one deployment's database. */
export type SignIn = {
  login: (credentials: Credentials, address: string) => Promise<LoginAnswer>;
  guess: (guess: OtpGuess, address: string) => Promise<Session>;
  resend: (challenge: OtpResend) => Promise<OtpChallenge>;
  /** Opens a session for somebody who has proved otherwise who they are, if the door opens for them. */
  admit: (trx: Trx, userId: string, now: Date) => Promise<Session>;
  findSession: (token: string) => Promise<RequestSession | null>;
  me: (person: RequestSession['person']) => Me;
  /** Changes what people change of themselves. @throws ApiProblem invalid for a language that is not offered. */
  changeMe: (request: FastifyRequest, changes: MeChanges) => Promise<Me>;
  logout: (tokenHash: Buffer) => Promise<void>;
};

const { throttles } = limits;

function isSuspended({ suspended_at, suspension_expires }: Account, now: Date): boolean {
  return suspended_at !== null && suspended_at <= now && (suspension_expires === null || suspension_expires > now);
}

/** What people paste: with spaces or a dash in it, as some mail programs show it. */
function digitsOf(code: string): string {
  const digits = code.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(digits)) throw new ApiProblem('invalid', { errors: { code: ['invalid'] } });
  return digits;
}

/** Why a login takes no more guesses and sends no more codes. */
function whyClosed(challenge: Challenge | undefined, now: Date): ApiProblem {
  if (!challenge || challenge.used || challenge.expires <= now) return new ApiProblem('otp_expired');
  if (challenge.guesses >= limits.otpGuesses) return new ApiProblem('otp_exhausted', { attempts_left: 0 });
  const wait = challenge.sent.getTime() + limits.otpResend - now.getTime();
  return new ApiProblem('too_many_requests', { retry_after: Math.max(1, Math.ceil(wait / 1000)) });
}

/** @see SignIn */
export function createSignIn({ deployment, database: { db }, mailer, passwords, clock }: AppParts): SignIn {
  const toMe = ({ id, email, first_name, last_name, role, language }: RequestSession['person']): Me => ({
    id,
    email,
    first_name,
    last_name,
    role,
    language,
    verdicts: verdictsFor({ role }, deployment.flags),
  });

  /** The door (Q5). The reason is told only to somebody who has already proved who they are. */
  const welcome = (account: Account, now: Date): Welcome => {
    const { role } = account;
    if (!mayEnter(role, deployment.allowedRoles)) throw new ApiProblem('no_permission_to_login');
    if (account.approval_status !== 'approved') throw new ApiProblem('account_not_approved');
    if (isSuspended(account, now)) throw new ApiProblem('account_suspended');
    return { ...account, role };
  };

  const openSession = async (trx: Db, account: Welcome, now: Date): Promise<Session> => {
    const token = randomToken();
    const expires = new Date(now.getTime() + limits.session);
    await insertSession(trx, { token_hash: tokenHash(token), user_id: account.id, created: now, expires });
    await forgive(trx, [throttles.codesSentPerAccount, throttles.guessesPerAccount], account.id);
    return { token, expiry: expires.toISOString(), user: toMe(account) };
  };

  const mailCode = async (account: Account, code: string): Promise<void> => {
    const language = mailLanguage(deployment, account.language);
    try {
      await mailer.send({ to: account.email, ...codeMail(deployment, language, { code, validFor: limits.otp }) });
    } catch (error) {
      await refund(db, throttles.codesSentPerAccount, account.id);
      throw new ApiProblem('mail_failed', {}, { cause: error });
    }
  };

  const toAnswer = (otpToken: string, expires: Date): OtpChallenge => ({
    otpToken,
    otp_expiry: expires.toISOString(),
    resend_after: limits.otpResend / 1000,
  });

  const challenge = async (account: Welcome, now: Date): Promise<OtpChallenge> => {
    await charge(db, throttles.codesSentPerAccount, account.id, now);
    const otpToken = randomToken();
    const hash = tokenHash(otpToken);
    const code = randomCode();
    const expires = new Date(now.getTime() + limits.otp);
    await insertChallenge(db, {
      token_hash: hash,
      user_id: account.id,
      code_hash: codeHash(otpToken, code),
      created: now,
      expires,
      sent: now,
    });
    try {
      await mailCode(account, code);
    } catch (error) {
      await deleteChallenge(db, hash);
      throw error;
    }
    return toAnswer(otpToken, expires);
  };

  const accountBySession = together((hashes) => findAccountsBySession(db, hashes, clock()));

  return {
    login: async ({ email: typed, password }, address) => {
      const now = clock();
      const email = typed.trim().normalize('NFKC').toLowerCase();
      const from = addressKey(address);
      // Counted before the password is looked at, so that parallel tries cannot slip past.
      await charge(db, throttles.passwordPerAddress, from, now);
      await charge(db, throttles.passwordPerAccount, email, now);
      const account = await findAccountByEmail(db, email);
      const right = await passwords.matches(account?.password_hash ?? null, password);
      if (!account || !right) throw new ApiProblem('bad_credentials');
      await refund(db, throttles.passwordPerAddress, from);
      await forgive(db, [throttles.passwordPerAccount], email);
      const person = welcome(account, now);
      return deployment.flags.twoFactor ? challenge(person, now) : openSession(db, person, now);
    },

    guess: async ({ otpToken, code: typed }, address) => {
      const now = clock();
      const code = digitsOf(typed);
      const from = addressKey(address);
      await charge(db, throttles.guessesPerAddress, from, now);
      const hash = tokenHash(otpToken);
      const outcome = await db.transaction().execute(async (trx) => {
        const open = await takeGuess(trx, hash, now);
        if (!open) return whyClosed(await findChallenge(trx, hash), now);
        await charge(trx, throttles.guessesPerAccount, open.user_id, now);
        if (!isSameCode(open.code_hash, otpToken, code)) {
          const attempts_left = limits.otpGuesses - open.guesses;
          return new ApiProblem(attempts_left > 0 ? 'otp_wrong' : 'otp_exhausted', { attempts_left });
        }
        const account = await findAccountById(trx, open.user_id);
        if (!account || !(await useChallenge(trx, hash, now))) return new ApiProblem('otp_expired');
        return openSession(trx, welcome(account, now), now);
      });
      // Returned out of the transaction and thrown here: a wrong guess stays counted.
      if (outcome instanceof ApiProblem) throw outcome;
      await refund(db, throttles.guessesPerAddress, from);
      return outcome;
    },

    resend: async ({ otpToken }) => {
      const now = clock();
      const hash = tokenHash(otpToken);
      const claimed = await claimResend(db, hash, now);
      if (!claimed) throw whyClosed(await findChallenge(db, hash), now);
      const account = await findAccountById(db, claimed.user_id);
      if (!account) throw new ApiProblem('otp_expired');
      const code = randomCode();
      const expires = new Date(now.getTime() + limits.otp);
      try {
        await charge(db, throttles.codesSentPerAccount, account.id, now);
        await mailCode(account, code);
      } catch (error) {
        // The code before it is still good, and nobody has to wait for one that never came.
        await releaseResend(db, hash);
        throw error;
      }
      await replaceCode(db, hash, { code_hash: codeHash(otpToken, code), expires });
      return toAnswer(otpToken, expires);
    },

    admit: async (trx, userId, now) => {
      const account = await findAccountById(trx, userId);
      if (!account) throw new ApiProblem('national_id_unknown');
      return openSession(trx, welcome(account, now), now);
    },

    findSession: async (token) => {
      const now = clock();
      const hash = tokenHash(token);
      const account = await accountBySession(hash.toString('hex'));
      if (!account) return null;
      const { id, email, first_name, last_name, role, language } = account;
      const stays =
        mayEnter(role, deployment.allowedRoles) && account.approval_status === 'approved' && !isSuspended(account, now);
      return stays ? { person: { id, email, first_name, last_name, role, language }, tokenHash: hash } : null;
    },

    me: toMe,

    changeMe: async (request, { language }) => {
      const { person } = sessionOf(request);
      if (language !== null && !deployment.languages.some(({ value }) => value === language))
        throw new ApiProblem('invalid', { errors: { language: ['invalid'] } });
      await write(db, { request, now: clock() }, (trx) => setLanguage(trx, person.id, language));
      return toMe({ ...person, language });
    },

    logout: (hash) => deleteSession(db, hash),
  };
}
