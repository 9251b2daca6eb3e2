import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import { Schedule, ScheduleChanges, SchedulePreview } from '../../../contract/schedules.ts';
import {
  CalendarMonth,
  CalendarMonthQuery,
  CalendarPage,
  CalendarQuery,
  Shift,
  ShiftChanges,
  shiftRangeDays,
  shiftsOfMonthDay,
  Shifts,
  ShiftsQuery,
} from '../../../contract/shifts.ts';
import type { AppParts } from '../../appParts.ts';
import { answerRecord, answerUnlessSame } from '../../collection/etag.ts';
import { sessionOf } from '../../http/guard.ts';
import { mayRead } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { addDays, daysBetween, instantAt } from '../../schedule/wallTime.ts';
import type { Planning } from './planning.ts';
import { serveBlocking, serveRemoval } from './recordRoutes.ts';
import { approvedOn, findShift, listForCalendar, listInterpreters, listShifts, shiftsOfMonth } from './repository.ts';
import { blockingOnWire, previewOnWire, scheduleOnWire, shiftInCalendar, shiftOnWire } from './wire.ts';

const tags = ['shifts'];
const config = { policy: mayRead('calendar') };

/** `shifts/` and `calendar/`: the days of schedules (specification §3, §5). */
export const shiftsRoutes =
  ({ deployment: { timeZone }, database: { db }, clock }: AppParts, planning: Planning): FastifyPluginAsyncTypebox =>
  async (app) => {
    /** The instants of a range of days. @throws ApiProblem check_dates */
    const rangeOf = ({ from_day, to_day }: { from_day: string; to_day: string }) => {
      const days = daysBetween(from_day, to_day);
      if (days < 0 || days >= shiftRangeDays)
        throw new ApiProblem('check_dates', { errors: { to_day: ['check_dates'] } });
      return {
        from: instantAt(from_day, '00:00', timeZone),
        to: instantAt(addDays(to_day, 1), '00:00', timeZone),
      };
    };

    app.get(
      '/calendar/',
      {
        config,
        schema: {
          summary: 'Interpreters with their shifts on a range of days',
          description: `A page of interpreters at a time, with what a calendar shows of each shift; at most ${shiftRangeDays} days in the deployment’s time zone. An interpreter reads their own. With \`partner\`: the shifts that a reservation of the partner stands on, asked for or approved. With the \`ETag\` of an answer as \`If-None-Match\`: 304 while it would be the same.`,
          tags,
          querystring: CalendarQuery,
          response: { 200: CalendarPage, 304: Type.Null() },
        },
      },
      async (request, reply) => {
        const { person } = sessionOf(request);
        const {
          interpreter,
          page,
          page_size,
          ordering,
          search,
          from_day,
          to_day,
          people: whose,
          ...filters
        } = request.query;
        const range = rangeOf({ from_day, to_day });
        const people = planning.readable(person, interpreter);
        if (people?.length === 0) return answerUnlessSame(request, reply, { count: 0, results: [] });
        const asked = {
          ...(page === undefined ? {} : { page }),
          ...(page_size === undefined ? {} : { page_size }),
          ...(ordering === undefined ? {} : { ordering }),
          ...(search === undefined ? {} : { search }),
        };
        const now = clock();
        const { count, rows } = await listInterpreters(db, asked, {
          interpreters: people,
          people: whose,
          range,
          filters,
          now,
        });
        const ids = rows.map(({ id }) => id);
        const shifts = await listForCalendar(db, range, filters, ids);
        const results = rows.map(({ id, name, active, suspended_until }) => ({
          interpreter: id,
          interpreter_name: name,
          active,
          suspended_until: active ? null : (suspended_until?.toISOString() ?? null),
          shifts: (shifts.get(id) ?? []).map((row) => shiftInCalendar(row, person, now)),
        }));
        return answerUnlessSame(request, reply, { count, results });
      },
    );

    app.get(
      '/calendar/month/',
      {
        config,
        schema: {
          summary: 'How many shifts each day of a range has, and the first of them',
          description: `Over all interpreters at once, with the filters of \`GET calendar/\`; at most ${shiftRangeDays} days in the deployment’s time zone. An interpreter reads their own.`,
          tags,
          querystring: CalendarMonthQuery,
          response: { 200: CalendarMonth, 304: Type.Null() },
        },
      },
      async (request, reply) => {
        const { person } = sessionOf(request);
        const { interpreter, search, from_day, to_day, people: whose, ...filters } = request.query;
        const range = rangeOf({ from_day, to_day });
        const people = planning.readable(person, interpreter);
        if (people?.length === 0) return answerUnlessSame(request, reply, { days: [] });
        const rows = await shiftsOfMonth(db, {
          search,
          interpreters: people,
          people: whose,
          range,
          filters,
          most: shiftsOfMonthDay,
        });
        const now = clock();
        const days = [...Map.groupBy(rows, ({ day }) => day)].map(([date, own]) => ({
          date,
          count: own[0]?.count ?? 0,
          shifts: own.map((row) => ({
            ...shiftInCalendar(row, person, now),
            interpreter: row.interpreter_id,
            interpreter_name: row.interpreter_name,
          })),
        }));
        return answerUnlessSame(request, reply, { days });
      },
    );

    app.get(
      '/shifts/',
      {
        config,
        schema: {
          summary: 'The shifts that touch a range of days',
          description: `In the deployment’s time zone, at most ${shiftRangeDays} days. An interpreter reads their own.`,
          tags,
          querystring: ShiftsQuery,
          response: { 200: Shifts },
        },
      },
      async (request) => {
        const { person } = sessionOf(request);
        const { from_day, to_day, interpreter, ...filters } = request.query;
        const range = rangeOf({ from_day, to_day });
        const people = planning.readable(person, interpreter);
        if (people?.length === 0) return { count: 0, results: [] };
        const rows = await listShifts(db, range, filters, people);
        const now = clock();
        return { count: rows.length, results: rows.map((row) => shiftOnWire(row, person, now)) };
      },
    );

    app.get(
      '/shifts/:id/',
      {
        config,
        schema: { summary: 'One shift', tags, params: RecordPath, response: { 200: Shift } },
      },
      async (request, reply) => {
        const { person } = sessionOf(request);
        const row = await findShift(db, request.params.id, planning.ownOf(person));
        return answerRecord(reply, shiftOnWire(row, person, clock()));
      },
    );

    app.patch(
      '/shifts/:id/',
      {
        config,
        schema: {
          summary: 'Change this day alone, or cancel it',
          description:
            'Cancelled is `state: disabled`; it occupies nobody and can be enabled again. `completed` comes alone, once the shift has begun. 409 `shift_reserved` names the approved reservations.',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          body: ShiftChanges,
          response: { 200: Shift },
        },
      },
      async (request, reply) => {
        const { person } = sessionOf(request);
        const row = await planning.changeShift(request, request.params.id, request.body);
        return answerRecord(reply, shiftOnWire(row, person, clock()));
      },
    );

    app.patch(
      '/shifts/:id/following/',
      {
        config,
        schema: {
          summary: 'Change this day and the following',
          description:
            'They become a schedule of their own, which is answered; the days before stay as they are. `If-Match` is the shift’s.',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          body: ScheduleChanges,
          response: { 200: Schedule },
        },
      },
      async (request, reply) => {
        const { person } = sessionOf(request);
        const row = await planning.changeFollowing(request, request.params.id, request.body);
        return answerRecord(reply, scheduleOnWire(row, person, clock()));
      },
    );

    app.post(
      '/shifts/:id/following/preview/',
      {
        config,
        schema: {
          summary: 'What a change of this day and the following would do to each of them',
          description: 'Nothing is written, nothing is held: between this and the change others may be first.',
          tags,
          params: RecordPath,
          body: ScheduleChanges,
          response: { 200: SchedulePreview },
        },
      },
      async (request) => {
        const { person } = sessionOf(request);
        return previewOnWire(await planning.previewFollowing(person, request.params.id, request.body), timeZone);
      },
    );

    serveRemoval(app, '/shifts/:id/', { summary: 'Take this day out of the calendar for good', tags }, (request, id) =>
      planning.removeShift(request, id),
    );

    serveRemoval(
      app,
      '/shifts/:id/following/',
      { summary: 'Take this day and the following out of the calendar', tags },
      (request, id) => planning.removeFollowing(request, id),
    );

    serveBlocking(
      app,
      '/shifts/:id/blocking_reservations/',
      { summary: 'The approved reservations that stop a change of the shift', tags },
      async (request, id) => {
        const row = await findShift(db, id, planning.ownOf(sessionOf(request).person));
        return blockingOnWire(await approvedOn(db, [row.id]), row.zone);
      },
    );
  };
