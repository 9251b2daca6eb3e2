import { execFile, execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { debianBase } from '../../scripts/base/debianBase.ts';
import { taggedImage } from '../../scripts/image/storedImages.ts';
import { currentOf } from '../../scripts/ship/current.ts';
import { type Destination, repositoryOf } from '../../scripts/ship/destination.ts';
import { appendOutcome, readLedger } from '../../scripts/ship/ledger.ts';
import type { Plan } from '../../scripts/ship/rolloutPlan.ts';
import { BuildRoot } from '../support/buildRoot.ts';
import { type LiveServers, startLiveServers } from '../support/liveServers.ts';
import { type Registry, startRegistry } from '../support/registry.ts';
import { type RegistryProxy, startRegistryProxy } from '../support/registryProxy.ts';
import { shipTiny } from '../support/tinyRelease.ts';

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
    const last = (await readLedger(placeOf(id))).at(-1);
    const { page } = await currentOf(placeOf(id));
    return [id, [page?.version, last && `${last.act} ${last.version}: ${last.result}, ${last.note}`]];
  });
  return Object.fromEntries(await Promise.all(all)) as Record<string, unknown>;
}

beforeAll(async () => {
  root = new BuildRoot(ids);
  writeFileSync(root.path('.gitignore'), 'node_modules\ndist\n.cache\n');
  root.copy('package-lock.json');
  // Earlier commits are built by their own script.
  mkdirSync(root.path('scripts'));
  const script = JSON.stringify(resolve(repository, 'scripts/build-tenants.ts'));
  writeFileSync(root.path('scripts/build-tenants.ts'), `await import(${script});\n`);
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

  it('is finished without --url, but not as checked', async () => {
    raise('1.0.1');
    expect((await ship('--affected')).out).toMatch(/\nWithout --url no wave is checked or taken back\.\n$/);
    const { code, out } = await ship('--affected', '--approve');
    expect({ code, out }).toEqual({
      code: 0,
      out: 'Shipped 2 deployments in 1 waves. Their live addresses were not checked (--url).\n',
    });
    expect(await states()).toEqual({
      brazil: ['1.0.1', 'ship 1.0.1: done, not checked'],
      iceland: ['1.0.1', 'ship 1.0.1: done, not checked'],
    });
    expect((await ship('--affected')).out).toContain('Nothing to ship');
  });
});

describe('a failed wave of which a release cannot go back', () => {
  const stuck: Destination = { id: 'iceland', host: '', path: 'stuck' };
  const shipStuck = (...args: string[]): ReturnType<typeof ship> =>
    ship('iceland', '--affected', '--contract', ...args, '--registry', `${proxy.host}/stuck`);
  const planned = async (): Promise<Plan> => JSON.parse((await shipStuck('--plan', '--json')).out) as Plan;

  beforeAll(async () => {
    stuck.host = proxy.host;
    await shipTiny(stuck, root.path('.cache/tiny'), {
      version: '1.0.0',
      schema: { newest: '000_none', oldest: '000_none' },
    });
    raise('1.1.0');
  });

  it('is announced by the plan: the release takes something away from the database', async () => {
    expect((await shipStuck('--plan')).out).toMatch(
      /\n {2}iceland has no way back if this release fails: 1\.0\.0 cannot run on the database after it \(migration \d+_\w+\)\n/,
    );
    const [wave] = (await planned()).waves;
    expect(wave?.tenants).toMatchObject([{ noWayBack: expect.stringContaining('1.0.0 cannot run on the database') }]);
  });

  it('is announced by the plan: the image before has no signature', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const { out } = await ship('iceland', '--affected', '--verify-key', key, '--plan');
    expect(out).toMatch(
      /iceland has no way back if this release fails: .+signboard-iceland-api@sha256:\w+: the given key has not signed/,
    );
  });

  it('is told with its reason and its remedy, and holds nothing up once its version is raised', async () => {
    const schema = { newest: '001_less', oldest: '001_less' };
    const shrinking = { version: '1.1.0', schema, contract: true, wave: 'rest' } as const;
    const { release } = await shipTiny(stuck, root.path('.cache/tiny'), shrinking);
    await appendOutcome(stuck, release, { result: 'failed', note: 'it was sick' });
    expect((await planned()).unfinished).toEqual([{ id: 'iceland', version: '1.1.0', to: '1.0.0' }]);
    const { code, err } = await shipStuck('--approve');
    expect(code).toBe(1);
    expect(err).toContain('Nothing was shipped.\nNot everything runs its earlier version:\n');
    expect(err).toContain('  iceland: 1.0.0 of iceland cannot run on its database any more: 1.1.0 took something away');
    expect(err).toContain('ship a correction under a higher version (npm run tenants -- bump iceland)');
    expect(err).not.toContain('Taken back now');
    raise('1.2.0');
    const { unfinished, waves } = await planned();
    expect({ unfinished, waves }).toMatchObject({
      unfinished: [],
      waves: [{ tenants: [{ id: 'iceland', from: '1.1.0', to: '1.2.0', problem: null }] }],
    });
  });
});

describe('a version that failed in a wave', () => {
  it('is refused for one deployment by ship and --to, unless --again is given', async () => {
    raise('1.3.0');
    live.broken.add('iceland 1.3.0');
    expect((await ship('iceland', '--affected', ...checked())).err).toContain('Wave rest failed');
    const said = /^1\.3\.0 of iceland failed in wave rest \(iceland: .+healthz answers 500\)\. .+ or give --again/m;
    for (const args of [[], ['--to', '1.3.0']]) {
      const { code, err } = await ship('iceland', ...args);
      expect({ args, code }).toEqual({ args, code: 1 });
      expect(err).toMatch(said);
    }
    expect((await currentOf(placeOf('iceland'))).page?.version).toBe('1.0.1');
    expect((await ship('iceland', '--again')).code).toBe(0);
    expect((await currentOf(placeOf('iceland'))).page?.version).toBe('1.3.0');
    for (const version of ['1.0.1', '1.3.0']) expect((await ship('iceland', '--to', version)).code).toBe(0);
  });
});

describe('a deployment of which the registry cannot be read', () => {
  /** Ships both, of which the first is disturbed, and then the first. */
  const shipsTheOther = async (version: string, message: RegExp): Promise<void> => {
    const { code, out } = await ship('--affected', ...checked());
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(/^Shipped 1 deployments in 1 waves\.\n\nbrazil is left out:\n/),
    });
    expect(out).toMatch(message);
    proxy.disturb(null);
    expect((await currentOf(placeOf('iceland'))).page?.version).toBe(version);
    expect((await currentOf(placeOf('brazil'))).page?.version).not.toBe(version);
    expect((await ship('--affected', ...checked())).code).toBe(0);
    expect((await currentOf(placeOf('brazil'))).page?.version).toBe(version);
  };

  it('is left out by the plan, and the others are shipped', async () => {
    raise('1.4.0');
    proxy.disturb({ matching: /signboard-brazil\/tags\/list/, kind: 'refused' });
    expect(JSON.parse((await ship('--affected', '--json')).out)).toMatchObject({
      waves: [{ tenants: [{ id: 'iceland' }] }],
      excluded: [{ id: 'brazil', problems: [expect.stringContaining('the registry answers 502')] }],
    });
    await shipsTheOther('1.4.0', /signboard-brazil\/tags\/list: the registry answers 502/);
  });

  it('is left out when a layer of its earlier image is needed, and the others are shipped', async () => {
    const before = await taggedImage(repositoryOf(placeOf('brazil')), 'current');
    const core = before?.manifest.layers.find(({ annotations }) => annotations?.['dev.signboard.reason'] === 'core');
    raise('1.4.1');
    proxy.disturb({ matching: new RegExp(`^GET .*signboard-brazil/blobs/${core?.digest}$`), kind: 'refused' });
    await shipsTheOther('1.4.1', /signboard-brazil\/blobs\/sha256:\w+: the registry answers 502/);
  });

  it('is left out when its images are needed, and the others are shipped', async () => {
    raise('1.5.0');
    proxy.disturb({ matching: /^GET .*signboard-brazil\/manifests\/1\.5\.0$/, kind: 'refused' });
    await shipsTheOther('1.5.0', /signboard-brazil\/manifests\/1\.5\.0: the registry answers 502/);
  });

  it('ends the command with its message when it is the only one, or none can be read', async () => {
    proxy.disturb({ matching: /tags\/list/, kind: 'refused' });
    for (const some of [['brazil'], []]) {
      const { code, err } = await ship(...some, '--affected');
      expect({ some, code }).toEqual({ some, code: 1 });
      expect(err).toMatch(/signboard-brazil\/tags\/list: the registry answers 502 Bad Gateway\.\n$/);
    }
  });

  it('has a broken ledger, which the message names', async () => {
    const place = { ...placeOf('iceland'), path: 'damaged' };
    await shipTiny(place, root.path('.cache/tiny'), { version: '1.0.0' });
    const page = await repositoryOf(place).find('current');
    const tag = page?.digest.replace('sha256:', 'ledger-') ?? '';
    await repositoryOf(place).put(tag, page?.mediaType ?? '', page?.bytes ?? Buffer.alloc(0));
    const { out } = await ship('--affected', '--registry', `${proxy.host}/damaged`);
    expect(out).toMatch(/iceland is left out:\n {2}.+signboard-iceland is broken:\n.+ledger-\w+ is no entry/);
    expect(out).toMatch(/brazil +nothing → 1\.5\.0/);
  });
});

it('prints only JSON to the standard output, whatever the command that approves prints', async () => {
  raise('1.6.0');
  const gate = 'cat > /dev/null; echo approved by Anna';
  const { code, out, err } = await ship('--affected', '--approve-command', gate, '--json');
  expect({ code, plan: JSON.parse(out) }).toMatchObject({ code: 0, plan: { waves: [{ ring: 'rest' }] } });
  expect(err).toContain('approved by Anna\n');
});
