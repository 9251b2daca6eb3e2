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
import { isKnownDevice, rememberDevice } from '../../auth/knownDevices.ts';
import { limits } from '../../auth/limits.ts';
import { codeHash, isSameCode, randomCode, randomToken, tokenHash } from '../../auth/secrets.ts';
import { addressKey, charge, chargeAtDoor, type Count, forgive, hitsOf, refund } from '../../auth/throttle.ts';
import { type Trx, write } from '../../collection/write.ts';
import { isSuspended } from '../../db/suspension.ts';
import type { Tables } from '../../db/tables.ts';
import { type RequestSession, sessionOf } from '../../http/guard.ts';
import { codeMail } from '../../mail/codeMail.ts';
import { mailLanguage } from '../../mail/mailLanguage.ts';
import { mayEnter } from '../../../contract/permissions.ts';
import { verdictsFor } from '../../../contract/verdicts.ts';
import type { Outbox } from '../../mail/outbox.ts';
import { ApiProblem } from '../../problem.ts';
import { together } from '../../together.ts';
import { digitsOf, whyClosed } from './oneTimeCodes.ts';
import {
  type Account,
  claimResend,
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
  spendChallenge,
} from './repository.ts';

type Db = Kysely<Tables>;
type Welcome = Account & { role: StaffRole };

/** Signing in and out: the rules of specification §4 and of Q4 and Q5, on one deployment's database. */
export type SignIn = {
  login: (credentials: Credentials, address: string) => Promise<LoginAnswer>;
  guess: (guess: OtpGuess, address: string) => Promise<Session>;
  resend: (challenge: OtpResend, address: string) => Promise<OtpChallenge>;
  /** Opens a session for somebody who has proved otherwise who they are, if the door opens for them. */
  admit: (trx: Trx, userId: string, now: Date) => Promise<Session>;
  /** Makes sure that the door opens for somebody. @throws ApiProblem with what the door says. */
  assertWelcome: (account: Account, now: Date) => void;
  findSession: (token: string) => Promise<RequestSession | null>;
  /** The same by the hash of the token. */
  findSessionByHash: (hash: Buffer) => Promise<RequestSession | null>;
  me: (person: RequestSession['person']) => Me;
  /** Changes what people change of themselves. @throws ApiProblem invalid for a language that is not offered. */
  changeMe: (request: FastifyRequest, changes: MeChanges) => Promise<Me>;
  logout: (tokenHash: Buffer) => Promise<void>;
};

const { throttles, slowdowns } = limits;
const purpose = 'sign_in';

/** Who comes to the door: to whose account, from where, with which browser. */
type Visitor = { email: string; address: string; deviceToken: string | undefined };

/** What is counted of an account at one address. */
function pairKey(email: string, from: string): string {
  return `${email} ${from}`;
}

/** @see SignIn */
export function createSignIn(
  { deployment, database: { db }, passwords, clock }: AppParts,
  outbox: Pick<Outbox, 'sendAwaited' | 'isWaiting'>,
): SignIn {
  const toMe = ({
    id,
    email,
    first_name,
    last_name,
    role,
    language,
  }: Omit<RequestSession['person'], 'session'>): Me => ({
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
    await forgive(trx, [
      { under: slowdowns.codesSentPerAccount, key: account.id },
      { under: slowdowns.guessesPerAccount, key: account.id },
    ]);
    return { token, expiry: expires.toISOString(), user: toMe(account) };
  };

  /** Opens a session for somebody who has given all that is asked for; their browser is known from then on. */
  const openKnown = async (
    trx: Db,
    account: Welcome,
    deviceToken: string | undefined,
    now: Date,
  ): Promise<Session> => ({
    ...(await openSession(trx, account, now)),
    deviceToken: await rememberDevice(trx, deviceToken, account.id, now),
  });

  /** Counts under their browser whoever comes with one that the account knows. */
  const deviceCount = async (
    handle: Db,
    under: Count['under'],
    { email, deviceToken }: Visitor,
    now: Date,
  ): Promise<Count | null> =>
    deviceToken !== undefined && (await isKnownDevice(handle, deviceToken, email, now))
      ? { under, key: pairKey(email, deviceToken) }
      : null;

  /** Counts a password before it is looked at, so that parallel tries cannot slip past. */
  const countPassword = async (visitor: Visitor, now: Date): Promise<readonly Count[]> => {
    const { email, address } = visitor;
    const from = addressKey(address);
    const key = pairKey(email, from);
    const failures = await hitsOf(db, throttles.failuresPerPair, key, now);
    const slowdown =
      failures < limits.newAddressFailures ? slowdowns.passwordFromNewAddress : slowdowns.passwordPerAccount;
    return chargeAtDoor(
      db,
      {
        device: await deviceCount(db, throttles.passwordPerDevice, visitor, now),
        strangers: [
          { under: throttles.passwordPerAddress, key: from },
          { under: throttles.passwordPerPair, key },
          { under: throttles.failuresPerPair, key },
          { under: slowdown, key: email },
        ],
      },
      now,
    );
  };

  /** The address has let many in, perhaps; the rest is of this account alone. */
  const forgivePassword = async (counts: readonly Count[]): Promise<void> => {
    const isOfAll = ({ under }: Count) => under.scope === throttles.passwordPerAddress.scope;
    await refund(db, counts.filter(isOfAll));
    await forgive(
      db,
      counts.filter((count) => !isOfAll(count)),
    );
  };

  const countCode = async (account: Account, visitor: Visitor, now: Date): Promise<readonly Count[]> =>
    chargeAtDoor(
      db,
      {
        device: await deviceCount(db, throttles.codesSentPerDevice, visitor, now),
        strangers: [
          { under: throttles.codesSentPerPair, key: pairKey(account.id, addressKey(visitor.address)) },
          { under: slowdowns.codesSentPerAccount, key: account.id },
        ],
      },
      now,
    );

  /**
   * Makes a code and sends it. The mail goes on by itself where the mail server takes long (decision 239).
   * @throws ApiProblem mail_failed; then the mail is not sent later either.
   */
  const sendCode = async (
    account: Account,
    otpToken: string,
    expires: Date,
  ): Promise<{ code_hash: Buffer; mail_id: string; isDelayed: boolean }> => {
    const code = randomCode();
    const language = mailLanguage(deployment, account.language);
    const mail = { to: account.email, ...codeMail(deployment, language, { code, validFor: limits.otp }) };
    const { id, progress, failure } = await outbox.sendAwaited(mail, expires);
    if (progress === 'failed') throw new ApiProblem('mail_failed', {}, { cause: failure });
    return { code_hash: codeHash(otpToken, code), mail_id: id, isDelayed: progress === 'under_way' };
  };

  const toAnswer = (otpToken: string, expires: Date, isDelayed: boolean): OtpChallenge => ({
    otpToken,
    otp_expiry: expires.toISOString(),
    resend_after: limits.otpResend / 1000,
    ...(isDelayed ? { mail_delayed: true } : {}),
  });

  const challenge = async (account: Welcome, visitor: Visitor, now: Date): Promise<OtpChallenge> => {
    const counts = await countCode(account, visitor, now);
    const otpToken = randomToken();
    const expires = new Date(now.getTime() + limits.otp);
    try {
      const { isDelayed, ...code } = await sendCode(account, otpToken, expires);
      const login = { token_hash: tokenHash(otpToken), user_id: account.id, created: now, expires, sent: now };
      await insertChallenge(db, { ...login, ...code });
      return toAnswer(otpToken, expires, isDelayed);
    } catch (error) {
      await refund(db, counts);
      throw error;
    }
  };

  const accountBySession = together((hashes) => findAccountsBySession(db, hashes, clock()));

  const findSessionByHash = async (hash: Buffer): Promise<RequestSession | null> => {
    const now = clock();
    const account = await accountBySession(hash.toString('hex'));
    if (!account) return null;
    const { id, email, first_name, last_name, role, language } = account;
    const stays =
      mayEnter(role, deployment.allowedRoles) && account.approval_status === 'approved' && !isSuspended(account, now);
    return stays
      ? { person: { id, email, first_name, last_name, role, language, session: hash }, tokenHash: hash }
      : null;
  };

  return {
    login: async ({ email: typed, password, deviceToken }, address) => {
      const now = clock();
      const email = typed.trim().normalize('NFKC').toLowerCase();
      const visitor = { email, address, deviceToken };
      const counts = await countPassword(visitor, now);
      const account = await findAccountByEmail(db, email);
      const right = await passwords.matches(account?.password_hash ?? null, password);
      if (!account || !right) throw new ApiProblem('bad_credentials');
      await forgivePassword(counts);
      const person = welcome(account, now);
      if (deployment.flags.twoFactor) return challenge(person, visitor, now);
      return db.transaction().execute((trx) => openKnown(trx, person, deviceToken, now));
    },

    guess: async ({ otpToken, code: typed, deviceToken }, address) => {
      const now = clock();
      const code = digitsOf(typed);
      const hash = tokenHash(otpToken);
      const outcome = await db.transaction().execute(async (trx) => {
        const open = await takeGuess(trx, { tokenHash: hash, purpose }, now);
        if (!open) {
          await charge(trx, throttles.guessesPerAddress, addressKey(address), now);
          return whyClosed(await findChallenge(trx, { tokenHash: hash, purpose }), now);
        }
        const account = await findAccountById(trx, open.user_id);
        if (!account) return new ApiProblem('otp_expired');
        const visitor = { email: account.email, address, deviceToken };
        const device = await deviceCount(trx, throttles.guessesPerDevice, visitor, now);
        const strangers = [{ under: slowdowns.guessesPerAccount, key: account.id }];
        const counts = await chargeAtDoor(trx, { device, strangers }, now);
        if (!isSameCode(open.code_hash, otpToken, code)) {
          const attempts_left = limits.otpGuesses - open.guesses;
          return new ApiProblem(attempts_left > 0 ? 'otp_wrong' : 'otp_exhausted', { attempts_left });
        }
        if (!(await spendChallenge(trx, hash, now))) return new ApiProblem('otp_expired');
        const session = await openKnown(trx, welcome(account, now), deviceToken, now);
        // Whoever signs in again and again has asked for all those codes.
        await forgive(trx, [
          ...counts,
          { under: throttles.codesSentPerPair, key: pairKey(account.id, addressKey(address)) },
          ...(device ? [{ under: throttles.codesSentPerDevice, key: device.key }] : []),
        ]);
        return session;
      });
      // Returned out of the transaction and thrown here: a wrong guess stays counted.
      if (outcome instanceof ApiProblem) throw outcome;
      return outcome;
    },

    resend: async ({ otpToken, deviceToken }, address) => {
      const now = clock();
      const hash = tokenHash(otpToken);
      const claimed = await claimResend(db, hash, now);
      if (!claimed) throw whyClosed(await findChallenge(db, { tokenHash: hash, purpose }), now);
      // The code is still on its way: a second mail would only make it void.
      if (claimed.mail_id !== null && (await outbox.isWaiting(claimed.mail_id)))
        return toAnswer(otpToken, claimed.expires, true);
      const account = await findAccountById(db, claimed.user_id);
      if (!account) throw new ApiProblem('otp_expired');
      const expires = new Date(now.getTime() + limits.otp);
      let counts: readonly Count[] = [];
      try {
        counts = await countCode(account, { email: account.email, address, deviceToken }, now);
        const { isDelayed, ...login } = await sendCode(account, otpToken, expires);
        await replaceCode(db, hash, { ...login, expires });
        return toAnswer(otpToken, expires, isDelayed);
      } catch (error) {
        // The code before it is still good, and nobody has to wait for one that never came.
        await refund(db, counts);
        await releaseResend(db, hash);
        throw error;
      }
    },

    admit: async (trx, userId, now) => {
      const account = await findAccountById(trx, userId);
      if (!account) throw new ApiProblem('national_id_unknown');
      return openSession(trx, welcome(account, now), now);
    },

    assertWelcome: (account, now) => {
      welcome(account, now);
    },

    findSession: (token) => findSessionByHash(tokenHash(token)),

    findSessionByHash,

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
