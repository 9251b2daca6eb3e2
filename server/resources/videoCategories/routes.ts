import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CreateHeaders, RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import {
  NewVideoCategory,
  VideoCategoriesPage,
  VideoCategoriesQuery,
  VideoCategory,
} from '../../../contract/videos.ts';
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
  deleteCategory,
  type CategoryRow,
  findCategory,
  insertCategory,
  listCategories,
  lockCategory,
  renameCategory,
} from './repository.ts';

const tags = ['video_categories'];
const reads = { config: { policy: mayRead('video_categories'), flag: 'videos' } } as const;
const changes = { config: { policy: mayWrite('video_categories'), flag: 'videos' } } as const;

function toCategory({ version, created, ...row }: CategoryRow, person: Person): VideoCategory {
  return {
    ...row,
    created: created.toISOString(),
    etag: etagOf(version),
    can: recordVerdicts('video_categories', person),
  };
}

/** `video_categories/`, the categories of partners' videos. */
export const videoCategoriesRoutes =
  ({ database: { db }, clock }: AppParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/video_categories/',
      {
        ...reads,
        schema: {
          summary: 'The categories of videos',
          tags,
          querystring: VideoCategoriesQuery,
          response: { 200: VideoCategoriesPage },
        },
      },
      async (request) => {
        const { person } = sessionOf(request);
        const { count, rows } = await listCategories(db, request.query);
        return { count, results: rows.map((row) => toCategory(row, person)) };
      },
    );

    app.post(
      '/video_categories/',
      {
        ...changes,
        schema: {
          summary: 'Add a category of videos',
          tags,
          headers: CreateHeaders,
          body: NewVideoCategory,
          response: { 201: VideoCategory },
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
      '/video_categories/:id/',
      {
        ...reads,
        schema: { summary: 'A category of videos', tags, params: RecordPath, response: { 200: VideoCategory } },
      },
      async (request, reply) => {
        const row = found(await findCategory(db, request.params.id));
        return answerRecord(reply, toCategory(row, sessionOf(request).person));
      },
    );

    app.patch(
      '/video_categories/:id/',
      {
        ...changes,
        schema: {
          summary: 'Rename a category of videos',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          body: NewVideoCategory,
          response: { 200: VideoCategory },
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
      '/video_categories/:id/',
      {
        ...changes,
        schema: {
          summary: 'Delete a category of videos',
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
          await deleteCategory(trx, id);
        });
        return reply.code(204).send(null);
      },
    );
  };
