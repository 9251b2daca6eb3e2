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
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import type { Planning } from './planning.ts';
import type { Context } from './planning/context.ts';
import { previewOnWire, scheduleOnWire } from './wire.ts';

const idOf = ({ params }: FastifyRequest): string => (params as Static<typeof RecordPath>).id;

/** The heading in the description of the API: the collection that a URL begins with. */
const tagOf = (url: string): string => url.split('/')[1] ?? url;

type Described = Pick<FastifySchema, 'summary' | 'description'>;

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
  const reads = routeOptions(tagOf(url), { policy: mayRead('calendar') });
  app.patch(
    url,
    reads({
      ...changeDescribed,
      params: RecordPath,
      headers: UpdateHeaders,
      body: ScheduleChanges,
      response: { 200: Schedule },
    }),
    async (request, reply) => {
      const { person } = sessionOf(request);
      const row = await change(request, idOf(request), request.body);
      return sendRecord(reply, scheduleOnWire(row, person, clock()));
    },
  );

  app.post(
    `${url}preview/`,
    reads({ ...previewDescribed, params: RecordPath, body: ScheduleChanges, response: { 200: SchedulePreview } }),
    async (request) => previewOnWire(await preview(sessionOf(request).person, idOf(request), request.body), deployment),
  );
}

/**
 * Serves the deletion of a schedule, a day, or a day and the following days: DELETE, which approved reservations prevent,
 * and POST `remove/` with decisions on them. `url` ends in a slash.
 */
export function serveRemoval(app: TypedApp, url: string, described: Described, remove: Planning['removeShift']): void {
  const deletes = routeOptions(tagOf(url), { policy: mayDeleteShifts });
  const decides = routeOptions(tagOf(url), { policy: mayWrite('reservations'), flag: 'reservations' });
  app.delete(
    url,
    deletes({ ...described, params: RecordPath, headers: UpdateHeaders, response: { 204: NoContent } }),
    (request) => remove(request, idOf(request)),
  );

  app.post(
    `${url}remove/`,
    decides({
      ...described,
      summary: `${described.summary}, with decisions on its approved reservations`,
      params: RecordPath,
      headers: UpdateHeaders,
      body: BookingDecisions,
      response: { 204: NoContent },
    }),
    (request) => remove(request, idOf(request), request.body.decisions),
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
  const plans = routeOptions(tagOf(url), { policy: mayWrite('reservations'), flag: 'reservations' });
  app.post(
    `${url}affected/`,
    plans({
      ...described,
      description: 'Nothing is written. Proposals are computed together: nobody is proposed for two at one time.',
      params: RecordPath,
      body: Type.Object({ changes: Type.Optional(changes) }, { additionalProperties: false }),
      response: { 200: ShiftsAffected },
    }),
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
  const reads = routeOptions(tagOf(url), { policy: mayRead('calendar'), flag: 'reservations' });
  app.get(url, reads({ ...described, params: RecordPath, response: { 200: BlockingReservations } }), (request) =>
    find(request, idOf(request)),
  );
}
