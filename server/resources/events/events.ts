import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StreamStart } from '../../../contract/events.ts';
import { heartbeatEvery } from '../../../contract/heartbeat.ts';
import { etagOf } from '../../collection/etag.ts';
import { type RequestSession, sessionOf } from '../../http/guard.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { type Announcement, mergeAnnouncements, readAnnouncement, viewsWith } from './announcements.ts';
import { createHistory, type Position, type Sent } from './history.ts';
import { createListener } from './listener.ts';
import { createStreams } from './streams.ts';

/** How long announcements are collected before they are sent together, in milliseconds. */
const collectFor = 50;

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

function sentAt(at: number, announcement: Announcement): Sent {
  const { id, kind, record, version } = announcement;
  const etag = version === null ? null : etagOf(version);
  const texts = {
    record: eventText('change', id, { kind, id: record, etag }),
    kind: eventText('change', id, { kind, id: null, etag: null }),
  };
  return { at, announcement, texts };
}

/** Passes the announcements of the database on to the open streams of this process. The first stream begins to listen. */
export function createEvents(app: FastifyInstance, services: Services): Events {
  const {
    database,
    deployment: { flags },
  } = services;
  const viewOf = viewsWith(flags);
  const textFor = (news: readonly Sent[], person: RequestSession['person']): string =>
    news
      .map(({ announcement, texts }) => {
        const view = viewOf(person, announcement);
        return view ? texts[view] : '';
      })
      .join('');
  const history = createHistory();
  const streams = createStreams(services, app.log);

  const send = (announcements: readonly Announcement[]) => {
    const at = performance.now();
    const news = mergeAnnouncements(announcements).map((announcement) => sentAt(at, announcement));
    history.add(news);
    streams.write((person) => textFor(news, person));
  };

  let collected: Announcement[] = [];
  let sending = Promise.resolve();
  const sendCollected = () => {
    const announcements = collected;
    collected = [];
    const { replica } = database;
    if (!replica) send(announcements);
    // Clients read a record as soon as they hear of its change.
    else sending = sending.then(() => replica.caughtUp()).then(() => send(announcements));
  };

  const listener = createListener(database, {
    hear: (payload) => {
      const announcement = readAnnouncement(payload);
      if (!announcement) return;
      if (announcement.kind === 'sessions') {
        void streams.endClosed(announcement.people);
        return;
      }
      if (collected.length === 0) setTimeout(sendCollected, collectFor).unref();
      collected.push(announcement);
    },
    onBegin: history.begin,
    onLost: (cause) => {
      app.log.warn({ err: cause }, 'changes are no longer heard: streams end, and are opened again');
      streams.endAll();
    },
  });

  const beat = setInterval(() => {
    if (streams.isEmpty()) return;
    streams.write(() => ':\n\n');
    void streams.endClosed(null);
    listener.check();
  }, heartbeatEvery).unref();
  app.addHook('preClose', async () => streams.endAll());
  app.addHook('onClose', async () => {
    clearInterval(beat);
    await listener.stop();
  });

  return {
    open: async (request, position) => {
      const session = sessionOf(request);
      if (app.isStopping()) throw new ApiProblem('backend_unreachable');
      streams.requireRoom(session.person);
      await listener.listen();
      const missed = history.missedBy(position);
      const start: StreamStart = { resumed: missed !== null };
      const id = (missed && position.after) ?? history.latest();
      return streams.open(session, eventText('start', id, start) + textFor(missed ?? [], session.person));
    },
  };
}
