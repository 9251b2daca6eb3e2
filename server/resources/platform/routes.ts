import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { EventResults, PlatformEvent, RecordingUploadQuery } from '../../../contract/platformEvents.ts';
import { platformExamples } from '../../../contract/platformExamples.ts';
import { eventMediaTypes, maxPlatformEvents } from '../../../contract/platformNames.ts';
import { uploadTime } from '../../http/bodyTime.ts';
import { NoContent } from '../../http/noContent.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { ByteStream, exceptBody, withBody } from './body.ts';
import { ingest } from './ingest.ts';
import { storeRecording } from './recordings.ts';
import { uploadRoutes } from './uploadRoutes.ts';

const tags = ['platform'];
const config = { policy: { scope: 'platform' } } as const;

/** The size of a batch, in bytes. */
const bodyLimit = 2 * 1024 * 1024;

const Single = Type.Union([PlatformEvent], { examples: platformExamples.slice(0, 1) });
const Batch = Type.Array(PlatformEvent, { maxItems: maxPlatformEvents, examples: [platformExamples] });

/** `platform/`: what a video platform sends: events, and the bytes of recordings. */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const takeEvents: FastifyPluginAsyncTypebox = async (events) => {
      events.removeAllContentTypeParsers();
      events.addContentTypeParser(
        Object.values(eventMediaTypes),
        { parseAs: 'string', bodyLimit },
        events.getDefaultJsonParser('error', 'error'),
      );
      events.post(
        '/platform/events/',
        {
          config: { ...config, keepsBody: true },
          bodyLimit,
          validatorCompiler: exceptBody,
          schema: {
            summary: 'Send events of a video platform',
            description:
              'CloudEvents 1.0 in JSON, one or a batch. Events may be late, out of order and repeated. The response has one result per event, in the same order: 207 if one was rejected, otherwise 200.',
            tags,
            body: {
              content: {
                [eventMediaTypes.single]: { schema: Single },
                [eventMediaTypes.batch]: { schema: Batch },
              },
            },
            response: { 200: EventResults, 207: EventResults },
          },
        },
        async (request, reply) => {
          const isBatch = request.headers['content-type']?.startsWith(eventMediaTypes.batch) ?? false;
          const body: unknown = request.body;
          if (isBatch && (!Array.isArray(body) || body.length > maxPlatformEvents)) throw new ApiProblem('invalid');
          const results = await ingest(services, request, isBatch ? (body as unknown[]) : [body]);
          for (const { status } of results) services.metrics?.countPlatformEvent(status);
          const isRefused = results.some(({ status }) => status === 'rejected');
          return reply.code(isRefused ? 207 : 200).send({ results });
        },
      );
    };

    const takeRecordings: FastifyPluginAsyncTypebox = async (uploads) => {
      uploads.removeAllContentTypeParsers();
      // The handler reads the stream itself.
      uploads.addContentTypeParser('*', (_request, _payload, done) => done(null));
      uploads.put(
        '/platform/recordings/',
        {
          config: { ...config, flag: 'recordings', bodyTime: uploadTime },
          validatorCompiler: exceptBody,
          schema: {
            summary: 'Send the bytes of a recording',
            description:
              'Before or after the event `signboard.recording.stored` that names them. The type is detected from the content. Bytes that no event names are deleted after a day.',
            tags,
            consumes: ['application/octet-stream'],
            querystring: RecordingUploadQuery,
            body: ByteStream,
            response: { 204: NoContent },
          },
        },
        async (request, reply) => {
          await withBody(request, (bytes) => storeRecording(services, request, { ...request.query, bytes }));
          return reply.code(204).send(null);
        },
      );
    };
    await app.register(takeEvents);
    await app.register(takeRecordings);
    await app.register(uploadRoutes(services));
  };
