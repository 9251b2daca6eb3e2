import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CreateHeaders, RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import {
  NewPartnerCategory,
  PartnerCategoriesPage,
  PartnerCategoriesQuery,
  PartnerCategory,
} from '../../../contract/partnerCategories.ts';
import type { AppParts } from '../../appParts.ts';
import { createOnce } from '../../collection/create.ts';
import { answerRecord, etagOf, requireMatch, respectMatch } from '../../collection/etag.ts';
import { found } from '../../collection/found.ts';
import { write } from '../../collection/write.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent } from '../../http/noContent.ts';
import { mayRead, mayWrite, type Person } from '../../policies/policy.ts';
import { recordVerdicts } from '../../policies/records.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import {
  deleteCategory,
  type CategoryRow,
  findCategory,
  insertCategory,
  listCategories,
  lockCategory,
  renameCategory,
} from './repository.ts';

const tags = ['partner_categories'];
const reads = { config: { policy: mayRead('partner_categories') } };
const changes = { config: { policy: mayWrite('partner_categories') } };

function toCategory({ version, created, ...row }: CategoryRow, person: Person): PartnerCategory {
  const can = recordVerdicts('partner_categories', person);
  return {
    ...row,
    created: created.toISOString(),
    etag: etagOf(version),
    can: { ...can, delete: can.delete && row.partners === 0 },
  };
}

/** `partner_categories/` (Q12). */
export const partnerCategoriesRoutes =
  ({ database: { db }, clock }: AppParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/partner_categories/',
      {
        ...reads,
        schema: {
          summary: 'The categories of partners',
          tags,
          querystring: PartnerCategoriesQuery,
          response: { 200: PartnerCategoriesPage },
        },
      },
      async (request) => {
        const { person } = sessionOf(request);
        const { count, rows } = await listCategories(db, request.query);
        return { count, results: rows.map((row) => toCategory(row, person)) };
      },
    );

    app.post(
      '/partner_categories/',
      {
        ...changes,
        schema: {
          summary: 'Add a category of partners',
          tags,
          headers: CreateHeaders,
          body: NewPartnerCategory,
          response: { 201: PartnerCategory },
        },
      },
      (request, reply) => {
        const now = clock();
        return createOnce(db, request, reply, {
          now,
          insert: async (trx) => {
            const id = randomId();
            await insertCategory(trx, { id, name: request.body.name, created: now });
            return toCategory(found(await findCategory(trx, id)), sessionOf(request).person);
          },
        });
      },
    );

    app.get(
      '/partner_categories/:id/',
      {
        ...reads,
        schema: { summary: 'A category of partners', tags, params: RecordPath, response: { 200: PartnerCategory } },
      },
      async (request, reply) => {
        const row = found(await findCategory(db, request.params.id));
        return answerRecord(reply, toCategory(row, sessionOf(request).person));
      },
    );

    app.patch(
      '/partner_categories/:id/',
      {
        ...changes,
        schema: {
          summary: 'Rename a category of partners',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          body: NewPartnerCategory,
          response: { 200: PartnerCategory },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const changed = await write(db, { request, now: clock() }, async (trx) => {
          requireMatch(request, found(await lockCategory(trx, id)).version);
          await renameCategory(trx, id, request.body.name);
          return toCategory(found(await findCategory(trx, id)), sessionOf(request).person);
        });
        return answerRecord(reply, changed);
      },
    );

    app.delete(
      '/partner_categories/:id/',
      {
        ...changes,
        schema: {
          summary: 'Delete a category of partners',
          description: 'One that partners are assigned to stays: `category_has_partners`.',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        await write(db, { request, now: clock() }, async (trx) => {
          respectMatch(request, found(await lockCategory(trx, id)).version);
          const { partners } = found(await findCategory(trx, id));
          if (partners > 0) throw new ApiProblem('category_has_partners');
          await deleteCategory(trx, id);
        });
        return reply.code(204).send(null);
      },
    );
  };
