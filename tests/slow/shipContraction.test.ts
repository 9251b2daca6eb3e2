import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentOf } from '../../scripts/ship/current.ts';
import { type Destination, repositoryOf } from '../../scripts/ship/destination.ts';
import { readLedger } from '../../scripts/ship/ledger.ts';
import { rollBack } from '../../scripts/ship/ship.ts';
import { type Registry, startRegistry } from '../support/registry.ts';
import { shipTiny } from '../support/tinyRelease.ts';

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

describe('a deployment whose last release took something away from the database', () => {
  it('does not go back over it, and nothing moves', async () => {
    await shipTiny(place, folder, { version: '1.0.0', schema: { newest: '050_rooms', oldest: '042_captions' } });
    await shipTiny(place, folder, { version: '1.1.0', schema: { newest: '051_narrow', oldest: '051_narrow' } });
    await shipTiny(place, folder, { version: '1.2.0', schema: { newest: '052_wide', oldest: '051_narrow' } });
    await expect(rollBack(place, '1.0.0')).rejects.toThrow(
      /^1\.0\.0 of iceland cannot run on its database any more: 1\.1\.0 took something away that it needs \(migration 051_narrow/,
    );
    const { api, page } = await currentOf(place);
    expect([api?.version, page?.version]).toEqual(['1.2.0', '1.2.0']);
    expect((await readLedger(repositoryOf(place))).map(({ act }) => act)).toEqual(['ship', 'ship', 'ship']);
  });

  it('goes back to the release with the contraction, page and API together', async () => {
    await rollBack(place, '1.1.0');
    const { api, page } = await currentOf(place);
    expect([api?.version, page?.version]).toEqual(['1.1.0', '1.1.0']);
  });

  it('goes back further when the database was restored', async () => {
    await rollBack(place, '1.0.0', undefined, true);
    const { api, page } = await currentOf(place);
    expect([api?.version, page?.version]).toEqual(['1.0.0', '1.0.0']);
  });
});
