import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { flags } from '../../contract/flags.ts';
import { errorCodes } from '../../contract/errors.ts';
import { collectionsOf, type Collection } from '../../scripts/probe/collections.ts';
import { operationsOf, type Operation } from '../../scripts/probe/contract.ts';
import { trackRecords } from '../../scripts/probe/known.ts';
import { sample, sourceOf } from '../../scripts/probe/sample.ts';
import type { JsonSchema } from '../../scripts/probe/schema.ts';
import { contractViolations } from '../support/contractViolations.ts';
import {
  bothDatabases,
  startBackend,
  testDeployment,
  testStart,
  type SignedIn,
  type TestBackend,
} from '../support/backend.ts';
import { injectionPayloads, storedPayload } from '../support/injectionPayloads.ts';
import { dashboardUrl, type NationalIdServer, singleSignOnWith, startNationalId } from '../support/nationalId.ts';
import { picture, upload } from '../support/uploads.ts';

const sqlTexts = [
  "' or 1=1 --",
  "'; drop table users; --",
  "') or ('1'='1",
  '" or ""="',
  "\\' or 1=1 --",
  '$$; drop table users; $$',
  '$1',
  ':id',
  '%',
  '_%_',
  "' union select password_hash from users --",
  "'||(select pg_sleep(5))||'",
  '1; select pg_sleep(5)',
  'created; drop table users',
  '(case when 1=1 then email else id end)',
  'lower(users.password_hash)',
];

const pathTexts = [
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..%252f..%252fetc%252fpasswd',
  '....//....//etc/passwd',
  '%2e%2e/%2e%2e/package.json',
  '..\\..\\windows\\win.ini',
  '..%5c..%5cpackage.json',
  '/etc/passwd',
  'file:///etc/passwd',
  '%00',
  'x%00.json',
  '%c0%ae%c0%ae/etc/passwd',
  '~root',
];

const jsonTexts: [string, string][] = [
  ['a prototype', '{"__proto__":{"polluted":true}}'],
  ['a constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
  ['a number out of range', '{"name":1e400,"ids":[1e400]}'],
  ['a duplicate key', '{"name":"first","name":"second"}'],
  ['a lone surrogate', '{"name":"abc\\ud800def"}'],
  ['a null character', '{"name":"abc\\u0000def","email":"a\\u0000@testland.example"}'],
  ['ten thousand nested lists', '['.repeat(10_000) + ']'.repeat(10_000)],
  ['ten thousand nested objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
  ['lists in a field', `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ['a hundred thousand numbers', `[${'0,'.repeat(99_999)}0]`],
  ['ten thousand fields', `{${Array.from({ length: 10_000 }, (_, index) => `"f${index}":0`).join()}}`],
  ['a text of a quarter of a megabyte', JSON.stringify({ name: 'x'.repeat(250_000) })],
  ['more than the body limit', JSON.stringify({ name: 'x'.repeat(300_000) })],
  ['nothing', ''],
  ['a comment', '{/* */}'],
  ['a byte order mark', '\uFEFF{}'],
  ['a bare word', 'NaN'],
  ['methods of every object', '{"toString":1,"valueOf":{},"hasOwnProperty":"x","toJSON":null}'],
];

const queryTexts = [
  '__proto__[polluted]=1',
  'constructor[prototype][polluted]=1',
  '__proto__.polluted=1',
  'page[__proto__][polluted]=1',
  `page${'[a]'.repeat(500)}=1`,
  `role[]=${'x&role[]='.repeat(2000)}`,
  'role[999999999]=manager',
  Array.from({ length: 5000 }, (_, index) => `p${index}=1`).join('&'),
  'page=1&page=2',
  'page[]=1',
  'page_size[$gt]=1',
  'search[]=a&search[]=b',
  'search=%E0%A4%A',
  'search=%00',
  'search=%ED%A0%80',
  'toString=1&hasOwnProperty=2&valueOf=3',
  'page=0x10',
  'page=1e1',
  'page=NaN',
  'page=9999999999999999999999',
  '&&&===',
];

const longest = 10_000;

describe.each(bothDatabases)('malicious input, on the %s database', (kind) => {
  let backend: TestBackend;
  let nationalId: NationalIdServer;
  let app: FastifyInstance;
  let owner: SignedIn;
  let operations: Operation[];
  let collections: Collection[];
  const source = { ...sourceOf('corpora', testStart), optional: 0 };
  const known = trackRecords((values) => values[0]);

  beforeAll(async () => {
    [backend, nationalId] = await Promise.all([startBackend(kind), startNationalId([])]);
    app = await backend.app({
      deployment: { ...testDeployment, singleSignOn: singleSignOnWith(nationalId) },
      flags: Object.fromEntries(flags.map((flag) => [flag, true])),
      options: { dashboardUrl, openid: nationalId.settings, singleSignOnSecret: nationalId.settings.clientSecret },
    });
    owner = await backend.signedIn();
    await backend.signedIn({ role: 'interpreter' });
    operations = operationsOf((await app.inject('/openapi.json')).json());
    collections = collectionsOf(operations);
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const url = known.fill(operation);
      const answer = url ? await app.inject({ url, headers: owner.headers }) : null;
      if (answer?.statusCode === 200 && /json/.test(String(answer.headers['content-type'])))
        known.learn(operation.path, answer.json());
    }
  });
  afterAll(async () => {
    await backend.close();
    await nationalId.stop();
  });

  const call = (
    method: string,
    url: string,
    { payload, headers = {} }: { payload?: string | Buffer; headers?: Record<string, string> } = {},
  ) =>
    app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...owner.headers,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
  const pathOf = (operation: Operation) => known.fill(operation) ?? operation.path.replace(/\{\w+\}/g, 'f'.repeat(24));
  const isPolluted = () => 'polluted' in {} || 'polluted' in [];

  it('in every value of every query is treated as a value or refused, never executed', async () => {
    const before = (await call('GET', '/users/')).json().count;
    const complaints: string[] = [];
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const names = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      for (const name of names)
        for (const text of name === 'search' || name === 'ordering' ? sqlTexts : sqlTexts.slice(0, 4)) {
          const began = performance.now();
          const answer = await call('GET', `${pathOf(operation)}?${name}=${encodeURIComponent(text)}`);
          const where = `${operation.name} ?${name}=${text}`;
          complaints.push(...contractViolations(operation, answer).map((complaint) => `${where}: ${complaint}`));
          if (text.includes('pg_sleep(5)') && performance.now() - began >= 5000)
            complaints.push(`${where}: it executed pg_sleep`);
          // Nobody has such a name: a match means that the search was not literal.
          if (name === 'search' && answer.statusCode === 200 && answer.json().count > 0 && !/^[%_$1]+$/.test(text))
            complaints.push(`${where}: found ${answer.json().count}`);
          if (name === 'search' && /^[%_]+$/.test(text) && answer.json().count > 0)
            complaints.push(`${where}: is treated as a pattern`);
        }
    }
    expect(complaints).toEqual([]);
    expect((await call('GET', '/users/')).json().count).toBe(before);
  });

  it('in every path finds nothing', async () => {
    const complaints: string[] = [];
    const texts = [...sqlTexts.map((text) => encodeURIComponent(text)), ...pathTexts];
    for (const { path, method, name } of operations.filter(
      (operation) => operation.path.includes('{') && operation.method !== 'POST',
    ))
      for (const text of texts) {
        const answer = await call(method, path.replace(/\{\w+\}/g, text));
        if (![400, 404].includes(answer.statusCode)) complaints.push(`${name} ${text}: ${answer.statusCode}`);
      }
    for (const text of pathTexts)
      for (const start of ['/', '/docs/', '/openapi.json/', '/users/../']) {
        const answer = await call('GET', `${start}${text}`);
        if (answer.statusCode < 400) complaints.push(`${start}${text}: ${answer.statusCode}`);
        if (/root:|"scripts"/.test(answer.body)) complaints.push(`${start}${text}: a file`);
      }
    expect(complaints).toEqual([]);
  });

  it.each(queryTexts.map((text) => [text.slice(0, 60), text]))(
    'as the query %s is accepted or refused',
    async (_, text) => {
      for (const { path } of operations.filter(
        (operation) => operation.method === 'GET' && !operation.path.includes('{'),
      )) {
        const answer = await call('GET', `${path}?${text}`);
        expect([path, answer.statusCode < 500]).toEqual([path, true]);
      }
      expect(isPolluted()).toBe(false);
    },
  );

  it.each(jsonTexts)('as a body, %s is accepted or refused by every call', async (_, payload) => {
    for (const operation of operations.filter(({ body }) => body)) {
      const answer = await call(operation.method, pathOf(operation), { payload, headers: { 'if-match': '*' } });
      expect([operation.name, contractViolations(operation, answer)]).toEqual([operation.name, []]);
    }
    expect(isPolluted()).toBe(false);
  });

  /** Names of people must not contain links. */
  const unlinked = injectionPayloads.filter((text) => !text.includes('://'));

  /** The fields of a collection's records that accept any text. */
  const textFields = ({ create, read }: Collection): string[] => {
    const answered = read.answers[0]?.schema?.properties ?? {};
    const isText = (schema: JsonSchema): boolean =>
      schema.anyOf
        ? schema.anyOf.some(isText)
        : schema.type === 'string' &&
          [undefined, 'line', 'text'].includes(schema.format) &&
          !schema.pattern &&
          !schema.enum;
    return Object.entries(create.body?.schema.properties ?? {})
      .filter(
        ([name, schema]) => isText(schema) && name in answered && !/phone|email|zone|url|link|website|slug/i.test(name),
      )
      .map(([name]) => name);
  };

  /** A valid body with one field given; the rest differs every time. */
  const bodyWith = ({ create }: Collection, field: string, text: string) =>
    JSON.stringify({
      ...(sample(create.body?.schema ?? {}, '', { ...source, idFor: known.idFor }) as object),
      ...(field ? { [field]: text } : {}),
    });

  /** Collections with text fields, including a partner's, and what their records need beyond the schema. */
  const withText = async (): Promise<{ collection: Collection; needs: Record<string, unknown> }[]> => {
    // Earlier tests may have suspended the first interpreter.
    const interpreter = await backend.addUser({ role: 'interpreter' });
    const partner = (await call('POST', '/partners/', { payload: '{"name":"Hostile","slug":"hostile"}' })).json().id;
    const image = (await upload(app, owner, { purpose: 'slider', bytes: await picture() })).json().id;
    const ofPartner = collectionsOf(
      operations.map((operation) => {
        const path = operation.path.replace('{partner}', partner);
        return { ...operation, path, name: `${operation.method} ${path}` };
      }),
    );
    return ofPartner
      .filter((collection) => collection.update && textFields(collection).length > 0)
      .map((collection) => ({
        collection,
        needs: collection.create.path.endsWith('/videos/')
          ? { url: 'https://probe.example/film' }
          : collection.create.path === '/sliders/'
            ? { image }
            : collection.create.path === '/schedules/'
              ? { location_type: 'site', repeat: 'once', interpreter: interpreter.id }
              : {},
      }));
  };

  it('is returned as plain text from every free-text field', async () => {
    const kept: Record<string, Set<string>> = {};
    for (const { collection, needs } of await withText()) {
      const { create, read, update } = collection;
      const fields = textFields(collection);
      /** A different text in each field, until every field had every text. */
      const textsAt = (turn: number, some: string[]) =>
        Object.fromEntries(
          some.map((field) => {
            const texts = /^(first|last)_name$/.test(field) ? unlinked : injectionPayloads;
            return [field, texts[(turn + fields.indexOf(field) * 7) % texts.length] ?? ''];
          }),
        );
      const begin = async (some: string[]) => {
        // Other fields of the body may exclude a field: an address of a remote record.
        for (let attempt = 0; attempt < 40; attempt += 1) {
          const body = { ...(JSON.parse(bodyWith(collection, '', '')) as object), ...needs, ...textsAt(0, some) };
          const made = await call('POST', create.path, { payload: JSON.stringify(body) });
          expect([create.name, contractViolations(create, made)]).toEqual([create.name, []]);
          if (made.statusCode === 201) return made.json<Record<string, string>>();
        }
        return null;
      };
      // All at once if the fields can be combined, otherwise one after the other.
      const together = fields.length > 1 ? await begin(fields) : null;
      for (const some of together ? [fields] : fields.map((field) => [field])) {
        let record = together ?? (await begin(some));
        if (!record) continue;
        const path = read.path.replace('{id}', record['id'] ?? '');
        for (let turn = 0; turn < injectionPayloads.length; turn += 1) {
          const texts = textsAt(turn, some);
          const answer = await call('PATCH', path, {
            payload: JSON.stringify(texts),
            headers: { 'if-match': record['etag'] ?? '' },
          });
          expect([update?.name, texts, answer.statusCode]).toEqual([update?.name, texts, 200]);
          record = answer.json<Record<string, string>>();
          for (const [field, text] of Object.entries(texts)) {
            expect([create.path, field, record[field]]).toEqual([create.path, field, storedPayload(text)]);
            const name = `${create.path.replace(/[0-9a-f]{24}/, '{partner}')} ${field}`;
            kept[name] = (kept[name] ?? new Set()).add(text);
          }
        }
        // The response of a change is what was stored.
        expect((await call('GET', path)).json()).toEqual(record);
        expect((await call('DELETE', path)).statusCode).toBe(204);
      }
    }
    expect(injectionPayloads).toHaveLength(60);
    expect(Object.fromEntries(Object.entries(kept).map(([name, texts]) => [name, texts.size]))).toEqual(
      Object.fromEntries(
        [
          '/closure_categories/ group',
          '/closure_categories/ title',
          '/contacts/ name',
          '/departments/ name',
          '/partner_categories/ name',
          '/partners/ address',
          '/partners/ name',
          '/partners/{partner}/venues/ address',
          '/partners/{partner}/venues/ name',
          '/partners/{partner}/videos/ title',
          '/reservations/ address',
          '/reservations/ name',
          '/reservations/ note',
          '/saved_views/ name',
          '/schedules/ address',
          '/sliders/ title',
          '/users/ first_name',
          '/users/ last_name',
          '/video_categories/ name',
        ].map((name) => [name, name.startsWith('/users/') ? 58 : 60]),
      ),
    );
  });

  it('with a lone surrogate or a null character is refused, since it could not be returned unchanged', async () => {
    for (const collection of collections)
      for (const field of textFields(collection))
        for (const text of ['abc\ud800', 'abc\u0000'])
          expect([
            field,
            (await call('POST', collection.create.path, { payload: bodyWith(collection, field, text) })).statusCode,
          ]).toEqual([field, 400]);
  });

  it('is refused by field if a text is longer than its field', async () => {
    for (const collection of collections)
      for (const field of textFields(collection)) {
        const answer = await call('POST', collection.create.path, {
          payload: bodyWith(collection, field, '𝕊'.repeat(longest)),
        });
        expect([collection.create.name, answer.statusCode, answer.json().errors]).toEqual([
          collection.create.name,
          400,
          expect.objectContaining({ [field]: ['too_long'] }),
        ]);
      }
  });

  it('is text in a body with another encoding than UTF-8, or refused', async () => {
    const bodies = [
      Buffer.from('{"name":"abc","phoneNumber":"+3545812345"}', 'utf16le'),
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
      Buffer.from('{"name":"\xe9\xe9\xe9"}', 'latin1'),
    ];
    for (const payload of bodies) expect((await call('POST', '/contacts/', { payload })).statusCode).toBe(400);
  });
});

describe('malicious HTTP', () => {
  let backend: TestBackend;
  let port: number;
  let authorization: string;
  beforeAll(async () => {
    backend = await startBackend('embedded');
    const app = await backend.app();
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
    ({ authorization } = (await backend.signedIn()).headers);
  });
  afterAll(() => backend.close());

  /** Writes bytes and returns what is received until the connection is silent or closed. */
  const speak = (lines: string[], body = ''): Promise<string> =>
    new Promise((done, fail) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`));
      let heard = '';
      const end = () => {
        socket.destroy();
        done(heard);
      };
      socket.on('data', (chunk) => (heard += String(chunk)));
      socket.on('end', end);
      socket.setTimeout(30_000, end);
      socket.on('error', (error) => (heard ? end() : fail(error)));
    });
  const get = (...headers: string[]) =>
    speak(['GET /contacts/ HTTP/1.1', 'Host: x', 'Connection: close', `Authorization: ${authorization}`, ...headers]);
  const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

  it('a header with another one in it is refused, or not part of the response', async () => {
    for (const header of [
      'X-Request-Id: trace-1234\rSet-Cookie: a=b',
      'X-Request-Id: trace-1234\nSet-Cookie: a=b',
      'X-Request-Id: trace-1234%0d%0aSet-Cookie: a=b',
      'Origin: https://x.example%0d%0aSet-Cookie:a=b',
    ])
      expect(await get(header)).not.toMatch(/set-cookie/i);
  });

  it.each([
    ['a header of a hundred thousand letters', ['X-Long: ' + 'x'.repeat(100_000)]],
    ['ten thousand headers', Array.from({ length: 10_000 }, (_, index) => `X-${index}: y`)],
    ['two lengths', ['Content-Length: 1', 'Content-Length: 2']],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['a negative length', ['Content-Length: -1']],
    ['a null character', ['X-Null: a\u0000b']],
    ['a name with a space', ['X Y: z']],
    ['folded lines', ['X-Fold: a', ' b']],
  ])('%s is refused as a problem of the catalogue', async (_, headers) => {
    const answer = await get(...headers);
    expect(statusOf(answer)).toBe(400);
    expect(answer).toMatch(/\r\nContent-Type: application\/problem\+json/i);
    const problem = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    expect(problem).toEqual({ status: 400, title: 'Bad Request', code: 'invalid', request_id: expect.any(String) });
    expect(errorCodes.invalid).toBe(400);
  });

  it('two tokens are not two attempts', async () => {
    const answer = await speak([
      'GET /contacts/ HTTP/1.1',
      'Host: x',
      'Connection: close',
      'Authorization: Token nobodys',
      `Authorization: ${authorization}`,
    ]);
    expect([400, 401]).toContain(statusOf(answer));
  });

  it('another host has no effect, and is not in the response', async () => {
    const answer = await speak([
      'GET /openapi.json HTTP/1.1',
      'Host: evil.example',
      'Connection: close',
      'X-Forwarded-Host: evil.example',
    ]);
    expect(statusOf(answer)).toBe(200);
    expect(answer).not.toContain('evil.example');
  });

  it('a second request in the body of the first stays a body', async () => {
    const hidden = 'GET /users/ HTTP/1.1\r\nHost: x\r\n\r\n';
    const answer = await speak(
      [
        'POST /contacts/ HTTP/1.1',
        'Host: x',
        `Authorization: ${authorization}`,
        'Content-Type: application/json',
        `Content-Length: ${hidden.length}`,
        'Connection: close',
      ],
      hidden,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  it('unknown methods find nothing', async () => {
    for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'PUT', 'FOO']) {
      const status = statusOf(
        await speak([
          `${method} /contacts/ HTTP/1.1`,
          'Host: x',
          'Connection: close',
          `Authorization: ${authorization}`,
        ]).catch(() => 'HTTP/1.1 400'),
      );
      // CONNECT is closed without a response.
      expect([400, 404, 405, NaN]).toContainEqual(status);
    }
  });
});
