import DataLoader from 'dataloader';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
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
import type { SignInWay } from '../../../contract/securityEventNames.ts';
import type { Dependencies } from '../../dependencies.ts';
import { limits } from '../../auth/limits.ts';
import { tokenHash } from '../../auth/secrets.ts';
import { bindTo } from '../../bindTo.ts';
import { type Trx, write } from '../../collection/write.ts';
import type { Client } from '../../http/client.ts';
import { type RequestSession, sessionOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import { challenge, type Context, guess, resend } from './challenges.ts';
import { countPassword, deletePasswordCounts } from './counts.ts';
import {
  assertOtherWay,
  findAdmitted,
  meOnWire,
  openKnownSession,
  openSession,
  type ProviderSession,
  requireAdmitted,
  sessionEnd,
} from './admission.ts';
import {
  type Account,
  deleteSession,
  findAccountByEmail,
  findAccountById,
  findAccountsBySession,
  type SessionAccount,
  setLanguage,
  storeSessionUse,
} from './repository.ts';

/** Signing in and out, by the rules of R41 to R47, Q4 and Q5. */
export type SignIn = {
  login: (credentials: Credentials, client: Client) => Promise<LoginAnswer>;
  guess: (guess: OtpGuess, client: Client) => Promise<{ answer: Session; way: SignInWay }>;
  resend: (challenge: OtpResend, client: Client) => Promise<OtpChallenge>;
  /** Opens a session after authentication by other means, if the account may sign in. */
  admit: (trx: Trx, userId: string, client: Client, now: Date) => Promise<Session>;
  /**
   * Opens a session after single sign-on, or asks for a code first.
   * @throws ApiProblem reasons why the account may not sign in, too_many_requests, mail_failed
   */
  enter: (
    userId: string,
    client: Client,
    entry: { provider: ProviderSession; asksForCode: boolean },
  ) => Promise<LoginAnswer>;
  /** Checks that an account may sign in. @throws ApiProblem */
  assertAdmitted: (account: Account, now: Date) => void;
  findSession: (token: string) => Promise<RequestSession | null>;
  /** The same by the hash of the token. */
  findSessionByHash: (hash: Buffer) => Promise<RequestSession | null>;
  /** The person of a session by the hash of its token, without counting it as used; null if it has ended. */
  findPersonOf: (hash: Buffer) => Promise<RequestSession['person'] | null>;
  me: (person: RequestSession['person']) => Me;
  /** Changes the caller's own settings. @throws ApiProblem invalid for a language that is not offered. */
  changeMe: (request: FastifyRequest, changes: MeChanges) => Promise<Me>;
  logout: (tokenHash: Buffer) => Promise<void>;
};

/** Reads the sessions of requests by the hash of their tokens. */
function createSessions(
  { deployment, db, clock }: Pick<Context, 'deployment' | 'db' | 'clock'>,
  log: FastifyBaseLogger,
): Pick<SignIn, 'findSessionByHash' | 'findPersonOf'> {
  // One query for the calls of one turn of the event loop, and nothing cached: without batches a list costs 21 to 33 % more
  // of the server's processor time (decision 147).
  const accountsBySession = new DataLoader<string, SessionAccount | undefined>(
    async (hashes) => {
      const accounts = await findAccountsBySession(db, [...new Set(hashes)], clock());
      return hashes.map((hash) => accounts.get(hash));
    },
    { cache: false, batchScheduleFn: (send) => setImmediate(send) },
  );

  /** Stores that a session is used. A failure must not refuse the call: reading works with a full disk. */
  const noteUse = async (hash: Buffer, { session_created: created, session_used }: SessionAccount, now: Date) => {
    const used = session_used ?? created;
    if (now.getTime() - used.getTime() < limits.sessionUse) return;
    await storeSessionUse(db, hash, { used: now, expires: sessionEnd(deployment, created, now) }).catch(
      (error: unknown) => log.warn({ err: error }, 'the use of a session was not stored'),
    );
  };

  const accountOf = async (hash: Buffer, now: Date) => {
    const account = await accountsBySession.load(hash.toString('hex'));
    const admitted = account && findAdmitted(account, deployment, now);
    if (!admitted) return null;
    const { id, email, first_name, last_name, role, language } = admitted;
    return { account, person: { id, email, first_name, last_name, role, language, session: hash } };
  };

  return {
    findSessionByHash: async (hash) => {
      const now = clock();
      const found = await accountOf(hash, now);
      if (!found) return null;
      const { account, person } = found;
      await noteUse(hash, account, now);
      const authenticated = account.session_authenticated ?? account.session_created;
      return { person, tokenHash: hash, authenticated, lastWrite: account.session_last_write };
    },

    findPersonOf: async (hash) => (await accountOf(hash, clock()))?.person ?? null,
  };
}

/** @see SignIn */
export function createSignIn(
  { deployment, database: { db }, passwords, clock }: Dependencies,
  { outbox, notify, log }: Pick<Context, 'outbox' | 'notify'> & { log: FastifyBaseLogger },
): SignIn {
  const context: Context = { deployment, db, clock, outbox, notify };
  const bound = bindTo(context);
  const { findSessionByHash, findPersonOf } = createSessions(context, log);

  const login: SignIn['login'] = async ({ email: typed, password, deviceToken }, { address, userAgent }) => {
    const now = clock();
    const email = typed.trim().normalize('NFKC').toLowerCase();
    const visitor = { email, address, deviceToken };
    const counts = await countPassword(db, visitor, now);
    const account = await findAccountByEmail(db, email);
    const right = await passwords.matches(account?.password_hash ?? null, password);
    if (!account || !right) throw new ApiProblem('bad_credentials');
    await deletePasswordCounts(db, counts);
    const person = requireAdmitted(account, deployment, now);
    assertOtherWay(person, deployment);
    if (deployment.flags.twoFactor) return challenge(context, person, visitor, { now, provider: null });
    return db
      .transaction()
      .execute((trx) => openKnownSession(trx, person, { deployment, deviceToken, userAgent, now, notify }));
  };

  return {
    login,
    guess: bound(guess),
    resend: bound(resend),

    admit: async (trx, userId, { userAgent }, now) => {
      const account = await findAccountById(trx, userId);
      if (!account) throw new ApiProblem('national_id_unknown');
      const person = requireAdmitted(account, deployment, now);
      assertOtherWay(person, deployment);
      return openSession(trx, person, { deployment, userAgent, now });
    },

    enter: async (userId, { address, userAgent }, { provider, asksForCode }) => {
      const now = clock();
      const account = await findAccountById(db, userId);
      if (!account) throw new ApiProblem('openid_failed');
      const person = requireAdmitted(account, deployment, now);
      const visitor = { email: person.email, address, deviceToken: undefined };
      if (asksForCode) return challenge(context, person, visitor, { now, provider });
      // The provider may have let anybody in who sits at a screen with an open session there.
      const authenticated = new Date(0);
      return db
        .transaction()
        .execute((trx) => openSession(trx, person, { deployment, userAgent, now, provider, authenticated }));
    },

    assertAdmitted: (account, now) => {
      requireAdmitted(account, deployment, now);
    },

    findSession: (token) => findSessionByHash(tokenHash(token)),
    findSessionByHash,
    findPersonOf,
    me: (person) => meOnWire(person, deployment),

    changeMe: async (request, { language }) => {
      const { person } = sessionOf(request);
      if (language !== null && !deployment.languages.some(({ value }) => value === language))
        throw new ApiProblem('invalid', { errors: { language: ['invalid'] } });
      await write(db, { request, now: clock() }, (trx) => setLanguage(trx, person.id, language));
      return meOnWire({ ...person, language }, deployment);
    },

    logout: (hash) => deleteSession(db, hash),
  };
}
