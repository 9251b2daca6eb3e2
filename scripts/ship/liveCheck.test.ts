import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Release } from './ledger.ts';
import { liveProblem } from './liveCheck.ts';

/** What the page and its API answer, by path; a list is answered one after the other, and its last one again and again. */
let answers: Record<string, (number | object)[]>;
let server: Server;
let url: string;

const release: Release = {
  id: '1',
  time: '2026-11-24T16:00:00Z',
  act: 'ship',
  tenant: 'iceland',
  version: '4.2.4',
  commit: 'c0ffee',
  bundle: 'b1',
  images: {},
  before: {},
  result: 'done',
};

const right = { tenant: 'iceland', version: '4.2.4', digest: 'b1', commit: 'c0ffee' };
const earlier = { tenant: 'iceland', version: '4.2.3', digest: 'b0', commit: 'beef' };

/** Right answers, until the address is watched and has answered once more. */
const untilWatched = Array.from({ length: 11 }, () => right);

beforeAll(async () => {
  server = createServer((call, reply) => {
    const list = answers[call.url ?? ''] ?? [404];
    const answer = (list.length > 1 ? list.shift() : list[0]) ?? 404;
    if (typeof answer === 'number') reply.writeHead(answer).end('<!doctype html>');
    else reply.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://iceland.localhost:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  delete process.env['HEALTH_TOKEN'];
});

beforeEach(() => {
  process.env['HEALTH_TOKEN'] = 'the-token-of-the-operators';
  answers = {
    '/version.json': [right],
    '/healthz': [200],
    '/config.json': [{ BACKEND_URL: `${url}api/` }],
    '/api/readyz/': [200],
    '/api/condition/': [{ version: '4.2.4' }],
  };
});

describe('a live deployment', () => {
  it('is good when page and API run the release and stay healthy', async () => {
    expect(await liveProblem(url, release, { wait: 0, watch: 0.2, interval: 5 })).toBeNull();
  });

  it('is waited for: first for its version, then for its health', async () => {
    answers['/version.json']?.unshift(502, earlier);
    answers['/api/condition/']?.unshift({ version: '4.2.3' });
    answers['/api/readyz/']?.unshift(503);
    expect(await liveProblem(url, release, { wait: 60, watch: 0.2, interval: 5 })).toBeNull();
  });

  it('is waited for while old and new pages answer in turn', async () => {
    answers['/version.json'] = [earlier, right, earlier, right, right, earlier, right];
    expect(await liveProblem(url, release, { wait: 60, watch: 0.2, interval: 5 })).toBeNull();
  });

  it('may lose one answer while it is watched, but not two', async () => {
    answers['/version.json'] = [...untilWatched, 502, right];
    expect(await liveProblem(url, release, { wait: 0, watch: 0.2, interval: 5 })).toBeNull();
    answers['/version.json'] = [...untilWatched, 502, right, 502, right];
    expect(await liveProblem(url, release, { wait: 0, watch: 0.2, interval: 5 })).toMatch(/version\.json answers 502/);
  });

  it.each([
    ['a page of the earlier release', '/version.json', [earlier], / runs 4\.2\.3, not 4\.2\.4/],
    [
      'pages of the earlier and the new release that answer in turn',
      '/version.json',
      Array.from({ length: 50 }, () => [right, earlier]).flat(),
      / runs 4\.2\.3, not 4\.2\.4/,
    ],
    [
      'one answer of the earlier release while it is watched',
      '/version.json',
      [...untilWatched, earlier, right],
      / runs 4\.2\.3, not 4\.2\.4/,
    ],
    [
      'an API of the earlier release',
      '/api/condition/',
      [{ version: '4.2.3' }],
      /the API at .+\/api\/ runs 4\.2\.3, not 4\.2\.4/,
    ],
    ['an API that is not ready', '/api/readyz/', [503], /\/api\/readyz\/ answers 503/],
    ['an API that does not stay ready', '/api/readyz/', [200, 503], /\/api\/readyz\/ answers 503/],
    ['a web server that does not stay healthy', '/healthz', [200, 500], /\/healthz answers 500/],
    ['another deployment', '/version.json', [{ tenant: 'brazil' }], /version\.json belongs to brazil/],
  ])('has a problem with %s', async (_, path, given, problem) => {
    answers[path] = given;
    expect(await liveProblem(url, release, { wait: 0, watch: 0.2, interval: 5 })).toMatch(problem);
  });

  it('is judged by its page alone when the API does not tell its version, or the page names none', async () => {
    answers['/api/condition/'] = [404];
    expect(await liveProblem(url, release, { wait: 0, watch: 0.2, interval: 5 })).toBeNull();
    answers['/config.json'] = [200];
    expect(await liveProblem(url, release, { wait: 0, watch: 0.2, interval: 5 })).toBeNull();
  });
});
