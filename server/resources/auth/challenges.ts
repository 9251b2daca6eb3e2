import { randomBytes } from 'node:crypto';
import type { OtpChallenge, OtpGuess, OtpResend, Session } from '../../../contract/auth.ts';
import type { SignInWay } from '../../../contract/securityEventNames.ts';
import { limits } from '../../auth/limits.ts';
import { codeHash, isSameCode, randomCode, randomToken, tokenHash } from '../../auth/secrets.ts';
import { addressKey, charge, type Count, deleteCounts, refund } from '../../auth/throttle.ts';
import { recoveryCodeOf } from '../../auth/totp.ts';
import type { Db } from '../../db/tables.ts';
import type { Deployment } from '../../deployment.ts';
import { codeMail } from '../../mail/codeMail.ts';
import { mailLanguage } from '../../mail/mailLanguage.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { ApiProblem } from '../../problem.ts';
import { hasTotp, takeOwnCode } from '../factors/ownCodes.ts';
import { countCode, countGuess, type SignInAttempt } from './counts.ts';
import type { Client } from '../../http/client.ts';
import { type AdmittedAccount, openKnownSession, type ProviderSession, requireAdmitted } from './admission.ts';
import { digitsOf, whyClosed } from './oneTimeCodes.ts';
import {
  type Account,
  claimResend,
  findAccountById,
  findChallenge,
  insertChallenge,
  releaseResend,
  replaceCode,
  spendChallenge,
  takeGuess,
} from './repository.ts';

/** The dependencies of signing in with a one-time code. */
export type Context = {
  deployment: Deployment;
  db: Db;
  clock: () => Date;
  outbox: Pick<Outbox, 'sendAwaited' | 'isWaiting'>;
  notify: Notify;
};

/** Every browser with the token may answer: nobody is signed in yet. */
const signInUse = { purpose: 'sign_in', session_hash: null } as const;

/** The time of a sign-in, and the session of the provider of single sign-on; null if the first proof was a password. */
type Entry = { now: Date; provider: ProviderSession | null };

/**
 * Makes a code and mails it. With a slow mail server, sending continues in the background.
 * @throws ApiProblem mail_failed; the mail is then not sent later either.
 */
async function sendCode(
  { deployment, outbox }: Context,
  account: Account,
  otpToken: string,
  expires: Date,
): Promise<{ code_hash: Buffer; mail_id: string; isDelayed: boolean }> {
  const code = randomCode();
  const language = mailLanguage(deployment, account.language);
  const mail = { to: account.email, ...codeMail(deployment, language, { code, validFor: limits.otp }) };
  const { id, progress, failure } = await outbox.sendAwaited(mail, expires);
  if (progress === 'failed') throw new ApiProblem('mail_failed', {}, { cause: failure });
  return { code_hash: codeHash(otpToken, code), mail_id: id, isDelayed: progress === 'under_way' };
}

const challengeOnWire = (otpToken: string, expires: Date, isDelayed: boolean): OtpChallenge => ({
  otpToken,
  otp_expiry: expires.toISOString(),
  resend_after: limits.otpResend / 1000,
  mail_delayed: isDelayed || undefined,
});

/** Asks for a code of the authenticator app: nothing is mailed, so it works while the mail server is down. */
async function challengeApp(
  { db }: Context,
  account: AdmittedAccount,
  { now, provider }: Entry,
): Promise<OtpChallenge> {
  const otpToken = randomToken();
  const expires = new Date(now.getTime() + limits.otp);
  await insertChallenge(db, {
    token_hash: tokenHash(otpToken),
    user_id: account.id,
    created: now,
    expires,
    // No code is mailed yet: none matches a random hash, and one may be requested at once.
    code_hash: randomBytes(32),
    sent: new Date(now.getTime() - limits.otpResend),
    ...provider,
  });
  return { otpToken, otp_expiry: expires.toISOString(), resend_after: 0, method: 'totp' };
}

/**
 * Asks for a code after the first proof, such as a password: of the authenticator app, or one that is mailed. @throws ApiProblem
 * too_many_requests, mail_failed
 */
export async function challenge(
  context: Context,
  account: AdmittedAccount,
  visitor: SignInAttempt,
  entry: Entry,
): Promise<OtpChallenge> {
  const { db } = context;
  const { now, provider } = entry;
  if (await hasTotp(db, account.id)) return challengeApp(context, account, entry);
  const counts = await countCode(db, account, visitor, now);
  const otpToken = randomToken();
  const expires = new Date(now.getTime() + limits.otp);
  try {
    const { isDelayed, ...code } = await sendCode(context, account, otpToken, expires);
    const login = { token_hash: tokenHash(otpToken), user_id: account.id, created: now, expires, sent: now };
    await insertChallenge(db, { ...login, ...code, ...provider });
    return challengeOnWire(otpToken, expires, isDelayed);
  } catch (error) {
    await refund(db, counts);
    throw error;
  }
}

/** Opens a session for a correct code; `way` is the kind of the code. @throws ApiProblem otp_wrong, otp_expired, otp_exhausted, too_many_requests */
export async function guess(
  { deployment, db, clock, notify }: Context,
  { otpToken, code: typed, deviceToken }: OtpGuess,
  { address, userAgent }: Client,
): Promise<{ answer: Session; way: SignInWay }> {
  const now = clock();
  // A recovery code is checked with the app's codes.
  const code = recoveryCodeOf(typed) === null ? digitsOf(typed) : null;
  const hash = tokenHash(otpToken);
  const outcome = await db.transaction().execute(async (trx) => {
    const open = await takeGuess(trx, { tokenHash: hash, ...signInUse }, now);
    if (!open) {
      await charge(trx, limits.throttles.guessesPerAddress, addressKey(address), now);
      return whyClosed(await findChallenge(trx, { tokenHash: hash, ...signInUse }), now);
    }
    const account = await findAccountById(trx, open.user_id);
    if (!account) return new ApiProblem('otp_expired');
    const counts = await countGuess(trx, account, { email: account.email, address, deviceToken }, now);
    const isMailed = code !== null && isSameCode(open.code_hash, otpToken, code);
    const way: SignInWay | null = isMailed ? 'mailed_code' : await takeOwnCode(trx, account, { typed, now, notify });
    if (way === null) {
      const attempts_left = limits.otpGuesses - open.guesses;
      return new ApiProblem(attempts_left > 0 ? 'otp_wrong' : 'otp_exhausted', { attempts_left });
    }
    if (!(await spendChallenge(trx, hash, now))) return new ApiProblem('otp_expired');
    const { identity_id, provider_session, id_token } = open;
    const provider = identity_id !== null && id_token !== null ? { identity_id, provider_session, id_token } : null;
    const answer = await openKnownSession(trx, requireAdmitted(account, deployment, now), {
      deployment,
      deviceToken,
      userAgent,
      now,
      notify,
      provider,
    });
    await deleteCounts(trx, counts);
    return { answer, way };
  });
  // Thrown outside the transaction, so that the count of guesses is committed.
  if (outcome instanceof ApiProblem) throw outcome;
  return outcome;
}

/**
 * Mails another code. @throws ApiProblem otp_expired and others that close a challenge, too_many_requests, mail_failed
 */
export async function resend(
  context: Context,
  { otpToken, deviceToken }: OtpResend,
  { address }: Client,
): Promise<OtpChallenge> {
  const { db, clock, outbox } = context;
  const now = clock();
  const hash = tokenHash(otpToken);
  const claimed = await claimResend(db, hash, now);
  if (!claimed) throw whyClosed(await findChallenge(db, { tokenHash: hash, ...signInUse }), now);
  // The mail is still in the outbox: a second one would only invalidate its code.
  if (claimed.mail_id !== null && (await outbox.isWaiting(claimed.mail_id)))
    return challengeOnWire(otpToken, claimed.expires, true);
  const account = await findAccountById(db, claimed.user_id);
  if (!account) throw new ApiProblem('otp_expired');
  const expires = new Date(now.getTime() + limits.otp);
  let counts: readonly Count[] = [];
  try {
    counts = await countCode(db, account, { email: account.email, address, deviceToken }, now);
    const { isDelayed, ...login } = await sendCode(context, account, otpToken, expires);
    await replaceCode(db, hash, { ...login, expires });
    return challengeOnWire(otpToken, expires, isDelayed);
  } catch (error) {
    // The previous code stays valid, and the caller does not wait for a code that was not sent.
    await refund(db, counts);
    await releaseResend(db, hash);
    throw error;
  }
}
