import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { demoPassword } from '../../server/seed/seed.ts';
import { chooseIn } from '../support/nationalId.ts';
import { headersOf } from '../../scripts/build/headers.ts';
import { serve, type Served } from '../../scripts/serve/serve.ts';

const repository = join(import.meta.dirname, '../..');

/** A bundle folder with one page, which is enough for the server. */
function writeBundle(dist: string): void {
  mkdirSync(join(dist, 'iceland', '.meta'), { recursive: true });
  writeFileSync(join(dist, 'iceland', 'index.html'), '<!doctype html><title>Táknljós</title>');
  writeFileSync(join(dist, 'iceland', '.meta', 'headers.json'), JSON.stringify(headersOf('', '')));
}

describe('the local product', () => {
  let folder: string;
  let served: Served | null = null;
  const reported: string[] = [];

  const start = async () => {
    served = await serve({
      dist: join(folder, 'dist'),
      dataFolder: join(folder, 'data'),
      databaseUrl: null,
      host: 'localhost',
      port: 0,
      maxOpen: 1,
      report: (line) => reported.push(line),
    });
    return served;
  };

  /** Node uses the resolver for `*.localhost`, which not every machine answers; browsers need no resolver. */
  const call = async (host: string, path: string, { token, body }: { token?: string; body?: object } = {}) => {
    const sent = request({
      host: 'localhost',
      port: served?.port,
      path,
      method: body ? 'POST' : 'GET',
      headers: {
        host: `${host}.localhost:${served?.port}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Token ${token}` } : {}),
      },
    });
    sent.end(body ? JSON.stringify(body) : undefined);
    const [answer] = await once(sent, 'response');
    const output = await text(answer);
    const isJson = /json/.test(answer.headers['content-type'] ?? '');
    return { status: answer.statusCode, json: isJson ? JSON.parse(output) : null };
  };

  const signIn = async (host: string, email: string): Promise<string> => {
    const login = await call(host, '/api/auth/login/', { body: { email, password: demoPassword } });
    const { json: mails } = await call('mail', `/messages.json?deployment=${host}`);
    const { code } = mails.find(({ to }: { to: string[] }) => to.includes(email));
    const { otpToken } = login.json;
    return (await call(host, '/api/auth/otp/', { body: { otpToken, code } })).json.token;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'signboard-serve-'));
    writeBundle(join(folder, 'dist'));
  });
  afterEach(async () => {
    await served?.close();
    served = null;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  // The tests share one data folder, as initialising an embedded database takes longest.
  it('opens a database once for concurrent calls, signs in with a mailed code, and keeps session and data while another database is open, and after a restart', async () => {
    await start();
    const first = await Promise.all(Array.from({ length: 8 }, () => call('iceland', '/api/readyz/')));
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
    const token = await signIn('iceland', 'owner@taknljos.example');
    const before = await call('iceland', '/api/overview/', { token });
    expect(before.json).toMatchObject({ scope: 'all', requests: expect.any(Number) });
    expect(before.json.requests).toBeGreaterThan(100);
    const { json: partners } = await call('iceland', '/api/partners/?page_size=1', { token });
    const code = new URL(partners.results[0].public_url);
    expect(code.host).toBe(`app.localhost:${served?.port}`);
    expect((await call('app', code.pathname)).status).toBe(200);
    // Only one database is open at a time: this closes Iceland's.
    const other = await signIn('brazil', 'owner@ipesinais.example');
    expect((await call('brazil', '/api/auth/me/', { token: other })).json).toMatchObject({ role: 'owner' });
    // A token is not valid for another deployment.
    expect((await call('brazil', '/api/auth/me/', { token })).status).toBe(401);
    expect((await call('iceland', '/api/auth/me/', { token })).status).toBe(200);
    await served?.close();
    await start();
    const after = await call('iceland', '/api/overview/', { token });
    expect(after.json.registered_users).toBe(before.json.registered_users);
    expect(after.json.requests).toBeGreaterThanOrEqual(before.json.requests);
    expect(reported).toEqual([]);
  });

  it('has a national ID that people sign in with, once they have opened the mailed link', async () => {
    await start();
    const identify = async () => {
      const { json: started } = await call('iceland', '/api/auth/openid/start/', { body: { language: 'is' } });
      expect(new URL(started.authorization_url).host).toBe(`id.localhost:${served?.port}`);
      const callback = await chooseIn(started.authorization_url, 'Manager');
      return call('iceland', '/api/auth/openid/', { body: { ...callback, openidToken: started.openidToken } });
    };
    expect(await identify()).toMatchObject({ status: 403, json: { code: 'national_id_unconfirmed' } });
    const tokenMailed = async (): Promise<string> => {
      const { json: mails } = await call('mail', '/messages.json?deployment=iceland');
      const token = /[?&]token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
      return token ?? sleep(50).then(tokenMailed);
    };
    const token = await tokenMailed();
    expect((await call('iceland', '/api/auth/openid/confirm/', { body: { token } })).status).toBe(204);
    const { json: session } = await identify();
    expect(session).toMatchObject({ user: { email: 'manager@taknljos.example', role: 'manager' } });
    expect((await call('iceland', '/api/auth/me/', { token: session.token })).json).toEqual(session.user);
    expect(reported).toEqual([]);
  });

  it('reports why a database cannot be opened, and opens it once it can', async () => {
    const database = join(folder, 'data', 'iceland', 'database');
    renameSync(database, `${database}.good`);
    writeFileSync(database, 'a file where a folder should be');
    await start();
    const refused = await call('iceland', '/api/readyz/');
    expect(refused).toMatchObject({ status: 503, json: { code: 'backend_unreachable' } });
    expect(reported).toEqual([expect.stringMatching(/^The backend of iceland could not be opened: /)]);
    rmSync(database);
    renameSync(`${database}.good`, database);
    expect((await call('iceland', '/api/readyz/')).status).toBe(200);
  });
});

describe('npm run serve', () => {
  let folder: string;
  const environment = (values: Record<string, string>) => ({
    ...process.env,
    DIST: join(folder, 'dist'),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    HOST: '127.0.0.1',
    PLATFORM: 'off',
    ...values,
  });

  const run = (values: Record<string, string>, ...given: string[]) =>
    new Promise<{ code: unknown; stderr: string }>((ended) => {
      execFile(
        process.execPath,
        ['scripts/serve.ts', ...given],
        { cwd: repository, env: environment(values) },
        (error, _, stderr) => ended({ code: error?.code ?? 0, stderr }),
      );
    });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'signboard-serve-'));
    writeBundle(join(folder, 'dist'));
    cpSync(join(folder, 'dist', 'iceland'), join(folder, 'dist', 'brazil'), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('prints all addresses and sign-ins, and stops on SIGTERM', async () => {
    const child = spawn(process.execPath, ['scripts/serve.ts'], { cwd: repository, env: environment({ PORT: '0' }) });
    let output = '';
    for await (const part of child.stdout) {
      output += part;
      if (output.includes('Ctrl+C')) break;
    }
    for (const pattern of [
      /All deployments +http:\/\/localhost:\d+\//,
      /Mailbox +http:\/\/mail\.localhost:\d+\//,
      /Táknljós +http:\/\/iceland\.localhost:\d+\//,
      /owner +owner@ipesinais\.example/,
      /interpreter +interpreter@ipesinais\.example/,
      /suspended@ipesinais\.example +\(suspended\)/,
      /the password signboard-demo/,
    ])
      expect(output).toMatch(pattern);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('suggests another port when the port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await run({ PORT: String(port) });
    taken.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start\n`,
    );
  });

  it('accepts no arguments, and lists the environment variables', async () => {
    const { code, stderr } = await run({}, '--port', '9000');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^npm start takes no arguments, but got: --port 9000\. .*PORT=9000 npm start\n$/);
  });

  it.each([
    [{ PORT: 'http' }, 'PORT: "http" is not a port. Give a number from 1 to 65535.\n'],
    [{ PORT: '0', DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL is not a PostgreSQL URL\. Give postgresql:/],
  ])('refuses %j', async (values, message) => {
    const { code, stderr } = await run(values);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});
