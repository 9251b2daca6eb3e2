import Type from 'typebox';
import {
  CalendarMonth,
  CalendarMonthQuery,
  CalendarPage,
  CalendarQuery,
  shiftRangeDays,
  unassignedMax,
} from '../../../contract/shifts.ts';
import { writes } from '../../../contract/permissions.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Deployment } from '../../deployment.ts';
import { sendUnlessUnchanged } from '../../collection/etag.ts';
import { sessionOf } from '../../http/guard.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, type Person } from '../../policies/policy.ts';
import { ApiProblem } from '../../problem.ts';
import { holidaysBetween } from '../../schedule/holidays.ts';
import { addDays, daysBetween, instantAt } from '../../schedule/wallTime.ts';
import type { Planning } from './planning.ts';
import { bookedByDay, bookingsByLane, openByDay, unassignedIn } from './bookingsRepository.ts';
import { listForCalendar, listInterpreters, shiftsByDay } from './repository.ts';
import { excessOfShifts } from './workingTime.ts';
import { bookingInCalendar, openInCalendar, shiftInCalendar } from './wire.ts';

const reads = routeOptions('shifts', { policy: mayRead('calendar') });

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

/** Whether a person plans reservations, and so sees those that lack people. */
const isPlanner = ({ flags }: Deployment, person: Person): boolean =>
  flags.reservations && writes('reservations', person);

function serveLanes(app: TypedApp, { deployment, database: { db }, clock }: Dependencies, planning: Planning): void {
  const { timeZone, flags, workingTime } = deployment;
  app.get(
    '/calendar/',
    reads({
      summary: 'Interpreters with their shifts and reservations in a range of days',
      description: `Pages of interpreters, with the calendar's fields of each shift and reservation; at most ${shiftRangeDays} days in the deployment’s time zone. Interpreters read only their own. With \`partner\`: its pending and approved reservations, and their shifts. With the \`ETag\` of a response as \`If-None-Match\`: 304 while nothing has changed.`,
      querystring: CalendarQuery,
      response: { 200: CalendarPage, 304: Type.Null() },
    }),
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
      const toFind = { range, partner: filters.partner, now };
      const readShifts = async () => {
        const shifts = await listForCalendar(db, range, filters, ids);
        return { shifts, excess: await excessOfShifts(db, workingTime, [...shifts.values()].flat()) };
      };
      const [{ shifts, excess }, bookings, unassigned] = await Promise.all([
        readShifts(),
        flags.reservations ? bookingsByLane(db, toFind, { interpreters: ids, caller: person.id }) : null,
        isPlanner(deployment, person) ? unassignedIn(db, toFind, unassignedMax) : null,
      ]);
      const results = rows.map(({ id, name, active, suspended_until }) => ({
        interpreter: id,
        interpreter_name: name,
        active,
        suspended_until: active ? null : (suspended_until?.toISOString() ?? null),
        shifts: (shifts.get(id) ?? []).map((row) => shiftInCalendar(row, person, now, excess.get(row.id))),
        ...(bookings && {
          bookings: (bookings.get(id) ?? []).map((row) => bookingInCalendar(row, person, timeZone)),
        }),
      }));
      return sendUnlessUnchanged(request, reply, {
        count,
        results,
        holidays: await holidaysBetween(deployment, { from_day, to_day }),
        ...(unassigned && {
          unassigned: {
            count: unassigned.count,
            results: unassigned.rows.map((row) => openInCalendar(row, timeZone)),
          },
        }),
      });
    },
  );
}

function serveMonth(app: TypedApp, { deployment, database: { db }, clock }: Dependencies, planning: Planning): void {
  const { timeZone, flags } = deployment;
  app.get(
    '/calendar/month/',
    reads({
      summary: 'The number and the hours of shifts and reservations on each day of a range',
      description: `Over all interpreters, with the filters of \`GET calendar/\`; at most ${shiftRangeDays} days in the deployment’s time zone. Interpreters read only their own.`,
      querystring: CalendarMonthQuery,
      response: { 200: CalendarMonth, 304: Type.Null() },
    }),
    async (request, reply) => {
      const { person } = sessionOf(request);
      const { interpreter, search, from_day, to_day, people: whose, ...filters } = request.query;
      const range = rangeOf({ from_day, to_day }, timeZone);
      const people = planning.readable(person, interpreter);
      if (people?.length === 0) return sendUnlessUnchanged(request, reply, { days: [] });
      const now = clock();
      const lanes = { search, interpreters: people, people: whose, range, filters, now };
      const [planned, booked, open] = await Promise.all([
        shiftsByDay(db, lanes),
        flags.reservations ? bookedByDay(db, lanes, timeZone) : [],
        isPlanner(deployment, person) ? openByDay(db, { range, partner: filters.partner, now }, timeZone) : [],
      ]);
      const empty = {
        count: 0,
        planned: 0,
        ...(flags.reservations && { booked: 0 }),
        ...(isPlanner(deployment, person) && { open: 0, short: 0 }),
      };
      const found = Map.groupBy([...planned, ...booked, ...open], ({ date }) => date);
      const days = [...found]
        .map(([date, parts]) =>
          parts.reduce<CalendarMonth['days'][number]>((day, part) => ({ ...day, ...part }), { date, ...empty }),
        )
        // What reaches into the range from the night before counts on the day before.
        .filter(({ date }) => date >= from_day)
        .sort((a, b) => (a.date < b.date ? -1 : 1));
      return sendUnlessUnchanged(request, reply, {
        days,
        holidays: await holidaysBetween(deployment, { from_day, to_day }),
      });
    },
  );
}

/** Serves `calendar/`: lanes of interpreters, and months. */
export function serveCalendar(app: TypedApp, deps: Dependencies, planning: Planning): void {
  serveLanes(app, deps, planning);
  serveMonth(app, deps, planning);
}
