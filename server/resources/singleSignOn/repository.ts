import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { IdentityKind } from '../openid/linkedIdentities.ts';

type Db = Kysely<Tables>;

/** An account of an organisation: the issuer, and the subject that it names. */
type Subject = { issuer: string; subject: string };

/** The linked account of a subject. */
export function findAccount(
  db: Db,
  { issuer, subject }: Subject,
): Promise<{ id: string; user_id: string } | undefined> {
  return db
    .selectFrom('staff_identities')
    .select(['id', 'user_id'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Links an account to a user; false if either already has another one of this issuer. */
export async function insertAccount(trx: Db, account: Insertable<Tables['staff_identities']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('staff_identities')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

function listAccounts(db: Db, userId: string) {
  return db
    .selectFrom('staff_identities')
    .select(['id', 'issuer', 'linked'])
    .where('user_id', '=', userId)
    .orderBy('linked')
    .orderBy('id')
    .execute();
}

async function deleteAccount(trx: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('staff_identities')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Accounts of the organisation as linked identities. */
export const workAccounts: IdentityKind = {
  list: listAccounts,
  remove: deleteAccount,
  act: 'unlink_account',
  news: 'identity_unlinked',
};

/** Unlinks every account of a user. */
export async function unlinkAccounts(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('staff_identities').where('user_id', '=', userId).execute();
}

/** Whether a user has an account of this issuer. */
export async function hasAccount(db: Db, issuer: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('staff_identities')
    .select('id')
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores an account until its mailed link is opened. */
export async function insertAccountLink(trx: Db, link: Insertable<Tables['staff_identity_links']>): Promise<void> {
  await trx.insertInto('staff_identity_links').values(link).execute();
}

/** Consumes such a link if it is valid; of concurrent calls only one gets it. */
export function takeAccountLink(
  trx: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<Selectable<Tables['staff_identity_links']> | undefined> {
  return trx
    .deleteFrom('staff_identity_links')
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** The id of the department with this name, ignoring case. */
export async function departmentNamed(db: Db, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('departments')
    .select('id')
    .where((where) => where(where.fn<string>('lower', ['name']), '=', where.fn<string>('lower', [where.val(name)])))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Remembers a logout token; false if it was used before. */
export async function useLogoutToken(trx: Db, token: { token_hash: Buffer; expires: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('logout_tokens')
    .values(token)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes the sessions of an account, or of one session of its provider, and the sign-ins that wait for a code. Returns the people. */
export async function endProviderSessions(
  trx: Db,
  { issuer, subject, session }: { issuer: string; subject: string | null; session: string | null },
): Promise<string[]> {
  let accounts = trx.selectFrom('staff_identities').select('staff_identities.id').where('issuer', '=', issuer);
  if (subject !== null) accounts = accounts.where('subject', '=', subject);
  let sessions = trx.deleteFrom('sessions').where('identity_id', 'in', accounts);
  let waiting = trx.deleteFrom('otp_challenges').where('identity_id', 'in', accounts);
  if (session !== null) {
    sessions = sessions.where('provider_session', '=', session);
    waiting = waiting.where('provider_session', '=', session);
  }
  await waiting.execute();
  const ended = await sessions.returning('user_id').execute();
  return [...new Set(ended.map(({ user_id }) => user_id))];
}

/** The ID token of a session that began with single sign-on; null if it did not. */
export async function idTokenOf(db: Db, tokenHash: Buffer): Promise<string | null> {
  const row = await db.selectFrom('sessions').select('id_token').where('token_hash', '=', tokenHash).executeTakeFirst();
  return row?.id_token ?? null;
}

/** Deletes expired links and logout tokens. */
export async function deleteExpiredSingleSignOns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('staff_identity_links').where('expires', '<=', now).execute();
  await db.deleteFrom('logout_tokens').where('expires', '<=', now).execute();
}
