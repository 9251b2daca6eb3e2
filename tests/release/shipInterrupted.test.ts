import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentOf } from '../../scripts/ship/current.ts';
import type { Destination } from '../../scripts/ship/destination.ts';
import { appendOutcome, readLedger } from '../../scripts/ship/ledger.ts';
import { rollBack } from '../../scripts/ship/ship.ts';
import { statusOf } from '../../scripts/ship/status.ts';
import { BuildRoot } from '../support/buildRoot.ts';
import { type Registry, startRegistry } from '../support/registry.ts';
import { type Fault, type RegistryProxy, startRegistryProxy } from '../support/registryProxy.ts';
import { shipTiny } from '../support/tinyRelease.ts';

const user = 'shipper:correct horse';

let registry: Registry;
let proxy: RegistryProxy;
let folder: string;
let used = 0;

/** A place of the registry without images. */
const newPlace = (): Destination => ({ id: 'iceland', host: proxy.host, path: `team${(used += 1)}` });

const ship = (place: Destination, version: string) => shipTiny(place, folder, { version });

/** What `current` of API and page point to, and what the ledger says. */
async function stateOf(place: Destination): Promise<{ api: unknown; page: unknown; last: string; state: string }> {
  const { api, page } = await currentOf(place);
  const last = (await readLedger(place)).at(-1);
  const { state } = await statusOf(place);
  return { api: api?.version, page: page?.version, last: `${last?.version} ${last?.result}`, state };
}

const settledAt = (version: string) => ({ api: version, page: version, last: `${version} done`, state: 'settled' });

beforeAll(async () => {
  registry = await startRegistry();
  proxy = await startRegistryProxy(registry.host, user);
  folder = mkdtempSync(join(tmpdir(), 'signboard-interrupted-'));
});
afterAll(async () => {
  await proxy?.stop();
  await registry?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Numbers of the calls of an act: all of them, those that write, and the ones after those. */
async function callsOf(
  place: Destination,
  act: () => Promise<unknown>,
): Promise<{ all: number[]; writing: number[]; afterwards: number[] }> {
  // A process reads each entry of a ledger once.
  await stateOf(place);
  proxy.disturb(null);
  await act();
  const calls = proxy.calls();
  const all = calls.map((_, index) => index + 1);
  const writing = all.filter((at) => /^(PUT|POST|PATCH|DELETE)/.test(calls[at - 1] ?? ''));
  // Between two calls that only read, nothing changes.
  return { all, writing, afterwards: all.filter((at) => at === 1 || writing.includes(at - 1)) };
}

/** Disturbs one call of an act, which may fail. */
async function disturbed(fault: Extract<Fault, { at: number }>, act: () => Promise<unknown>): Promise<void> {
  proxy.disturb(fault);
  await act().catch(() => undefined);
  expect(proxy.calls().length).toBeGreaterThanOrEqual(fault.at);
  proxy.disturb(null);
}

describe('a release of which one call to the registry fails', () => {
  it.each(['refused', 'answer lost'] as const)('reaches its version when it is repeated: %s', async (kind) => {
    const place = newPlace();
    await ship(place, '1.0.0');
    const { all, writing } = await callsOf(place, () => ship(place, '1.1.0'));
    expect(writing.length).toBeGreaterThan(20);
    // The answer to a call that only reads can be lost, too, but that is the same as a refused call.
    for (const at of kind === 'refused' ? all : writing) {
      const version = `2.${at}.0`;
      await disturbed({ at, kind }, () => ship(place, version));
      // The ledger records the requested version before the tag moves.
      expect({ at, state: (await statusOf(place)).state }).not.toEqual({ at, state: 'moved' });
      await ship(place, version);
      expect(await stateOf(place)).toEqual(settledAt(version));
    }
  });

  it('can be rolled back instead, whichever call failed', async () => {
    const place = newPlace();
    await ship(place, '1.0.0');
    const { writing } = await callsOf(place, () => ship(place, '1.1.0'));
    for (const at of writing) {
      await disturbed({ at, kind: 'answer lost' }, () => ship(place, `2.${at}.0`));
      await rollBack(place, '1.0.0');
      expect({ at, ...(await stateOf(place)) }).toEqual({ at, ...settledAt('1.0.0') });
    }
  });
});

describe('a release that the registry loses during the build', () => {
  it('is not pushed without a second build', async () => {
    const place = newPlace();
    await ship(place, '1.0.0');
    await expect(shipTiny(place, folder, { version: '1.1.0', isCompared: false })).rejects.toThrow(
      'The registry had 1.1.0 of iceland before the build, and no longer has it. Repeat the command.',
    );
    expect(await stateOf(place)).toEqual(settledAt('1.0.0'));
  });
});

describe('a rollback of which one call to the registry fails', () => {
  it.each(['refused', 'answer lost'] as const)('reaches its version when it is repeated: %s', async (kind) => {
    const place = newPlace();
    for (const version of ['1.0.0', '1.1.0']) await ship(place, version);
    const { all, writing } = await callsOf(place, () => rollBack(place, '1.0.0'));
    for (const [index, at] of (kind === 'refused' ? all : writing).entries()) {
      const version = index % 2 ? '1.0.0' : '1.1.0';
      await disturbed({ at, kind }, () => rollBack(place, version));
      await rollBack(place, version);
      expect({ at, ...(await stateOf(place)) }).toEqual({ at, ...settledAt(version) });
    }
  });
});

describe('a process that is killed between two calls to the registry', () => {
  /** Runs a script and kills it before its n-th call. */
  async function killedAt(at: number, script: string, args: string[]): Promise<void> {
    const environment = { ...process.env, NODE_OPTIONS: '', REGISTRY_USER: '', REGISTRY_PASSWORD: '' };
    const started: { child?: ChildProcess } = {};
    proxy.disturb({ at, kind: 'act', act: () => started.child?.kill('SIGKILL') });
    started.child = spawn(process.execPath, [resolve(import.meta.dirname, script), ...args], {
      env: environment,
      stdio: 'ignore',
    });
    const [, signal] = (await once(started.child, 'close')) as [number | null, string | null];
    expect({ at, signal }).toEqual({ at, signal: 'SIGKILL' });
    proxy.disturb(null);
  }

  it('reaches its version when the release is repeated', async () => {
    const place = newPlace();
    await ship(place, '1.0.0');
    const { afterwards } = await callsOf(place, () => ship(place, '1.1.0'));
    for (const at of afterwards) {
      const version = `2.${at}.0`;
      await killedAt(at, '../support/shipTinyProcess.ts', [place.host, place.path, folder, version]);
      await ship(place, version);
      expect(await stateOf(place)).toEqual(settledAt(version));
    }
  });

  it('finishes the rollback of a failed wave when the command is repeated, before it ships anything', async () => {
    const root = new BuildRoot(['iceland']);
    root.editManifest('iceland', { version: '2.0.0' });
    const git = (...args: string[]): void => {
      execFileSync('git', ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.is', ...args], { cwd: root.folder });
    };
    git('init', '--quiet');
    git('add', 'tenants');
    git('commit', '--quiet', '--no-gpg-sign', '--message', 'Begin');
    const failed = async (): Promise<Destination> => {
      const place = newPlace();
      await ship(place, '1.0.0');
      const { release } = await shipTiny(place, folder, { version: '2.0.0', wave: 'rest' });
      await appendOutcome(place, release, { result: 'failed' });
      return place;
    };
    const script = resolve(import.meta.dirname, '../../scripts/ship.ts');
    const argsOf = (place: Destination): string[] => {
      const into = ['--registry', `${place.host}/${place.path}`];
      return ['iceland', '--affected', '--approve', '--root', root.folder, ...into];
    };
    /** Runs the command to its end, and returns what it says. */
    const repeated = async (place: Destination): Promise<string> => {
      const child = spawn(process.execPath, [script, ...argsOf(place)], {
        env: { ...process.env, NODE_OPTIONS: '', REGISTRY_USER: '', REGISTRY_PASSWORD: '' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      return text(child.stderr);
    };
    const untouched = await failed();
    const { writing } = await callsOf(untouched, () => repeated(untouched));
    expect(await stateOf(untouched)).toEqual(settledAt('1.0.0'));
    for (const at of writing) {
      const place = await failed();
      await killedAt(at, '../../scripts/ship.ts', argsOf(place));
      expect({ at, said: await repeated(place) }).toEqual({
        at,
        said: expect.stringContaining('Nothing was shipped.\nTaken back now: iceland has 1.0.0 again.\n'),
      });
      expect({ at, ...(await stateOf(place)) }).toEqual({ at, ...settledAt('1.0.0') });
    }
    root.remove();
  });

  it('reaches its version when the rollback is repeated', async () => {
    mkdirSync(join(folder, 'tenants/iceland'), { recursive: true });
    const place = newPlace();
    for (const version of ['1.0.0', '1.1.0']) await ship(place, version);
    const { afterwards } = await callsOf(place, () => rollBack(place, '1.0.0'));
    for (const [index, at] of afterwards.entries()) {
      const version = index % 2 ? '1.0.0' : '1.1.0';
      const command = ['iceland', '--to', version, '--root', folder, '--registry', `${place.host}/${place.path}`];
      await killedAt(at, '../../scripts/ship.ts', command);
      await rollBack(place, version);
      expect({ at, ...(await stateOf(place)) }).toEqual({ at, ...settledAt(version) });
    }
  });
});

describe('a version', () => {
  it('may be shipped again from another commit with the same content, and never with another content', async () => {
    const place = newPlace();
    await shipTiny(place, folder, { version: '1.0.0', commit: 'aaaa' });
    expect(await shipTiny(place, folder, { version: '1.0.0', commit: 'bbbb' })).toMatchObject({
      state: 'unchanged',
      release: { commit: 'aaaa' },
    });
    const changed = [{ content: 'other' }, { user: '0:0' }];
    for (const change of changed)
      await expect(shipTiny(place, folder, { version: '1.0.0', ...change })).rejects.toThrow(
        /1\.0\.0 of iceland was shipped before with other content \(api: sha256:\w+\)\. A shipped version never changes: raise/,
      );
  });
});
