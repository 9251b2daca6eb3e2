import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { BuildRoot } from '../support/buildRoot.ts';
import { freePort } from '../support/freePort.ts';
import { serveTenant } from '../support/nginx.ts';

const repository = resolve(import.meta.dirname, '../..');

let root: BuildRoot;
let web: Awaited<ReturnType<typeof serveTenant>>;
let port: number;
/** Whom the backend names in security.txt. */
let contact: string;
/** All that the suite asks of a backend. */
const backend = createServer((call, answer) => {
  const known = call.url === '/.well-known/security.txt';
  answer.writeHead(known ? 200 : 404).end(known ? `Contact: ${contact}\nExpires: 2100-01-01T00:00:00.000Z\n` : '');
});

/** `npm run test:tenants -- iceland --live …` */
function testLive(url: string): Promise<{ code: number; out: string }> {
  const args = [resolve(repository, 'scripts/test-tenants.ts'), 'iceland', '--live', url];
  const path = `${resolve(repository, 'node_modules/.bin')}:${process.env['PATH']}`;
  const env = { ...process.env, NODE_OPTIONS: '', JEST_WORKER_ID: undefined, PATH: path };
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: repository, env }, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out: `${stdout}${stderr}` }),
    );
  });
}

beforeAll(async () => {
  root = new BuildRoot(['iceland'], 'app');
  expect(root.build(['--cache', resolve(repository, '.cache')]).err).toBe('');
  port = await freePort();
  backend.listen(0, '127.0.0.1');
  await once(backend, 'listening');
  const backendUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}/`;
  web = await serveTenant({ dist: root.path('dist'), id: 'iceland', port, backendUrl });
});
afterAll(async () => {
  await web?.stop();
  backend.close();
  root?.remove();
});

it('tests the page of a live deployment without a sign-in', async () => {
  contact = 'mailto:hjalp@taknljos.example';
  const { code, out } = await testLive(`http://{id}.localhost:${port}/`);
  expect({ code, out: code === 0 ? '' : out }).toEqual({ code: 0, out: '' });
  expect(out).toContain('5 passed');
});

it('fails when the page leads to the backend of another deployment', async () => {
  contact = 'mailto:ajuda@ipesinais.example';
  const { code, out } = await testLive(`http://{id}.localhost:${port}/`);
  expect(code).toBe(1);
  expect(out).toContain('leads from security.txt to its own contact');
  expect(out).toContain('4 passed');
});

it('fails when the address has another deployment or nothing', async () => {
  const nothing = await freePort();
  expect((await testLive(`http://{id}.localhost:${nothing}/`)).code).toBe(1);
  expect(await testLive('{id}')).toEqual({
    code: 1,
    out: '--live {id} is not an address: give https://{id}.example.org/\n',
  });
});
