import { RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import { ScheduleChanges } from '../../../contract/schedules.ts';
import { Shift, ShiftChanges, shiftRangeDays, Shifts, ShiftsQuery } from '../../../contract/shifts.ts';
import type { Dependencies } from '../../dependencies.ts';
import { sendRecord } from '../../collection/etag.ts';
import { sessionOf } from '../../http/guard.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { rangeOf, serveCalendar } from '../schedules/calendarRoutes.ts';
import type { Planning } from '../schedules/planning.ts';
import { changeFollowing } from '../schedules/planning/changeSchedule.ts';
import { changeShift } from '../schedules/planning/changeShift.ts';
import { removeFollowing, removeShift } from '../schedules/planning/remove.ts';
import { serveAffected, serveBlocking, serveChanges, serveRemoval } from '../schedules/recordRoutes.ts';
import { approvedOn, findShift, listShifts } from '../schedules/repository.ts';
import { excessOfShifts } from '../schedules/workingTime.ts';
import { blockingOnWire, shiftOnWire } from '../schedules/wire.ts';

const reads = routeOptions('shifts', { policy: mayRead('calendar') });

function serveShifts(
  app: TypedApp,
  { deployment: { timeZone, workingTime }, database: { db }, clock }: Dependencies,
  planning: Planning,
): void {
  app.get(
    '/shifts/',
    reads({
      summary: 'The shifts that overlap a range of days',
      description: `In the deployment’s time zone, at most ${shiftRangeDays} days. Interpreters read only their own.`,
      querystring: ShiftsQuery,
      response: { 200: Shifts },
    }),
    async (request) => {
      const { person } = sessionOf(request);
      const { from_day, to_day, interpreter, ...filters } = request.query;
      const range = rangeOf({ from_day, to_day }, timeZone);
      const people = planning.readable(person, interpreter);
      if (people?.length === 0) return { count: 0, results: [] };
      const rows = await listShifts(db, range, filters, people);
      const now = clock();
      return { count: rows.length, results: rows.map((row) => shiftOnWire(row, person, now)) };
    },
  );

  app.get(
    '/shifts/:id/',
    reads({ summary: 'One shift', params: RecordPath, response: { 200: Shift } }),
    async (request, reply) => {
      const { person } = sessionOf(request);
      const row = await findShift(db, request.params.id, planning.onlyInterpreterOf(person));
      const excess = (await excessOfShifts(db, workingTime, [row])).get(row.id);
      return sendRecord(reply, { ...shiftOnWire(row, person, clock()), excess });
    },
  );

  app.patch(
    '/shifts/:id/',
    reads({
      summary: 'Change this day alone, or cancel it',
      description:
        'Cancelled is `state: disabled`; it does not occupy the interpreter and can be enabled again. `completed` is only possible once the shift has begun, without other changes. 409 `shift_reserved` names the approved reservations.',
      params: RecordPath,
      headers: UpdateHeaders,
      body: ShiftChanges,
      response: { 200: Shift },
    }),
    async (request, reply) => {
      const { person } = sessionOf(request);
      const row = await planning.changeShift(request, request.params.id, request.body);
      return sendRecord(reply, shiftOnWire(row, person, clock()));
    },
  );

  serveRemoval(app, '/shifts/:id/', { summary: 'Delete this day permanently' }, planning.removeShift);

  serveAffected(app, planning, '/shifts/:id/', {
    described: { summary: 'The approved reservations that a change of the shift takes somebody from' },
    changes: ShiftChanges,
    change: changeShift,
    remove: removeShift,
  });

  serveBlocking(
    app,
    '/shifts/:id/blocking_reservations/',
    { summary: 'The approved reservations that prevent a change of the shift' },
    async (request, id) => {
      const row = await findShift(db, id, planning.onlyInterpreterOf(sessionOf(request).person));
      return blockingOnWire(await approvedOn(db, [row.id]), row.zone);
    },
  );
}

function serveFollowing(app: TypedApp, deps: Dependencies, planning: Planning): void {
  serveChanges(app, deps, '/shifts/:id/following/', {
    changeDescribed: {
      summary: 'Change this day and the following days',
      description:
        'They become a new schedule, which is returned; the days before stay unchanged. `If-Match` is the shift’s.',
    },
    change: planning.changeFollowing,
    previewDescribed: {
      summary: 'The effects of a change of this day and the following days on each of them',
      description: 'Nothing is written or reserved: another call may be faster before the change.',
    },
    preview: planning.previewFollowing,
  });

  serveRemoval(
    app,
    '/shifts/:id/following/',
    { summary: 'Delete this day and the following days' },
    planning.removeFollowing,
  );

  serveAffected(app, planning, '/shifts/:id/following/', {
    described: { summary: 'The approved reservations that a change of the days takes somebody from' },
    changes: ScheduleChanges,
    change: changeFollowing,
    remove: removeFollowing,
  });
}

/** `shifts/` and `calendar/`: the days of schedules (R147). */
export function routes(app: TypedApp, services: Services): void {
  serveCalendar(app, services, services.planning);
  serveShifts(app, services, services.planning);
  serveFollowing(app, services, services.planning);
}
