import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CreateHeaders, UpdateHeaders } from '../../../contract/collection.ts';
import { OfPartnerPath, PartnerRecordPath } from '../../../contract/partners.ts';
import { NewVideo, Video, VideoChanges, VideosPage, VideosQuery } from '../../../contract/videos.ts';
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
import { requirePartner } from '../partners/repository.ts';
import {
  deleteVideo,
  findVideo,
  insertVideo,
  listVideos,
  lockVideo,
  updateVideo,
  type VideoRow,
} from './repository.ts';

const tags = ['videos'];
const reads = { config: { policy: mayRead('videos'), flag: 'videos' } } as const;
const changes = { config: { policy: mayWrite('videos'), flag: 'videos' } } as const;

function toVideo({ version, partner_id, category_id, created, ...same }: VideoRow, person: Person): Video {
  return {
    ...same,
    etag: etagOf(version),
    partner: partner_id,
    category: category_id,
    created: created.toISOString(),
    can: recordVerdicts('videos', person),
  };
}

/** The columns behind what a form holds; what it leaves out is left out. */
function columnsOf({ category, ...same }: VideoChanges) {
  return { ...same, ...(category === undefined ? {} : { category_id: category }) };
}

/** `partners/{partner}/videos/` (Q12). */
export const videosRoutes =
  ({ database: { db }, clock }: AppParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/partners/:partner/videos/',
      {
        ...reads,
        schema: {
          summary: 'The videos of a partner',
          tags,
          params: OfPartnerPath,
          querystring: VideosQuery,
          response: { 200: VideosPage },
        },
      },
      async (request) => {
        const { person } = sessionOf(request);
        const { partner } = request.params;
        await requirePartner(db, partner);
        const { count, rows } = await listVideos(db, partner, request.query);
        return { count, results: rows.map((row) => toVideo(row, person)) };
      },
    );

    app.post(
      '/partners/:partner/videos/',
      {
        ...changes,
        schema: {
          summary: 'Add a video',
          tags,
          params: OfPartnerPath,
          headers: CreateHeaders,
          body: NewVideo,
          response: { 201: Video },
        },
      },
      (request, reply) => {
        const now = clock();
        return createOnce(db, request, reply, {
          now,
          insert: async (trx) => {
            const { partner } = request.params;
            await requirePartner(trx, partner);
            const id = randomId();
            const { title, category = null, url } = request.body;
            await insertVideo(trx, { id, partner_id: partner, title, category_id: category, url, created: now });
            return toVideo(found(await findVideo(trx, partner, id)), sessionOf(request).person);
          },
        });
      },
    );

    app.get(
      '/partners/:partner/videos/:id/',
      { ...reads, schema: { summary: 'A video', tags, params: PartnerRecordPath, response: { 200: Video } } },
      async (request, reply) => {
        const { partner, id } = request.params;
        return answerRecord(reply, toVideo(found(await findVideo(db, partner, id)), sessionOf(request).person));
      },
    );

    app.patch(
      '/partners/:partner/videos/:id/',
      {
        ...changes,
        schema: {
          summary: 'Change a video',
          tags,
          params: PartnerRecordPath,
          headers: UpdateHeaders,
          body: VideoChanges,
          response: { 200: Video },
        },
      },
      async (request, reply) => {
        const { partner, id } = request.params;
        const changed = await write(db, { request, now: clock() }, async (trx) => {
          requireMatch(request, found(await lockVideo(trx, partner, id)).version);
          await updateVideo(trx, id, columnsOf(request.body));
          return toVideo(found(await findVideo(trx, partner, id)), sessionOf(request).person);
        });
        return answerRecord(reply, changed);
      },
    );

    app.delete(
      '/partners/:partner/videos/:id/',
      {
        ...changes,
        schema: {
          summary: 'Delete a video',
          tags,
          params: PartnerRecordPath,
          headers: UpdateHeaders,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        const { partner, id } = request.params;
        await write(db, { request, now: clock() }, async (trx) => {
          respectMatch(request, found(await lockVideo(trx, partner, id)).version);
          await deleteVideo(trx, id);
        });
        return reply.code(204).send(null);
      },
    );
  };
