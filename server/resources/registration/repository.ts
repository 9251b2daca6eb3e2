import type { Insertable, Kysely, Selectable } from 'kysely';
import type { PasswordOwner } from '../../auth/commonPasswords.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

/** Stores a registration until its address is confirmed. */
export async function insertRegistration(db: Db, registration: Insertable<Tables['registrations']>): Promise<void> {
  await db.insertInto('registrations').values(registration).execute();
}

/** The owner of a valid link. */
export function ownerOf(db: Db, tokenHash: Buffer, now: Date): Promise<PasswordOwner | undefined> {
  return db
    .selectFrom('registrations')
    .select(['email', 'first_name', 'last_name'])
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .executeTakeFirst();
}

/** Consumes a link if it is valid; of concurrent calls only one gets the registration. */
export function takeRegistration(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<Selectable<Tables['registrations']> | undefined> {
  return db
    .deleteFrom('registrations')
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes the other registrations of an address. */
export async function deleteRegistrations(db: Db, email: string): Promise<void> {
  await db.deleteFrom('registrations').where('email', '=', email).execute();
}

/** Deletes expired registrations. */
export async function deleteExpiredRegistrations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('registrations').where('expires', '<=', now).execute();
}
