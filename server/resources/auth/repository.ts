import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { limits } from '../../auth/limits.ts';

type Db = Kysely<Tables>;

/** What signing in needs to know of a person. */
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
  'users.suspension_expires',
] as const;

/** The person with this e-mail, which is in lower case already. */
export function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return db.selectFrom('users').select(accountColumns).where('email', '=', email).executeTakeFirst();
}

/** The people behind tokens that have not expired, by the hash of the token as hexadecimal digits. */
export async function findAccountsBySession(
  db: Db,
  hashes: readonly string[],
  now: Date,
): Promise<Map<string, Account>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...accountColumns, 'sessions.token_hash'])
    // One text however many there are, so that the statement is the same.
    .where(
      sql<boolean>`sessions.token_hash = any(array(select decode(hash, 'hex') from unnest(string_to_array(${hashes.join()}, ',')) hash))`,
    )
    .where('sessions.expires', '>', now)
    .execute();
  return new Map(rows.map(({ token_hash, ...account }) => [Buffer.from(token_hash).toString('hex'), account]));
}

/** The person behind a login that waits for its code. */
export function findAccountById(db: Db, id: string): Promise<Account | undefined> {
  return db.selectFrom('users').select(accountColumns).where('id', '=', id).executeTakeFirst();
}

/** Keeps a session by the hash of its token. */
export async function insertSession(
  db: Db,
  session: { token_hash: Buffer; user_id: string; created: Date; expires: Date },
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** A session as it is kept. */
export function findSession(db: Db, tokenHash: Buffer): Promise<Selectable<Tables['sessions']> | undefined> {
  return db.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Keeps a session that was ended with its person's others, if it was. */
export async function restoreSession(db: Db, session: Selectable<Tables['sessions']>): Promise<void> {
  await db
    .insertInto('sessions')
    .values(session)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends everything that lets somebody in as a person, or would soon: sessions, codes, links. */
export async function endAccess(trx: Db, userId: string): Promise<void> {
  await sql`select end_access(${userId})`.execute(trx);
}

/** Ends a session. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Keeps a login that waits for its code. */
export async function insertChallenge(db: Db, challenge: Insertable<Tables['otp_challenges']>): Promise<void> {
  await db.insertInto('otp_challenges').values(challenge).execute();
}

/** A login that waits, or has waited, for its code. */
export type Challenge = Selectable<Tables['otp_challenges']>;

/** Which challenge a code is for: a code for one act is worth nothing for another. */
type ChallengeKey = { tokenHash: Buffer; purpose: Challenge['purpose'] };

/** A login by its token, in whatever state. */
export function findChallenge(db: Db, { tokenHash, purpose }: ChallengeKey): Promise<Challenge | undefined> {
  return db
    .selectFrom('otp_challenges')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
}

/**
 * Counts one guess, if the login is still open: the row is locked and looked at again, so that parallel calls, from any
 * number of processes, are let through at most five times. Undefined when there is no guess left to make.
 */
export function takeGuess(db: Db, { tokenHash, purpose }: ChallengeKey, now: Date): Promise<Challenge | undefined> {
  return db
    .updateTable('otp_challenges')
    .set({ guesses: sql`guesses + 1` })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used', 'is', null)
    .where('expires', '>', now)
    .where('guesses', '<', limits.otpGuesses)
    .returningAll()
    .executeTakeFirst();
}

/** Uses a login up; false when another call was first. */
export async function spendChallenge(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('otp_challenges')
    .set({ used: now })
    .where('token_hash', '=', tokenHash)
    .where('used', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Claims the right to send another code, if the pause since the last one is over. Undefined when it may not be. */
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

/** Gives a claim back: no code went out, so none has to be waited for. */
export async function releaseResend(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('otp_challenges')
    .set({ sent: sql`created - interval '1 hour'` })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Replaces the code of a login. The guesses stay as they were. */
export async function replaceCode(
  db: Db,
  tokenHash: Buffer,
  code: { code_hash: Buffer; mail_id: string; expires: Date },
): Promise<void> {
  await db.updateTable('otp_challenges').set(code).where('token_hash', '=', tokenHash).execute();
}

/** Remembers which language somebody is written to in. */
export async function setLanguage(trx: Db, id: string, language: Account['language']): Promise<void> {
  await trx.updateTable('users').set({ language }).where('id', '=', id).execute();
}

/** Removes what has run out. */
export async function sweep(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires', '<=', now).execute();
  await db.deleteFrom('otp_challenges').where('expires', '<=', now).execute();
  await db.deleteFrom('throttles').where('ends', '<=', now).execute();
}
