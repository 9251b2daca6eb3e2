import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  BusyCalendar,
  BusyCalendars,
  BusyTimes,
  BusyTimesQuery,
  NewBusyCalendar,
} from '../../../contract/busyCalendars.ts';
import { RecordPath } from '../../../contract/collection.ts';
import { shiftRangeDays } from '../../../contract/shifts.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent } from '../../http/noContent.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { rangeOf } from '../schedules/calendarRoutes.ts';

/** `busy_calendars/`: the calendars that people have elsewhere, and `busy_times/`: the times at which they are away. */
export const routes =
  ({ busyCalendars, planning, deployment: { timeZone } }: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/busy_calendars/',
      {
        config: { policy: mayRead('calendar_feeds') },
        schema: { summary: 'The caller’s busy calendars', tags: ['calendar_feeds'], response: { 200: BusyCalendars } },
      },
      (request) => busyCalendars.list(request),
    );

    app.post(
      '/busy_calendars/',
      {
        config: { policy: mayWrite('calendar_feeds') },
        schema: {
          summary: 'Add a busy calendar',
          description:
            'The calendar is read at once, and then every half an hour. Only the beginnings and ends of its events are stored. 400 `invalid` with a code for `address`: `calendar_not_https`, `private_address`, `calendar_unreachable`, `calendar_refused`, `calendar_unreadable`, `calendar_too_large` or `calendar_too_many_events`.',
          tags: ['calendar_feeds'],
          body: NewBusyCalendar,
          response: { 201: BusyCalendar },
        },
      },
      async (request, reply) => reply.code(201).send(await busyCalendars.create(request, request.body)),
    );

    app.delete(
      '/busy_calendars/:id/',
      {
        config: { policy: mayWrite('calendar_feeds') },
        schema: {
          summary: 'Remove a busy calendar',
          description: 'Its times are deleted.',
          tags: ['calendar_feeds'],
          params: RecordPath,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        await busyCalendars.remove(request, request.params.id);
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/busy_times/',
      {
        config: { policy: mayRead('calendar') },
        schema: {
          summary: 'The times at which people are away according to their own calendars',
          description: `That overlap a range of at most ${shiftRangeDays} days in the deployment’s time zone. They prevent no shift and no reservation. Interpreters read only their own.`,
          tags: ['shifts'],
          querystring: BusyTimesQuery,
          response: { 200: BusyTimes },
        },
      },
      async (request) => {
        const { from_day, to_day, interpreter } = request.query;
        const range = rangeOf({ from_day, to_day }, timeZone);
        const people = planning.readable(sessionOf(request).person, interpreter);
        return busyCalendars.times({ ...range, people });
      },
    );
  };
