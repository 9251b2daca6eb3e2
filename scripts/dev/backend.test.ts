import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '../../tests/support/freePort.ts';
import { readSource } from '../../tenants/source.ts';
import { isBackendRunning } from './backend.ts';
import { devServer } from './devServer.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

const tenants = join(import.meta.dirname, '../../tenants');

/** Starts a program with these answers by path; it has nothing else. Returns its URL as the backend of Iceland. */
async function answering(answers: Record<string, { status: number; body: string }>): Promise<string> {
  server = createServer((request, response) => {
    const { status, body } = answers[request.url ?? ''] ?? { status: 404, body: 'There is no deployment here.' };
    response.writeHead(status).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://iceland.localhost:${(server.address() as AddressInfo).port}/api/`;
}

const signIn = { status: 400, body: '{"code":"invalid"}' };
const titled = (title: string) => ({ status: 200, body: JSON.stringify({ info: { title } }) });
const brandOf = (id: string) => String(readSource(id, tenants).value['brand']);

test.each([
  ['that has the sign-in only', {}],
  ['of this deployment', { '/api/openapi.json': titled(`${brandOf('iceland')}: API`) }],
  ['that started before its brand was edited', { '/api/openapi.json': titled('An older brand: API') }],
])('a backend %s is used', async (_name, others) => {
  const url = await answering({ '/api/auth/login/': signIn, ...others });
  expect(await isBackendRunning('iceland', url, tenants)).toBe(true);
});

test('the backend of another deployment is not taken for its backend', async () => {
  const url = await answering({
    '/api/auth/login/': signIn,
    '/api/openapi.json': titled(`${brandOf('brazil')}: API`),
  });
  await expect(isBackendRunning('iceland', url, tenants)).rejects.toThrow('it is the backend of brazil');
});

test('where nothing listens, no backend runs, and one that was asked for is missed', async () => {
  const url = `http://iceland.localhost:${await freePort()}/api/`;
  expect(await isBackendRunning('iceland', url, tenants)).toBe(false);
  await expect(devServer({ root: join(tenants, '..'), id: 'iceland', backend: url })).rejects.toThrow(
    `--backend ${url}: nothing listens there.`,
  );
});

test.each([
  ['a program without this deployment', { status: 404, body: 'There is no deployment here.' }],
  ['a program that answers everything', { status: 200, body: '<!doctype html>' }],
])('%s is not taken for its backend', async (_name, answer) => {
  const url = await answering({ '/api/auth/login/': answer });
  await expect(isBackendRunning('iceland', url, tenants)).rejects.toThrow(
    /is not the backend of iceland \(auth\/login\/: HTTP \d+\)\. Stop it/,
  );
});
