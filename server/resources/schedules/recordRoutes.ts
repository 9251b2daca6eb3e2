import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import { BookingDecisions } from '../../../contract/bookingDecisions.ts';
import { RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import { ShiftsAffected } from '../../../contract/coverage.ts';
import { mayDeleteShifts } from '../../../contract/permissions.ts';
import { BlockingReservations, Schedule, ScheduleChanges, SchedulePreview } from '../../../contract/schedules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { sendRecord } from '../../collection/etag.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent } from '../../http/noContent.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import type { Planning } from './planning.ts';
import type { Context } from './planning/context.ts';
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

/**
 * Serves the deletion of a schedule, a day, or a day and the following days: DELETE, which approved reservations prevent,
 * and POST `remove/` with decisions on them. `url` ends in a slash.
 */
export function serveRemoval(app: TypedApp, url: string, described: Described, remove: Planning['removeShift']): void {
  const config = { policy: mayDeleteShifts };
  app.delete(
    url,
    {
      config,
      schema: { ...described, params: RecordPath, headers: UpdateHeaders, response: { 204: NoContent } },
    },
    async (request, reply) => {
      await remove(request, idOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${url}remove/`,
    {
      config: { policy: mayWrite('reservations'), flag: 'reservations' },
      schema: {
        ...described,
        summary: `${described.summary}, with decisions on its approved reservations`,
        params: RecordPath,
        headers: UpdateHeaders,
        body: BookingDecisions,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await remove(request, idOf(request), request.body.decisions);
      return reply.code(204).send(null);
    },
  );
}

/**
 * Serves the approved reservations that lose an interpreter by a change of shifts, or by their deletion if no changes are sent, each
 * with a proposed replacement. `url` ends in a slash.
 */
export function serveAffected<Changes extends TSchema>(
  app: FastifyInstance,
  planning: Planning,
  url: string,
  {
    described,
    changes,
    change,
    remove,
  }: {
    described: Described;
    changes: Changes;
    change: (context: Context, request: FastifyRequest, id: string, changes: Static<Changes>) => Promise<unknown>;
    remove: (context: Context, request: FastifyRequest, id: string) => Promise<void>;
  },
): void {
  app.post(
    `${url}affected/`,
    {
      config: { policy: mayWrite('reservations'), flag: 'reservations' },
      schema: {
        ...described,
        description: 'Nothing is written. Proposals are computed together: nobody is proposed for two at one time.',
        params: RecordPath,
        body: Type.Object({ changes: Type.Optional(changes) }, { additionalProperties: false }),
        response: { 200: ShiftsAffected },
      },
    },
    async (request) => {
      const { changes: form } = request.body as { changes?: Static<Changes> };
      const id = idOf(request);
      const bookings = await planning.foresee((context) =>
        form === undefined ? remove(context, request, id) : change(context, request, id, form),
      );
      return { bookings };
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
