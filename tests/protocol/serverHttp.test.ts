import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Writable } from 'node:stream';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { FastifyInstance } from 'fastify';
import { build } from '../../server/app.ts';
import { openDatabase } from '../../server/db/database.ts';
import { randomId } from '../../server/randomId.ts';
import type { Channel } from '../../contract/interpretations.ts';
import { errorCodes } from '../../contract/errors.ts';
import {
  anyDatabase,
  testDeployment,
  testPassword,
  testStart,
  type TestBackend,
  usualDatabase,
} from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { backendOf } from '../support/backendOf.ts';
import { addressOf } from '../support/events.ts';
import { testFileKeys } from '../support/fileKeys.ts';

/** Signs in without a code and returns the header for further calls. */
async function tokenFor(app: FastifyInstance, email: string): Promise<{ authorization: string }> {
  const answer = await app.inject({ method: 'POST', url: '/auth/login/', payload: { email, password: testPassword } });
  return { authorization: `Token ${answer.json().token}` };
}

describe.each(anyDatabase)('the figures, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const quick = { flags: { twoFactor: false } };

  const addRequest = async (
    customer: string,
    {
      interpreter,
      created,
      channel = 'online',
      rating,
    }: { interpreter?: string; created: string; channel?: Channel; rating?: number },
  ) => {
    const { db } = backend.database;
    const id = randomId();
    const at = new Date(created);
    await db
      .insertInto('interpretations')
      .values({
        id,
        channel,
        session_mode: 'VRI',
        location_type: 'remote',
        queue_type: 'social',
        category: 'Heilsa',
        customer_id: customer,
        interpreter_id: interpreter ?? null,
        created: at,
      })
      .execute();
    if (rating)
      await db
        .insertInto('feedback')
        .values({
          id: randomId(),
          interpretation_id: id,
          interpreter_id: interpreter ?? null,
          rating,
          waiting_seconds: 5,
          created: at,
        })
        .execute();
  };

  // R86
  it('count the last thirty days of the deployment’s calendar, today included', async () => {
    const app = await backend.app({
      deployment: {
        ...testDeployment,
        timeZone: 'Pacific/Kiritimati',
        flags: { ...testDeployment.flags, twoFactor: false },
      },
    });
    const { email, id } = await backend.addUser();
    backend.pass(3 * 3_600_000);
    // In Kiritimati (+14) it is 2 May; the range begins on 3 April at 00:00, which is 2 April 10:00 UTC.
    await addRequest(id, { created: '2024-04-02T09:59:59Z', rating: 1 });
    await addRequest(id, { created: '2024-04-02T10:00:00Z', rating: 4 });
    await addRequest(id, { created: '2024-05-01T09:00:00Z', rating: 5 });
    const answer = await app.inject({ url: '/overview/', headers: await tokenFor(app, email) });
    expect(answer.json()).toEqual({
      from_day: '2024-04-03',
      to_day: '2024-05-02',
      scope: 'all',
      requests: 2,
      registered_users: 1,
      online_interpreters: 0,
      average_feedback: 4.5,
      feedback_count: 2,
      answered: 0,
      average_waiting: null,
      service_level: null,
      service_level_seconds: 30,
    });
  });

  it('count whole days when the clocks change', async () => {
    const app = await backend.app({
      deployment: {
        ...testDeployment,
        timeZone: 'Europe/Vilnius',
        flags: { ...testDeployment.flags, twoFactor: false },
      },
    });
    backend.pass(Date.parse('2024-04-10T12:00:00Z') - testStart.getTime());
    const { email, id } = await backend.addUser();
    // 12 March 00:00 is still winter time: 11 March 22:00 UTC. Thirty times 24 hours back would be an hour off.
    await addRequest(id, { created: '2024-03-11T21:59:59Z' });
    await addRequest(id, { created: '2024-03-11T22:00:00Z' });
    const answer = await app.inject({ url: '/overview/', headers: await tokenFor(app, email) });
    expect(answer.json()).toMatchObject({ from_day: '2024-03-12', to_day: '2024-04-10', requests: 1 });
  });

  it('show an interpreter their own figures, and no count of users', async () => {
    const app = await backend.app(quick);
    const interpreter = await backend.addUser({ role: 'interpreter' });
    const colleague = await backend.addUser({ role: 'interpreter' });
    const customer = await backend.addUser({ role: 'deaf' });
    // An app still reports a suspended user as online.
    const away = { role: 'interpreter', suspended_at: new Date('2024-04-01T00:00:00Z') } as const;
    const suspended = await backend.addUser(away);
    const back = await backend.addUser({ ...away, suspension_expires: new Date('2024-04-08T00:00:00Z') });
    await addRequest(customer.id, { interpreter: interpreter.id, created: '2024-04-30T10:00:00Z', rating: 2 });
    await addRequest(customer.id, { interpreter: colleague.id, created: '2024-04-30T10:00:00Z', rating: 5 });
    await addRequest(customer.id, { created: '2024-04-30T10:00:00Z' });
    await backend.database.db
      .insertInto('presence')
      .values(
        [interpreter, colleague, customer, suspended, back].map(({ id }) => ({
          user_id: id,
          online_since: new Date('2024-05-01T09:00:00Z'),
        })),
      )
      .execute();
    const overview = await app.inject({ url: '/overview/', headers: await tokenFor(app, interpreter.email) });
    expect(overview.json()).toMatchObject({
      scope: 'own',
      requests: 1,
      registered_users: null,
      online_interpreters: 3,
      average_feedback: 2,
      feedback_count: 1,
    });
    const owner = await backend.addUser();
    await backend.addUser({ approval_status: 'pending' });
    const all = await app.inject({ url: '/overview/', headers: await tokenFor(app, owner.email) });
    expect(all.json()).toMatchObject({ scope: 'all', requests: 3, registered_users: 6, average_feedback: 3.5 });
  });

  it('leave out what the deployment does not have', async () => {
    const app = await backend.app({ flags: { twoFactor: false, live: false, feedback: false } });
    const { email, id } = await backend.addUser();
    await addRequest(id, { created: '2024-04-30T10:00:00Z', channel: 'live', rating: 5 });
    await addRequest(id, { created: '2024-04-30T10:00:00Z', channel: 'online', rating: 5 });
    const headers = await tokenFor(app, email);
    const answer = await app.inject({ url: '/overview/', headers });
    expect(answer.json()).toMatchObject({ requests: 1, average_feedback: null, feedback_count: 0 });
    expect((await app.inject({ url: '/auth/me/', headers })).json().verdicts).toMatchObject({ feedback: false });
  });

  it('have no average without feedback', async () => {
    const app = await backend.app(quick);
    const answer = await app.inject({
      url: '/overview/',
      headers: await tokenFor(app, (await backend.addUser()).email),
    });
    expect(answer.json()).toMatchObject({ requests: 0, average_feedback: null, feedback_count: 0 });
  });

  it('include the latest version of each platform, in the order of the contract', async () => {
    const app = await backend.app(quick);
    const released = (day: string) => new Date(`2024-04-${day}T08:00:00Z`);
    await backend.database.db
      .insertInto('app_versions')
      .values([
        { platform: 'web', version: '4.9.0', released: released('01') },
        { platform: 'web', version: '4.10.0', released: released('20') },
        { platform: 'android', version: '3.0.1', released: released('10') },
        { platform: 'admin', version: '1.2.3', released: released('12') },
      ])
      .execute();
    const answer = await app.inject({
      url: '/versions/',
      headers: await tokenFor(app, (await backend.addUser()).email),
    });
    expect(answer.json()).toEqual({
      results: [
        { platform: 'android', version: '3.0.1', released: '2024-04-10T08:00:00.000Z' },
        { platform: 'web', version: '4.10.0', released: '2024-04-20T08:00:00.000Z' },
        { platform: 'admin', version: '1.2.3', released: '2024-04-12T08:00:00.000Z' },
      ],
    });
  });
});

describe('the HTTP API', () => {
  const backend = sharedBackendOf(usualDatabase);
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await backend.app({ options: { corsOrigins: ['https://admin.example'] } });
  });

  it('sets its headers on every response, including errors', async () => {
    for (const url of ['/livez/', '/nowhere/', '/auth/me/']) {
      const { headers } = await app.inject(url);
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
      });
    }
  });

  it('returns a problem for unknown paths', async () => {
    for (const [method, url] of [
      ['GET', '/nowhere/'],
      ['POST', '/livez/'],
      ['GET', '/%E0%A4%A'],
      ['DELETE', '/'],
    ] as const) {
      const answer = await app.inject({ method, url });
      expect([url, answer.statusCode, answer.headers['content-type'], answer.json().code]).toEqual([
        url,
        404,
        'application/problem+json; charset=utf-8',
        'not_found',
      ]);
    }
  });

  it('accepts a path with and without trailing slash', async () => {
    expect((await app.inject('/livez')).json()).toEqual({ status: 'ok' });
  });

  it('keeps a valid request id, and replaces any other', async () => {
    const given = await app.inject({ url: '/nowhere/', headers: { 'x-request-id': 'edge-2024.05_01' } });
    expect([given.headers['x-request-id'], given.json().request_id]).toEqual(['edge-2024.05_01', 'edge-2024.05_01']);
    const forged = await app.inject({ url: '/nowhere/', headers: { 'x-request-id': 'a b{"level":50}' } });
    expect(forged.json().request_id).toMatch(/^[\w-]{36}$/);
  });

  it.each([
    ['a body that is not JSON', '{"email":', 'application/json', 400, 'invalid'],
    ['an empty body', '', 'application/json', 400, 'invalid'],
    ['another kind of body', 'email=a', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    [
      'a body that is too large',
      JSON.stringify({ email: 'a'.repeat(300_000) }),
      'application/json',
      413,
      'body_too_large',
    ],
    ['a list as a body', '[]', 'application/json', 400, 'invalid'],
    ['a prototype in the body', '{"__proto__":{"x":1},"email":"a","password":"b"}', 'application/json', 400, 'invalid'],
  ])('refuses %s', async (_, payload, type, status, code) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/auth/login/',
      payload,
      headers: { 'content-type': type },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it('allows exactly the configured origins, and never credentials', async () => {
    const from = (origin: string) => app.inject({ url: '/livez/', headers: { origin } });
    const headers = (await from('https://admin.example')).headers;
    expect(headers['access-control-allow-origin']).toBe('https://admin.example');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['vary']).toContain('Origin');
    for (const origin of ['https://admin.example.evil', 'http://admin.example', 'null', 'https://other.example'])
      expect((await from(origin)).headers['access-control-allow-origin']).toBeUndefined();
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/auth/login/',
      headers: {
        origin: 'https://admin.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
  });

  it('has a status for every code of the catalogue', () => {
    for (const status of Object.values(errorCodes)) expect(status >= 400 && status < 600).toBe(true);
  });

  it('does not start with a route without policy or response schema', async () => {
    const fresh = () =>
      build({
        deployment: testDeployment,
        database: backend.database,
        mailer: { send: async () => undefined, close: () => undefined },
        fileKeys: testFileKeys,
      });
    const open = await fresh();
    expect(() => open.get('/open/', { schema: { response: {} } }, async () => 'x')).toThrow(
      'GET /open/ declares no policy',
    );
    expect(() => open.get('/silent/', { config: { policy: 'public' } }, async () => 'x')).toThrow(
      'GET /silent/ declares no response schema',
    );
    await open.close();
  });

  it('refuses calls that the policy or the flag forbids', async () => {
    const { testApp, headers } = await withRoutes(backend);
    expect((await testApp.inject({ url: '/owners/', headers })).json().code).toBe('forbidden');
    expect((await testApp.inject({ url: '/slides/', headers })).json()).toMatchObject({
      status: 404,
      code: 'feature_off',
    });
    // Signed-out callers do not learn which routes a deployment has.
    expect((await testApp.inject('/slides/')).json().code).toBe('feature_off');
    expect((await testApp.inject('/owners/')).json().code).toBe('unauthorized');
  });

  it('reveals nothing about an internal error except its request id', async () => {
    const { testApp } = await withRoutes(backend);
    const answer = await testApp.inject('/broken/');
    expect(answer.json()).toEqual({
      status: 500,
      title: 'Internal Server Error',
      code: 'something_went_wrong',
      request_id: answer.headers['x-request-id'],
    });
  });

  it('is alive but not ready without its database', async () => {
    const database = await openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none' });
    const lost = await backend.app({ database });
    expect((await lost.inject('/livez/')).statusCode).toBe(200);
    expect((await lost.inject('/readyz/')).json()).toMatchObject({ status: 503, code: 'backend_unreachable' });
    const answer = await lost.inject({
      method: 'POST',
      url: '/auth/login/',
      payload: { email: 'a@b.c', password: 'x' },
    });
    expect(answer.json()).toMatchObject({ status: 503, code: 'backend_unreachable' });
    await database.close();
  });

  it('stops without waiting for a client that has connected and called nothing', async () => {
    const stopped = await backend.app({ options: { publicUrl: 'https://stopped.example/' } });
    const { port } = new URL(await addressOf(stopped));
    const socket = connect(Number(port), '127.0.0.1');
    const ended = once(socket, 'close');
    await once(socket, 'connect');
    await fetch(`http://127.0.0.1:${port}/livez/`, { headers: { connection: 'close' } });
    await stopped.close();
    await ended;
    expect(stopped.server.listening).toBe(false);
  });

  it('describes itself in valid OpenAPI 3.1, without disabled flags', async () => {
    const document = (await app.inject('/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/livez/', '/auth/login/', '/overview/', '/versions/', '/users/{id}/', '/audit/']),
    );
    for (const methods of Object.values<Record<string, { responses: object }>>(document.paths))
      for (const { responses } of Object.values(methods)) expect(responses).toHaveProperty('default');
    expect(document.paths['/auth/me/'].get.security).toEqual([{ token: [] }]);
    const without = await backend.app({ flags: { twoFactor: false } });
    expect(Object.keys((await without.inject('/openapi.json')).json().paths)).not.toContain('/auth/otp/');
  });

  it('says where to report vulnerabilities, as RFC 9116 wants it, with an end that is always to come', async () => {
    const options = { publicUrl: 'https://api.testland.example/v1/', dashboardUrl: 'https://testland.example/' };
    const configured = await backend.app({ options });
    const answer = await configured.inject('/.well-known/security.txt');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body.split('\n')).toEqual([
      'Contact: mailto:help@testland.example',
      'Expires: 2025-04-26T00:00:00.000Z',
      'Preferred-Languages: is, en',
      'Canonical: https://testland.example/.well-known/security.txt',
      'Canonical: https://api.testland.example/v1/.well-known/security.txt',
      '',
    ]);
    backend.pass(400 * 86_400_000);
    expect((await configured.inject('/.well-known/security.txt')).body).toContain('Expires: 2026-05-31T00:00:00.000Z');
  });

  it('shows its description as a page, without scripts and with its own policy', async () => {
    const answer = await app.inject('/docs/');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]+'; base-uri 'none'/,
    );
    expect(answer.body).not.toMatch(/<script| style=|undefined|\[object/);
    for (const words of ['Brú &amp; Co', 'auth/otp/resend/', 'Guesses left for a one-time code.', 'id="Session"'])
      expect(answer.body).toContain(words);
  });

  it('serialises its description once: compressed, and with 304 if unchanged', async () => {
    for (const url of ['/docs/', '/openapi.json']) {
      const [plain, again] = [await app.inject(url), await app.inject(url)];
      expect(again.body).toBe(plain.body);
      expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' });
      const { etag = '' } = plain.headers;
      const known = await app.inject({ url, headers: { 'if-none-match': String(etag) } });
      expect([known.statusCode, known.body]).toEqual([304, '']);
      const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
      expect(small.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
      const refused = await app.inject({ url, headers: { 'accept-encoding': 'br;q=0, gzip' } });
      expect(gunzipSync(refused.rawPayload).toString()).toBe(plain.body);
    }
  });

  /** An app and its log. */
  const withLog = async (changes: Parameters<TestBackend['app']>[0]) => {
    const lines: string[] = [];
    const logStream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    return { logged: await backend.app({ ...changes, logStream, options: { logLevel: 'trace' } }), lines };
  };

  it('logs without secrets and personal data', async () => {
    const { logged, lines } = await withLog({ flags: { twoFactor: false } });
    const { email } = await backend.addUser({ email: 'secret.person@testland.example' });
    const { authorization } = await tokenFor(logged, email);
    await logged.inject({
      url: '/overview/?search=secret.person',
      headers: { authorization, 'x-request-id': 'trace-me-1' },
    });
    expect(lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === 'trace-me-1')).toMatchObject([
      { req: { method: 'GET', path: '/overview/' } },
      { res: { statusCode: 200 } },
    ]);
    for (const secret of ['secret.person', testPassword, authorization.slice(6), '127.0.0.1'])
      expect(lines.join('')).not.toContain(secret);
  });

  it('logs why a mail could not be sent, but not to whom', async () => {
    const send = (mail: { to: string }) => Promise.reject(new Error(`550 <${mail.to}>: mailbox full`));
    const { logged, lines } = await withLog({ mailer: { send, close: () => undefined } });
    const { email } = await backend.addUser({ email: 'full.mailbox@testland.example' });
    await tokenFor(logged, email);
    expect(lines.join('')).toContain('550 <…@…>: mailbox full');
    expect(lines.join('')).not.toContain('full.mailbox');
  });
});

/** An app with additional routes for tests. */
async function withRoutes(backend: TestBackend) {
  const testApp = await backend.app({ flags: { twoFactor: false, sliders: false } });
  const schema = { response: { 200: {} } };
  testApp.get('/owners/', { config: { policy: ({ role }) => role === 'owner' }, schema }, async () => ({}));
  testApp.get('/slides/', { config: { policy: () => true, flag: 'sliders' }, schema }, async () => ({}));
  testApp.get('/broken/', { config: { policy: 'public' }, schema }, async () => {
    throw new Error('password of the database: 12345');
  });
  const { email } = await backend.addUser({ role: 'manager' });
  return { testApp, headers: await tokenFor(testApp, email) };
}
