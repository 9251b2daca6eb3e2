import { sql } from 'kysely';
import type { EditedKind, OpenForm } from '../../../contract/editors.ts';
import { hiddenRoles, readScope } from '../../../contract/permissions.ts';
import { personName } from '../../collection/personName.ts';
import type { Db } from '../../db/tables.ts';
import type { Person } from '../../policies/policy.ts';

/** The tables of kinds that have another name, or several. */
const tables: Partial<Record<EditedKind, readonly string[]>> = { calendar: ['schedules', 'shifts'] };

/** The column with the person to whom a record belongs, where it is not `interpreter_id`. */
const personColumns: Partial<Record<EditedKind, string>> = { calendar_feeds: 'user_id' };

/** Whether a record exists that a person may read. */
export async function isReadable(db: Db, person: Person, { kind, record }: OpenForm): Promise<boolean> {
  const hidden = kind === 'users' ? hiddenRoles[person.role] : [];
  const isOwn = sql`and ${sql.ref(personColumns[kind] ?? 'interpreter_id')} = ${person.id}`;
  for (const table of tables[kind] ?? [kind]) {
    const { rows } = await sql`
      select from ${sql.table(table)} where id = ${record}
      ${hidden.length > 0 ? sql`and role not in (${sql.join([...hidden])})` : sql``}
      ${readScope(kind, person.role) === 'own' ? isOwn : sql``}`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Stores that a person has a form open, unless it was closed. */
export async function storeForm(db: Db, person: Person, { form, kind, record }: OpenForm, expires: Date) {
  await db
    .insertInto('editors')
    .values({ session: person.session, form, person_id: person.id, kind, record_id: record, expires })
    .onConflict((same) => same.columns(['session', 'form']).doUpdateSet({ expires }).where('editors.kind', '<>', ''))
    .execute();
}

/** The names of the others who have the form of a record open. */
export async function namesOfOthers(db: Db, person: Person, { kind, record }: OpenForm, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('editors')
    .innerJoin('users', 'users.id', 'editors.person_id')
    .select(['users.id', personName('users').as('name')])
    .distinct()
    .where('kind', '=', kind)
    .where('record_id', '=', record)
    .where('person_id', '<>', person.id)
    .where('expires', '>', now)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Stores that a form was closed. Until it expires, a late call that it is open has no effect. */
export async function closeForm(db: Db, { id, session }: Person, form: string, expires: Date): Promise<void> {
  const closed = { kind: '', record_id: '' };
  await db.deleteFrom('editors').where('session', '=', session).where('form', '=', form).execute();
  await db
    .insertInto('editors')
    .values({ session, form, person_id: id, ...closed, expires })
    .onConflict((same) => same.columns(['session', 'form']).doUpdateSet(closed))
    .execute();
}

/** Removes the forms that were not closed properly. */
export async function deleteExpiredForms(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('editors').where('expires', '<=', now).execute();
}
