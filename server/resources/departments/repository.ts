import { sql, type Kysely } from 'kysely';
import type { departmentOrderings, DepartmentsQuery } from '../../../contract/departments.ts';
import { alphabetically, type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

const orderings: Orderings<(typeof departmentOrderings)[number]> = { name: [alphabetically(sql`departments.name`)] };

function selectDepartments(db: Db) {
  return db
    .selectFrom('departments')
    .select([
      'departments.id',
      'departments.version',
      'departments.name',
      sql<number>`(select count(*)::int from users where users.department_id = departments.id)`.as('users'),
    ]);
}

/** One page of the departments. */
export function listDepartments(db: Db, { search, ...query }: DepartmentsQuery) {
  const found = searchIn(search, [sql`departments.name`], sql`departments.id`);
  const departments = selectDepartments(db);
  return pageOf(db, found ? departments.where(found) : departments, query, {
    orderings,
    fallback: 'name',
    tiebreak: sql`departments.id`,
  });
}

/** A department by id. */
export function findDepartment(db: Db, id: string) {
  return selectDepartments(db).where('departments.id', '=', id).executeTakeFirst();
}

/** A department by id, locked until the transaction ends. */
export function lockDepartment(trx: Db, id: string) {
  return selectDepartments(trx).where('departments.id', '=', id).forUpdate().executeTakeFirst();
}

/** Adds a department. */
export async function insertDepartment(trx: Db, department: { id: string; name: string }): Promise<void> {
  await trx.insertInto('departments').values(department).execute();
}

/** Renames a department. */
export async function renameDepartment(trx: Db, id: string, name: string): Promise<void> {
  await trx.updateTable('departments').set({ name }).where('id', '=', id).execute();
}

/** Deletes a department; its members stay, without a department. */
export async function deleteDepartment(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('departments').where('id', '=', id).execute();
}
