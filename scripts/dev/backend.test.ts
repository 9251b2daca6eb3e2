import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '../../tests/support/freePort.ts';
import { isBackendRunning } from './backend.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

/** Starts a program that gives every request one answer. Returns its URL as the backend of Iceland. */
async function answering(status: number, body: string): Promise<string> {
  server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://iceland.localhost:${(server.address() as AddressInfo).port}/api/`;
}

test('a backend that runs is used', async () => {
  expect(await isBackendRunning('iceland', await answering(200, '{"status":"ok"}'))).toBe(true);
});

test('where nothing listens, no backend runs', async () => {
  expect(await isBackendRunning('iceland', `http://iceland.localhost:${await freePort()}/api/`)).toBe(false);
});

test.each([
  ['a program without this deployment', 404, 'There is no deployment here.'],
  ['a program that answers everything', 200, '<!doctype html>'],
])('%s is not taken for its backend', async (_name, status, body) => {
  await expect(isBackendRunning('iceland', await answering(status, body))).rejects.toThrow(
    /is not the backend of iceland \(livez\/: HTTP \d+\)\. Stop it/,
  );
});
