import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { EventResults } from '../../contract/platformEvents.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { randomId } from '../../server/randomId.ts';
import type { SignedIn } from '../support/backend.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { freePort } from '../support/freePort.ts';
import { type LoadBalancer, startLoadBalancer } from '../support/loadBalancer.ts';
import { createShared } from '../support/postgres.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';
import { addSignedIn } from '../support/session.ts';

const source = 'https://video.example';
const eventsPerSecond = 500;
const batchSize = 50;
const seconds = 30;
const kills = 4;
const managers = 20;
const streamsOfEach = 10;

/** A list as somebody sees it who has it on screen: after a change it is read again, at most once at a time. */
function openList(url: string, headers: Record<string, string>) {
  let next: Promise<Result[]> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  type Result = { category: string; outcome: string | null };
  const read = async (): Promise<Result[]> => {
    for (;;) {
      const answer = await fetch(url, { headers }).catch(() => null);
      const page = answer?.ok ? ((await answer.json().catch(() => null)) as { results: Result[] } | null) : null;
      if (page) return page.results;
      await sleep(100);
    }
  };
  return {
    /** What a reading shows that begins from now on. Without a change meanwhile, calls share it. */
    readAgain: (): Promise<Result[]> => {
      next ??= last
        .then(() => sleep(500))
        .then(() => {
          next = null;
          const now = read();
          last = now;
          return now;
        });
      return next;
    },
  };
}

/**
 * A page that follows the contacts and the requests on site: what it knows, by its first read, by changes, and by reading again when it missed
 * some. Of a request it knows the category, once the list shows its end.
 */
function followLists(
  url: string,
  { headers, requests }: { headers: Record<string, string>; requests: ReturnType<typeof openList> },
) {
  const known = new Set<string>();
  let awaited: Promise<unknown> | null = null;
  const readRequests = (): void => {
    const coming = requests.readAgain();
    if (coming === awaited) return;
    awaited = coming;
    void coming.then((shown) => {
      for (const { category, outcome } of shown) if (outcome === 'abandoned') known.add(category);
    });
  };
  let [isOver, opened, refused] = [false, 0, 0];
  let last: string | null = null;
  let current: ReturnType<typeof get> | null = null;
  const read = async (): Promise<void> => {
    for (;;) {
      const answer = await fetch(`${url}/contacts/?page_size=100&ordering=-created`, { headers }).catch(() => null);
      const page = answer?.ok
        ? ((await answer.json().catch(() => null)) as { results: { id: string }[] } | null)
        : null;
      if (page) {
        for (const { id } of page.results) known.add(id);
        return;
      }
      await sleep(100);
    }
  };
  const take = (text: string): void => {
    last = /^id: (.*)$/m.exec(text)?.[1] ?? last;
    const isGap = text.startsWith('event: start') && !text.includes('"resumed":true');
    if (isGap) void read();
    if (isGap || text.includes('"kind":"interpretations"')) readRequests();
    const [, id] = /"kind":"contacts","id":"(\w+)"/.exec(text) ?? [];
    if (id) known.add(id);
    else if (text.includes('"kind":"contacts"')) void read();
  };
  const open = (): void => {
    if (isOver) return;
    let [rest, isAnswered] = ['', false];
    const again = (): void => void setTimeout(open, 100);
    const headersOf = { ...headers, accept: 'text/event-stream', ...(last === null ? {} : { 'last-event-id': last }) };
    current = get(`${url}/events/`, { agent: false, headers: headersOf }, (answer) => {
      isAnswered = true;
      if (answer.statusCode !== 200) {
        refused += 1;
        answer.resume().once('close', again);
        return;
      }
      opened += 1;
      answer.setEncoding('utf8').on('data', (part: string) => {
        const texts = (rest + part).split('\n\n');
        rest = texts.pop() ?? '';
        for (const text of texts) take(text);
      });
      answer.once('error', () => undefined).once('close', again);
    });
    current.once('error', () => isAnswered || again());
  };
  open();
  return {
    known,
    counts: () => ({ opened, refused }),
    stop: () => {
      isOver = true;
      current?.destroy();
    },
  };
}

describe('two backend processes behind a load balancer, killed in turn under load', () => {
  let database: Database;
  let drop: () => Promise<void>;
  let environment: Record<string, string>;
  let balancer: LoadBalancer;
  let url: string;
  const servers: ServerProcess[] = [];
  const people: SignedIn[] = [];
  let secret: string;

  const start = async (port: number) => {
    const server = startServer({ ...environment, PORT: String(port) });
    servers.push(server);
    await server.url;
    return server;
  };

  beforeAll(async () => {
    const shared = await createShared({ migrated: true });
    drop = shared.drop;
    database = await openDatabase({ url: shared.url });
    environment = {
      TENANT: 'iceland',
      DATABASE_URL: shared.url,
      SMTP_URL: 'smtp://127.0.0.1:9',
      FILES_KEY: testFilesKey,
      LOG_LEVEL: 'info',
      STOP_DELAY_SECONDS: '0',
    };
    const port = await freePort();
    balancer = await startLoadBalancer(port);
    url = `http://127.0.0.1:${port}`;
    const { headers } = await addSignedIn(database.db, 'owner');
    for (let index = 0; index < managers; index += 1) people.push(await addSignedIn(database.db, 'manager'));
    balancer.ports.push(await freePort(), await freePort());
    const [server] = await Promise.all(balancer.ports.map(start));
    const created = await fetch(`${await server!.url}/service_accounts/`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Video', scopes: ['platform'], days: 30 }),
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomId() },
    });
    ({ secret } = (await created.json()) as { secret: string });
  });
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
    await balancer.stop();
    await database.close();
    await drop();
  });

  /** Three events of each request, in the order in which they happen. */
  const eventsOf = (request: number) => {
    const created = new Date(Date.UTC(2024, 4, 1) + request * 1_000);
    const event = (type: string, delay: number, data: object) => ({
      specversion: '1.0',
      id: `${type}/${request}`,
      source,
      type: `signboard.request.${type}`,
      subject: `request-${request}`,
      time: new Date(created.getTime() + delay).toISOString(),
      data,
    });
    return [
      event('created', 0, { channel: 'online', session_mode: 'VRI', queue_type: 'social', category: 'Health' }),
      event('abandoned', 60_000, {}),
      event('rated', 90_000, { rating: 1 + (request % 5) }),
    ];
  };

  const untilAnswered = async <Result>(
    ask: () => Promise<Result | null>,
  ): Promise<{ result: Result; turns: number }> => {
    for (let turns = 0; ; turns += 1) {
      const result = await ask().catch(() => null);
      if (result !== null) return { result, turns };
      await sleep(100);
    }
  };

  it('loses and repeats no event, and every stream shows each contact and the end of each request', async () => {
    const pages = people.flatMap(({ headers }) => {
      const requests = openList(`${url}/interpretations/?channel[]=live&page_size=100&ordering=-created`, headers);
      return Array.from({ length: streamsOfEach }, () => followLists(url, { headers, requests }));
    });
    while (pages.some((page) => page.counts().opened === 0)) await sleep(100);
    const contacts: string[] = [];
    const endedRequests: string[] = [];
    /** What pages have to show: ids of contacts, and categories of requests that have ended. */
    const acknowledged: string[] = [];
    const requests = Math.round((eventsPerSecond * seconds) / 3);
    const events = Array.from({ length: requests }, (_, index) => eventsOf(index)).flat();
    const over = new AbortController();
    let [repeated, late] = [0, 0];
    const refused: unknown[] = [];

    const sendBatch = async (batch: readonly object[]) => {
      const { result, turns } = await untilAnswered(async () => {
        const answer = await fetch(`${url}/platform/events/`, {
          method: 'POST',
          body: JSON.stringify(batch),
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/cloudevents-batch+json' },
        });
        return answer.ok ? ((await answer.json()) as EventResults) : null;
      });
      repeated += turns;
      refused.push(...result.results.filter(({ status }) => status === 'rejected'));
    };
    const sendAll = async () => {
      const began = performance.now();
      const sending: Promise<void>[] = [];
      for (let at = 0; at < events.length; at += batchSize) {
        const due = began + (at / eventsPerSecond) * 1_000;
        await sleep(Math.max(0, due - performance.now()));
        sending.push(sendBatch(events.slice(at, at + batchSize)));
      }
      const ended = performance.now();
      await Promise.all(sending);
      late = performance.now() - ended;
    };
    const addContacts = async () => {
      for (let index = 0; !over.signal.aborted && index < 90; index += 1) {
        const headers = { ...people[0]!.headers, 'content-type': 'application/json', 'idempotency-key': randomId() };
        const body = JSON.stringify({ name: `Desk ${index}`, phoneNumber: '+3545812345' });
        const { result } = await untilAnswered(async () => {
          const answer = await fetch(`${url}/contacts/`, { method: 'POST', headers, body });
          return answer.ok ? ((await answer.json()) as { id: string }) : null;
        });
        contacts.push(result.id);
        acknowledged.push(result.id);
        await sleep(400);
      }
    };
    const endRequests = async () => {
      for (let index = 0; !over.signal.aborted && index < 90; index += 1) {
        const category = `On site ${index}`;
        const [created, abandoned] = eventsOf(requests + index);
        await sendBatch([{ ...created, data: { ...created!.data, channel: 'live', category } }]);
        await sleep(200);
        await sendBatch([abandoned!]);
        endedRequests.push(category);
        acknowledged.push(category);
        await sleep(200);
      }
    };
    const killInTurn = async () => {
      let running = servers.slice(-2);
      for (let turn = 0; turn < kills; turn += 1) {
        await sleep(3_000);
        const place = turn % 2;
        running[place]!.child.kill('SIGKILL');
        await running[place]!.ended;
        const next = await start(balancer.ports[place]!);
        running = running.map((server, index) => (index === place ? next : server));
      }
    };
    const writing = Promise.all([addContacts(), endRequests()]);
    await Promise.all([sendAll(), killInTurn()]);
    over.abort();
    await writing;
    // A change that a stream loses is never known: the runner then ends the test.
    while (!pages.every(({ known }) => acknowledged.every((id) => known.has(id)))) await sleep(100);
    for (const page of pages) page.stop();

    expect(refused).toEqual([]);
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from platform_events) as events,
        (select count(distinct (source, event_id))::int from platform_events) as distinct_events,
        (select count(distinct external_id)::int from platform_subjects where kind = 'request') as subjects,
        (select count(*)::int from interpretations where outcome = 'abandoned') as requests,
        (select count(*)::int from feedback) as ratings,
        (select count(*)::int from contacts) as contacts`.execute(database.db);
    const all = { events: events.length + 2 * endedRequests.length, requests: requests + endedRequests.length };
    expect(rows).toEqual([
      {
        events: all.events,
        distinct_events: all.events,
        subjects: all.requests,
        requests: all.requests,
        ratings: requests,
        contacts: contacts.length,
      },
    ]);
    const reopened = pages.map((page) => page.counts().opened - 1);
    expect(endedRequests.length).toBeGreaterThan(kills);
    // Every kill ended about half of the streams.
    expect(reopened.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(pages.length);
    expect(repeated).toBeGreaterThan(0);
    console.log(
      `${events.length} events at ${eventsPerSecond}/s, ${repeated} calls repeated, the last was answered ${Math.round(late)} ms late; ${pages.length} streams opened ${reopened.reduce((sum, count) => sum + count, pages.length)} times`,
    );
  });
});
