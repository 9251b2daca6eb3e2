import type { FastifyPluginAsync } from 'fastify';
import { Department, DepartmentsPage, DepartmentsQuery, NewDepartment } from '../../../contract/departments.ts';
import { recordVerdicts } from '../../../contract/recordRules.ts';
import { etagOf } from '../../collection/etag.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import type { Services } from '../../services.ts';
import {
  deleteDepartment,
  findDepartment,
  insertDepartment,
  listDepartments,
  lockDepartment,
  renameDepartment,
} from './repository.ts';

/** The sources of the global search. */
export const searchSources: SearchSources = {
  departments: tableSource('departments'),
};

/** `departments/` (R146). */
export const routes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
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
      list: listDepartments,
      find: findDepartment,
      present: (_, rows, { person }) =>
        rows.map(({ version, ...row }) => ({
          ...row,
          etag: etagOf(version),
          can: recordVerdicts('departments', person),
        })),
      insert: (trx, id, { name }) => insertDepartment(trx, { id, name }),
      lock: lockDepartment,
      update: (trx, id, { name }) => renameDepartment(trx, id, name),
      remove: deleteDepartment,
    });
  };
