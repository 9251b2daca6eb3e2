import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { flags } from '../../contract/flags.ts';
import { contractDocument, operationsOf, type Operation } from '../../scripts/probe/contract.ts';
import { checkContract } from '../../scripts/probe/checkContract.ts';
import { wireTo } from '../../scripts/probe/wire.ts';
import type { SignedIn } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const root = join(import.meta.dirname, '..', '..');

/** A deviation of a backend: changes a request or a correct response. Null: no change. */
type Change = { status?: number; headers?: Record<string, string | null>; body?: unknown };
type Habit = (call: { method: string; path: string }, answer: { status: number; body: unknown }) => Change | null;

type Item = Record<string, unknown>;
const isObject = (value: unknown): value is Item => typeof value === 'object' && value !== null;

/** The response with every record of a list, or the single record, changed. */
function eachRecord(body: unknown, change: (record: Item) => Item): unknown {
  if (!isObject(body)) return body;
  return Array.isArray(body['results']) ? { ...body, results: body['results'].map(change) } : change(body);
}

const without =
  (field: string) =>
  (record: Item): Item =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));

/** Deviations from the contract, with the expected report. */
const habits: [string, Habit, string[]][] = [
  [
    'leaves a field out',
    ({ path }, { body }) => (path === '/contacts/' ? { body: eachRecord(body, without('phoneNumber')) } : null),
    ['GET /contacts/ | results[].phoneNumber | missing field'],
  ],
  [
    'calls a field by another name',
    ({ path }, { body }) =>
      path === '/contacts/'
        ? { body: eachRecord(body, ({ phoneNumber, ...rest }) => ({ ...rest, phone_number: phoneNumber })) }
        : null,
    ['GET /contacts/ | results[].phoneNumber | missing field'],
  ],
  [
    'writes numbers as text',
    ({ path }, { body }) =>
      path === '/departments/' && isObject(body) ? { body: { ...body, count: String(body['count']) } } : null,
    ['GET /departments/ | count | wrong type'],
  ],
  [
    'has an additional role',
    ({ path }, { body }) =>
      /^\/users\/[0-9a-f]+\/$/.test(path) ? { body: eachRecord(body, (user) => ({ ...user, role: 'admin' })) } : null,
    ['GET /users/{id}/ | role | unknown value'],
  ],
  [
    'formats days for people',
    ({ path }, { body }) =>
      path === '/contacts/' ? { body: eachRecord(body, (contact) => ({ ...contact, created: '1 May 2024' })) } : null,
    ['GET /contacts/ | results[].created | wrong format'],
  ],
  [
    'has no versions of records',
    ({ path }) => (/^\/contacts\/[0-9a-f]+\/$/.test(path) ? { headers: { etag: null } } : null),
    ['GET /contacts/{id}/ | header ETag | missing header'],
  ],
  [
    'returns 200 with an empty list for missing records',
    ({ path }, { status }) => (status === 404 && path.startsWith('/contacts/') ? { status: 200, body: {} } : null),
    ['GET /contacts/{id}/ |  | wrong status'],
  ],
  [
    'has its own error format',
    (_, { status }) =>
      status >= 400 ? { headers: { 'content-type': 'application/json' }, body: { error: 'no' } } : null,
    [
      'GET /contacts/ | header Content-Type | error not RFC 9457',
      'GET /contacts/ | code | error not RFC 9457: missing field',
    ],
  ],
  [
    'has its own error codes',
    (_, { status, body }) => (status === 404 && isObject(body) ? { body: { ...body, code: 'gone_away' } } : null),
    ['GET /contacts/{id}/ | code | unknown value'],
  ],
  [
    'lets everybody read',
    ({ path }, { status }) => (path === '/contacts/' && status === 401 ? { status: 200, body: [] } : null),
    ['GET /contacts/ |  | wrong status'],
  ],
  [
    'returns HTML instead of data',
    ({ path }) => (path === '/versions/' ? { headers: { 'content-type': 'text/html' } } : null),
    ['GET /versions/ | header Content-Type | wrong content type'],
  ],
  [
    'redirects calls with a trailing slash',
    ({ path }) => (path === '/versions/' ? { status: 301, headers: { location: '/versions' } } : null),
    ['GET /versions/ |  | trailing slash'],
  ],
];

/** The same for requests: the query that our backend gets instead. */
const deafness: [string, (query: URLSearchParams) => void, string[]][] = [
  ['has no pages', (query) => query.delete('page'), ['GET /contacts/ | ?page | pagination not honoured']],
  [
    'has pages of one size',
    (query) => query.delete('page_size'),
    ['GET /contacts/ | ?page_size | pagination not honoured'],
  ],
  [
    'supports one order only',
    (query) => query.has('ordering') && query.set('ordering', query.get('ordering')?.replace('-', '') ?? ''),
    ['GET /contacts/ | ?ordering=name | ordering ignored'],
  ],
  ['does not read arrays', (query) => query.delete('role[]'), ['GET /users/ | ?role[] | bracket arrays not read']],
  ['accepts any parameter', (query) => query.delete('nothing_of_this_name'), ['GET /contacts/ |  | wrong status']],
];

type Run = { code: number; report: { checked: string[]; drifts: Record<string, string>[] }; out: string };

describe('npm run ops -- probe', () => {
  const backend = sharedBackendOf('embedded');
  let app: FastifyInstance;
  let owner: SignedIn;
  let operations: Operation[];
  const servers: Server[] = [];

  const listen = async (server: Server): Promise<string> => {
    servers.push(server);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };

  const pass = async (request: IncomingMessage, url: string): Promise<LightMyRequestResponse> => {
    const payload = await text(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    return app.inject({ method: request.method as 'GET', url, headers, ...(payload ? { payload } : {}) });
  };

  /** Our backend behind a proxy that changes requests and responses. */
  const behind = ({
    spoil = () => null,
    ask = () => undefined,
    isForgetful = false,
  }: {
    spoil?: Habit;
    ask?: (query: URLSearchParams) => void;
    isForgetful?: boolean;
  }) =>
    listen(
      createServer(async (request, response) => {
        const url = new URL(request.url ?? '', 'http://backend');
        ask(url.searchParams);
        if (isForgetful) delete request.headers['idempotency-key'];
        const { statusCode, headers, rawPayload } = await pass(request, `${url.pathname}${url.search}`);
        const isJson = /json/.test(String(headers['content-type']));
        const body: unknown = isJson ? JSON.parse(rawPayload.toString()) : undefined;
        const call = { method: request.method ?? '', path: url.pathname };
        const change = spoil(call, { status: statusCode, body }) ?? {};
        response.statusCode = change.status ?? statusCode;
        for (const [name, value] of Object.entries({ ...headers, ...change.headers }))
          if (value !== null && value !== undefined && name !== 'content-length') response.setHeader(name, value);
        response.end('body' in change ? JSON.stringify(change.body) : rawPayload);
      }),
    );

  const token = () => owner.headers.authorization.replace('Token ', '');

  /** The violations that the contract check reports, in this process. */
  const driftsOf = async (url: string, { write = false, only = '' } = {}): Promise<string[]> => {
    const settings = { write, only, now: new Date(), key: url, isSignedIn: true };
    const { drifts } = await checkContract(operations, wireTo(url, token()), settings);
    return drifts.map(({ endpoint, field, kind }) => `${endpoint} | ${field} | ${kind}`);
  };

  /** Runs the command in a separate process. */
  const run = async (url: string, ...options: string[]): Promise<Run> => {
    const env = { ...process.env, PROBE_TOKEN: token() };
    const asTable = options.includes('--no-json');
    const line = [
      'scripts/probe.ts',
      url,
      ...(asTable ? [] : ['--json']),
      ...options.filter((option) => option !== '--no-json'),
    ];
    const { stdout, code } = await promisify(execFile)(process.execPath, line, {
      cwd: root,
      env,
      maxBuffer: 1 << 26,
    }).then(
      ({ stdout: out }) => ({ stdout: out, code: 0 }),
      (error: { stdout: string; stderr: string; code: number }) => ({
        stdout: error.stdout || error.stderr,
        code: error.code,
      }),
    );
    return { code, out: stdout, report: stdout.startsWith('{') ? JSON.parse(stdout) : { checked: [], drifts: [] } };
  };

  beforeAll(async () => {
    operations = operationsOf(await contractDocument(null));
    app = await backend.app({ flags: Object.fromEntries(flags.map((flag) => [flag, true])), clock: () => new Date() });
    owner = await backend.openSession(await backend.addUser());
    await backend.database.db
      .updateTable('sessions')
      .set({ created: new Date(), authenticated: new Date(), expires: new Date(Date.now() + 3_600_000) })
      .execute();
    const calls = callsOf(app, owner);
    for (const number of [1, 2, 3]) {
      await backend.addUser({ role: number === 1 ? 'interpreter' : 'manager' });
      await calls.post('/contacts/', { name: `Contact ${number}`, phoneNumber: `+354581234${number}` });
      await calls.post('/departments/', { name: `Department ${number}` });
    }
  });
  afterAll(async () => {
    for (const server of servers) server.close();
  });

  /** The rows of every table, except logs, keys that the first call makes, and messages and tasks, which jobs work through later. */
  const rowCounts = async () => {
    const { rows } = await sql<{ table: string; rows: number }>`select relname as table,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text as rows
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and relname not in ('audit_entries', 'idempotency_keys', 'mail_outbox', 'notifications',
          'security_events', 'signing_keys', 'tasks') order by 1`.execute(backend.database.db);
    return rows;
  };

  it('reports nothing for our own backend, and changes nothing in it', async () => {
    const url = await behind({});
    const before = await rowCounts();
    const found = await run(url);
    expect([found.report.drifts, found.code]).toEqual([[], 0]);
    expect(found.report.checked).toContain('GET /contacts/{id}/');
    expect(found.report.checked.filter((name) => !name.startsWith('GET '))).toEqual([]);
    expect(await rowCounts()).toEqual(before);
  });

  it('reports nothing when it also writes, and leaves no record behind', async () => {
    const url = await behind({});
    const before = await rowCounts();
    const found = await run(url, '--write');
    expect([found.report.drifts, found.code]).toEqual([[], 0]);
    expect(found.report.checked).toEqual(
      expect.arrayContaining(['POST /contacts/', 'PATCH /contacts/{id}/', 'DELETE /contacts/{id}/', 'POST /users/']),
    );
    expect(await rowCounts()).toEqual(before);
  });

  /** The part of the API that the expected lines refer to: `contacts/`. */
  const partOf = ([line = '']: string[]) => `${/\/(\w+)\//.exec(line)?.[1]}/`;

  it.each(habits)('reports a backend that %s', async (_, spoil, expected) => {
    const found = await driftsOf(await behind({ spoil }), { only: partOf(expected) });
    expect(found).toEqual(expect.arrayContaining(expected));
  });

  it.each(deafness)('reports a backend that %s', async (_, ask, expected) => {
    const found = await driftsOf(await behind({ ask }), { only: partOf(expected) });
    expect(found).toEqual(expect.arrayContaining(expected));
  });

  it.each<[string, Habit, string]>([
    ['creates a second record for the same key', () => null, 'POST /contacts/ | header Idempotency-Key | key ignored'],
    [
      'changes records without requiring their version',
      ({ method }, { status }) =>
        method === 'PATCH' && [412, 428].includes(status) ? { status: 200, body: {} } : null,
      'PATCH /contacts/{id}/ |  | wrong status',
    ],
    [
      'keeps deleted records',
      ({ method, path }) => (method === 'DELETE' && path.startsWith('/contacts/') ? { status: 200, body: {} } : null),
      'DELETE /contacts/{id}/ |  | wrong status',
    ],
  ])('reports, when it also writes, a backend that %s', async (what, spoil, expected) => {
    const url = await behind({ spoil, isForgetful: what.includes('same key') });
    expect(await driftsOf(url, { write: true, only: 'contacts/' })).toContain(expected);
  });

  it('lists and counts the violations by call and field', async () => {
    const url = await behind({ spoil: habits[0]![1] });
    const found = await run(url, '--only', 'contacts/', '--no-json');
    expect(found.out).toMatch(/^endpoint +field +drift +expected +found$/m);
    expect(found.out).toMatch(/^GET \/contacts\/ +results\[\]\.phoneNumber +missing field +string +nothing$/m);
    expect(found.out).toMatch(/^\d+ calls checked, \d+ drifts?$/m);
  });

  it.each([
    ['an invalid address', 'nowhere', [], /is not a URL/],
    ['a backend that does not respond', 'http://127.0.0.1:9999/', [], /ECONNREFUSED/],
    ['an unknown deployment', 'http://127.0.0.1:1/', ['--tenant', 'icelnd'], /Did you mean "iceland"/],
  ])('exits with 2 for %s', async (_, url, options, message) => {
    const found = await run(url, ...options);
    expect([found.code, found.out]).toEqual([2, expect.stringMatching(message)]);
  });

  it('stops if the backend refuses the token', async () => {
    const found = await run(await behind({}), '--token', 'nobodys');
    expect([found.code, found.out]).toEqual([2, expect.stringContaining('does not accept this token')]);
  });
});
