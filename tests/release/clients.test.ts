import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { flags } from '../../contract/flags.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const run = promisify(execFile);

describe('clients generated from the description of the API', () => {
  const backend = sharedBackendOf('embedded');
  let folder: string;
  let environment: Record<string, string | undefined>;
  const bin = (name: string, ...args: string[]) =>
    run(join(folder, 'node_modules/.bin', name), args, { cwd: folder, env: environment });

  beforeAll(async () => {
    const app = await backend.app({ flags: Object.fromEntries(flags.map((flag) => [flag, true])) });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const person = await backend.signedIn();
    const { headers } = person;
    const account = { name: 'Payroll', scopes: ['read'], days: 30 };
    const { secret } = (await callsOf(app, person).post('/service_accounts/', account)).json();
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'signboard-clients-')));
    cpSync(resolve(import.meta.dirname, '../clients'), folder, { recursive: true });
    const token = headers.authorization?.replace('Token ', '');
    environment = { ...process.env, NODE_OPTIONS: '', API: `${url}/`, TOKEN: token, SECRET: secret };
    writeFileSync(join(folder, 'openapi.json'), (await app.inject('/openapi.json')).body);
    await run('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'], { cwd: folder });
    await bin('openapi-ts', '--input', 'openapi.json', '--output', 'generated/heyApi', '--no-log-file');
    await bin('orval', '--config', 'orval.config.mjs');
    await bin('tsc');
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['heyApiClient', 'orvalClient'])('compile with TypeScript 5 and call a backend: %s', async (name) => {
    const { stdout } = await run(process.execPath, [`out/${name}.js`], {
      cwd: folder,
      env: environment,
    });
    expect(stdout).toBe('City Hospital, 1 in the list, 1 for a service, city-hospital, 204\n');
  });
});
