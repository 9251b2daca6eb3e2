import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { contactOrderings, ContactsQuery } from '../../../contract/contacts.ts';
import { alphabetically, type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

const orderings: Orderings<(typeof contactOrderings)[number]> = {
  name: [alphabetically(sql`name`)],
  phoneNumber: [sql`"phoneNumber"`],
  created: [sql`created`],
};

function selectContacts(db: Db) {
  return db.selectFrom('contacts').select(['id', 'version', 'name', 'phoneNumber', 'created']);
}

/** One page of the contacts. */
export function listContacts(db: Db, { search, ...query }: ContactsQuery) {
  const found = searchIn(search, [sql`name`, sql`"phoneNumber"`], sql`id`);
  const contacts = selectContacts(db);
  return pageOf(db, found ? contacts.where(found) : contacts, query, {
    orderings,
    fallback: 'name',
    tiebreak: sql`id`,
  });
}

/** A contact by id. */
export function findContact(db: Db, id: string) {
  return selectContacts(db).where('id', '=', id).executeTakeFirst();
}

/** A contact by id, locked until the transaction ends. */
export function lockContact(trx: Db, id: string) {
  return selectContacts(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Adds a contact. */
export async function insertContact(trx: Db, contact: Insertable<Tables['contacts']>): Promise<void> {
  await trx.insertInto('contacts').values(contact).execute();
}

/** Updates a contact; without changes it does nothing. */
export async function updateContact(trx: Db, id: string, changes: Updateable<Tables['contacts']>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx.updateTable('contacts').set(changes).where('id', '=', id).execute();
}

/** Deletes a contact. */
export async function deleteContact(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('contacts').where('id', '=', id).execute();
}
