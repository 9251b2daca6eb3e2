import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumPath } from '../../scripts/lib/chromium.ts';
import { localFetch } from '../../server/auth/localFetch.ts';
import { BuildRoot } from '../support/buildRoot.ts';

const script = resolve(import.meta.dirname, '../../scripts/dev.ts');
const rspack = resolve(import.meta.dirname, '../../node_modules/@rspack/cli/bin/rspack.js');

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

const asked: (string | undefined)[] = [];
/** A backend that refuses an empty sign-in, and otherwise answers with what it was asked for. */
const backend = createServer((request, response) => {
  asked.push(request.url);
  if (request.url === '/deep/auth/login/') return response.writeHead(400).end('{"code":"invalid"}');
  return response.end(JSON.stringify({ path: request.url, host: request.headers.host }));
});
let address: string;
beforeAll(async () => {
  await new Promise<void>((done) => backend.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(backend.address() as AddressInfo).port}/deep/`;
});
afterAll(() => {
  backend.close();
});

describe('npm run dev', () => {
  let root: BuildRoot;
  let dev: ChildProcess;
  let browser: Browser | undefined;
  let page: Page;
  let output = '';
  let port: number;
  beforeAll(async () => {
    root = new BuildRoot(['iceland']);
    port = await freePort();
    dev = spawn(
      process.execPath,
      [script, 'iceland', '--root', root.folder, '--port', `${port}`, '--backend', address],
      {
        // With CI set the compiler writes in colour, even without a terminal.
        env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', FORCE_COLOR: '0' },
      },
    );
    const started = new Promise<void>((done, fail) => {
      for (const stream of [dev.stdout, dev.stderr]) {
        stream?.on('data', (chunk) => {
          output += chunk;
          if (output.includes('compiled successfully')) done();
        });
      }
      dev.once('exit', () => fail(new Error(output)));
    });
    await started;
    browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    });
    page = await browser.newPage();
    await page.goto(`http://iceland.localhost:${port}/`);
  });
  afterAll(async () => {
    await browser?.close();
    const ended = new Promise((done) => dev.once('exit', done));
    dev.kill();
    await ended;
    root.remove();
  });

  it('serves the app of the deployment on its own host', async () => {
    await page.getByText('Góðan daginn, öll sömul').waitFor();
    await page.getByText('Page of auth').waitFor();
    expect(output).toContain(`http://iceland.localhost:${port}/`);
    expect(output).toContain('Sign in with an account of this backend.');
  });

  it('proxies calls to the backend and its base path', async () => {
    const config = await page.evaluate(async () => (await fetch('/config.json')).json());
    expect(config).toEqual({ BACKEND_URL: `http://iceland.localhost:${port}/api/` });
    const answer = await page.evaluate(async () => (await fetch('/api/livez/?a=1')).json());
    expect(answer.path).toBe('/deep/livez/?a=1');
  });

  it('lets the backend open its database as soon as a page is opened', () => {
    expect(asked).toContain('/deep/readyz/');
  });

  it('reports an invalid manifest, also to a page that is opened later and after a compile, and recovers once it is corrected', async () => {
    root.edit('tenants/iceland/manifest.json', (text) => text.replace('"feedback"', '"feedbak"'));
    const overlay = page.locator('#webpack-dev-server-client-overlay, #rspack-dev-server-client-overlay');
    const isReported = () => overlay.contentFrame().getByText('feedbak').first().waitFor();
    await isReported();
    expect(output).toContain('feedbak');
    await page.reload();
    await isReported();
    const compiles = () => output.split('compiled successfully').length;
    const before = compiles();
    root.edit('src/main.tsx', (text) => `${text}\nconsole.log('A change of a source.');\n`);
    await page.waitForEvent('console', (message) => message.text() === 'A change of a source.');
    expect(compiles()).toBeGreaterThan(before);
    await isReported();
    root.edit('tenants/iceland/manifest.json', (text) => text.replace('"feedbak"', '"feedback"'));
    await overlay.waitFor({ state: 'detached' });
  });
});

it('rspack serve serves the deployment given by --env', async () => {
  const root = new BuildRoot(['iceland']);
  const port = await freePort();
  const env = ['tenant=iceland', `root=${root.folder}`, `backend=${address}`];
  const options = ['--port', `${port}`, ...env.flatMap((setting) => ['--env', setting])];
  const server = spawn(process.execPath, [rspack, 'serve', ...options], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  const ended = new Promise((done) => server.once('exit', done));
  let output = '';
  await new Promise<void>((done, fail) => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes('compiled successfully')) done();
      });
    server.once('exit', () => fail(new Error(output)));
  });
  expect(output).toContain(`http://iceland.localhost:${port}/`);
  const page = await localFetch(new URL(`http://iceland.localhost:${port}/dashboard`));
  expect(await page.text()).toContain('<title>Táknljós</title>');
  const app = await localFetch(new URL(`http://iceland.localhost:${port}/app.js`));
  expect([app.status, app.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')]);
  server.kill();
  await ended;
  root.remove();
});
