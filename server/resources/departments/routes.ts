import { sql } from 'kysely';
import { Department, DepartmentsPage, DepartmentsQuery, NewDepartment } from '../../../contract/departments.ts';
import { recordVerdicts } from '../../../contract/recordRules.ts';
import { etagOf } from '../../collection/etag.ts';
import { alphabetically } from '../../collection/list.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { numberOf, tableRepository } from '../../collection/tableRepository.ts';
import { type TypedApp } from '../../http/routes.ts';
import type { Services } from '../../services.ts';

const departments = tableRepository('departments', {
  select: (db) =>
    db
      .selectFrom('departments')
      .select(['id', 'version', 'name', numberOf('users', 'users.department_id', 'departments.id')]),
  searched: [sql`name`],
  orderings: { name: [alphabetically(sql`name`)] },
  fallback: 'name',
});

/** The sources of the global search. */
export const searchSources: SearchSources = {
  departments: tableSource('departments'),
};

/** `departments/` (R146). */
export function routes(app: TypedApp, services: Services): void {
  serveCollection(app, services, {
    url: '/departments/',
    parents: [],
    kind: 'departments',
    flag: 'departments',
    names: { many: 'departments', one: 'department' },
    deleteNote: 'Its members stay, without a department.',
    query: DepartmentsQuery,
    page: DepartmentsPage,
    item: Department,
    created: NewDepartment,
    changes: NewDepartment,
    ...departments,
    present: (_, rows, { person }) =>
      rows.map(({ version, ...row }) => ({
        ...row,
        etag: etagOf(version),
        can: recordVerdicts('departments', person),
      })),
    insert: (trx, id, { name }) => departments.insert(trx, { id, name }),
  });
}
