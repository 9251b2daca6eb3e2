import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentOf } from '../../scripts/ship/current.ts';
import { type Destination, repositoryOf } from '../../scripts/ship/destination.ts';
import { readLedger } from '../../scripts/ship/ledger.ts';
import { rollBack } from '../../scripts/ship/ship.ts';
import { type Registry, startRegistry } from '../support/registry.ts';
import { shipTiny, type TinyRelease } from '../support/tinyRelease.ts';

let registry: Registry;
let folder: string;
let place: Destination;

beforeAll(async () => {
  registry = await startRegistry();
  [process.env['REGISTRY_USER'], process.env['REGISTRY_PASSWORD']] = ['shipper', 'correct horse'];
  folder = mkdtempSync(join(tmpdir(), 'signboard-contraction-'));
  place = { id: 'iceland', host: registry.host, path: 'team' };
});
afterAll(async () => {
  for (const name of ['REGISTRY_USER', 'REGISTRY_PASSWORD']) delete process.env[name];
  await registry?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** `npm run ship -- …` with the deployments of this repository; their real migrations are newer than those of the tiny releases. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const script = resolve(import.meta.dirname, '../../scripts/ship.ts');
  const all = [script, ...args, '--registry', `${place.host}/${place.path}`];
  return new Promise((done) => {
    execFile(process.execPath, all, { env: { ...process.env, NODE_OPTIONS: '' } }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

const first: TinyRelease = { version: '1.0.0', schema: { newest: '000_rooms', oldest: '000_rooms' } };
const narrow: TinyRelease = { version: '1.1.0', schema: { newest: '001_narrow', oldest: '001_narrow' } };

describe('a release that takes something away from the database', () => {
  it('is refused with its migration and the remedy while the current release needs it, and nothing is pushed', async () => {
    await shipTiny(place, folder, first);
    await expect(shipTiny(place, folder, narrow)).rejects.toThrow(
      '1.1.0 of iceland takes something away from the database (migration 001_narrow; the last one of 1.0.0 is 000_rooms). 1.0.0 cannot ' +
        'start on it, its processes fail if they use what goes, and nobody can go back to it. Ship a release first that no longer uses it, ' +
        'or plan a downtime; then back up the database and repeat the command with --contract.',
    );
    expect(await repositoryOf(place, 'api').find('1.1.0')).toBeNull();
    expect((await readLedger(place)).map(({ version }) => version)).toEqual(['1.0.0']);
  });

  it('is planned as a problem, and as a release with --contract', async () => {
    const options = ['iceland', '--affected', '--plan'];
    const refused = await run(...options);
    expect(refused).toMatchObject({ code: 0, err: '' });
    expect(refused.out).toMatch(
      /cannot be shipped: \S+ of iceland takes something away from the database \(migration 006_partners; the last one of 1\.0\.0 is 000_rooms\)/,
    );
    const approved = await run('iceland', '--affected', '--approve');
    expect(approved).toMatchObject({ code: 1, out: '' });
    expect(approved.err).toMatch(/^Nothing was shipped:\n {2}iceland: \S+ of iceland takes something away/);
    const { out } = await run(...options, '--contract');
    expect(out).toContain('shipped from c0ffee, which this checkout does not have');
    expect(out).not.toContain('cannot be shipped');
    expect(out).toMatch(
      /\n {2}iceland has no way back if this release fails: 1\.0\.0 cannot run on the database after it \(migration \d+_\w+\)\n/,
    );
    expect(out).toContain('\n    npm run ship -- iceland --contract\n');
  });

  it('is shipped with --contract, and releases that only add to it need no option', async () => {
    await shipTiny(place, folder, { ...narrow, contract: true });
    await shipTiny(place, folder, { version: '1.2.0', schema: { newest: '002_wide', oldest: '001_narrow' } });
    expect((await currentOf(place)).api?.version).toBe('1.2.0');
  });
});

describe('a deployment whose last release took something away from the database', () => {
  it('does not go back over it, and nothing moves', async () => {
    await expect(rollBack(place, '1.0.0')).rejects.toThrow(
      /^1\.0\.0 of iceland cannot run on its database any more: 1\.1\.0 took something away that it needs \(migration 001_narrow/,
    );
    const { api, page } = await currentOf(place);
    expect([api?.version, page?.version]).toEqual(['1.2.0', '1.2.0']);
    expect((await readLedger(place)).map(({ act }) => act)).toEqual(['ship', 'ship', 'ship']);
  });

  it('goes back to the release with the contraction, page and API together', async () => {
    await rollBack(place, '1.1.0');
    const { api, page } = await currentOf(place);
    expect([api?.version, page?.version]).toEqual(['1.1.0', '1.1.0']);
  });

  it('goes back further when the database was restored', async () => {
    expect(await run('iceland', '--to', '1.0.0', '--restored')).toMatchObject({ code: 0, err: '' });
    const { api, page } = await currentOf(place);
    expect([api?.version, page?.version]).toEqual(['1.0.0', '1.0.0']);
  });

  it('then goes forward over it again with --contract only', async () => {
    const refused = await run('iceland', '--to', '1.2.0');
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('(migration 001_narrow; the last one of 1.0.0 is 000_rooms)');
    expect((await currentOf(place)).api?.version).toBe('1.0.0');
    expect(await run('iceland', '--to', '1.2.0', '--contract')).toMatchObject({ code: 0, err: '' });
    expect((await currentOf(place)).api?.version).toBe('1.2.0');
  });
});
