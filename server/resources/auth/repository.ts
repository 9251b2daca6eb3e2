import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Tables } from '../../db/tables.ts';
import type { StaffRole } from '../../../contract/roles.ts';
import { whereNotSuspended } from '../../db/suspension.ts';
import type { Recipient } from '../../notifications/events.ts';
import { limits } from '../../auth/limits.ts';

/** The columns of a user that signing in needs. */
export type Account = Pick<
  Selectable<Tables['users']>,
  | 'id'
  | 'email'
  | 'password_hash'
  | 'first_name'
  | 'last_name'
  | 'role'
  | 'approval_status'
  | 'language'
  | 'suspended_at'
  | 'suspension_reason'
  | 'suspension_expires'
>;

const accountColumns = [
  'users.id',
  'users.email',
  'users.password_hash',
  'users.first_name',
  'users.last_name',
  'users.role',
  'users.approval_status',
  'users.language',
  'users.suspended_at',
  'users.suspension_reason',
  'users.suspension_expires',
] as const;

/** The user with this e-mail in lower case. */
export function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return db.selectFrom('users').select(accountColumns).where('email', '=', email).executeTakeFirst();
}

/** The user of a session, and the times of its sign-in, last use, and last proof of the person. */
export type SessionAccount = Account & {
  session_created: Date;
  session_used: Date | null;
  session_authenticated: Date | null;
  session_last_write: number;
};

/** The users of unexpired sessions, by the hash of the token in hexadecimal digits. */
export async function findAccountsBySession(
  db: Db,
  hashes: readonly string[],
  now: Date,
): Promise<Map<string, SessionAccount>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      ...accountColumns,
      'sessions.token_hash',
      'sessions.created as session_created',
      'sessions.used as session_used',
      'sessions.authenticated as session_authenticated',
      'sessions.last_write as session_last_write',
    ])
    // A single parameter for any number of tokens, so that the prepared statement is the same.
    .where(
      sql<boolean>`sessions.token_hash = any(array(select decode(hash, 'hex') from unnest(string_to_array(${hashes.join()}, ',')) hash))`,
    )
    .where('sessions.expires', '>', now)
    .execute();
  return new Map(rows.map(({ token_hash, ...account }) => [Buffer.from(token_hash).toString('hex'), account]));
}

/** The user by id, for a login that waits for its code. */
export function findAccountById(db: Db, id: string): Promise<Account | undefined> {
  return db.selectFrom('users').select(accountColumns).where('id', '=', id).executeTakeFirst();
}

/** Stores a session by the hash of its token. */
export async function insertSession(db: Db, session: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** Stores the use of a session, and when it ends now. */
export async function storeSessionUse(db: Db, tokenHash: Buffer, times: { used: Date; expires: Date }): Promise<void> {
  await db.updateTable('sessions').set(times).where('token_hash', '=', tokenHash).execute();
}

/** Stores that the person of a session has proved who they are. */
export async function storeAuthentication(db: Db, tokenHash: Buffer, authenticated: Date): Promise<void> {
  await db.updateTable('sessions').set({ authenticated }).where('token_hash', '=', tokenHash).execute();
}

/** A session as stored. */
export function findSession(db: Db, tokenHash: Buffer): Promise<Selectable<Tables['sessions']> | undefined> {
  return db.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Restores a session that the database may have deleted with the user's others. */
export async function restoreSession(db: Db, session: Selectable<Tables['sessions']>): Promise<void> {
  await db
    .insertInto('sessions')
    .values(session)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes everything that gives access to an account, now or later: sessions, codes, links. */
export async function endAccess(trx: Db, userId: string): Promise<void> {
  await sql`select end_access(${userId})`.execute(trx);
}

/** Deletes a session. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Stores a login that waits for its code. */
export async function insertChallenge(db: Db, challenge: Insertable<Tables['otp_challenges']>): Promise<void> {
  await db.insertInto('otp_challenges').values(challenge).execute();
}

/** A login that waits, or waited, for its code. */
export type Challenge = Selectable<Tables['otp_challenges']>;

/**
 * The key of a challenge, with its purpose and the session that asked, null for a sign-in: a code for one act is valid for no other, and
 * in no other session.
 */
export type ChallengeKey = Pick<Challenge, 'purpose' | 'session_hash'> & { tokenHash: Buffer };

/** A login by its token, in any state. */
export function findChallenge(
  db: Db,
  { tokenHash, purpose, session_hash }: ChallengeKey,
): Promise<Challenge | undefined> {
  return db
    .selectFrom('otp_challenges')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('session_hash', session_hash === null ? 'is' : '=', session_hash)
    .executeTakeFirst();
}

/**
 * Counts one guess if the login is open: the row is locked and checked again, so that parallel calls of all processes
 * get five guesses at most. Undefined if none is left.
 */
export function takeGuess(
  db: Db,
  { tokenHash, purpose, session_hash }: ChallengeKey,
  now: Date,
): Promise<Challenge | undefined> {
  return db
    .updateTable('otp_challenges')
    .set({ guesses: sql`guesses + 1` })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('session_hash', session_hash === null ? 'is' : '=', session_hash)
    .where('used', 'is', null)
    .where('expires', '>', now)
    .where('guesses', '<', limits.otpGuesses)
    .returningAll()
    .executeTakeFirst();
}

/** Consumes a login; false if another call was first. */
export async function spendChallenge(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('otp_challenges')
    .set({ used: now })
    .where('token_hash', '=', tokenHash)
    .where('used', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Claims the next resend if the pause after the previous one is over; undefined if not. */
export function claimResend(db: Db, tokenHash: Buffer, now: Date): Promise<Challenge | undefined> {
  return db
    .updateTable('otp_challenges')
    .set({ sent: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'sign_in')
    .where('used', 'is', null)
    .where('expires', '>', now)
    .where('guesses', '<', limits.otpGuesses)
    .where('sent', '<=', new Date(now.getTime() - limits.otpResend))
    .returningAll()
    .executeTakeFirst();
}

/** Reverts a claim: no code was sent, so the pause does not apply. */
export async function releaseResend(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('otp_challenges')
    .set({ sent: sql`created - interval '1 hour'` })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Replaces the code of a login. The number of remaining guesses does not change. */
export async function replaceCode(
  db: Db,
  tokenHash: Buffer,
  code: { code_hash: Buffer; mail_id: string; expires: Date },
): Promise<void> {
  await db.updateTable('otp_challenges').set(code).where('token_hash', '=', tokenHash).execute();
}

/** Stores the language of mails to a user. */
export async function setLanguage(trx: Db, id: string, language: Account['language']): Promise<void> {
  await trx.updateTable('users').set({ language }).where('id', '=', id).execute();
}

/** Deletes expired sessions, logins and counts. */
export async function deleteExpiredSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires', '<=', now).execute();
  await db.deleteFrom('otp_challenges').where('expires', '<=', now).execute();
  await db.deleteFrom('throttles').where('ends', '<=', now).execute();
}

/** The users of these roles who can sign in. */
export function staffOf(db: Db, roles: readonly StaffRole[], now: Date): Promise<(Recipient & { id: string })[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'language', 'role'])
    .where('role', 'in', [...roles])
    .where('approval_status', '=', 'approved')
    .where(whereNotSuspended(now))
    .orderBy('email')
    .execute();
}
