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
import { exceptBody, routeOptions, type TypedApp } from '../../http/routes.ts';
import { ApiProblem } from '../../problem.ts';
import { ByteStream, withBody } from './body.ts';
import type { RecordingDependencies } from './recordings.ts';
import { addPart, createUpload, endUpload, type Part, uploadOf } from './resumableUploads.ts';
import { uploadLifetime, type UploadRow } from './uploadRepository.ts';

const config = { policy: { scope: 'platform' }, flag: 'recordings' } as const;
const asksProgress = routeOptions('platform', { ...config, swagger: { exposeHeadRoute: true } });
const sendsPart = routeOptions('platform', { ...config, bodyTime: uploadTime });
const recordings = routeOptions('platform', config);

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
      ...recordings({ summary: 'What resumable uploads of recordings can do', response: { 204: answer(server) } }),
      config: { ...config, cors: false },
    },
    async (_request, reply) => {
      reply.headers({
        'tus-version': tusVersion,
        'tus-extension': tusExtensions.join(','),
        'tus-max-size': fileRules.recording.maxBytes,
        'tus-checksum-algorithm': checksumAlgorithms.join(','),
      });
    },
  );

  app.post(
    '/platform/recordings/',
    sendsPart({
      summary: 'Begin a resumable upload of a recording',
      description:
        'The protocol is tus 1.0. The body may be the first part, as `application/offset+octet-stream`. An upload that is not complete after a day is deleted.',
      headers: CreateUploadHeaders,
      response: { 201: answer(location, offset, expires) },
    }),
    async (request, reply) => {
      const { headers } = request;
      const names = readMetadata(headers['upload-metadata']);
      const upload = await createUpload(deps, request, { ...names, length: Number(headers['upload-length']) });
      const checksum = readChecksum(headers['upload-checksum']);
      const received = isPart(request)
        ? await withBody(request, (bytes) => addPart(deps, request, upload, { offset: 0, bytes, checksum }))
        : 0;
      reply.headers({ location: `${upload.id}/`, 'upload-offset': received, 'upload-expires': expiresOf(upload) });
    },
  );
}

function serveUploads(app: TypedApp, deps: RecordingDependencies): void {
  app.head(
    '/platform/recordings/:id/',
    asksProgress({
      summary: 'How much of an upload has arrived',
      params: RecordPath,
      headers: UploadHeaders,
      response: { 200: answer(offset, length, metadata, expires) },
    }),
    async (request, reply) => {
      const upload = await uploadOf(deps, request, request.params.id);
      reply.headers({
        'upload-offset': upload.received,
        'upload-length': upload.length,
        'upload-metadata': metadataOf(upload),
        'upload-expires': expiresOf(upload),
      });
    },
  );

  app.patch(
    '/platform/recordings/:id/',
    {
      ...sendsPart({
        summary: 'Send the next part of a recording',
        description:
          'From where the upload ends. What arrives before the connection breaks is kept, unless the call has a checksum. The part that completes the upload makes it a recording.',
        consumes: [partMediaType],
        params: RecordPath,
        headers: AppendHeaders,
        body: ByteStream,
        response: { 204: answer(offset, expires) },
      }),
      validatorCompiler: exceptBody,
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
      reply.header('upload-offset', received);
    },
  );

  app.delete(
    '/platform/recordings/:id/',
    recordings({
      summary: 'Give up an upload of a recording',
      description: 'What has arrived is deleted. A complete recording stays.',
      params: RecordPath,
      headers: UploadHeaders,
      response: { 204: answer() },
    }),
    (request) => endUpload(deps, request, request.params.id),
  );
}

/** `platform/recordings/`: uploads of recordings that may be resumed, by the protocol tus 1.0. */
export function uploadRoutes(app: TypedApp, deps: RecordingDependencies): void {
  followProtocol(app);
  serveCreation(app, deps);
  serveUploads(app, deps);
}
