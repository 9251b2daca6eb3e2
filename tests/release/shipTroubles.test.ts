import { execFile, execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { debianBase } from '../../scripts/base/debianBase.ts';
import { currentOf } from '../../scripts/ship/current.ts';
import { type Destination, repositoryOf } from '../../scripts/ship/destination.ts';
import { readLedger } from '../../scripts/ship/ledger.ts';
import { BuildRoot } from '../support/buildRoot.ts';
import { type LiveServers, startLiveServers } from '../support/liveServers.ts';
import { type Registry, startRegistry } from '../support/registry.ts';
import { type RegistryProxy, startRegistryProxy } from '../support/registryProxy.ts';

const repository = resolve(import.meta.dirname, '../..');
const ids = ['brazil', 'iceland'];

let root: BuildRoot;
let registry: Registry;
let proxy: RegistryProxy;
let live: LiveServers;
let base: string;

function commit(message: string): void {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.is', ...args], {
      cwd: root.folder,
      encoding: 'utf8',
    });
  if (!existsSync(root.path('.git'))) git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--no-gpg-sign', '--message', message);
}

/** `npm run ship -- …` */
function ship(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const script = resolve(repository, 'scripts/ship.ts');
  const options = ['--root', root.folder, '--base', base];
  const place = args.includes('--registry') ? [] : ['--registry', `${proxy.host}/team`];
  const env = { ...process.env, NODE_OPTIONS: '', REGISTRY_USER: '', REGISTRY_PASSWORD: '' };
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args, ...options, ...place], { env }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

const checked = (): string[] => ['--approve', '--url', live.url, '--watch', '1', '--wait', '5'];
const placeOf = (id: string): Destination => ({ id, host: proxy.host, path: 'team' });

function raise(version: string): void {
  for (const id of ids) root.editManifest(id, { version, ring: 'rest' });
  commit(`Raise to ${version}`);
}

/** What `current` points to, and the last release of the ledger, by deployment. */
async function states(): Promise<Record<string, unknown>> {
  const all = ids.map(async (id) => {
    const last = (await readLedger(repositoryOf(placeOf(id)))).at(-1);
    const { page } = await currentOf(placeOf(id));
    return [id, [page?.version, last && `${last.act} ${last.version}: ${last.result}, ${last.note}`]];
  });
  return Object.fromEntries(await Promise.all(all)) as Record<string, unknown>;
}

beforeAll(async () => {
  root = new BuildRoot(ids);
  writeFileSync(root.path('.gitignore'), 'node_modules\ndist\n.cache\n');
  root.copy('package-lock.json');
  raise('1.0.0');
  [base, registry] = await Promise.all([debianBase(resolve(repository, '.cache')), startRegistry()]);
  proxy = await startRegistryProxy(registry.host, 'shipper:correct horse');
  live = await startLiveServers({ host: proxy.host, path: 'team' });
});
beforeEach(() => proxy.disturb(null));
afterAll(async () => {
  await live?.stop();
  await proxy?.stop();
  await registry?.stop();
  root?.remove();
});

describe('a wave', () => {
  it('stops when one deployment cannot be shipped, takes nothing back, and goes on when the command is repeated', async () => {
    proxy.disturb({ matching: /^PUT .*signboard-brazil\/manifests\/current$/, kind: 'refused' });
    const { code, err } = await ship('--affected', ...checked());
    expect(code).toBe(1);
    expect(err).toContain(
      'Wave rest was not shipped completely, and the later waves were not shipped:\n  brazil: http',
    );
    expect(err).toContain('Nothing was taken back. Repeat the command to go on');
    expect(await states()).toEqual({
      brazil: [undefined, 'ship 1.0.0: null, undefined'],
      iceland: ['1.0.0', 'ship 1.0.0: done, undefined'],
    });
    proxy.disturb(null);
    expect((await ship('--affected', ...checked())).code).toBe(0);
    expect(await states()).toEqual({
      brazil: ['1.0.0', 'ship 1.0.0: done, checked live'],
      iceland: ['1.0.0', 'ship 1.0.0: done, checked live'],
    });
  });
});
