import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  ClosureCategoriesPage,
  ClosureCategoriesQuery,
  ClosureCategory,
  ClosureCategoryChanges,
  NewClosureCategory,
  NewClosureOrder,
} from '../../../contract/closureCategories.ts';
import { CreateHeaders, RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { AppParts } from '../../appParts.ts';
import { createOnce } from '../../collection/create.ts';
import { answerRecord, etagOf, requireMatch, respectMatch } from '../../collection/etag.ts';
import { found } from '../../collection/found.ts';
import { lockPlaces, reorder } from '../../collection/places.ts';
import { type Trx, write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent } from '../../http/noContent.ts';
import { mayRead, mayWrite, type Person } from '../../policies/policy.ts';
import { recordVerdicts } from '../../policies/records.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import {
  type ClosureCategoryRow,
  deleteCategory,
  findCategory,
  idsUnder,
  insertCategory,
  isMain,
  listCategories,
  lockCategory,
  updateCategory,
} from './repository.ts';

const tags = ['closure_categories'];
const reads = { config: { policy: mayRead('closure_categories') } };
const changes = { config: { policy: mayWrite('closure_categories') } };

/** Why a category may not be deleted, or null. */
function deleteRefusal({ subcategories, in_use }: ClosureCategoryRow): ErrorCode | null {
  if (subcategories.length > 0) return 'closure_has_subcategories';
  return in_use ? 'closure_in_use' : null;
}

function toCategory(row: ClosureCategoryRow, person: Person): ClosureCategory {
  const { version, parent_id, created, ...same } = row;
  const can = recordVerdicts('closure_categories', person);
  return {
    ...same,
    parent: parent_id,
    created: created.toISOString(),
    etag: etagOf(version),
    can: { ...can, delete: can.delete && deleteRefusal(row) === null },
  };
}

/** @throws ApiProblem invalid where the parent is not there, or has a parent itself. */
async function assertIsParent(trx: Trx, parent: string): Promise<void> {
  const main = await isMain(trx, parent);
  if (!main)
    throw new ApiProblem('invalid', { errors: { parent: [main === false ? 'closure_two_levels' : 'not_found'] } });
}

/** `closure_categories/` (specification §2 and §3): main ones and their subcategories, each in an order. */
export const closureCategoriesRoutes =
  ({ database: { db }, clock }: AppParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/closure_categories/',
      {
        ...reads,
        schema: {
          summary: 'The closure categories',
          tags,
          querystring: ClosureCategoriesQuery,
          response: { 200: ClosureCategoriesPage },
        },
      },
      async (request) => {
        const { person } = sessionOf(request);
        const { count, rows } = await listCategories(db, request.query);
        return { count, results: rows.map((row) => toCategory(row, person)) };
      },
    );

    app.post(
      '/closure_categories/',
      {
        ...changes,
        schema: {
          summary: 'Add a closure category',
          tags,
          headers: CreateHeaders,
          body: NewClosureCategory,
          response: { 201: ClosureCategory },
        },
      },
      (request, reply) => {
        const now = clock();
        const { title, parent = null, group = null } = request.body;
        return createOnce(db, request, reply, {
          now,
          insert: async (trx) => {
            const id = randomId();
            await lockPlaces(trx, 'closure_categories');
            if (parent !== null) await assertIsParent(trx, parent);
            await insertCategory(trx, { id, title, parent_id: parent, group, created: now });
            return toCategory(found(await findCategory(trx, id)), sessionOf(request).person);
          },
        });
      },
    );

    app.post(
      '/closure_categories/reorder/',
      {
        ...changes,
        schema: {
          summary: 'Put the closure categories of one level in order',
          tags,
          body: NewClosureOrder,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        const { parent = null, ids } = request.body;
        await write(db, { request, now: clock(), act: 'reorder' }, async (trx) => {
          await lockPlaces(trx, 'closure_categories');
          if (parent !== null) await assertIsParent(trx, parent);
          await reorder(trx, 'closure_categories', { ids, there: await idsUnder(trx, parent) });
        });
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/closure_categories/:id/',
      {
        ...reads,
        schema: { summary: 'A closure category', tags, params: RecordPath, response: { 200: ClosureCategory } },
      },
      async (request, reply) => {
        const row = found(await findCategory(db, request.params.id));
        return answerRecord(reply, toCategory(row, sessionOf(request).person));
      },
    );

    app.patch(
      '/closure_categories/:id/',
      {
        ...changes,
        schema: {
          summary: 'Change a closure category',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          body: ClosureCategoryChanges,
          response: { 200: ClosureCategory },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const { parent, ...same } = request.body;
        const changed = await write(db, { request, now: clock() }, async (trx) => {
          if (parent !== undefined) await lockPlaces(trx, 'closure_categories');
          const row = found(await lockCategory(trx, id));
          requireMatch(request, row.version);
          if (parent && parent !== row.parent_id) {
            // It would be its own parent's parent, or stand on a third level.
            if (parent === id) throw new ApiProblem('invalid', { errors: { parent: ['closure_two_levels'] } });
            if ((await idsUnder(trx, id)).length > 0)
              throw new ApiProblem('closure_has_subcategories', { errors: { parent: ['closure_has_subcategories'] } });
            await assertIsParent(trx, parent);
          }
          await updateCategory(trx, id, { ...same, ...(parent === undefined ? {} : { parent_id: parent }) });
          return toCategory(found(await findCategory(trx, id)), sessionOf(request).person);
        });
        return answerRecord(reply, changed);
      },
    );

    app.delete(
      '/closure_categories/:id/',
      {
        ...changes,
        schema: {
          summary: 'Delete a closure category',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        await write(db, { request, now: clock() }, async (trx) => {
          await lockPlaces(trx, 'closure_categories');
          respectMatch(request, found(await lockCategory(trx, id)).version);
          const refusal = deleteRefusal(found(await findCategory(trx, id)));
          if (refusal) throw new ApiProblem(refusal);
          await deleteCategory(trx, id);
        });
        return reply.code(204).send(null);
      },
    );
  };
