import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StreamStart } from '../../../contract/events.ts';
import { heartbeatEvery } from '../../../contract/heartbeat.ts';
import type { Services } from '../../services.ts';
import { etagOf } from '../../collection/etag.ts';
import { type RequestSession, sessionOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import { type Announcement, channel, mergeAnnouncements, readAnnouncement, viewsWith } from './announcements.ts';

/** How long announcements are collected before they are sent together, in milliseconds. */
const collectFor = 50;

/** How many announcements a process keeps for clients that come back. */
const kept = 5_000;

/** Maximum number of streams of one person in one process. */
const streamsPerPerson = 20;

/** How much a stream may lag behind before it is cut off, in bytes. */
const maxBehind = 256 * 1024;

/** How long a process waits until it hears itself, in milliseconds. */
const testTimeout = 10_000;

/** Added to the age that a client states, in milliseconds: its reads may have ended before this call began. */
const ageTolerance = 2_000;

type Stream = { session: RequestSession; body: Readable };

/** An announcement with its texts on streams, with and without the record, and when it was sent on the clock of `performance`. */
type Sent = { at: number; announcement: Announcement; texts: { record: string; kind: string } };

type Position = {
  /** The last event that the client has received; null: none. */
  after: string | null;
  /** How old what the client has read is, in milliseconds; null: unknown. */
  age: number | null;
};

/** The streams of this process, and what they carry. */
export type Events = {
  /**
   * Opens the stream of a call.
   * @throws ApiProblem backend_unreachable while the process stops or cannot listen to the database; too_many_requests.
   */
  open: (request: FastifyRequest, position: Position) => Promise<Readable>;
};

const eventText = (event: 'start' | 'change', id: string, data: object) =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

/** Passes the announcements of the database on to the open streams of this process. The first stream begins to listen. */
export function createEvents(
  app: FastifyInstance,
  { database, deployment: { flags }, metrics, signIn }: Services,
): Events {
  const viewOf = viewsWith(flags);
  const streams = new Set<Stream>();
  let listening: Promise<() => Promise<void>> | null = null;
  const self = randomUUID();
  let heardSelf = Promise.withResolvers<void>();
  /** What was sent after `beginning`, the id of an event at the time `since`. */
  let history: Sent[] = [];
  let beginning = '';
  let since = 0;
  let collected: Announcement[] = [];

  const write = (stream: Stream, text: string) => {
    if (stream.body.readableLength > maxBehind) stream.body.destroy();
    else stream.body.push(text);
  };
  const end = (stream: Stream) => {
    streams.delete(stream);
    stream.body.push(null);
  };
  const textOf = (some: readonly Sent[], { session: { person } }: Stream): string =>
    some
      .map(({ announcement, texts }) => {
        const view = viewOf(person, announcement);
        return view ? texts[view] : '';
      })
      .join('');

  const forgetOldest = () => {
    since = history.at(-kept - 1)?.at ?? since;
    beginning = history.at(-kept - 1)?.announcement.id ?? beginning;
    history = history.slice(-kept);
  };

  const send = (announcements: readonly Announcement[]) => {
    const at = performance.now();
    const news = mergeAnnouncements(announcements).map((announcement): Sent => {
      const { id, kind, record, version } = announcement;
      const etag = version === null ? null : etagOf(version);
      const texts = {
        record: eventText('change', id, { kind, id: record, etag }),
        kind: eventText('change', id, { kind, id: null, etag: null }),
      };
      return { at, announcement, texts };
    });
    history.push(...news);
    if (history.length > 2 * kept) forgetOldest();
    for (const stream of streams) {
      const text = textOf(news, stream);
      if (text) write(stream, text);
    }
  };

  let sending = Promise.resolve();
  const sendCollected = () => {
    const announcements = collected;
    collected = [];
    const { replica } = database;
    if (!replica) send(announcements);
    // Clients read a record as soon as they hear of its change.
    else sending = sending.then(() => replica.caughtUp()).then(() => send(announcements));
  };

  /** Ends the streams whose session has ended or whose person has another role. */
  const endClosed = (some: readonly Stream[]) =>
    Promise.all(
      some.map(async (stream) => {
        const { person, tokenHash } = stream.session;
        const now = await signIn.findPersonOf(tokenHash);
        if (now?.role !== person.role) end(stream);
      }),
      // A database that does not answer ends no session.
    ).catch((error: unknown) => app.log.warn({ err: error }, 'the sessions of streams were not checked'));

  const hear = (payload: string) => {
    if (payload === self) {
      heardSelf.resolve();
      return;
    }
    const announcement = readAnnouncement(payload);
    if (!announcement) return;
    if (announcement.kind === 'sessions') {
      const { people } = announcement;
      void endClosed([...streams].filter(({ session }) => people?.includes(session.person.id) ?? true));
      return;
    }
    if (collected.length === 0) setTimeout(sendCollected, collectFor).unref();
    collected.push(announcement);
  };

  const endAll = () => {
    for (const stream of streams) end(stream);
  };

  const lose = (cause: unknown) => {
    app.log.warn({ err: cause }, 'changes are no longer heard: streams end, and are opened again');
    const lost = listening;
    listening = null;
    endAll();
    void lost?.then(
      (stop) => stop(),
      () => undefined,
    );
  };

  /** Sends a notification to itself. @throws if it does not arrive: a connection fell silent, or a pooler forgets who listens. */
  const hearSelf = async () => {
    heardSelf = Promise.withResolvers();
    const late = setTimeout(() => heardSelf.reject(new Error('A notification did not arrive.')), testTimeout);
    try {
      await Promise.all([heardSelf.promise, sql`select pg_notify(${channel}, ${self})`.execute(database.db)]);
    } finally {
      clearTimeout(late);
    }
  };

  const begin = async () => {
    const stop = await database.listen(channel, hear, () => lose(new Error('The connection was closed.')));
    try {
      await hearSelf();
    } catch (error) {
      await stop();
      throw error;
    }
    since = performance.now();
    history = [];
    beginning = randomUUID();
    return stop;
  };

  const listen = (): Promise<() => Promise<void>> => {
    if (listening) return listening;
    const begun = begin().catch((error: unknown) => {
      // Lost meanwhile, and begun again.
      if (listening === begun) listening = null;
      throw new ApiProblem('backend_unreachable', {}, { cause: error });
    });
    listening = begun;
    return begun;
  };

  /** What a client has missed; null if this process does not know. */
  const missedBy = ({ after, age }: Position): Sent[] | null => {
    if (after !== null) {
      const place = history.findLastIndex(({ announcement }) => announcement.id === after);
      // The beginning is in no announcement.
      return place >= 0 || after === beginning ? history.slice(place + 1) : null;
    }
    if (age === null) return null;
    const from = performance.now() - age;
    return from < since ? null : history.filter(({ at }) => at >= from - ageTolerance);
  };

  const beat = setInterval(() => {
    for (const stream of streams) write(stream, ':\n\n');
    if (streams.size === 0) return;
    void endClosed([...streams]);
    hearSelf().catch(lose);
  }, heartbeatEvery).unref();
  app.addHook('preClose', async () => endAll());
  app.addHook('onClose', async () => {
    clearInterval(beat);
    const stop = await listening?.catch(() => null);
    await stop?.();
  });

  return {
    open: async (request, at) => {
      const session = sessionOf(request);
      if (app.isStopping()) throw new ApiProblem('backend_unreachable');
      const own = [...streams].filter((stream) => stream.session.person.id === session.person.id);
      if (own.length >= streamsPerPerson) throw new ApiProblem('too_many_requests', { retry_after: 60 });
      await listen();
      const stream: Stream = { session, body: new Readable({ read: () => undefined }) };
      stream.body.once('close', () => {
        streams.delete(stream);
        metrics?.setOpenStreams(streams.size);
      });
      const missed = missedBy(at);
      const start: StreamStart = { resumed: missed !== null };
      const id = (missed && at.after) ?? history.at(-1)?.announcement.id ?? beginning;
      stream.body.push(eventText('start', id, start) + textOf(missed ?? [], stream));
      streams.add(stream);
      metrics?.setOpenStreams(streams.size);
      return stream.body;
    },
  };
}
