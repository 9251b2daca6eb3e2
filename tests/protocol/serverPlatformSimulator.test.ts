import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startDemoPlatform } from '../../scripts/serve/demoPlatform.ts';
import { signInEmail } from '../../server/seed/people.ts';
import { anyDatabase, testDeployment, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const repository = join(import.meta.dirname, '../..');

describe.each(anyDatabase)('a simulated video platform, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const present = () => backend.app({ clock: () => new Date() });
  const online = () => backend.database.db.selectFrom('presence').select('user_id').execute();

  it('sends events of a demo deployment while it is open, and takes everybody offline at the end', async () => {
    const app = await present();
    const options = { deployment: testDeployment, database: backend.database, now: new Date() };
    const reported: string[] = [];
    const start = (changes: object = {}) =>
      startDemoPlatform(app, { ...options, report: (line) => reported.push(line), ...changes });
    await backend.addUser({ email: signInEmail(testDeployment, 'owner') });
    await backend.addUser({ role: 'interpreter', email: 'una@testland.example' });
    await (
      await start({ deployment: { ...testDeployment, stage: true } })
    )();
    expect(await backend.database.db.selectFrom('platform_events').select('event_id').execute()).toEqual([]);
    const end = await start();
    while ((await online()).length === 0) await sleep(20);
    await end();
    expect(await online()).toEqual([]);
    const customers = await backend.database.db.selectFrom('users').select('id').where('role', '=', 'deaf').execute();
    expect([customers.length, reported]).toEqual([12, []]);
  });

  it('is the command `npm run ops -- platform`: a day of traffic in seconds, with the secret of a service account', async () => {
    const app = await present();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    backend.pass(Date.now() - testStart.getTime());
    const owner = callsOf(app, await backend.signedIn());
    await backend.addUser({ role: 'interpreter', email: 'una@testland.example' });
    const account = await owner.post('/service_accounts/', { name: 'Video', scopes: ['platform'], days: 30 });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        'scripts/platform.ts',
        'iceland',
        '--url',
        `http://127.0.0.1:${port}`,
        '--key',
        'one',
        '--per-day',
        '60',
        '--speed',
        '28800',
        '--duration',
        '0.05',
        '--interpreter',
        'una@testland.example',
      ],
      { cwd: repository, env: { ...process.env, PLATFORM_SECRET: account.json().secret } },
    );
    expect(stdout).toMatch(/\nSent \d{2,} events, of which 0 were rejected, and \d+ recordings\.\n$/);
    const { count } = (await owner.get('/interpretations/?ended=true')).json();
    expect(count).toBeGreaterThan(5);
  });
});
