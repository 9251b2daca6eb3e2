import { Readable } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { RecordPath } from '../../../contract/collection.ts';
import { ContentQuery, File, UploadBody, UploadQuery } from '../../../contract/files.ts';
import { orNotFound } from '../../collection/orNotFound.ts';
import { readContent } from '../../files/contents.ts';
import { dispositionOf } from '../../files/labels.ts';
import { partOf } from '../../files/ranges.ts';
import { bytesOf } from '../../files/uploads.ts';
import { uploadTime } from '../../http/bodyTime.ts';
import { sessionOf } from '../../http/guard.ts';
import { exceptBody, NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { findUnclaimed } from './repository.ts';

const uploads = routeOptions('files', { policy: signedIn, bodyTime: uploadTime });
const ownRoute = routeOptions('files', { policy: signedIn });
const open = routeOptions('files', { policy: 'public' });

/** Lets the routes of a folder, and no others, take forms with one file. Sizes are checked where the purpose is known. */
export async function takeForms(app: TypedApp): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false, limits: { files: 1, fields: 0, fileSize: Infinity } });
}

/** Passes the file of a form on. @throws ApiProblem unsupported_media_type, invalid */
export async function withFile<Answer>(
  request: FastifyRequest,
  act: (file: MultipartFile) => Promise<Answer>,
): Promise<Answer> {
  try {
    if (!request.isMultipart()) throw new ApiProblem('unsupported_media_type');
    const part = await request.file().catch((error: unknown) => {
      throw new ApiProblem('invalid', {}, { cause: error });
    });
    if (!part) throw new ApiProblem('invalid', { errors: { file: ['required'] } });
    return await act(part);
  } catch (error) {
    // The rest of the body is still arriving, followed by the next call of the connection.
    request.raw.unpipe();
    request.raw.resume();
    throw error;
  }
}

const bytes = {
  description: 'The bytes, complete or the part that `Range` requests.',
  content: { 'application/octet-stream': { schema: Type.Unsafe<Readable>(Type.String({ format: 'binary' })) } },
};

/** Uploads, until a record claims them. */
function serveUploads(app: TypedApp, { database: { db }, files }: Services): void {
  app.post(
    '/files/',
    {
      ...uploads({
        summary: 'Upload a file for a record that is about to be written',
        description:
          'One part, `file`. The type is detected from the content. Use the id in a record; a file that no record claims is deleted after a day. Uploaded twice, it is two files.',
        consumes: ['multipart/form-data'],
        querystring: UploadQuery,
        body: UploadBody,
        response: { 201: File },
      }),
      validatorCompiler: exceptBody,
    },
    async (request) => {
      const { purpose } = request.query;
      await files.admit(request, purpose);
      return withFile(request, async ({ filename, file }) => {
        const row = await files.keep(request, { purpose, name: filename, source: bytesOf(file) });
        return (await files.presenter(sessionOf(request).person))(row);
      });
    },
  );

  app.get(
    '/files/:id/',
    ownRoute({
      summary: 'A file that the caller has uploaded and no record has claimed',
      params: RecordPath,
      response: { 200: File },
    }),
    async (request) => {
      const { person } = sessionOf(request);
      const row = orNotFound(await findUnclaimed(db, request.params.id, person.id));
      return (await files.presenter(person))(row);
    },
  );
}

/** The content of files, by the links in records. */
function serveContent(app: TypedApp, services: Services): void {
  const { clock, files, securityLog } = services;
  app.get(
    '/files/:id/content/',
    open({
      summary: 'The content of a file',
      description:
        'Records contain the links to their files, which work in the session that read the record. Supports range requests (206, 416).',
      params: RecordPath,
      querystring: ContentQuery,
      response: { 200: bytes, 206: bytes, 304: NoContent },
    }),
    async (request, reply) => {
      const { expires, signature, session, disposition = 'inline' } = request.query;
      const { headers, method, params } = request;
      const link = { id: params.id, expires, signature, session: Buffer.from(session, 'base64url'), disposition };
      const { file, person } = await files.findByLink(link).catch((error: unknown) => {
        securityLog.linkRefused(request, 'file_link', error);
        throw error;
      });
      const etag = `"${Buffer.from(file.sha256).toString('base64url')}"`;
      const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
      const part = partOf(isCurrent ? headers.range : undefined, file.size);
      if (part === 'none') {
        reply.header('content-range', `bytes */${file.size}`);
        throw new ApiProblem('range_refused');
      }
      const isPrivate = file.purpose === 'recording' || file.purpose === 'reservation';
      const left = expires - Math.floor(clock().getTime() / 1000);
      reply.headers({
        etag,
        'accept-ranges': 'bytes',
        'cache-control': isPrivate ? 'no-store' : `private, max-age=${left}`,
        'content-type': file.media_type,
        'content-disposition': dispositionOf(file, disposition),
        // Dashboards of other origins show it, under their own policy.
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag)) return reply.code(304).send(null);
      if (isPrivate && file.collection !== null && file.record_id !== null)
        securityLog.fileOpened(request, link, {
          person: person.id,
          object: file.collection,
          objectId: file.record_id,
        });
      const { start, end } = part === 'whole' ? { start: 0, end: file.size - 1 } : part;
      if (part !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`);
      reply.header('content-length', end - start + 1);
      return reply.send(
        Readable.from(method === 'HEAD' ? [] : files.whileValid(link, readContent(services, file.id, { start, end }))),
      );
    },
  );
}

/** `files/`: uploads, and the content of files. */
export async function routes(app: TypedApp, services: Services): Promise<void> {
  await takeForms(app);
  serveUploads(app, services);
  serveContent(app, services);
}
