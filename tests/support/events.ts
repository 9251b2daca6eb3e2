import type { AddressInfo } from 'node:net';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { FastifyInstance } from 'fastify';
import type { Change } from '../../contract/events.ts';
import type { SignedIn } from './backend.ts';

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void arrived.push(event) });
  const texts = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(texts.decode(chunk, { stream: true }));
    yield* arrived.splice(0);
  }
}

/** The address of an app, which listens from the first call on. */
export async function addressOf(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Opens the stream of a person, after an event or from now on. */
export async function openEvents(app: FastifyInstance, { headers }: SignedIn, after?: string) {
  const stop = new AbortController();
  const response = await fetch(`${await addressOf(app)}/events/`, {
    headers: { ...headers, accept: 'text/event-stream', ...(after ? { 'last-event-id': after } : {}) },
    signal: stop.signal,
  });
  if (!response.ok || !response.body) throw new Error(`The stream was refused: ${response.status}`);
  const events = eventsIn(response.body);
  /** The next event; null at the end of the stream. */
  const next = async () => {
    const { value, done } = await events.next();
    return done ? null : { event: value.event, id: value.id ?? '', data: JSON.parse(value.data) };
  };
  const start = await next();
  /** The changes up to the first one that matches, which is the last of them; all if the stream ends before. */
  const changesUntil = async (matches: (change: Change) => boolean): Promise<Change[]> => {
    const changes: Change[] = [];
    for (let event = await next(); event; event = await next()) {
      changes.push(event.data);
      if (matches(event.data)) break;
    }
    return changes;
  };
  return {
    response,
    start,
    next,
    changesUntil,
    /** The next change of a kind. */
    changeOf: async (kind: Change['kind']) => (await changesUntil((change) => change.kind === kind)).at(-1),
    close: () => stop.abort(),
  };
}

/** An open stream. */
export type OpenEvents = Awaited<ReturnType<typeof openEvents>>;
