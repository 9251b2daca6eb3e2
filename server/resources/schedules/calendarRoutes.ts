import Type from 'typebox';
import {
  CalendarMonth,
  CalendarMonthQuery,
  CalendarPage,
  CalendarQuery,
  shiftRangeDays,
  shiftsOfMonthDay,
} from '../../../contract/shifts.ts';
import type { Dependencies } from '../../dependencies.ts';
import { sendUnlessUnchanged } from '../../collection/etag.ts';
import { sessionOf } from '../../http/guard.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { mayRead } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { addDays, daysBetween, instantAt } from '../../schedule/wallTime.ts';
import type { Planning } from './planning.ts';
import { listForCalendar, listInterpreters, shiftsOfMonth } from './repository.ts';
import { shiftInCalendar } from './wire.ts';

const tags = ['shifts'];
const config = { policy: mayRead('calendar') };

/** The instants of a range of days in a time zone. @throws ApiProblem check_dates */
export function rangeOf(
  { from_day, to_day }: { from_day: string; to_day: string },
  timeZone: string,
): { from: Date; to: Date } {
  const days = daysBetween(from_day, to_day);
  if (days < 0 || days >= shiftRangeDays) throw new ApiProblem('check_dates', { errors: { to_day: ['check_dates'] } });
  return {
    from: instantAt(from_day, '00:00', timeZone),
    to: instantAt(addDays(to_day, 1), '00:00', timeZone),
  };
}

/** Serves `calendar/`: lanes of interpreters, and months. */
export function serveCalendar(
  app: TypedApp,
  { deployment: { timeZone }, database: { db }, clock }: Dependencies,
  planning: Planning,
): void {
  app.get(
    '/calendar/',
    {
      config,
      schema: {
        summary: 'Interpreters with their shifts in a range of days',
        description: `Pages of interpreters, with the calendar's fields of each shift; at most ${shiftRangeDays} days in the deployment’s time zone. Interpreters read only their own. With \`partner\`: the shifts of the partner's pending and approved reservations. With the \`ETag\` of a response as \`If-None-Match\`: 304 while nothing has changed.`,
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
      const range = rangeOf({ from_day, to_day }, timeZone);
      const people = planning.readable(person, interpreter);
      if (people?.length === 0) return sendUnlessUnchanged(request, reply, { count: 0, results: [] });
      const asked = { page, page_size, ordering, search };
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
      return sendUnlessUnchanged(request, reply, { count, results });
    },
  );

  app.get(
    '/calendar/month/',
    {
      config,
      schema: {
        summary: 'The number of shifts on each day of a range, and the first of them',
        description: `Over all interpreters, with the filters of \`GET calendar/\`; at most ${shiftRangeDays} days in the deployment’s time zone. Interpreters read only their own.`,
        tags,
        querystring: CalendarMonthQuery,
        response: { 200: CalendarMonth, 304: Type.Null() },
      },
    },
    async (request, reply) => {
      const { person } = sessionOf(request);
      const { interpreter, search, from_day, to_day, people: whose, ...filters } = request.query;
      const range = rangeOf({ from_day, to_day }, timeZone);
      const people = planning.readable(person, interpreter);
      if (people?.length === 0) return sendUnlessUnchanged(request, reply, { days: [] });
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
      return sendUnlessUnchanged(request, reply, { days });
    },
  );
}
