import { CreateHeaders, RecordPath } from '../../../contract/collection.ts';
import {
  Schedule,
  ScheduleChanges,
  ScheduleDraft,
  SchedulePreview,
  SchedulesPage,
  SchedulesQuery,
} from '../../../contract/schedules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createOnce } from '../../collection/create.ts';
import { sendRecord } from '../../collection/etag.ts';
import { sessionOf } from '../../http/guard.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead } from '../../policies/policy.ts';
import { dayAt } from '../../schedule/wallTime.ts';
import type { Services } from '../../services.ts';
import type { Planning } from './planning.ts';
import { changeSchedule } from './planning/changeSchedule.ts';
import { removeSchedule } from './planning/remove.ts';
import { serveAffected, serveBlocking, serveChanges, serveRemoval } from './recordRoutes.ts';
import { approvedOn, findSchedule, listSchedules, shiftsOf } from './repository.ts';
import { blockingOnWire, previewOnWire, scheduleOnWire } from './wire.ts';

const reads = routeOptions('schedules', { policy: mayRead('calendar') });

function serveList(app: TypedApp, { deployment, database: { db }, clock }: Dependencies, planning: Planning): void {
  app.get(
    '/schedules/',
    reads({
      summary: 'The schedules',
      description: 'Interpreters read only their own.',
      querystring: SchedulesQuery,
      response: { 200: SchedulesPage },
    }),
    async (request) => {
      const { person } = sessionOf(request);
      const { interpreter, ...query } = request.query;
      const people = planning.readable(person, interpreter);
      if (people?.length === 0) return { count: 0, results: [] };
      const now = clock();
      const { count, rows } = await listSchedules(db, query, people, dayAt(now, deployment.timeZone));
      return { count, results: rows.map((row) => scheduleOnWire(row, person, now)) };
    },
  );

  app.post(
    '/schedules/preview/',
    reads({
      summary: 'Every day of a draft, with its verdict and reasons',
      description: 'Nothing is written or reserved: another call may be faster before `POST schedules/`.',
      body: ScheduleDraft,
      response: { 200: SchedulePreview },
    }),
    async (request) => previewOnWire(await planning.preview(sessionOf(request).person, request.body), deployment),
  );

  app.post(
    '/schedules/',
    reads({
      summary: 'Create a schedule with all its days',
      description:
        'All or nothing: days with conflicts can be left out with `days_out`. 409 `shift_overlap` and 400 `event_in_past` name the days. Interpreters create only their own (403 `forbidden`).',
      headers: CreateHeaders,
      body: ScheduleDraft,
      response: { 201: Schedule },
    }),
    (request, reply) => {
      const now = clock();
      const { person } = sessionOf(request);
      return createOnce(db, request, reply, {
        now,
        insert: async (trx) => scheduleOnWire(await planning.create(trx, request, request.body), person, now),
      });
    },
  );
}

function serveRecord(app: TypedApp, deps: Dependencies, planning: Planning): void {
  const { clock } = deps;
  const { db } = deps.database;
  app.get(
    '/schedules/:id/',
    reads({ summary: 'One schedule', params: RecordPath, response: { 200: Schedule } }),
    async (request, reply) => {
      const { person } = sessionOf(request);
      const row = await findSchedule(db, request.params.id, planning.onlyInterpreterOf(person));
      return sendRecord(reply, scheduleOnWire(row, person, clock()));
    },
  );

  serveChanges(app, deps, '/schedules/:id/', {
    changeDescribed: {
      summary: 'Change the future days of a schedule',
      description:
        'Past days, days changed individually and days left out stay unchanged. Future days on which the series no longer has a shift are deleted, also those changed individually. All or nothing. 409 `shift_reserved` names the approved reservations. Interpreters may not make changes that delete days (403 `forbidden`).',
    },
    change: planning.changeSchedule,
    previewDescribed: {
      summary: 'The effects of a change of a schedule on each of its future days',
      description: 'Nothing is written or reserved: another call may be faster before `PATCH schedules/{id}/`.',
    },
    preview: planning.previewChange,
  });

  serveRemoval(
    app,
    '/schedules/:id/',
    {
      summary: 'Delete the future days of a schedule',
      description: 'Past days stay; a schedule without past days is deleted completely.',
    },
    planning.removeSchedule,
  );

  serveAffected(app, planning, '/schedules/:id/', {
    described: { summary: 'The approved reservations that a change of a schedule takes somebody from' },
    changes: ScheduleChanges,
    change: changeSchedule,
    remove: removeSchedule,
  });

  serveBlocking(
    app,
    '/schedules/:id/blocking_reservations/',
    { summary: 'The approved reservations that prevent a change of the schedule' },
    async (request, id) => {
      const onlyInterpreter = planning.onlyInterpreterOf(sessionOf(request).person);
      const row = await findSchedule(db, id, onlyInterpreter);
      // A day that was given to somebody else has reservations of that person, which this one may not read.
      const toCome = (await shiftsOf(db, row.id)).filter(
        ({ starts, interpreter_id }) => starts > clock() && [null, interpreter_id].includes(onlyInterpreter),
      );
      const found = await approvedOn(
        db,
        toCome.map((shift) => shift.id),
      );
      return blockingOnWire(found, row.zone);
    },
  );
}

/** `schedules/`: series (R147). Their days are in `shifts/`. */
export function routes(app: TypedApp, services: Services): void {
  serveList(app, services, services.planning);
  serveRecord(app, services, services.planning);
}
