import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { BuildRoot } from '../support/buildRoot.ts';
import { freePort } from '../support/freePort.ts';
import { serveTenant } from '../support/nginx.ts';

const repository = resolve(import.meta.dirname, '../..');

let root: BuildRoot;
let web: Awaited<ReturnType<typeof serveTenant>>;
let port: number;

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
  web = await serveTenant({ dist: root.path('dist'), id: 'iceland', port, backendUrl: 'http://localhost:1/' });
});
afterAll(async () => {
  await web?.stop();
  root?.remove();
});

it('tests the page of a live deployment without a sign-in', async () => {
  const { code, out } = await testLive(`http://{id}.localhost:${port}/`);
  expect({ code, out: code === 0 ? '' : out }).toEqual({ code: 0, out: '' });
  expect(out).toContain('2 passed');
});

it('fails when the address has another deployment or nothing', async () => {
  const nothing = await freePort();
  expect((await testLive(`http://{id}.localhost:${nothing}/`)).code).toBe(1);
  expect(await testLive('{id}')).toEqual({
    code: 1,
    out: '--live {id} is not an address: give https://{id}.example.org/\n',
  });
});
