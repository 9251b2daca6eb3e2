import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { RecordPath } from '../../../contract/collection.ts';
import { fileRules } from '../../../contract/filePurposes.ts';
import { RecordingUploadQuery } from '../../../contract/platformEvents.ts';
import {
  AppendHeaders,
  checksumAlgorithms,
  CreateUploadHeaders,
  partMediaType,
  tusExtensions,
  tusVersion,
  uploadAnswerHeaders,
  UploadHeaders,
} from '../../../contract/recordingUploads.ts';
import { uploadTime } from '../../http/bodyTime.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { ApiProblem } from '../../problem.ts';
import { ByteStream, exceptBody, withBody } from './body.ts';
import type { RecordingDependencies } from './recordings.ts';
import { addPart, createUpload, endUpload, type Part, uploadOf } from './resumableUploads.ts';
import { uploadLifetime, type UploadRow } from './uploadRepository.ts';

const tags = ['platform'];
const config = { policy: { scope: 'platform' }, flag: 'recordings' } as const;
const takesPart = { ...config, bodyTime: uploadTime };

/** An answer without a body, and its headers. */
const answer = (...headers: object[]) =>
  Type.Null({ description: 'No content.', headers: Object.assign({}, ...headers) });

const { location, expires, length, metadata, offset, server } = uploadAnswerHeaders;

const namesOf = Compile(RecordingUploadQuery);

/** Reads `Upload-Metadata`. @throws ApiProblem invalid */
function readMetadata(header: string): { source: string; object: string } {
  const given = new Map(
    header.split(',').map((pair): [string, string] => {
      const [name = '', value = ''] = pair.trim().split(' ');
      return [name, Buffer.from(value, 'base64').toString()];
    }),
  );
  const names = { source: given.get('source'), object: given.get('object') };
  if (!namesOf.Check(names)) throw new ApiProblem('invalid', { errors: { 'upload-metadata': ['invalid'] } });
  return names;
}

const metadataOf = ({ source, name }: UploadRow): string =>
  Object.entries({ source, object: name })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

const expiresOf = ({ created }: UploadRow): string => new Date(created.getTime() + uploadLifetime).toUTCString();

function readChecksum(header: string | undefined): Part['checksum'] {
  const [algorithm, digest] = header?.split(' ') ?? [];
  return algorithm && digest ? { algorithm, digest: Buffer.from(digest, 'base64') } : undefined;
}

const isPart = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers['content-type'] === partMediaType;

/** What every call and answer of the protocol has. */
function followProtocol(app: TypedApp): void {
  app.removeAllContentTypeParsers();
  // The handlers read parts themselves. Some clients send a type with an empty body.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', async ({ method, headers }) => {
    if (method !== 'OPTIONS' && headers['tus-resumable'] !== tusVersion)
      throw new ApiProblem('tus_version_unsupported');
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('tus-resumable', tusVersion);
    if (reply.statusCode === 412) reply.header('tus-version', tusVersion);
  });
}

function serveCreation(app: TypedApp, deps: RecordingDependencies): void {
  app.options(
    '/platform/recordings/',
    {
      config: { ...config, cors: false },
      schema: {
        summary: 'What resumable uploads of recordings can do',
        tags,
        response: { 204: answer(server) },
      },
    },
    async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'tus-version': tusVersion,
          'tus-extension': tusExtensions.join(','),
          'tus-max-size': fileRules.recording.maxBytes,
          'tus-checksum-algorithm': checksumAlgorithms.join(','),
        })
        .send(null),
  );

  app.post(
    '/platform/recordings/',
    {
      config: takesPart,
      schema: {
        summary: 'Begin a resumable upload of a recording',
        description:
          'The protocol is tus 1.0. The body may be the first part, as `application/offset+octet-stream`. An upload that is not complete after a day is deleted.',
        tags,
        headers: CreateUploadHeaders,
        response: { 201: answer(location, offset, expires) },
      },
    },
    async (request, reply) => {
      const { headers } = request;
      const names = readMetadata(headers['upload-metadata']);
      const upload = await createUpload(deps, request, { ...names, length: Number(headers['upload-length']) });
      const checksum = readChecksum(headers['upload-checksum']);
      const received = isPart(request)
        ? await withBody(request, (bytes) => addPart(deps, request, upload, { offset: 0, bytes, checksum }))
        : 0;
      return reply
        .code(201)
        .headers({ location: `${upload.id}/`, 'upload-offset': received, 'upload-expires': expiresOf(upload) })
        .send(null);
    },
  );
}

function serveUploads(app: TypedApp, deps: RecordingDependencies): void {
  app.head(
    '/platform/recordings/:id/',
    {
      config: { ...config, swagger: { exposeHeadRoute: true } },
      schema: {
        summary: 'How much of an upload has arrived',
        tags,
        params: RecordPath,
        headers: UploadHeaders,
        response: { 200: answer(offset, length, metadata, expires) },
      },
    },
    async (request, reply) => {
      const upload = await uploadOf(deps, request, request.params.id);
      return reply
        .headers({
          'upload-offset': upload.received,
          'upload-length': upload.length,
          'upload-metadata': metadataOf(upload),
          'upload-expires': expiresOf(upload),
        })
        .send(null);
    },
  );

  app.patch(
    '/platform/recordings/:id/',
    {
      config: takesPart,
      validatorCompiler: exceptBody,
      schema: {
        summary: 'Send the next part of a recording',
        description:
          'From where the upload ends. What arrives before the connection breaks is kept, unless the call has a checksum. The part that completes the upload makes it a recording.',
        tags,
        consumes: [partMediaType],
        params: RecordPath,
        headers: AppendHeaders,
        body: ByteStream,
        response: { 204: answer(offset, expires) },
      },
    },
    async (request, reply) => {
      const { headers, params } = request;
      const checksum = readChecksum(headers['upload-checksum']);
      const received = await withBody(request, async (bytes) => {
        if (!isPart(request)) throw new ApiProblem('unsupported_media_type');
        const upload = await uploadOf(deps, request, params.id);
        reply.header('upload-expires', expiresOf(upload));
        return addPart(deps, request, upload, { offset: Number(headers['upload-offset']), bytes, checksum });
      });
      return reply.code(204).header('upload-offset', received).send(null);
    },
  );

  app.delete(
    '/platform/recordings/:id/',
    {
      config,
      schema: {
        summary: 'Give up an upload of a recording',
        description: 'What has arrived is deleted. A complete recording stays.',
        tags,
        params: RecordPath,
        headers: UploadHeaders,
        response: { 204: answer() },
      },
    },
    async (request, reply) => {
      await endUpload(deps, request, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

/** `platform/recordings/`: uploads of recordings that may be resumed, by the protocol tus 1.0. */
export const uploadRoutes =
  (deps: RecordingDependencies): FastifyPluginAsyncTypebox =>
  async (app) => {
    followProtocol(app);
    serveCreation(app, deps);
    serveUploads(app, deps);
  };
