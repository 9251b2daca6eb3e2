import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CreateHeaders, RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import { Department, DepartmentsPage, DepartmentsQuery, NewDepartment } from '../../../contract/departments.ts';
import type { AppParts } from '../../appParts.ts';
import { createOnce } from '../../collection/create.ts';
import { answerRecord, etagOf, requireMatch, respectMatch } from '../../collection/etag.ts';
import { found } from '../../collection/found.ts';
import { write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent } from '../../http/noContent.ts';
import { mayRead, mayWrite, type Person } from '../../policies/policy.ts';
import { recordVerdicts } from '../../policies/records.ts';
import { randomId } from '../../randomId.ts';
import {
  deleteDepartment,
  type DepartmentRow,
  findDepartment,
  insertDepartment,
  listDepartments,
  lockDepartment,
  renameDepartment,
} from './repository.ts';

const tags = ['departments'];
const reads = { config: { policy: mayRead('departments'), flag: 'departments' } } as const;
const changes = { config: { policy: mayWrite('departments'), flag: 'departments' } } as const;

function toDepartment({ version, ...row }: DepartmentRow, person: Person): Department {
  return { ...row, etag: etagOf(version), can: recordVerdicts('departments', person) };
}

/** `departments/` (specification §3). */
export const departmentsRoutes =
  ({ database: { db }, clock }: AppParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/departments/',
      {
        ...reads,
        schema: {
          summary: 'The departments',
          tags,
          querystring: DepartmentsQuery,
          response: { 200: DepartmentsPage },
        },
      },
      async (request) => {
        const { person } = sessionOf(request);
        const { count, rows } = await listDepartments(db, request.query);
        return { count, results: rows.map((row) => toDepartment(row, person)) };
      },
    );

    app.post(
      '/departments/',
      {
        ...changes,
        schema: {
          summary: 'Add a department',
          tags,
          headers: CreateHeaders,
          body: NewDepartment,
          response: { 201: Department },
        },
      },
      (request, reply) =>
        createOnce(db, request, reply, {
          now: clock(),
          insert: async (trx) => {
            const id = randomId();
            await insertDepartment(trx, { id, name: request.body.name });
            return toDepartment(found(await findDepartment(trx, id)), sessionOf(request).person);
          },
        }),
    );

    app.get(
      '/departments/:id/',
      { ...reads, schema: { summary: 'A department', tags, params: RecordPath, response: { 200: Department } } },
      async (request, reply) => {
        const row = found(await findDepartment(db, request.params.id));
        return answerRecord(reply, toDepartment(row, sessionOf(request).person));
      },
    );

    app.patch(
      '/departments/:id/',
      {
        ...changes,
        schema: {
          summary: 'Rename a department',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          body: NewDepartment,
          response: { 200: Department },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const changed = await write(db, { request, now: clock() }, async (trx) => {
          requireMatch(request, found(await lockDepartment(trx, id)).version);
          await renameDepartment(trx, id, request.body.name);
          return toDepartment(found(await findDepartment(trx, id)), sessionOf(request).person);
        });
        return answerRecord(reply, changed);
      },
    );

    app.delete(
      '/departments/:id/',
      {
        ...changes,
        schema: {
          summary: 'Delete a department',
          description: 'Its people stay, without a department.',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        await write(db, { request, now: clock() }, async (trx) => {
          respectMatch(request, found(await lockDepartment(trx, id)).version);
          await deleteDepartment(trx, id);
        });
        return reply.code(204).send(null);
      },
    );
  };
