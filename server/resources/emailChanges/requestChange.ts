import type { FastifyRequest } from 'fastify';
import type { OtpChallenge } from '../../../contract/auth.ts';
import type { NewOwnEmail, OwnEmail } from '../../../contract/emailChanges.ts';
import type { AppParts } from '../../appParts.ts';
import { limits } from '../../auth/limits.ts';
import { codeHash, randomCode, randomToken, tokenHash } from '../../auth/secrets.ts';
import { charge, chargeAll, refund } from '../../auth/throttle.ts';
import { addAuditEntry, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { codeMail } from '../../mail/codeMail.ts';
import { linkTo } from '../../mail/linkTo.ts';
import { mailLanguage } from '../../mail/mailLanguage.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { ApiProblem } from '../../problem.ts';
import { digitsOf, guessCode } from '../auth/oneTimeCodes.ts';
import { type Account, findAccountByEmail, findAccountById, insertChallenge } from '../auth/repository.ts';
import { verifyOwnPassword } from '../passwords/ownPassword.ts';
import { findChange, lockPerson, replaceChange } from './repository.ts';

/** The dependencies of acts on e-mail addresses. */
export type Context = AppParts & { notify: Notify; outbox: Pick<Outbox, 'sendAwaited'>; dashboardUrl: string | null };

async function accountOf({ database: { db } }: Context, request: FastifyRequest): Promise<Account> {
  const account = await findAccountById(db, sessionOf(request).person.id);
  if (!account) throw new ApiProblem('unauthorized');
  return account;
}

/** The caller's address, and its unconfirmed change. */
export async function readOwnEmail(context: Context, request: FastifyRequest): Promise<OwnEmail> {
  const { id, email, password_hash } = await accountOf(context, request);
  const pending = await findChange(context.database.db, id, context.clock());
  return {
    email,
    pending: pending ? { email: pending.email, expires: pending.expires.toISOString() } : null,
    proof: password_hash === null ? 'code' : 'password',
  };
}

/** Checks that the caller is the account's owner, not somebody at an unlocked screen. */
async function verifyCaller(
  context: Context,
  request: FastifyRequest,
  { current_password, otpToken, code }: Omit<NewOwnEmail, 'email'>,
  now: Date,
): Promise<void> {
  const { id, password_hash: known } = await accountOf(context, request);
  if (known !== null) {
    if (!current_password) throw new ApiProblem('invalid', { errors: { current_password: ['required'] } });
    await verifyOwnPassword(context, request, { typed: current_password, now });
    return;
  }
  if (!otpToken || !code) throw new ApiProblem('invalid', { errors: { code: ['required'] } });
  const digits = digitsOf(code);
  const outcome = await context.database.db.transaction().execute(async (trx) => {
    const guessed = await guessCode(trx, { otpToken, code: digits, purpose: 'change_email', now });
    return guessed === id || guessed instanceof ApiProblem ? guessed : new ApiProblem('otp_expired');
  });
  if (outcome instanceof ApiProblem) throw outcome;
}

/** Mails a code to a user without a password. @throws ApiProblem transition_refused for users with one, mail_failed. */
export async function sendProofCode(context: Context, request: FastifyRequest): Promise<OtpChallenge> {
  const {
    database: { db },
    deployment,
    clock,
    outbox,
  } = context;
  const now = clock();
  const { id, email, language, password_hash } = await accountOf(context, request);
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
}

/** Mails a link to the new address. @throws ApiProblem password_wrong at `current_password`, otp_wrong, email_taken. */
export async function requestChange(
  context: Context,
  request: FastifyRequest,
  { email: typed, ...proof }: NewOwnEmail,
): Promise<OwnEmail> {
  const {
    database: { db },
    clock,
    notify,
    dashboardUrl,
  } = context;
  const now = clock();
  const { person, tokenHash: session_hash } = sessionOf(request);
  const email = typed.normalize('NFKC').toLowerCase();
  const token = randomToken();
  const link = linkTo(dashboardUrl, `auth/confirm-email?token=${token}`);
  await verifyCaller(context, request, proof, now);
  await charge(db, limits.throttles.emailChangesPerAccount, person.id, now);
  if (await findAccountByEmail(db, email)) throw new ApiProblem('email_taken', { errors: { email: ['email_taken'] } });
  const validFor = limits.emailChange;
  await write(db, { request, now }, async (trx) => {
    const reader = await lockPerson(trx, person.id);
    if (!reader) throw new ApiProblem('unauthorized');
    const expires = new Date(now.getTime() + validFor);
    const change = { token_hash: tokenHash(token), user_id: person.id, email, session_hash, created: now, expires };
    await replaceChange(trx, change);
    const caller = { request, now, act: 'request_email_change' };
    await addAuditEntry(trx, caller, { collection: 'users', id: person.id, after: { email } });
    const to = [{ ...reader, email }];
    await notify(trx, null, [{ about: 'account', what: 'email_confirm', link, validFor, to }]);
  });
  return readOwnEmail(context, request);
}
