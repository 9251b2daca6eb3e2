import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { CalendarFeeds, CreatedCalendarFeed, NewCalendarFeed } from '../../../contract/calendarFeeds.ts';
import { RecordPath } from '../../../contract/collection.ts';
import { NoContent } from '../../http/noContent.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { mayRead, mayWrite } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createCalendarFeeds } from './calendarFeeds.ts';

const tags = ['calendar_feeds'];

/** The feeds, for people who are signed in. */
function serveFeeds(app: TypedApp, calendarFeeds: ReturnType<typeof createCalendarFeeds>): void {
  app.get(
    '/calendar_feeds/',
    {
      config: { policy: mayRead('calendar_feeds') },
      schema: {
        summary: 'The caller’s calendar feeds; everybody’s for owners',
        tags,
        response: { 200: CalendarFeeds },
      },
    },
    (request) => calendarFeeds.list(request),
  );

  app.post(
    '/calendar_feeds/',
    {
      config: { policy: mayWrite('calendar_feeds') },
      schema: {
        summary: 'Add a calendar feed',
        description:
          'The response is the only one that contains the address. Interpreters may cover their own entries only.',
        tags,
        body: NewCalendarFeed,
        response: { 201: CreatedCalendarFeed },
      },
    },
    async (request, reply) => reply.code(201).send(await calendarFeeds.create(request, request.body)),
  );

  app.delete(
    '/calendar_feeds/:id/',
    {
      config: { policy: mayWrite('calendar_feeds') },
      schema: {
        summary: 'End a calendar feed',
        description: 'Its address stops working at once. Owners end everybody’s.',
        tags,
        params: RecordPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await calendarFeeds.remove(request, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

/** The calendars, for programs that know the secret of a feed. */
function serveCalendars(app: TypedApp, calendarFeeds: ReturnType<typeof createCalendarFeeds>): void {
  app.get(
    '/calendars/:secret',
    {
      config: { policy: 'public' },
      schema: {
        summary: 'A calendar, for programs that subscribe to it',
        description:
          'The last part of the path is the secret of a feed and `.ics`. With the `ETag` of a response as `If-None-Match`: 304 while nothing has changed.',
        tags,
        params: Type.Object({ secret: Type.String({ maxLength: 200 }) }),
        response: {
          200: {
            description: 'iCalendar (RFC 5545).',
            content: { 'text/calendar': { schema: Type.String() } },
          },
          304: Type.Null(),
        },
      },
    },
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
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const calendarFeeds = createCalendarFeeds(services);
    serveFeeds(app, calendarFeeds);
    serveCalendars(app, calendarFeeds);
  };
