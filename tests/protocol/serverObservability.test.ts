import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { parse } from 'yaml';
import { platformExamples } from '../../contract/platformExamples.ts';
import { openDatabase, type Database } from '../../server/db/database.ts';
import { createMetrics, type Metrics } from '../../server/metrics/metrics.ts';
import { serveMetrics } from '../../server/metrics/server.ts';
import { randomId } from '../../server/randomId.ts';
import { createTracer } from '../../server/tracing/tracing.ts';
import { createBackend, anyDatabase, testStart, usualDatabase } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { type CollectedSpan, startCollector } from '../support/collector.ts';
import { openEvents } from '../support/events.ts';
import { platformOf } from '../support/platform.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';

const monitoring = resolve(import.meta.dirname, '../../docs/ops/monitoring');

type Box = { x: number; y: number; w: number; h: number };
type Dashboard = {
  uid: string;
  templating: { list: { name: string; type: string; query: string; datasource?: object }[] };
  panels: {
    id: number;
    title: string;
    datasource: object;
    gridPos: Box;
    fieldConfig: { defaults: { unit?: string } };
    targets: { refId: string; expr: string; datasource?: object }[];
  }[];
};

const readDashboard = () => JSON.parse(readFileSync(`${monitoring}/dashboard.json`, 'utf8')) as Dashboard;

it('the dashboard has panels with own ids, titles, units and places, and asks the chosen data source for known variables', () => {
  const { panels, templating } = readDashboard();
  for (const key of ['id', 'title'] as const)
    expect(new Set(panels.map((panel) => panel[key])).size).toBe(panels.length);
  const source = { type: 'prometheus', uid: '${datasource}' };
  expect(templating.list).toMatchObject([
    { name: 'datasource', type: 'datasource', query: 'prometheus' },
    { name: 'instance', type: 'query', datasource: source },
  ]);
  const overlap = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  for (const panel of panels) {
    const { title, datasource, gridPos, fieldConfig, targets } = panel;
    expect([title, datasource, fieldConfig.defaults.unit]).toEqual([title, source, expect.stringMatching(/^[a-z]+$/)]);
    expect([title, gridPos.x + gridPos.w <= 24]).toEqual([title, true]);
    expect(panels.filter((other) => other !== panel && overlap(gridPos, other.gridPos))).toEqual([]);
    expect([title, targets.length > 0, new Set(targets.map(({ refId }) => refId)).size]).toEqual([
      title,
      true,
      targets.length,
    ]);
    for (const { expr, datasource: targetSource = source } of targets) {
      expect(targetSource).toEqual(source);
      for (const [, name] of expr.matchAll(/\$\{?(\w+)/g)) expect(name).toBe('instance');
    }
  }
});

describe.each(anyDatabase)('the metrics, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let metrics: Metrics;
  let canWriteFiles = true;
  beforeAll(async () => {
    metrics = await createMetrics({
      database: backend.database,
      clock: () => testStart,
      dataFolder: import.meta.dirname,
      canWriteFiles: () => canWriteFiles,
      build: { tenant: 'testland', version: '1.2.3', commit: 'abc1234' },
    });
  });

  /** The values of the figures by their name with labels. */
  const read = async (from: Metrics = metrics): Promise<Record<string, number>> => {
    const { text } = await from.read();
    return Object.fromEntries(
      text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    );
  };

  it('count calls by route and status, without ids, and refused sign-ins', async () => {
    const app = await backend.app({ metrics, flags: { twoFactor: false } });
    const { headers } = await backend.signedIn();
    for (const id of ['a'.repeat(24), 'b'.repeat(24)]) await app.inject({ url: `/partners/${id}/`, headers });
    await app.inject('/wp-login.php');
    const payload = { email: 'nobody@testland.example', password: 'wrong password' };
    await app.inject({ method: 'POST', url: '/auth/login/', payload });
    const figures = await read();
    const count = (method: string, route: string, status: number) =>
      figures[`http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`];
    expect([count('GET', '/partners/:id/', 404), count('GET', 'unknown', 404)]).toEqual([2, 1]);
    expect(count('POST', '/auth/login/', 400)).toBe(1);
    expect(figures['signboard_security_events_total{event="sign_in_refused"}']).toBe(1);
    expect(Object.keys(figures).join('\n')).not.toMatch(/aaaa|wp-login|nobody/);
  });

  it('tell the state of outbox, tasks, sessions, connections and disk', async () => {
    const { db } = backend.database;
    const ago = (minutes: number) => new Date(testStart.getTime() - minutes * 60_000);
    const mail = { recipient: 'a@b.example', subject: '', text_body: '', html_body: '', calendars: '[]', tries: 1 };
    const later = new Date('2024-05-02T21:00:00Z');
    await db
      .insertInto('mail_outbox')
      .values({ id: '0'.repeat(24), ...mail, due: later, until: later, created: ago(20), failure: '450' })
      .execute();
    await db
      .insertInto('tasks')
      .values([
        { kind: 'recording', subject_id: 'a', state: 'waiting', due: ago(5) },
        { kind: 'recording', subject_id: 'b', state: 'failed', due: ago(5), ended: ago(60) },
      ])
      .execute();
    await backend.signedIn();
    const figures = await read();
    expect(figures).toMatchObject({
      'signboard_build_info{tenant="testland",version="1.2.3",commit="abc1234"}': 1,
      signboard_database_up: 1,
      signboard_mails_waiting: 1,
      signboard_mails_failing: 1,
      signboard_mails_oldest_age_seconds: 1200,
      signboard_tasks_waiting: 1,
      signboard_tasks_failed: 1,
      signboard_tasks_oldest_age_seconds: 300,
      signboard_sessions: 1,
      signboard_files_bytes: expect.any(Number),
    });
    expect(figures['signboard_data_folder_free_bytes']).toBeGreaterThan(0);
    if (kind === 'postgres') expect(figures['signboard_database_connections_max']).toBe(10);
  });

  it('count events of a video platform by what became of them', async () => {
    const app = await backend.app({ metrics });
    const account = { name: 'Video', scopes: ['platform'], days: 30 };
    const { secret } = (await callsOf(app, await backend.signedIn()).post('/service_accounts/', account)).json();
    const [customer] = platformExamples;
    await platformOf(app, secret).sendAll([customer, customer, { ...customer, id: 'other', time: 'yesterday' }]);
    expect(await read()).toMatchObject({
      'signboard_platform_events_total{status="accepted"}': 1,
      'signboard_platform_events_total{status="duplicate"}': 1,
      'signboard_platform_events_total{status="rejected"}': 1,
      'signboard_platform_events_total{status="waiting"}': 0,
    });
  });

  it('tell how many event streams are open, whose duration is no time of an answer', async () => {
    const app = await backend.app({ metrics });
    const person = await backend.signedIn();
    expect((await app.inject('/events/')).statusCode).toBe(401);
    const streams = [await openEvents(app, person), await openEvents(app, person)];
    expect((await read())['signboard_streams']).toBe(2);
    for (const stream of streams) stream.close();
    while ((await read())['signboard_streams'] !== 0) await sleep(5);
    const events = Object.entries(await read()).filter(([name]) => /seconds_count.*"\/events\/"/.test(name));
    expect(events).toEqual([['http_request_duration_seconds_count{method="GET",route="/events/",status="401"}', 1]]);
  });

  it('tell what waits for other systems and people, without what waits for nothing', async () => {
    const { db } = backend.database;
    const ago = (minutes: number) => new Date(testStart.getTime() - minutes * 60_000);
    const until = new Date(testStart.getTime() + 60_000);
    const [on, off] = [randomId(), randomId()];
    const hook = { url: 'http://127.0.0.1:1/', description: 'Payroll', event_types: [], created: testStart };
    await db
      .insertInto('webhooks')
      .values([
        { ...hook, id: on },
        { ...hook, id: off, enabled: false, disabled_because: 'owner' },
      ])
      .execute();
    const delivery = { subject_id: on, data: '{}', created: ago(90), until, transaction: 1 };
    const type = 'test';
    await db
      .insertInto('webhook_deliveries')
      .values([
        { ...delivery, type, id: randomId(), webhook_id: on, due: ago(5) },
        { ...delivery, type, id: randomId(), webhook_id: on, due: until },
        { ...delivery, type, id: randomId(), webhook_id: off, due: ago(60) },
      ])
      .execute();
    canWriteFiles = false;
    const figures = await read();
    canWriteFiles = true;
    expect(figures).toMatchObject({
      'signboard_outgoing_waiting{queue="webhooks"}': 2,
      'signboard_outgoing_oldest_age_seconds{queue="webhooks"}': 300,
      'signboard_outgoing_waiting{queue="push_messages"}': 0,
      signboard_files_writable: 0,
    });
    expect((await read())['signboard_files_writable']).toBe(1);
  });

  it('say that the database is down, and leave out what only it knows', async () => {
    const database = await openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none' });
    const build = { tenant: 'testland', version: '1.2.3', commit: 'abc1234' };
    const figures = await read(
      await createMetrics({ database, clock: () => testStart, dataFolder: null, canWriteFiles: () => true, build }),
    );
    expect(figures['signboard_database_up']).toBe(0);
    expect(Object.keys(figures).filter((name) => /mails|tasks|sessions|outgoing|data_folder/.test(name))).toEqual([]);
    await database.close();
  });

  it('are served at their own port only', async () => {
    const app = await backend.app({ metrics });
    expect((await app.inject('/metrics')).statusCode).toBe(404);
    const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 }, app.log);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answer = await fetch(`${url}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(await answer.text()).toContain('# TYPE http_request_duration_seconds histogram');
    const others = [await fetch(`${url}/partners/`), await fetch(`${url}/metrics`, { method: 'POST' })];
    expect(others.map(({ status }) => status)).toEqual([404, 405]);
    server.closeAllConnections();
    server.close();
  });

  it('exist under the names that the alerts and the dashboard ask for', async () => {
    const { text } = await metrics.read();
    const names = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : name,
      ),
    );
    const { groups } = parse(readFileSync(`${monitoring}/alerts.yml`, 'utf8')) as {
      groups: { rules: { expr: string }[] }[];
    };
    const { panels } = readDashboard();
    const queries = [
      ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(queries.length).toBeGreaterThan(30);
    const asked = queries.flatMap((expr) => expr.match(/\b(signboard|http|process|nodejs)_\w+/g) ?? []);
    expect([...new Set(asked)].filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('a trace', () => {
  const backend = sharedBackendOf(usualDatabase);
  let collector: Awaited<ReturnType<typeof startCollector>>;
  beforeAll(async () => {
    collector = await startCollector();
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
  });
  afterAll(async () => {
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    await collector.stop();
  });

  it('continues that of the caller, with the statements of a call below it, and has tasks of their own', async () => {
    const tracer = await createTracer({ tenant: 'testland', version: '1.2.3', share: 1 });
    const app = await backend.app({ tracer });
    const { headers } = await backend.signedIn();
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const call = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-request-id': 'trace-me-1' };
    const payload = { name: 'City Hospital', slug: 'city-hospital' };
    await app.inject({ method: 'POST', url: '/partners/', headers: { ...headers, ...call }, payload });
    await app.inject({ method: 'POST', url: '/auth/forgot_password/', payload: { email: 'a@testland.example' } });
    await app.close();
    await tracer.stop();
    const { spans } = collector;
    const root = spans.find(({ name }) => name === 'POST /partners/') as CollectedSpan;
    expect(root).toMatchObject({
      traceId,
      parentSpanId: 'b7ad6b7169203331',
      kind: 2,
      attributes: {
        'http.route': '/partners/',
        'http.response.status_code': 201,
        'signboard.request.id': 'trace-me-1',
      },
    });
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['select', 'insert']));
    const texts = parts.map(({ attributes }) => attributes['db.query.text']).join('\n');
    expect(texts).toContain('insert into "partners"');
    expect(texts).not.toContain('City Hospital');
    expect(new Set(spans.map((span) => span.traceId)).size).toBeGreaterThan(1);
    expect(spans.map(({ name }) => name)).toContain('housekeeping');
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'signboard', 'service.version': '1.2.3' });
  });
});

(hasPostgres ? describe : describe.skip)('a backend on PostgreSQL', () => {
  const backend = backendOf('postgres');

  const readiness = async (database: Database) => {
    const answer = await (await backend.app({ database })).inject('/readyz/');
    return [answer.statusCode, answer.json().code ?? answer.json().status];
  };

  it('is not ready while its database is read-only, and answers writes with the code of a missing backend', async () => {
    const { url, drop } = await createShared({ migrated: true });
    const name = new URL(url.replace('@/', '@localhost/')).pathname.slice(1);
    const setReadOnly = (value: string) =>
      sql.raw(`alter database ${name} set default_transaction_read_only = ${value}`).execute(backend.database.db);
    await setReadOnly('on');
    const database = await openDatabase({ url });
    expect(await readiness(database)).toEqual([503, 'backend_unreachable']);
    const payload = { email: 'a@testland.example', password: 'wrong password' };
    const app = await backend.app({ database, flags: { twoFactor: false } });
    const answer = await app.inject({ method: 'POST', url: '/auth/login/', payload });
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'backend_unreachable']);
    await app.close();
    await database.close();
    await setReadOnly('off');
    const again = await openDatabase({ url });
    expect(await readiness(again)).toEqual([200, 'ok']);
    await backend.reset();
    await again.close();
    await drop();
  });

  it('is not ready while calls use all connections, and is again afterwards', async () => {
    const { url, drop } = await createShared({ migrated: true });
    const database = await openDatabase({ url });
    const work = Array.from({ length: 10 }, () => sql`select pg_sleep(4)`.execute(database.db));
    while (database.connections()?.open !== 10) await sleep(5);
    expect(await readiness(database)).toEqual([503, 'backend_unreachable']);
    await Promise.all(work);
    expect(await readiness(database)).toEqual([200, 'ok']);
    await backend.reset();
    await database.close();
    await drop();
  });

  it('names the request of a slow statement in pg_stat_activity, also when the statement was prepared before', async () => {
    // A connection that other files have used has prepared the statement already.
    const unusedBackend = await createBackend('postgres');
    const { db } = unusedBackend.database;
    const { headers } = await unusedBackend.signedIn();
    const app = await unusedBackend.app();
    const call = async (id: string) => {
      const answer = await app.inject({ url: '/partners/', headers: { ...headers, 'x-request-id': id } });
      expect(answer.statusCode).toBe(200);
    };
    /** Lets a call wait for a table, and returns its statement as soon as `isEnough`. */
    const waiting = (id: string, isEnough: (seconds: number) => boolean) =>
      db.transaction().execute(async (trx) => {
        await sql`lock table partners`.execute(trx);
        const answer = call(id);
        for (;;) {
          const { rows } = await sql<{ query: string; seconds: number }>`
            select query, extract(epoch from clock_timestamp() - query_start)::float8 seconds
            from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%"partners"%'`.execute(
            db,
          );
          const [row] = rows;
          if (row && isEnough(row.seconds)) return { query: row.query, answer };
          await sleep(5);
        }
      });
    expect((await waiting('first-call', () => true)).query).toMatch(
      /^\/\*request_id='first-call',route='GET%20%2Fpartners%2F'\*\/ (select|with)/,
    );
    for (let run = 0; run < 5; run += 1) await call(`quick-call-${run}`);
    const { query, answer } = await waiting('prepared-call', (seconds) => seconds > 0.3);
    expect(query).not.toContain('request_id');
    await answer;
    expect((await waiting('slow-call', () => true)).query).toContain("/*request_id='slow-call',");
    await unusedBackend.close();
  });
});
