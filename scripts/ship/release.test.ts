import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Registry, startRegistry } from '../../tests/support/registry.ts';
import { type RegistryProxy, startRegistryProxy } from '../../tests/support/registryProxy.ts';
import { shipTiny } from '../../tests/support/tinyRelease.ts';
import { currentOf } from './current.ts';
import { type Destination, repositoryOf } from './destination.ts';
import { rollBack } from './ship.ts';
import { statusOf } from './status.ts';

let registry: Registry;
let proxy: RegistryProxy;
let folder: string;
let used = 0;

/** A place of the registry without images. */
const newPlace = (): Destination => ({ id: 'iceland', host: proxy.host, path: `team${(used += 1)}` });

const ship = (place: Destination, version: string) => shipTiny(place, folder, { version });

/** The versions that `current` of API and page point to. */
async function versionsOf(place: Destination): Promise<unknown[]> {
  const { api, page } = await currentOf(place);
  return [api?.version, page?.version];
}

beforeAll(async () => {
  registry = await startRegistry();
  proxy = await startRegistryProxy(registry.host, 'shipper:correct horse');
  folder = mkdtempSync(join(tmpdir(), 'signboard-release-'));
});
afterAll(async () => {
  await proxy?.stop();
  await registry?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the tag current', () => {
  /** Points `current` of the page to the image of a version, as somebody may do by hand. */
  async function moveByHand(place: Destination, version: string): Promise<void> {
    const repository = repositoryOf(place);
    const image = await repository.find(version);
    await repository.put('current', image?.mediaType ?? '', image?.bytes ?? Buffer.alloc(0));
  }

  it('is what counts: after it was moved by hand, shipping and rolling back move it', async () => {
    const place = newPlace();
    await ship(place, '1.0.0');
    await ship(place, '1.1.0');
    await moveByHand(place, '1.0.0');
    const status = await statusOf(place);
    expect(status).toMatchObject({
      state: 'moved',
      registry: { page: { version: '1.0.0' }, api: { version: '1.1.0' } },
    });
    expect(status.advice).toBe(
      '"current" points to 1.0.0, not to the requested 1.1.0: it was moved without this command. Point it back: ' +
        'npm run ship -- iceland --to 1.1.0, or accept 1.0.0: npm run ship -- iceland --to 1.0.0',
    );
    expect(await rollBack(place, '1.1.0')).toMatchObject({ state: 'moved', wasMovedByHand: true });
    expect(await versionsOf(place)).toEqual(['1.1.0', '1.1.0']);
    await moveByHand(place, '1.0.0');
    expect(await ship(place, '1.1.0')).toMatchObject({ state: 'moved', wasMovedByHand: true });
    expect(await versionsOf(place)).toEqual(['1.1.0', '1.1.0']);
  });

  it('is not touched when nothing changes', async () => {
    const place = newPlace();
    await ship(place, '1.0.0');
    proxy.disturb(null);
    expect(await ship(place, '1.0.0')).toMatchObject({ state: 'unchanged', pushed: [] });
    expect(await rollBack(place, '1.0.0')).toMatchObject({ state: 'unchanged' });
    expect(proxy.calls().filter((call) => /^(PUT|POST|PATCH)/.test(call))).toEqual([]);
  });

  it('moves only after the ledger has recorded where to', async () => {
    const place = newPlace();
    proxy.disturb(null);
    await ship(place, '1.0.0');
    const written = proxy.calls().filter((call) => /^PUT .*\/manifests\/(current|ledger-\w+)$/.test(call));
    expect(written.map((call) => call.split('/').at(-1)?.split('-')[0])).toEqual([
      'ledger',
      'current',
      'current',
      'ledger',
    ]);
  });
});
