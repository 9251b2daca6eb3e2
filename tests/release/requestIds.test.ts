import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { headersOf } from '../../scripts/build/headers.ts';
import { nginxCache, nginxHeaders } from '../../scripts/build/nginxHeaders.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { randomId } from '../../server/randomId.ts';
import { startCollector } from '../support/collector.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { freePort } from '../support/freePort.ts';
import { type ServedTenant, serveTenant } from '../support/nginx.ts';
import { hasPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';
import { addSignedIn, type SignedIn } from '../support/session.ts';

(hasPostgres ? describe : describe.skip)('the id of a request', () => {
  let postgres: PostgresServer;
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let database: Database;
  let owner: SignedIn;
  let server: ServerProcess;
  let backend: string;
  let dist: string;
  let page: ServedTenant;

  beforeAll(async () => {
    [postgres, collector] = await Promise.all([startPostgres(), startCollector()]);
    const place = await postgres.createDatabase();
    database = await openDatabase({ url: place });
    await database.migrate();
    owner = await addSignedIn(database.db, 'owner');
    await sql`do $$ begin execute format('alter database %I set log_statement = ''all''', current_database()); end $$`.execute(
      database.db,
    );
    server = startServer({
      TENANT: 'iceland',
      FILES_KEY: testFilesKey,
      SMTP_URL: 'smtp://127.0.0.1:9',
      PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      STOP_DELAY_SECONDS: '0',
      DATABASE_URL: place,
    });
    backend = await server.url;
    // A page of one line, with the headers of a built one.
    dist = mkdtempSync(join(tmpdir(), 'signboard-ids-'));
    const headers = headersOf('', '');
    mkdirSync(join(dist, 'iceland', '.meta'), { recursive: true });
    writeFileSync(join(dist, 'iceland', 'index.html'), '<!doctype html><title>Signboard</title>');
    writeFileSync(join(dist, 'iceland', '.meta', 'headers.conf'), nginxHeaders(headers));
    writeFileSync(join(dist, 'iceland', '.meta', 'cache.conf'), nginxCache(headers));
    page = await serveTenant({ dist, id: 'iceland', port: await freePort(), backendUrl: backend, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await page.stop();
    server.child.kill('SIGKILL');
    await server.ended;
    await database.close();
    await Promise.all([postgres.stop(), collector.stop()]);
    rmSync(dist, { recursive: true });
  });

  const idOf = (answer: Response) => answer.headers.get('x-request-id') ?? '';
  const logged = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  /** What names a call of the backend. */
  const placesOf = async (id: string) => {
    const spans = () => collector.spans.filter(({ attributes }) => attributes['signboard.request.id'] === id);
    // Spans are sent in batches.
    while (spans().length === 0) await sleep(50);
    const lines = logged(server.lines.join('\n')).filter(({ reqId }) => reqId === id);
    const statements = readFileSync(postgres.log, 'utf8').matchAll(
      new RegExp(`/\\*request_id='${id}',route='([^']+)',traceparent='00-(\\w{32})-\\w{16}-\\d\\d'\\*/ `, 'g'),
    );
    const { db } = database;
    const audit = await db.selectFrom('audit_entries').select('act').where('request_id', '=', id).execute();
    const security = await db.selectFrom('security_events').select('event').where('request_id', '=', id).execute();
    return {
      spans: spans().map(({ name }) => name),
      traces: new Set([...spans().map(({ traceId }) => traceId), ...lines.flatMap(({ trace_id }) => trace_id ?? [])]),
      lines,
      statements: [...statements].map(([, route, trace]) => ({ route, trace })),
      logs: [...audit.map(({ act }) => act), ...security.map(({ event }) => event)],
    };
  };

  it.each([
    ['of a proxy in front', { 'x-request-id': 'edge-2024.05_01' }, { 'x-request-id': 'edge-2024.05_02' }],
    ['that nobody gave', {}, {}],
  ])(
    '%s is in the answers and logs of page and backend, in its trace, and in its statements',
    async (_, first, second) => {
      const opened = await fetch(`${page.url}/config.json`, { headers: first });
      expect(opened.status).toBe(200);
      const line = logged(page.log()).find((entry) => entry['request_id'] === idOf(opened));
      expect(line).toMatchObject({ method: 'GET', path: '/config.json', status: 200 });

      const json = { 'content-type': 'application/json' };
      const created = await fetch(`${backend}/contacts/`, {
        method: 'POST',
        body: JSON.stringify({ name: 'Desk', phoneNumber: '+3545812345' }),
        headers: { ...owner.headers, ...json, 'idempotency-key': randomId(), ...first },
      });
      expect(created.status).toBe(201);
      const refused = await fetch(`${backend}/auth/login/`, {
        method: 'POST',
        body: JSON.stringify({ email: 'nobody@example.is', password: 'wrong password' }),
        headers: { ...json, ...second },
      });
      const problem = (await refused.json()) as { request_id: string };
      expect([refused.status, problem.request_id]).toEqual([400, idOf(refused)]);

      if ('x-request-id' in first && 'x-request-id' in second)
        expect([opened, created, refused].map(idOf)).toEqual([
          ...[first, first, second].map((headers) => headers['x-request-id']),
        ]);
      else expect(new Set([opened, created, refused].map(idOf)).size).toBe(3);

      const calls = [
        { answer: created, route: 'POST%20%2Fcontacts%2F', span: 'POST /contacts/', entry: 'create' },
        { answer: refused, route: 'POST%20%2Fauth%2Flogin%2F', span: 'POST /auth/login/', entry: 'sign_in_refused' },
      ];
      for (const { answer, route, span, entry } of calls) {
        const { spans, traces, lines, statements, logs } = await placesOf(idOf(answer));
        expect(spans).toEqual([span]);
        expect(traces.size).toBe(1);
        expect(lines).not.toEqual([]);
        expect(logs).toEqual([entry]);
        expect(statements).not.toEqual([]);
        for (const statement of statements) expect(statement).toEqual({ route, trace: [...traces][0] });
      }
    },
  );
});
