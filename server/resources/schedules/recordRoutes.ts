import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import type { Static } from 'typebox';
import { RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import { mayDeleteShifts } from '../../../contract/permissions.ts';
import { BlockingReservations, Schedule, ScheduleChanges, SchedulePreview } from '../../../contract/schedules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { sendRecord } from '../../collection/etag.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent } from '../../http/noContent.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { mayRead } from '../../policies/policy.ts';
import type { Planning } from './planning.ts';
import { previewOnWire, scheduleOnWire } from './wire.ts';

const idOf = ({ params }: FastifyRequest): string => (params as Static<typeof RecordPath>).id;

type Described = Pick<FastifySchema, 'summary' | 'description' | 'tags'>;

/** Serves a change of the days of a schedule (PATCH), and the preview of the change. `url` ends in a slash. */
export function serveChanges(
  app: TypedApp,
  { deployment, clock }: Dependencies,
  url: string,
  {
    changeDescribed,
    change,
    previewDescribed,
    preview,
  }: {
    changeDescribed: Described;
    change: Planning['changeSchedule'];
    previewDescribed: Described;
    preview: Planning['previewChange'];
  },
): void {
  const config = { policy: mayRead('calendar') };
  app.patch(
    url,
    {
      config,
      schema: {
        ...changeDescribed,
        params: RecordPath,
        headers: UpdateHeaders,
        body: ScheduleChanges,
        response: { 200: Schedule },
      },
    },
    async (request, reply) => {
      const { person } = sessionOf(request);
      const row = await change(request, idOf(request), request.body);
      return sendRecord(reply, scheduleOnWire(row, person, clock()));
    },
  );

  app.post(
    `${url}preview/`,
    {
      config,
      schema: { ...previewDescribed, params: RecordPath, body: ScheduleChanges, response: { 200: SchedulePreview } },
    },
    async (request) => previewOnWire(await preview(sessionOf(request).person, idOf(request), request.body), deployment),
  );
}

/** Serves the DELETE of a schedule, a day, or a day and the following days. `url` ends in a slash. */
export function serveRemoval(
  app: FastifyInstance,
  url: string,
  described: Described,
  remove: (request: FastifyRequest, id: string) => Promise<void>,
): void {
  app.delete(
    url,
    {
      config: { policy: mayDeleteShifts },
      schema: { ...described, params: RecordPath, headers: UpdateHeaders, response: { 204: NoContent } },
    },
    async (request, reply) => {
      await remove(request, idOf(request));
      return reply.code(204).send(null);
    },
  );
}

/**
 * Serves the approved reservations that prevent a change of a schedule or of one day (R80, R81). `url` ends in
 * a slash.
 */
export function serveBlocking(
  app: FastifyInstance,
  url: string,
  described: Described,
  find: (request: FastifyRequest, id: string) => Promise<Static<typeof BlockingReservations>>,
): void {
  app.get(
    url,
    {
      config: { policy: mayRead('calendar'), flag: 'reservations' },
      schema: { ...described, params: RecordPath, response: { 200: BlockingReservations } },
    },
    (request) => find(request, idOf(request)),
  );
}
