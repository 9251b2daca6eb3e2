import type { FastifyInstance } from 'fastify';
import type { EventResults } from '../../contract/platformEvents.ts';

/** The calls of a video platform with the secret of a service account. */
export function platformOf(app: FastifyInstance, secret: string) {
  const authorization = `Bearer ${secret}`;
  return {
    /** One event; returns the status of the answer and its result. */
    send: async (event: unknown) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/platform/events/',
        payload: JSON.stringify(event),
        headers: { authorization, 'content-type': 'application/cloudevents+json' },
      });
      const { results } = answer.json<EventResults>();
      return { status: answer.statusCode, result: results[0] };
    },
    /** A batch; returns the status of the answer and its results. */
    sendAll: async (events: readonly unknown[]) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/platform/events/',
        payload: JSON.stringify(events),
        headers: { authorization, 'content-type': 'application/cloudevents-batch+json; charset=utf-8' },
      });
      return { status: answer.statusCode, results: answer.json<EventResults>().results };
    },
    /** The bytes of a recording. */
    upload: (source: string, object: string, bytes: Buffer) =>
      app.inject({
        method: 'PUT',
        url: '/platform/recordings/',
        query: { source, object },
        payload: bytes,
        headers: { authorization, 'content-type': 'video/webm' },
      }),
  };
}
