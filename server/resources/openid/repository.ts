import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

/** Remembers a sign-in that goes to the provider now. */
export async function insertState(
  db: Db,
  state: { state_hash: Buffer; token_hash: Buffer; created: Date; expires: Date },
): Promise<void> {
  await db.insertInto('openid_states').values(state).execute();
}

/** Uses a sign-in up, if it is the client's own and still good: of parallel calls one gets true. */
export async function takeState(db: Db, stateHash: Buffer, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .deleteFrom('openid_states')
    .where('state_hash', '=', stateHash)
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .returning('created')
    .executeTakeFirst();
  return row !== undefined;
}

/** The id of the person to whom a national ID belongs. */
export async function findIdentity(db: Db, issuer: string, subjectKey: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('national_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject_key', '=', subjectKey)
    .executeTakeFirst();
  return row?.user_id;
}

/** Gives a national ID to a person; false where it, or the person, has another already. */
export async function insertIdentity(
  db: Db,
  identity: { issuer: string; subject_key: Buffer; user_id: string; linked: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('national_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Forgets sign-ins that never came back. */
export async function sweepStates(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('openid_states').where('expires', '<=', now).execute();
}
