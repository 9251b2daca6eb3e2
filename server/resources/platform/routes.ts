import Type from 'typebox';
import { EventResults, PlatformEvent, RecordingUploadQuery } from '../../../contract/platformEvents.ts';
import { platformExamples } from '../../../contract/platformExamples.ts';
import { eventMediaTypes, maxPlatformEvents } from '../../../contract/platformNames.ts';
import { uploadTime } from '../../http/bodyTime.ts';
import { exceptBody, NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { ByteStream, withBody } from './body.ts';
import { ingest } from './ingest.ts';
import { storeRecording } from './recordings.ts';
import { uploadRoutes } from './uploadRoutes.ts';

const policy = { scope: 'platform' } as const;
const sendsEvents = routeOptions('platform', { policy, keepsBody: true });
const sendsRecordings = routeOptions('platform', { policy, flag: 'recordings', bodyTime: uploadTime });

/** The size of a batch, in bytes. */
const bodyLimit = 2 * 1024 * 1024;

const Single = Type.Union([PlatformEvent], { examples: platformExamples.slice(0, 1) });
const Batch = Type.Array(PlatformEvent, { maxItems: maxPlatformEvents, examples: [platformExamples] });

function takeEvents(app: TypedApp, services: Services): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    Object.values(eventMediaTypes),
    { parseAs: 'string', bodyLimit },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.post(
    '/platform/events/',
    {
      ...sendsEvents({
        summary: 'Send events of a video platform',
        description:
          'CloudEvents 1.0 in JSON, one or a batch. Events may be late, out of order and repeated. The response has one result per event, in the same order: 207 if one was rejected, otherwise 200.',
        body: {
          content: {
            [eventMediaTypes.single]: { schema: Single },
            [eventMediaTypes.batch]: { schema: Batch },
          },
        },
        response: { 200: EventResults, 207: EventResults },
      }),
      bodyLimit,
      validatorCompiler: exceptBody,
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
}

function takeRecordings(app: TypedApp, services: Services): void {
  app.removeAllContentTypeParsers();
  // The handler reads the stream itself.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.put(
    '/platform/recordings/',
    {
      ...sendsRecordings({
        summary: 'Send the bytes of a recording',
        description:
          'Before or after the event `signboard.recording.stored` that names them. The type is detected from the content. Bytes that no event names are deleted after a day.',
        consumes: ['application/octet-stream'],
        querystring: RecordingUploadQuery,
        body: ByteStream,
        response: { 204: NoContent },
      }),
      validatorCompiler: exceptBody,
    },
    (request) => withBody(request, (bytes) => storeRecording(services, request, { ...request.query, bytes })),
  );
}

/** `platform/`: what a video platform sends: events, and the bytes of recordings. */
export async function routes(app: TypedApp, services: Services): Promise<void> {
  // Each has parsers of bodies of its own.
  for (const serve of [takeEvents, takeRecordings, uploadRoutes])
    await app.register(async (part: TypedApp) => serve(part, services));
}
