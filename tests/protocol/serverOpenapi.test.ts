import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { flags } from '../../contract/flags.ts';
import { resolved, type ApiDocument } from '../../scripts/probe/contract.ts';
import { faultsOf, type JsonSchema } from '../../scripts/probe/schema.ts';
import { limits } from '../../server/auth/limits.ts';
import { testPassword, usualDatabase } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { docExamplesOfKind } from '../support/docExamples.ts';

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/ops/api.md'), 'utf8');

type Media = { schema?: JsonSchema; example?: unknown };
type Operation = {
  operationId: string;
  security: object[];
  deprecated?: boolean;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media>; headers?: Record<string, object> }>;
};

/** Ids that clients were generated with. An id must not change; new operations need no line here. */
const ids = {
  'get /partners/': 'listPartners',
  'post /partners/': 'createPartner',
  'get /partners/{id}/': 'getPartner',
  'patch /partners/{id}/': 'updatePartner',
  'delete /partners/{id}/': 'deletePartner',
  'get /partners/{id}/qr/': 'getPartnerQr',
  'get /partners/{partner}/users/': 'listPartnerUsers',
  'post /partners/{partner}/venues/': 'createPartnerVenue',
  'delete /partners/{partner}/venues/{id}/': 'deletePartnerVenue',
  'get /users/': 'listUsers',
  'post /users/bulk_delete/': 'bulkDeleteUsers',
  'post /users/{id}/suspend/': 'suspendUser',
  'get /users/{id}/sign_ins/': 'listUserSignIns',
  'delete /users/{id}/sessions/{session}/': 'endUserSession',
  'post /reservations/{id}/approve/': 'approveReservation',
  'delete /reservations/{id}/files/{file}/': 'deleteReservationFile',
  'post /schedules/preview/': 'previewSchedule',
  'patch /shifts/{id}/following/': 'updateFollowingShifts',
  'get /shifts/{id}/blocking_reservations/': 'listShiftBlockingReservations',
  'patch /closure_categories/{id}/': 'updateClosureCategory',
  'post /closure_categories/reorder/': 'reorderClosureCategories',
  'patch /queues/{queue_type}/': 'updateQueue',
  'get /calendar/month/': 'getCalendarMonth',
  'get /statistics/': 'getStatistics',
  'get /audit/': 'listAuditEntries',
  'get /saved_views/{id}/': 'getSavedView',
  'post /recordings/process_pending/': 'processPendingRecordings',
  'post /retention/{kind}/confirm/': 'confirmRetention',
  'post /auth/login/': 'signIn',
  'post /auth/otp/': 'answerCode',
  'get /auth/sessions/': 'listSessions',
  'post /files/': 'uploadFile',
  'get /livez/': 'getLiveness',
};

/** Runs a script with Node and returns what it prints. */
function runScript(script: string, env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--input-type=module', '-'], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
    child.on('close', (code) => done({ code, output }));
    child.stdin.end(script);
  });
}

describe('the description of the API', () => {
  const backend = sharedBackendOf(usualDatabase);
  let app: FastifyInstance;
  let document: ApiDocument;
  let operations: [string, Operation][];
  beforeAll(async () => {
    app = await backend.app({ flags: Object.fromEntries(flags.map((flag) => [flag, true])) });
    document = (await app.inject('/openapi.json')).json();
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method} ${path}`,
        operation as unknown as Operation,
      ]),
    );
  });

  it('names every operation, each differently, and keeps the names that clients use', () => {
    const found = Object.fromEntries(operations.map(([name, { operationId }]) => [name, operationId]));
    expect(found).toMatchObject(ids);
    const all = Object.values(found);
    expect(all.filter((id) => !/^[a-z]+[A-Za-z]*$/.test(id))).toEqual([]);
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([]);
  });

  it('has an example for every JSON body, and each example is valid', () => {
    const faults: string[] = [];
    let count = 0;
    for (const [name, { requestBody, responses }] of operations)
      for (const [part, content] of [
        ['request', requestBody?.content],
        ...Object.entries(responses).map(([status, answer]) => [status, answer.content] as const),
      ] as const)
        for (const [type, { schema, example }] of Object.entries(content ?? {})) {
          if (!/[/+]json$/.test(type)) continue;
          count += 1;
          const found = faultsOf(resolved(schema, document) as JsonSchema, example);
          faults.push(...found.map((fault) => `${name} ${part}: ${JSON.stringify(fault)}`));
        }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(300);
  });

  it('shows realistic values', () => {
    const created = operations.find(([name]) => name === 'post /partners/')?.[1];
    expect(created?.requestBody?.content['application/json']?.example).toMatchObject({
      name: 'City Hospital',
      slug: 'city-hospital',
      contact_email: 'office@example.org',
      website: 'https://example.org/',
    });
    expect(created?.responses['201']?.content?.['application/json']?.example).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      created: '2026-03-16T09:30:00.000Z',
    });
  });

  it('says of every operation who may call it, and which headers its answers may have', () => {
    for (const [name, { security, responses }] of operations) {
      const isPublic = Array.isArray(security) && security.length === 0;
      const ofPlatform = / \/platform\//.test(name);
      const callers = ofPlatform
        ? [[{ service: ['platform'] }]]
        : [[{ token: [] }], [{ token: [] }, { service: ['read'] }]];
      if (!isPublic) expect([name, callers]).toEqual([name, expect.arrayContaining([security])]);
      expect(Object.keys(responses['default']?.headers ?? {})).toEqual(
        expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id']),
      );
    }
    const securityOf = (wanted: string) => operations.find(([name]) => name === wanted)?.[1].security;
    expect(securityOf('post /auth/login/')).toEqual([]);
    expect(securityOf('get /partners/')).toEqual([{ token: [] }, { service: ['read'] }]);
    expect(securityOf('patch /partners/{id}/')).toEqual([{ token: [] }]);
  });

  it('says that exactly the operations that refuse a call without credentials need some', async () => {
    const answers: string[] = [];
    const described: string[] = [];
    for (const [name, { security }] of operations) {
      const [method = '', path = ''] = name.split(' ');
      const url = path.replace(/\{\w+\}/g, 'f'.repeat(24));
      const { statusCode } = await app.inject({ method: method.toUpperCase() as 'GET', url });
      answers.push(`${name} ${statusCode === 401 ? 'refused' : 'public'}`);
      described.push(`${name} ${security.length > 0 ? 'refused' : 'public'}`);
    }
    expect(answers).toEqual(described);
    expect(described.filter((line) => line.endsWith(' public')).length).toBeGreaterThan(10);
  });

  it('passes the recommended rules of Redocly, except those against slashes at the end', async () => {
    const rules = { 'no-path-trailing-slash': 'off', 'no-server-trailing-slash': 'off' } as const;
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: '/openapi.json',
      config: await createConfig({ extends: ['recommended'], rules }),
    });
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
  });

  it('has a guide whose examples work', async () => {
    const script = docExamplesOfKind('docs/ops/api.md', 'js').join('\n');
    const appWithoutTwoFactor = await backend.app({ flags: { twoFactor: false } });
    const { email } = await backend.addUser({ email: 'integration@testland.example', role: 'owner' });
    const address = await appWithoutTwoFactor.listen({ host: '127.0.0.1', port: 0 });
    const outcome = await runScript(script, { API: `${address}/`, EMAIL: email, PASSWORD: testPassword });
    expect(outcome).toEqual({
      code: 0,
      output:
        '0 interpreters\n0 partners, the newest is missing\nthe same record: true\n1 Main Street; then 412 precondition_failed\n',
    });
  });

  it('has a guide that lists every limit that callers are told', () => {
    const listed = [...guide.matchAll(/^\| `([\w-]+)` +\| [\w ]+\| (\d+) +\| (\d+) minutes? +\|$/gm)];
    const limitsOfServer = [
      ...Object.values(limits.throttles),
      { shownAs: 'upload', max: 200, window: 600_000 },
    ].flatMap((limit) => ('shownAs' in limit ? `${limit.shownAs} ${limit.max} ${limit.window / 60_000}` : []));
    expect(listed.map(([, name, max, minutes]) => `${name} ${max} ${minutes}`).toSorted()).toEqual(
      limitsOfServer.toSorted(),
    );
  });
});

describe('an operation that will be removed', () => {
  const backend = sharedBackendOf(usualDatabase);

  it('says so in its answers, also in errors, and in the description', async () => {
    const app = await backend.app({
      flags: { sliders: false },
      options: { publicUrl: 'https://api.testland.example/' },
    });
    const deprecated = { since: '2026-03-01', sunset: '2026-09-01' };
    app.get(
      '/old/',
      { config: { policy: 'public', deprecated }, schema: { summary: 'An old call', response: { 200: {} } } },
      async () => ({}),
    );
    app.get(
      '/old/closed/',
      { config: { policy: () => true, deprecated }, schema: { summary: 'Another', response: { 200: {} } } },
      async () => ({}),
    );
    for (const url of ['/old/', '/old/closed/'])
      expect((await app.inject(url)).headers).toMatchObject({
        deprecation: '@1772323200',
        sunset: 'Tue, 01 Sep 2026 00:00:00 GMT',
        link: '<https://api.testland.example/docs/>; rel="deprecation"; type="text/html"',
      });
    expect((await app.inject('/livez/')).headers).not.toHaveProperty('deprecation');
    const { paths } = (await app.inject('/openapi.json')).json();
    expect(paths['/old/'].get).toMatchObject({
      deprecated: true,
      operationId: 'getOld',
      responses: { 200: { headers: { Sunset: {}, Deprecation: {} } } },
    });
  });
});

describe('the limits of calls', () => {
  const backend = sharedBackendOf(usualDatabase);

  const attempt = (app: FastifyInstance, email: string) =>
    app.inject({ method: 'POST', url: '/auth/login/', payload: { email, password: 'wrong password' } });
  const forgot = (app: FastifyInstance, email: string) =>
    app.inject({ method: 'POST', url: '/auth/forgot_password/', payload: { email } });

  it('are told with each counted call: what is left, and when it is whole again', async () => {
    const app = await backend.app({ flags: { twoFactor: false } });
    const first = await attempt(app, 'one@testland.example');
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"sign-in";q=100;w=900',
      ratelimit: '"sign-in";r=99;t=900',
    });
    backend.pass(60_000);
    expect((await attempt(app, 'two@testland.example')).headers['ratelimit']).toBe('"sign-in";r=98;t=840');
    expect((await app.inject('/livez/')).headers).not.toHaveProperty('ratelimit');
  });

  it('are told with a refusal, together with the time to wait', async () => {
    const app = await backend.app({ flags: { twoFactor: false } });
    for (let sent = 0; sent < 30; sent += 1) await forgot(app, `${sent}@testland.example`);
    const refused = await forgot(app, 'last@testland.example');
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
    expect(refused.headers).toMatchObject({ ratelimit: '"password-reset";r=0;t=3600', 'retry-after': '3600' });
  });

  it('do not tell whether an account exists', async () => {
    const app = await backend.app({ flags: { twoFactor: false } });
    backend.pass(3_600_000);
    const { email } = await backend.addUser();
    const [known, unknown] = [await forgot(app, email), await forgot(app, 'nobody@testland.example')];
    expect(known.headers['ratelimit']).toBe('"password-reset";r=29;t=3600');
    expect(unknown.headers['ratelimit']).toBe('"password-reset";r=28;t=3600');
    expect(Object.keys(known.headers).toSorted()).toEqual(Object.keys(unknown.headers).toSorted());
  });
});
