import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createPlain, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createEncrypted } from 'node:https';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { checkCertificate, type Live, lookAt, silenceOf } from './live.ts';
import type { ShippedFiles } from './shippedFiles.ts';

/** A test key and its self-signed certificate for localhost, valid until October 2126. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpruaYB6zvGgZfYOh
Otnp6HTjKBhroWESAY/MCyeri8+hRANCAAS31qVUVImRTlTd4Dx9alZ1RsxHSoQN
sk8/uvPM2OlfrZLODmzzZPpR0hyE52sIpnQfzcTOKlq/Oc7nVlIPtfXQ
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIB1DCCAXqgAwIBAgIUNjHAqM8B78s6wJP3e2H8WGYLLDAwCgYIKoZIzj0EAwIw
LTEXMBUGA1UECgwOVGVzdCBhdXRob3JpdHkxEjAQBgNVBAMMCWxvY2FsaG9zdDAg
Fw0yNjExMjQxNjE5MzBaGA8yMTI2MTAzMTE2MTkzMFowLTEXMBUGA1UECgwOVGVz
dCBhdXRob3JpdHkxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABLfWpVRUiZFOVN3gPH1qVnVGzEdKhA2yTz+688zY6V+tks4ObPNk
+lHSHITnawimdB/NxM4qWr85zudWUg+19dCjdjB0MB0GA1UdDgQWBBRmGeTyDvAx
p4NvP1dZmRt/1AdYmjAfBgNVHSMEGDAWgBRmGeTyDvAxp4NvP1dZmRt/1AdYmjAP
BgNVHRMBAf8EBTADAQH/MCEGA1UdEQQaMBiCCWxvY2FsaG9zdIILKi5sb2NhbGhv
c3QwCgYIKoZIzj0EAwIDSAAwRQIhAOSVIkqVNQ+txEIWtQ7evAEBWdgTrl03bnYX
Wnm9LUjvAiBaI69TSF1wRANM2/vKFeXCXNN4B49RWfMBRP0t34J+Mg==
-----END CERTIFICATE-----`;

const now = new Date('2026-11-24T16:00:00Z');
const hash = (content: string): string => createHash('sha256').update(content).digest('hex');

const page = '<script src="/assets/app.js"></script>';
const shippedHeaders = {
  'content-security-policy': "default-src 'none'; connect-src 'self' $signboard_api",
  'referrer-policy': 'no-referrer',
  'cache-control': '$cache_control',
};
/** What the server answers, by path. */
const served: Record<string, string> = {
  '/index.html': page,
  '/version.json': '{"tenant":"iceland","version":"4.2.3","digest":"d1","commit":"c1"}',
  '/assets/app.js': 'app',
  '/assets/later.js': 'later',
  '/config.json': '{"BACKEND_URL":"/api/"}',
  '/api/readyz/': '{"status":"ok"}',
};
const headers = {
  'content-security-policy': "default-src 'none'; connect-src 'self' https://api.example.is",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};
const shipped: ShippedFiles = {
  files: Object.fromEntries(
    ['index.html', 'version.json', 'assets/app.js', 'assets/later.js'].map((path) => [
      path,
      hash(served[`/${path}`] ?? ''),
    ]),
  ),
  headers: shippedHeaders,
};

let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

type Change = { files?: Record<string, string | null>; headers?: Record<string, string> };

/** Bytes that no browser can unpack. */
const damaged = 'damaged';

/** Serves the files, compressed as nginx does, with changes; returns its address. */
async function serve({ files = {}, headers: sentHeaders = headers }: Change, isEncrypted = false): Promise<string> {
  const answer = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
    const content = { ...served, ...files }[url] ?? null;
    if (content === null) response.writeHead(404, sentHeaders).end();
    else
      response
        .writeHead(200, { ...sentHeaders, 'content-encoding': 'br' })
        .end(content === damaged ? damaged : brotliCompressSync(content));
  };
  const server = isEncrypted ? createEncrypted({ key, cert }, answer) : createPlain(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `${isEncrypted ? 'https' : 'http'}://iceland.localhost:${(server.address() as AddressInfo).port}`;
}

async function look(change: Change = {}, isEncrypted = false, healthToken: string | null = null): Promise<Live> {
  const url = await serve(change, isEncrypted);
  return lookAt({ id: 'iceland', url, shipped, bytes: 'all', healthToken, now });
}

describe('a live deployment', () => {
  it('that serves what was shipped is in order', async () => {
    expect(await look()).toMatchObject({
      running: { version: '4.2.3', digest: 'd1', commit: 'c1' },
      bytes: { state: 'good', words: '4 of 4 files compared, all as shipped' },
      headers: { state: 'good', words: '2 security headers as shipped' },
      api: { state: 'good', words: 'answers and is ready' },
      database: { state: 'good' },
      outbox: { state: 'unknown', words: 'set HEALTH_TOKEN to see it' },
    });
  });

  it('with other, missing or unreadable files names them', async () => {
    const { bytes } = await look({ files: { '/assets/app.js': 'app ', '/assets/later.js': null } });
    expect(bytes).toEqual({
      state: 'bad',
      words: '2 files differ from what was shipped',
      checked: 4,
      of: 4,
      differing: [
        { path: 'assets/app.js', why: 'other bytes' },
        { path: 'assets/later.js', why: 'the server answers 404' },
      ],
    });
  });

  it('with files that cannot be unpacked names them', async () => {
    const { bytes } = await look({ files: { '/assets/app.js': damaged } });
    expect(bytes.differing).toEqual([{ path: 'assets/app.js', why: 'Decompression failed' }]);
  });

  it('with other or missing headers names them', async () => {
    const changed = { ...headers, 'content-security-policy': "default-src *; connect-src 'self' x" };
    expect((await look({ headers: changed })).headers).toEqual({
      state: 'bad',
      words: 'other than shipped: content-security-policy',
    });
    const { 'referrer-policy': _, ...fewer } = headers;
    expect((await look({ headers: fewer })).headers).toEqual({ state: 'bad', words: 'missing: referrer-policy' });
  });

  it('of another name, or of something else, is not taken for it', async () => {
    const brazil = '{"tenant":"brazil","version":"1","digest":"","commit":""}';
    expect((await look({ files: { '/version.json': brazil } })).page).toEqual({
      state: 'bad',
      words: 'this is brazil',
    });
    expect((await look({ files: { '/version.json': null } })).page.words).toBe('this is no deployment of Signboard');
    expect((await look({ files: { '/index.html': null } })).page.words).toBe('it answers 404');
  });

  it('whose API is missing or not ready says so', async () => {
    const unready = await look({ files: { '/api/readyz/': null } });
    expect(unready).toMatchObject({
      api: { state: 'bad', words: 'not ready: it answers 404' },
      database: { state: 'unknown', words: 'the API is not ready' },
    });
    const nowhere = await look({ files: { '/config.json': '{"BACKEND_URL":"http://127.0.0.1:1/"}' } });
    expect(nowhere).toMatchObject({
      api: { state: 'bad', words: 'nothing listens at this address' },
      database: { state: 'unknown', words: 'the API does not answer' },
    });
    expect((await look({ files: { '/config.json': '{}' } })).api.words).toBe('the page names no backend');
  });

  it('whose mails and jobs wait too long says so', async () => {
    const condition = {
      database: { status: 'ok', milliseconds: 3 },
      outbox: { waiting: 2, failing: 1, oldest: '2026-11-24T15:00:00Z' },
      jobs: { waiting: 1, running: 0, failed: 2, oldest: null },
    };
    const files = { '/api/condition/': JSON.stringify(condition) };
    expect(await look({ files }, false, 'the-token')).toMatchObject({
      database: { state: 'good', words: 'answers in 3 ms' },
      outbox: { state: 'warning', words: '2 mails waiting, 1 failed at least once, the oldest for 60 minutes' },
      jobs: { state: 'warning', words: '1 waiting, 0 running, 2 failed in the last day' },
    });
  });

  it('is read over TLS although nobody trusts its certificate, which is a finding', async () => {
    const { page: answers, certificate } = await look({}, true);
    expect(answers.state).toBe('good');
    expect(certificate).toEqual({
      state: 'bad',
      words: 'not trusted (DEPTH_ZERO_SELF_SIGNED_CERT), until 2126-10-31, from Test authority',
    });
  });
});

describe('a certificate', () => {
  const url = new URL('https://iceland.example.org');
  const until = (validTo: string) => ({ validTo, issuer: 'Some authority', problem: null });
  it.each([
    ['2027-02-06T16:00:00Z', 'good', '74 days left, until 2027-02-06, from Some authority'],
    ['2026-12-14T16:00:00Z', 'warning', '20 days left, until 2026-12-14, from Some authority'],
    ['2026-11-21T15:00:00Z', 'bad', 'expired 4 days ago'],
  ])('until %s is %s', (validTo, state, words) => {
    expect(checkCertificate(url, until(validTo), now)).toEqual({ state, words });
  });

  it('is demanded everywhere but on this machine', () => {
    expect(checkCertificate(new URL('http://iceland.localhost:8080'), null, now).state).toBe('unknown');
    expect(checkCertificate(new URL('http://iceland.example.org'), null, now).state).toBe('bad');
  });
});

it('an API on this machine that lets a call wait opens its database; elsewhere it is down', () => {
  const silence = (url: string, words = 'it does not answer') => silenceOf(new URL(url), words).state;
  expect(silence('http://iceland.localhost:8080/v1/')).toBe('unknown');
  expect(silence('https://api.example.org/')).toBe('bad');
  expect(silence('http://iceland.localhost:8080/v1/', 'nothing listens at this address')).toBe('bad');
});
