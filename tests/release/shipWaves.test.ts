import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { debianBase } from '../../scripts/base/debianBase.ts';
import { currentOf } from '../../scripts/ship/current.ts';
import type { Deployment } from '../../scripts/ship/deploy.ts';
import type { Plan } from '../../scripts/ship/rolloutPlan.ts';
import { BuildRoot } from '../support/buildRoot.ts';
import { type LiveServers, startLiveServers } from '../support/liveServers.ts';
import { type Registry, startRegistry } from '../support/registry.ts';

const repository = resolve(import.meta.dirname, '../..');
const ids = ['brazil', 'estonia', 'estonia-stage', 'iceland'];
const rings: Record<string, string> = { brazil: 'rest', estonia: 'rest', 'estonia-stage': 'stage', iceland: 'first' };

let root: BuildRoot;
let registry: Registry;
let live: LiveServers;
let hooks: Server;
let base: string;
let news: { step: string; wave?: string; tenant?: string; version?: string }[] = [];

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

function command(args: string[]): { script: string; args: string[]; env: NodeJS.ProcessEnv } {
  const options = ['--root', root.folder, '--base', base, '--registry', `${registry.host}/team`];
  return {
    script: resolve(repository, 'scripts/ship.ts'),
    args: ['--affected', ...args, ...options],
    env: { ...process.env, NODE_OPTIONS: '', DOCKER_CONFIG: registry.signedIn },
  };
}

/** `npm run ship -- --affected …` */
function ship(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { script, args: all, env } = command(args);
  return new Promise((done) => {
    execFile(process.execPath, [script, ...all], { env }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

const approved = (): string[] => ['--approve', '--url', live.url, '--watch', '1', '--wait', '5', ...hook()];
const hook = (): string[] => ['--webhook', `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/`];

async function plan(): Promise<Plan> {
  const { out, err, code } = await ship('--plan', '--json');
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as Plan;
}

/** The versions that `current` points to, by deployment. */
async function current(): Promise<Record<string, string | null | undefined>> {
  const place = { host: registry.host, path: 'team' };
  const all = ids.map(async (id) => [id, (await currentOf({ id, ...place })).page?.version]);
  return Object.fromEntries(await Promise.all(all)) as Record<string, string>;
}

function raise(version: string, some = ids): void {
  for (const id of some) root.editManifest(id, { version, support: supportOf(id, version), ring: rings[id] });
  commit(`Raise to ${version}`);
}

/** A support address per version, so that each version has another content. */
const supportOf = (id: string, version: string) => ({
  email: `help-${version.replaceAll('.', '-')}@${id}.example`,
  phone: null,
  url: null,
});

const everywhere = (version: string): Record<string, string> => Object.fromEntries(ids.map((id) => [id, version]));

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
  process.env['REGISTRY_USER'] = 'shipper';
  process.env['REGISTRY_PASSWORD'] = 'correct horse';
  live = await startLiveServers({ host: registry.host, path: 'team' });
  hooks = createServer(async (call, reply) => {
    news.push(JSON.parse(await text(call)));
    reply.end();
  }).listen(0, '127.0.0.1');
  await once(hooks, 'listening');
});
afterAll(async () => {
  await live?.stop();
  hooks?.close();
  await registry?.stop();
  root?.remove();
});

describe('shipping in waves', () => {
  it('plans without shipping: waves, versions, reasons and commands', async () => {
    const { waves, unfinished } = await plan();
    expect(waves.map(({ ring, tenants }) => [ring, tenants.map(({ id }) => id)])).toEqual([
      ['stage', ['estonia-stage']],
      ['first', ['iceland']],
      ['rest', ['brazil', 'estonia']],
    ]);
    expect(waves[1]?.tenants).toEqual([
      {
        id: 'iceland',
        from: null,
        to: '1.0.0',
        reasons: ['never shipped'],
        problem: null,
        noWayBack: null,
        command: 'npm run ship -- iceland',
      },
    ]);
    expect(unfinished).toEqual([]);
    expect((await ship()).out).toContain('Nothing was shipped. --approve ships these waves.');
    expect(await current()).toEqual({});
  });

  it('ships wave after wave, checks the live addresses, and tells a webhook each step', async () => {
    const { code, err } = await ship(...approved());
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
    expect(await current()).toEqual(everywhere('1.0.0'));
    expect(news.map(({ step, wave, tenant }) => [step, wave, tenant].filter(Boolean).join(' ')).slice(0, 9)).toEqual([
      'started',
      'wave started stage',
      'shipped stage estonia-stage',
      'checked stage estonia-stage',
      'wave finished stage',
      'wave started first',
      'shipped first iceland',
      'checked first iceland',
      'wave finished first',
    ]);
    expect(news.at(-1)?.step).toBe('finished');
    expect((await ship()).out).toContain('Nothing to ship');
  });

  it('stops before a wave that the external command does not approve', async () => {
    raise('1.1.0');
    const gate = 'cat > /dev/null; test "$WAVE" = stage';
    const { code, err } = await ship('--approve-command', gate, '--url', live.url, '--watch', '0');
    expect(code).toBe(1);
    expect(err).toContain('did not approve wave first (exit code 1). The waves before it are finished.');
    expect(await current()).toEqual({ ...everywhere('1.0.0'), 'estonia-stage': '1.1.0' });
  });

  it('goes on where a killed process was, without a file on this machine', async () => {
    const { script, args, env } = command(approved());
    const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    // It is killed while the second wave is watched.
    child.stderr.on('data', (line: Buffer) => {
      if (line.includes('iceland 1.1.0: shipped')) child.kill('SIGKILL');
    });
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    expect(await current()).toEqual({ ...everywhere('1.0.0'), 'estonia-stage': '1.1.0', iceland: '1.1.0' });
    const [next] = (await plan()).waves;
    expect(next).toMatchObject({ ring: 'first', tenants: [{ id: 'iceland', from: '1.1.0', to: '1.1.0' }] });
    expect((await ship(...approved())).code).toBe(0);
    expect(await current()).toEqual(everywhere('1.1.0'));
  });

  it('takes back the whole wave of a broken release, and ships no later one', async () => {
    raise('1.2.0', ['brazil', 'estonia', 'estonia-stage']);
    live.broken.add('brazil 1.2.0');
    news = [];
    const { code, err } = await ship(...approved());
    expect(code).toBe(1);
    expect(err).toContain('Wave rest failed, and the later waves were not shipped:');
    expect(err).toMatch(/brazil: http:\/\/brazil\.localhost:\d+\/healthz answers 500/);
    expect(err).toContain('Its deployments have their earlier versions again.');
    expect(await current()).toEqual({ ...everywhere('1.1.0'), 'estonia-stage': '1.2.0' });
    const back = news.filter(({ step }) => step === 'rolled back').map(({ tenant }) => tenant);
    expect(new Set(back)).toEqual(new Set(['brazil', 'estonia']));
    expect(news.at(-1)?.step).toBe('stopped');
    const [wave] = (await plan()).waves;
    expect(wave?.tenants.map(({ id, problem }) => [id, problem?.slice(0, 12)])).toEqual([
      ['brazil', '1.2.0 failed'],
      ['estonia', '1.2.0 failed'],
    ]);
    expect((await ship(...approved())).err).toContain('Nothing was shipped:\n  brazil: 1.2.0 failed');
  });

  it('finishes a rollback that was killed', async () => {
    raise('1.3.0', ['brazil', 'estonia']);
    live.broken.add('estonia 1.3.0');
    const { script, args, env } = command(approved());
    const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (line: Buffer) => {
      if (line.includes('wave rest: failed')) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const { code, err } = await ship(...approved());
    expect(code).toBe(1);
    expect(err).toMatch(/Its deployments have their earlier versions again\.|Nothing was shipped\.\nTaken back now: /);
    expect(await current()).toEqual({ ...everywhere('1.1.0'), 'estonia-stage': '1.2.0' });
  });

  it('takes back a wave whose live address does not pass the tenant suite', async () => {
    raise('1.2.5', ['iceland']);
    const { code, err } = await ship('iceland', ...approved(), '--suite');
    expect(code).toBe(1);
    // The small app of this test has a page, but not that of the manifest.
    expect(err).toContain('has its own brand: name, logo, colours, icon, version');
    expect(err).toContain('the tenant suite failed at the live addresses');
    expect(await current()).toEqual({ ...everywhere('1.1.0'), 'estonia-stage': '1.2.0' });
  });

  describe('whose machines run what the deploy command tells them', () => {
    let machines: Server;
    let deployCommand: string;
    let deployed: string[];
    /** Versions that the machines refuse. */
    const refused = new Set<string>();

    beforeAll(async () => {
      machines = createServer(async (call, reply) => {
        const { act, tenant, version, images } = JSON.parse(await text(call)) as Deployment;
        deployed.push(`${act} ${tenant} ${version}`);
        if (!refused.has(version)) live.stuck.set(tenant, images.page?.split('@')[1] ?? '');
        reply.writeHead(refused.has(version) ? 500 : 200).end();
      }).listen(0, '127.0.0.1');
      await once(machines, 'listening');
      const url = `http://127.0.0.1:${(machines.address() as AddressInfo).port}/`;
      const script = root.path('.cache/deploy.mjs');
      writeFileSync(
        script,
        `import { text } from 'node:stream/consumers';
        const { ok } = await fetch(process.argv[2], { method: 'POST', body: await text(process.stdin) });
        console.log('The machines answered');
        process.exitCode = ok ? 0 : 3;`,
      );
      deployCommand = `"${process.execPath}" "${script}" ${url}`;
      // They stay at what they run now, wherever the tag "current" points.
      const { page } = await currentOf({ id: 'iceland', host: registry.host, path: 'team' });
      live.stuck.set('iceland', page?.digest ?? '');
    });
    beforeEach(() => {
      deployed = [];
    });
    afterAll(() => {
      live.stuck.delete('iceland');
      machines.close();
    });

    it('fails without the command, because nothing tells them', async () => {
      raise('1.3.4', ['iceland']);
      const { code, err } = await ship('iceland', ...approved());
      expect(code).toBe(1);
      expect(err).toMatch(/iceland: http:\S+ runs 1\.1\.0, not 1\.3\.4 \(after 5 seconds\)/);
      expect(await current()).toMatchObject({ iceland: '1.1.0' });
    });

    it('succeeds with it, and prints only its own result', async () => {
      raise('1.3.5', ['iceland']);
      const { code, out, err } = await ship('iceland', ...approved(), '--deploy-command', deployCommand, '--json');
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
      expect((JSON.parse(out) as Plan).waves.map(({ ring }) => ring)).toEqual(['first']);
      expect(err).toContain('The machines answered\n');
      expect(deployed).toEqual(['ship iceland 1.3.5']);
    });

    it('is taken back, and deployed back, when the command fails', async () => {
      raise('1.3.6', ['iceland']);
      refused.add('1.3.6');
      const { code, err } = await ship('iceland', ...approved(), '--deploy-command', deployCommand);
      expect(code).toBe(1);
      expect(err).toContain(
        `iceland: "${deployCommand}" failed (exit code 3) after "current" of iceland was pointed to 1.3.6\n`,
      );
      expect(err).toContain('Its deployments have their earlier versions again.');
      expect(deployed).toEqual(['ship iceland 1.3.6', 'roll back iceland 1.3.5']);
      expect(await current()).toMatchObject({ iceland: '1.3.5' });
    });
  });

  it('leaves out what has a bad manifest or cannot be built, says why, and ships the others', async () => {
    raise('1.4.0');
    root.editManifest('iceland', { support: { email: 'nobody', phone: null, url: null } });
    // A text of the app.
    root.editManifest('brazil', { brand: 'What people told us' });
    commit('Spoil two deployments');
    const planned = await plan();
    expect(planned.waves.map(({ ring, tenants }) => [ring, tenants.map(({ id }) => id)])).toEqual([
      ['stage', ['estonia-stage']],
      ['rest', ['brazil', 'estonia']],
    ]);
    expect(planned.excluded).toEqual([
      {
        id: 'iceland',
        problems: [expect.stringMatching(/tenants\/iceland\/manifest\.json:\d+:\d+\n {2}.+\n {2}→ .+$/)],
      },
    ]);
    news = [];
    const { code, out, err } = await ship(...approved());
    expect({ code, current: await current() }).toEqual({
      code: 1,
      current: { brazil: '1.1.0', estonia: '1.4.0', 'estonia-stage': '1.4.0', iceland: '1.3.5' },
    });
    expect(out).toMatch(
      /^Shipped 2 deployments in 2 waves\.\n\niceland is left out:\n.+iceland\/manifest\.json:\d+:\d+\n/,
    );
    expect(out).toContain('\n\nbrazil is left out:\n');
    expect(err).toContain('The app itself contains "What people told us"');
    expect(news.filter(({ step }) => step === 'excluded').map(({ tenant }) => tenant)).toEqual(['iceland', 'brazil']);
    expect(news.at(-1)?.step).toBe('finished');
  });
});
