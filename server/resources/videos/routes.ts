import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Kysely } from 'kysely';
import { CreateHeaders, UpdateHeaders } from '../../../contract/collection.ts';
import { OfPartnerPath, PartnerRecordPath } from '../../../contract/partners.ts';
import { NewVideo, Video, VideoChanges, VideosPage, VideosQuery } from '../../../contract/videos.ts';
import type { AppParts } from '../../appParts.ts';
import { createOnce } from '../../collection/create.ts';
import { answerRecord, etagOf, requireMatch, respectMatch } from '../../collection/etag.ts';
import { found } from '../../collection/found.ts';
import { write } from '../../collection/write.ts';
import type { Tables } from '../../db/tables.ts';
import { exchangeFile, type Files } from '../../files/files.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent } from '../../http/noContent.ts';
import { mayRead, mayWrite, type Person } from '../../policies/policy.ts';
import { recordVerdicts } from '../../policies/records.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { filesOfRecords } from '../files/repository.ts';
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
const film = { purpose: 'video', field: 'file' } as const;

/**
 * Where a video is played from after a change: from a link or from a file of ours, never both, never neither.
 * @throws ApiProblem invalid
 */
function sourceOf(before: { url: string | null; file_id: string | null }, { url, file }: VideoChanges) {
  const source = {
    url: url === undefined ? (file ? null : before.url) : url,
    file_id: file === undefined ? (url ? null : before.file_id) : file,
  };
  if (source.url === null && source.file_id === null)
    throw new ApiProblem('invalid', { errors: { url: ['required'] } });
  if (source.url !== null && source.file_id !== null)
    throw new ApiProblem('invalid', { errors: { file: ['invalid'] } });
  return source;
}

/** `partners/{partner}/videos/` (Q12). */
export const videosRoutes =
  ({ database: { db }, clock }: AppParts, files: Files): FastifyPluginAsyncTypebox =>
  async (app) => {
    /** Rows as they are answered, with links to their files. Inside a transaction give that. */
    const toVideos = async (handle: Kysely<Tables>, rows: VideoRow[], person: Person): Promise<Video[]> => {
      const toFile = await files.presenter(handle);
      const ids = rows.flatMap(({ id, file_id }) => (file_id === null ? [] : id));
      const ours = await filesOfRecords(handle, 'videos', ids);
      return rows.map(({ version, partner_id, category_id, file_id, created, ...same }) => {
        const file = ours.get(same.id)?.find(({ id }) => id === file_id);
        return {
          ...same,
          etag: etagOf(version),
          partner: partner_id,
          category: category_id,
          file: file ? toFile(file) : null,
          created: created.toISOString(),
          can: recordVerdicts('videos', person),
        };
      });
    };

    const read = async (handle: Kysely<Tables>, partner: string, id: string, person: Person): Promise<Video> => {
      const [video] = await toVideos(handle, [found(await findVideo(handle, partner, id))], person);
      return found(video);
    };

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
        return { count, results: await toVideos(db, rows, person) };
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
            const { person } = sessionOf(request);
            const { title, category = null } = request.body;
            const source = sourceOf({ url: null, file_id: null }, request.body);
            const video = { id, partner_id: partner, title, category_id: category, ...source, created: now };
            await insertVideo(trx, video);
            await exchangeFile(trx, { ...film, person }, [null, source.file_id], { collection: 'videos', id });
            return read(trx, partner, id, person);
          },
        });
      },
    );

    app.get(
      '/partners/:partner/videos/:id/',
      { ...reads, schema: { summary: 'A video', tags, params: PartnerRecordPath, response: { 200: Video } } },
      async (request, reply) => {
        const { partner, id } = request.params;
        return answerRecord(reply, await read(db, partner, id, sessionOf(request).person));
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
          const { person } = sessionOf(request);
          const before = found(await lockVideo(trx, partner, id));
          requireMatch(request, before.version);
          const { title, category } = request.body;
          const source = sourceOf(before, request.body);
          await updateVideo(trx, id, {
            ...(title === undefined ? {} : { title }),
            ...(category === undefined ? {} : { category_id: category }),
            ...source,
          });
          await exchangeFile(trx, { ...film, person }, [before.file_id, source.file_id], { collection: 'videos', id });
          return read(trx, partner, id, person);
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
