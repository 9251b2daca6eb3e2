import { sql } from 'kysely';
import {
  ClosureCategoriesPage,
  ClosureCategoriesQuery,
  ClosureCategory,
  ClosureCategoryChanges,
  NewClosureCategory,
  NewClosureOrder,
} from '../../../contract/closureCategories.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { lockPositions, reorder } from '../../collection/positions.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { recordOf } from '../../collection/tableRepository.ts';
import { type Trx, write } from '../../collection/write.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayWrite } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { categories, type ClosureCategoryRow, idsUnder, isMain } from './repository.ts';

const writes = routeOptions('closure_categories', { policy: mayWrite('closure_categories') });

/** Why a category may not be deleted, or null. */
function deleteRefusal({ subcategories, in_use }: ClosureCategoryRow): ErrorCode | null {
  if (subcategories.length > 0) return 'closure_has_subcategories';
  return in_use ? 'closure_in_use' : null;
}

/** @throws ApiProblem invalid if the parent does not exist, or is not a main category. */
async function assertIsParent(trx: Trx, parent: string): Promise<void> {
  const main = await isMain(trx, parent);
  if (!main)
    throw new ApiProblem('invalid', { errors: { parent: [main === false ? 'closure_two_levels' : 'not_found'] } });
}

/** @throws ApiProblem if a category would become its own parent, or a third level would result. */
async function assertMayMove(trx: Trx, id: string, parent: string): Promise<void> {
  if (parent === id) throw new ApiProblem('invalid', { errors: { parent: ['closure_two_levels'] } });
  if ((await idsUnder(trx, id)).length > 0)
    throw new ApiProblem('closure_has_subcategories', { errors: { parent: ['closure_has_subcategories'] } });
  await assertIsParent(trx, parent);
}

/** The sources of the global search. */
export const searchSources: SearchSources = {
  closure_categories: tableSource('closure_categories', { title: sql`title` }),
};

/** `closure_categories/` (R93, R145): main categories and subcategories, ordered. */
export function routes(app: TypedApp, services: Services): void {
  serveCollection(app, services, {
    url: '/closure_categories/',
    parents: [],
    kind: 'closure_categories',
    names: { many: 'closure categories', one: 'closure category' },
    query: ClosureCategoriesQuery,
    page: ClosureCategoriesPage,
    item: ClosureCategory,
    created: NewClosureCategory,
    changes: ClosureCategoryChanges,
    ...categories,
    present: (_, rows, { person }) =>
      rows.map((row) => {
        const { parent_id: parent, can, ...record } = recordOf('closure_categories', row, person);
        return { ...record, parent, can: { ...can, delete: can.delete && deleteRefusal(row) === null } };
      }),
    insert: async (trx, id, { title, parent = null, group = null }, { now }) => {
      await lockPositions(trx, 'closure_categories');
      if (parent !== null) await assertIsParent(trx, parent);
      await categories.insert(trx, { id, title, parent_id: parent, group, created: now });
    },
    lock: async (trx, id, call) => {
      await lockPositions(trx, 'closure_categories');
      return categories.lock(trx, id, call);
    },
    update: async (trx, id, { parent, ...same }, { before }) => {
      if (parent && parent !== before.parent_id) await assertMayMove(trx, id, parent);
      await categories.update(trx, id, { ...same, parent_id: parent });
    },
    remove: async (trx, id, call) => {
      const refusal = deleteRefusal(orNotFound(await categories.find(trx, id, call)));
      if (refusal) throw new ApiProblem(refusal);
      await categories.remove(trx, id);
    },
  });

  app.post(
    '/closure_categories/reorder/',
    writes({
      summary: 'Reorder the closure categories of one level',
      body: NewClosureOrder,
      response: { 204: NoContent },
    }),
    async (request) => {
      const { parent = null, ids } = request.body;
      await write(services.database.db, { request, now: services.clock(), act: 'reorder' }, async (trx) => {
        await lockPositions(trx, 'closure_categories');
        if (parent !== null) await assertIsParent(trx, parent);
        await reorder(trx, 'closure_categories', { ids, there: await idsUnder(trx, parent) });
      });
    },
  );
}
