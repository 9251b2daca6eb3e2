import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { ReceivedMail } from '../../server/mail/sink.ts';
import { headersOf } from '../build/headers.ts';
import { keepBackends } from './backends.ts';
import { frontDoor } from './frontDoor.ts';

const script = `console.log(${'"a script that is worth compressing", '.repeat(40)})`;
const page = '<!doctype html><title>Táknljós</title>';
const { headers: buildHeaders } = headersOf('', '');

const mail: ReceivedMail = {
  id: 7,
  sender: 'iceland',
  from: 'hjalp@taknljos.example',
  to: ['owner@taknljos.example'],
  subject: 'Kóði <b>&',
  text: 'Kóðinn er:\n\n123456\n',
  html: '<p>123456</p><script>alert(1)</script>',
  source: 'Subject: 123456',
  calendars: [{ filename: 'reservation-1.ics', method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' }],
  received: new Date('2024-05-01T10:00:00Z'),
};

describe('the local server', () => {
  let dist: string;
  let app: FastifyInstance;
  const mails: ReceivedMail[] = [];
  const reported: string[] = [];
  let broken = true;

  const put = (path: string, content: string, isCompressed = true) => {
    const file = join(dist, 'iceland', path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
    if (!isCompressed) return;
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content));
  };

  const get = (url: string, headers: Record<string, string> = {}, host = 'iceland.localhost:8080') =>
    app.inject({ url, headers: { host, ...headers } });

  beforeAll(async () => {
    dist = mkdtempSync(join(tmpdir(), 'signboard-serve-'));
    put('index.html', page);
    put('version.json', '{"tenant":"iceland"}');
    put('manifest.webmanifest', '{"name":"Táknljós"}');
    put('licences.txt', 'Copyright (c) Ægir');
    put('assets/app.0123.js', script);
    put('assets/logo.0123.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', false);
    put('.meta/headers.json', JSON.stringify(headersOf('html{color:red}', '')), false);
    const backends = keepBackends(async (id) => {
      if (id === 'brazil' && broken) throw new Error('the disk is full');
      const backend = fastify();
      backend.post('/echo/', async (request) => ({ id, url: request.url, body: request.body }));
      await backend.ready();
      return { app: backend, close: () => backend.close() };
    }, 2);
    app = await frontDoor({
      dist,
      backends,
      mails,
      provider: async (request, response) => {
        response.end(`national ID: ${request.url}`);
      },
      report: (line) => reported.push(line),
    });
  });

  afterAll(async () => {
    await app.close();
    rmSync(dist, { recursive: true });
  });

  describe('serving a bundle', () => {
    it.each([
      ['the page', '/', 200, 'no-cache', 'text/html; charset=utf-8'],
      ['the page by its file name', '/index.html', 200, 'no-cache', 'text/html; charset=utf-8'],
      ['the page for a place inside the app', '/dashboard/users?page=2', 200, 'no-cache', 'text/html; charset=utf-8'],
      ['an asset', '/assets/app.0123.js', 200, 'public, max-age=31536000, immutable', /javascript/],
      ['a drawing', '/assets/logo.0123.svg', 200, 'public, max-age=31536000, immutable', 'image/svg+xml'],
      ['the version', '/version.json', 200, 'no-store', /application\/json/],
      ['the configuration', '/config.json', 200, 'no-store', /application\/json/],
      ['the web manifest', '/manifest.webmanifest', 200, 'no-cache', /application\/manifest\+json/],
      ['the licences', '/licences.txt', 200, 'no-cache', 'text/plain; charset=utf-8'],
      ['a missing asset', '/assets/gone.js', 404, 'no-store', 'text/plain; charset=utf-8'],
      ['a missing asset without an ending', '/assets/gone', 404, 'no-store', 'text/plain; charset=utf-8'],
      ['the folder of assets', '/assets/', 404, 'no-store', 'text/plain; charset=utf-8'],
      ['a missing file', '/robots.txt', 404, 'no-store', 'text/plain; charset=utf-8'],
      ['what only servers read', '/.meta/headers.json', 404, 'no-store', 'text/plain; charset=utf-8'],
      ['a compressed file by its own name', '/assets/app.0123.js.br', 404, 'no-store', 'text/plain; charset=utf-8'],
      ['a way out of the folder', '/..%2f..%2fpackage.json', 404, 'no-store', 'text/plain; charset=utf-8'],
      ['a way out by backslashes', '/..%5c..%5cpackage.json', 404, 'no-store', 'text/plain; charset=utf-8'],
      ['a name cut off by a zero byte', '/index.html%00.js', 404, 'no-store', 'text/plain; charset=utf-8'],
    ])('answers %s: %s is %i, %s', async (_what, url, status, cacheControl, type) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['cache-control']).toBe(cacheControl);
      expect(answer.headers['content-type']).toMatch(type);
      // Every answer carries every header of the build, those of failures included.
      expect(answer.headers).toMatchObject(
        Object.fromEntries(Object.entries(buildHeaders).map(([name, value]) => [name.toLowerCase(), value])),
      );
    });

    it('puts the origin of the backend, and no placeholder, into the policy', async () => {
      const { headers } = await get('/');
      expect(headers['content-security-policy']).toContain("connect-src 'self' http://iceland.localhost:8080;");
      expect(headers['content-security-policy']).not.toContain('{{');
    });

    it('tells the app where its backend is', async () => {
      expect((await get('/config.json')).json()).toEqual({ BACKEND_URL: 'http://iceland.localhost:8080/api/' });
      expect((await get('/config.json', {}, 'ICELAND.localhost:9000')).json()).toEqual({
        BACKEND_URL: 'http://iceland.localhost:9000/api/',
      });
    });

    it('redirects security.txt to the backend', async () => {
      const { statusCode, headers } = await get('/.well-known/security.txt');
      expect([statusCode, headers['location']]).toEqual([
        302,
        'http://iceland.localhost:8080/api/.well-known/security.txt',
      ]);
    });

    it('sends what the client can read: brotli first, then gzip, then plain', async () => {
      const url = '/assets/app.0123.js';
      const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
      expect(brotli.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
      const gzip = await get(url, { 'accept-encoding': 'gzip' });
      expect(gzip.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
      for (const encoding of ['identity', 'br;q=0', '']) {
        const plain = await get(url, { 'accept-encoding': encoding });
        expect(plain.headers['content-encoding']).toBeUndefined();
        expect(plain.body).toBe(script);
      }
      for (const answer of [brotli, gzip]) {
        expect(answer.headers['vary']).toMatch(/accept-encoding/i);
        expect(answer.headers['content-type']).toMatch(/javascript/);
      }
    });

    it('confirms a page only with the ETag of its content, and the assets with theirs', async () => {
      const { headers } = await get('/');
      expect(headers['etag']).toMatch(/^W\/"[0-9a-f]{24}@http:\/\/[^"]+"$/);
      expect(headers).not.toHaveProperty('last-modified');
      const confirmed = await get('/', { 'if-none-match': `"other", ${String(headers['etag'])}` });
      expect([confirmed.statusCode, confirmed.body]).toEqual([304, '']);
      expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200);
      const etag = String((await get('/assets/app.0123.js')).headers['etag']);
      const again = await get('/assets/app.0123.js', { 'if-none-match': etag });
      expect(again.statusCode).toBe(304);
      expect(again.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    });

    it('answers a part of an asset', async () => {
      const answer = await get('/assets/app.0123.js', { range: 'bytes=0-6', 'accept-encoding': 'identity' });
      expect(answer.statusCode).toBe(206);
      expect(answer.body).toBe('console');
    });

    it('answers the page to navigations only', async () => {
      const place = '/dashboard/online/42';
      expect((await get(place, { 'sec-fetch-mode': 'navigate' })).statusCode).toBe(200);
      expect((await get(place, { 'sec-fetch-mode': 'no-cors' })).statusCode).toBe(404);
      expect((await get(place, { accept: 'image/avif,image/webp' })).statusCode).toBe(404);
      expect((await get('/missing.png', { 'sec-fetch-mode': 'navigate' })).statusCode).toBe(404);
    });

    it('answers HEAD like GET, without the body', async () => {
      const answer = await app.inject({ method: 'HEAD', url: '/', headers: { host: 'iceland.localhost:8080' } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(page)));
      expect(answer.body).toBe('');
    });

    it('refuses POST with 405', async () => {
      const answer = await app.inject({ method: 'POST', url: '/', headers: { host: 'iceland.localhost:8080' } });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers['allow']).toBe('GET, HEAD');
    });

    it('serves a new build, headers included, as soon as it is there', async () => {
      put('index.html', '<!doctype html><title>New</title>');
      const file = join(dist, 'iceland/.meta/headers.json');
      writeFileSync(file, JSON.stringify({ ...headersOf('', ''), csp: "default-src 'self' {{API}}" }));
      utimesSync(file, new Date(), new Date(Date.now() + 5000));
      const answer = await get('/');
      expect(answer.body).toContain('<title>New</title>');
      expect(answer.headers['content-security-policy']).toBe("default-src 'self' http://iceland.localhost:8080");
    });

    it('answers 503 with the command that builds a missing deployment', async () => {
      const answer = await get('/', {}, 'portugal.localhost:8080');
      expect(answer.statusCode).toBe(503);
      expect(answer.body).toBe('portugal has not been built: npm run build -- portugal\n');
    });
  });

  describe('in front of the backends', () => {
    const post = (host: string, url = '/api/echo/?page=1') =>
      app.inject({ method: 'POST', url, headers: { host }, payload: { hello: 'þú' } });

    it('hands a call with its body to the backend of the host, below /api/', async () => {
      const answer = await post('iceland.localhost:8080');
      expect(answer.json()).toEqual({ id: 'iceland', url: '/echo/?page=1', body: { hello: 'þú' } });
      expect((await post('lithuania.localhost:8080')).json()).toMatchObject({ id: 'lithuania' });
    });

    it('answers a backend that cannot be opened as a problem, says why in one line, and tries again', async () => {
      const answer = await post('brazil.localhost:8080');
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['content-type']).toMatch('application/problem+json');
      expect(answer.json()).toMatchObject({ status: 503, code: 'backend_unreachable' });
      expect(reported).toEqual(['The backend of brazil could not be opened: the disk is full']);
      broken = false;
      expect((await post('brazil.localhost:8080')).json()).toMatchObject({ id: 'brazil' });
    });

    it('leaves paths that only begin alike to the app', async () => {
      expect((await get('/apiary')).headers['content-type']).toMatch('text/html');
    });
  });

  describe('to a stranger', () => {
    it('shows every deployment with its brand, address, logo and sign-ins, and needs no script', async () => {
      const { statusCode, headers, body } = await get('/', {}, 'localhost:8080');
      expect(statusCode).toBe(200);
      for (const part of [
        'Táknljós',
        'href="http://iceland.localhost:8080/"',
        'src="/logos/iceland.svg"',
        'owner@taknljos.example',
        'deaf@taknljos.example',
        'signboard-demo',
        'href="http://mail.localhost:8080/"',
        'npm run build -- portugal',
      ])
        expect(body).toContain(part);
      expect(body).not.toContain('<script');
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^;]+; img-src 'self'/,
      );
      const logo = await get('/logos/iceland.svg', {}, 'localhost:8080');
      expect(logo.headers['content-type']).toBe('image/svg+xml');
      expect((await get('/logos/..%2fdev.svg', {}, 'localhost:8080')).statusCode).toBe(404);
    });

    it('passes calls of its host to the national ID', async () => {
      expect((await get('/auth?scope=openid', {}, 'id.localhost:8080')).body).toBe('national ID: /auth?scope=openid');
    });

    it.each(['nowhere.localhost:8080', 'example.com', 'mail.localhost.example.com'])(
      'answers %s with 404 and the known hosts',
      async (host) => {
        const answer = await get('/anything', {}, host);
        expect(answer.statusCode).toBe(404);
        expect(answer.body).toContain(`There is nothing at <b>${host.replace(':8080', '')}</b>`);
        expect(answer.body).toContain('iceland.localhost');
      },
    );

    it('escapes the name that was asked for', async () => {
      const answer = await get('/', {}, '<script>x</script>');
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('<script');
    });

    it('answers an unreadable address with 400', async () => {
      expect((await get('/%zz')).statusCode).toBe(400);
    });
  });

  describe('at the address in a QR code', () => {
    const appHost = 'app.localhost:8080';

    it('shows a page that names the partner and the venue', async () => {
      const ofPartner = await get('/iceland/landspitali', {}, appHost);
      expect(ofPartner.statusCode).toBe(200);
      expect(ofPartner.body).toContain('<h1>landspitali · Táknljós</h1>');
      expect(ofPartner.body).not.toContain('Venue');
      const ofVenue = await get('/iceland/landspitali?venue=%3Cb%3E7', {}, appHost);
      expect(ofVenue.body).toContain('<dd>&lt;b&gt;7</dd>');
    });

    it.each(['/', '/iceland', '/nowhere/landspitali', '/iceland/landspitali/more'])(
      'has nothing at %s',
      async (url) => {
        expect((await get(url, {}, appHost)).statusCode).toBe(404);
      },
    );
  });

  describe('showing mails', () => {
    const mailHost = 'mail.localhost:8080';

    it('lists them newest first with their codes, and renews itself', async () => {
      mails.push(mail, { ...mail, id: 8, sender: 'brazil', subject: 'Código', text: 'Olá' });
      const { body } = await get('/', {}, mailHost);
      expect(body.indexOf('Código')).toBeLessThan(body.indexOf('Kóði'));
      expect(body).toContain('Kóði &lt;b&gt;&amp;');
      expect(body).toContain('123456');
      expect(body).toContain('http-equiv="refresh"');
    });

    it('narrows the list to one deployment', async () => {
      const { body } = await get('/?deployment=brazil', {}, mailHost);
      expect(body).toContain('Código');
      expect(body).not.toContain('Kóði');
    });

    it('shows a mail as text, and its HTML where no script of it can run', async () => {
      const { body, headers } = await get('/messages/7', {}, mailHost);
      expect(body).toContain('<iframe sandbox');
      expect(headers['content-security-policy']).toContain("frame-src 'self'");
      const framed = await get('/messages/7/html', {}, mailHost);
      expect(framed.body).toBe(mail.html);
      expect(framed.headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      );
      expect((await get('/messages/99', {}, mailHost)).statusCode).toBe(404);
    });

    it('hands out the calendar files of a mail', async () => {
      const { body } = await get('/messages/7', {}, mailHost);
      expect(body).toContain('<a href="/messages/7/calendars/1">reservation-1.ics</a> (REQUEST)');
      const file = await get('/messages/7/calendars/1', {}, mailHost);
      expect(file.body).toBe('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
      expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8; method=REQUEST');
      expect(file.headers['content-disposition']).toBe('attachment; filename=reservation-1.ics');
      expect((await get('/messages/7/calendars/2', {}, mailHost)).statusCode).toBe(404);
    });

    it('gives scripts the same as JSON', async () => {
      expect((await get('/messages.json?deployment=iceland', {}, mailHost)).json()).toEqual([
        {
          id: 7,
          deployment: 'iceland',
          from: mail.from,
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          source: mail.source,
          calendars: mail.calendars,
          code: '123456',
          received: '2024-05-01T10:00:00.000Z',
        },
      ]);
    });
  });
});
