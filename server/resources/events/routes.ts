import type { Readable } from 'node:stream';
import Type from 'typebox';
import { EventsHeaders, EventsQuery } from '../../../contract/events.ts';
import { routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createEvents } from './events.ts';

const ownRoute = routeOptions('events', { policy: signedIn });

const answer = {
  description:
    'Server-sent events. `start` comes first: `resumed` tells whether the events after it are complete. Each `change` has the `kind` of record that changed, its `id`, or null, and its new `etag`, or null. Comments keep the connection open.',
  content: { 'text/event-stream': { schema: Type.Unsafe<Readable>(Type.String()) } },
};

/** `events/`: what changes, as it changes. */
export function routes(app: TypedApp, services: Services): void {
  const events = createEvents(app, services);
  app.get(
    '/events/',
    {
      ...ownRoute({
        summary: 'What changes, as it changes',
        description:
          'Only of records that the caller may read; interpreters learn of changes of their own records without their ids. The stream ends with the session.',
        querystring: EventsQuery,
        headers: EventsHeaders,
        response: { 200: answer },
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { age = null } = request.query;
      const after = request.headers['last-event-id'] ?? null;
      const body = await events.open(request, { after, age });
      // Proxies that compress or buffer would hold events back.
      return reply
        .type('text/event-stream')
        .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
        .send(body);
    },
  );
}
