import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSafeServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Repository } from './Repository.ts';

/** What the registry answers, one after the other; `cut` closes the connection. The last one is answered again and again. */
let answers: (number | 'cut')[];
let calls: string[];
/** The content of each answer. */
let reply: string;
let server: Server;
let repository: Repository;

beforeAll(async () => {
  server = createServer((call, response) => {
    calls.push(`${call.method} ${call.url}`);
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 500;
    if (answer === 'cut') call.socket.destroy();
    else response.writeHead(answer).end(reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  repository = new Repository(`127.0.0.1:${(server.address() as AddressInfo).port}`, 'team/signboard-iceland');
});
beforeEach(() => {
  calls = [];
  reply = '{}';
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a call to a registry', () => {
  it.each<[string, (number | 'cut')[]]>([
    ['answers 502 and 503', [502, 503, 200]],
    ['answers 504', [504, 200]],
    ['cuts the connection', ['cut', 'cut', 200]],
  ])('that only reads is repeated when the registry %s', async (_, given) => {
    const { length } = given;
    answers = given;
    expect((await repository.find('current'))?.bytes.toString()).toBe('{}');
    expect(calls).toEqual(Array.from({ length }, () => 'GET /v2/team/signboard-iceland/manifests/current'));
  });

  it.each<[string, number | 'cut', RegExp]>([
    ['answers 502', 502, /\/manifests\/current: the registry answers 502 Bad Gateway\.$/],
    ['cuts the connection', 'cut', /\/manifests\/current: the registry cannot be reached \(.+\)\.$/],
  ])('that only reads fails after three attempts when the registry %s', async (_, answer, message) => {
    answers = [answer];
    await expect(repository.find('current')).rejects.toThrow(message);
    expect(calls).toHaveLength(3);
  });

  it.each([403, 404, 500])('is not repeated when the registry answers %d', async (status) => {
    answers = [status];
    await repository.find('current').catch(() => null);
    expect(calls).toHaveLength(1);
  });

  it('that writes is not repeated: another process may have written in between', async () => {
    answers = [503, 201];
    await expect(repository.put('current', 'application/json', Buffer.from('{}'))).rejects.toThrow(/answers 503/);
    expect(calls).toEqual(['PUT /v2/team/signboard-iceland/manifests/current']);
  });

  it('that is refused says why, without the query of its address', async () => {
    answers = [500];
    reply = JSON.stringify({ errors: [{ code: 'UNKNOWN', message: 'no space left on device' }] });
    const answer = repository.tags();
    await expect(answer).rejects.toThrow(
      /\/tags\/list: the registry answers 500 Internal Server Error \(no space left on device\)\.$/,
    );
  });

  it('to a registry on this machine that needs TLS is made with TLS', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync('openssl', [...options, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const safe = createSafeServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, '127.0.0.1');
    try {
      await once(safe, 'listening');
      const host = `127.0.0.1:${(safe.address() as AddressInfo).port}`;
      await expect(new Repository(host, 'team/signboard-iceland').tags()).rejects.toThrow(
        `https://${host}/v2/team/signboard-iceland/tags/list: the registry cannot be reached (self-signed certificate`,
      );
    } finally {
      safe.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('to a port that Node never calls says so', async () => {
    await expect(new Repository('localhost:5061', 'team/signboard-iceland').tags()).rejects.toThrow(
      /\(bad port: this port belongs to another protocol/,
    );
  });
});
