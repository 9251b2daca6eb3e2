import Type from 'typebox';
import { CalendarFeeds, CreatedCalendarFeed, NewCalendarFeed } from '../../../contract/calendarFeeds.ts';
import { RecordPath } from '../../../contract/collection.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createCalendarFeeds } from './calendarFeeds.ts';

const reads = routeOptions('calendar_feeds', { policy: mayRead('calendar_feeds') });
const writes = routeOptions('calendar_feeds', { policy: mayWrite('calendar_feeds') });
const open = routeOptions('calendar_feeds', { policy: 'public' });

/** The feeds, for people who are signed in. */
function serveFeeds(app: TypedApp, calendarFeeds: ReturnType<typeof createCalendarFeeds>): void {
  app.get(
    '/calendar_feeds/',
    reads({
      summary: 'The caller’s calendar feeds; everybody’s for owners',
      response: { 200: CalendarFeeds },
    }),
    (request) => calendarFeeds.list(request),
  );

  app.post(
    '/calendar_feeds/',
    writes({
      summary: 'Add a calendar feed',
      description:
        'The response is the only one that contains the address. Interpreters may cover their own entries only.',
      body: NewCalendarFeed,
      response: { 201: CreatedCalendarFeed },
    }),
    (request) => calendarFeeds.create(request, request.body),
  );

  app.delete(
    '/calendar_feeds/:id/',
    writes({
      summary: 'End a calendar feed',
      description: 'Its address stops working at once. Owners end everybody’s.',
      params: RecordPath,
      response: { 204: NoContent },
    }),
    (request) => calendarFeeds.remove(request, request.params.id),
  );
}

/** The calendars, for programs that know the secret of a feed. */
function serveCalendars(app: TypedApp, calendarFeeds: ReturnType<typeof createCalendarFeeds>): void {
  app.get(
    '/calendars/:secret',
    open({
      summary: 'A calendar, for programs that subscribe to it',
      description:
        'The last part of the path is the secret of a feed and `.ics`. With the `ETag` of a response as `If-None-Match`: 304 while nothing has changed.',
      params: Type.Object({ secret: Type.String({ maxLength: 200 }) }),
      response: {
        200: {
          description: 'iCalendar (RFC 5545).',
          content: { 'text/calendar': { schema: Type.String() } },
        },
        304: Type.Null(),
      },
    }),
    async (request, reply) => {
      const secret = request.params.secret.replace(/\.ics$/, '');
      const { etag, content } = await calendarFeeds.open(request, secret);
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
      if (known.includes(etag)) return reply.code(304).send(null);
      return reply
        .header('content-disposition', 'attachment; filename="calendar.ics"')
        .type('text/calendar; charset=utf-8')
        .send(content());
    },
  );
}

/** `calendar_feeds/`: the calendars that programs subscribe to, and `calendars/`, where programs read them. */
export function routes(app: TypedApp, services: Services): void {
  const calendarFeeds = createCalendarFeeds(services);
  serveFeeds(app, calendarFeeds);
  serveCalendars(app, calendarFeeds);
}
