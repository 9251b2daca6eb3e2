import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { extract } from 'tar-stream';
import { debianBase } from '../../scripts/base/debianBase.ts';
import { contentOf } from '../../scripts/image/contentOf.ts';
import { ImageLayout } from '../../scripts/image/ImageLayout.ts';
import { type WrittenImage, writeImages } from '../../scripts/image/index.ts';
import {
  digestOf,
  type Descriptor,
  type ImageConfig,
  type Index,
  type Manifest,
  mediaTypes,
} from '../../scripts/image/oci.ts';
import { BuildRoot } from '../support/buildRoot.ts';

const repository = resolve(import.meta.dirname, '../..');
const cache = join(repository, '.cache');
const ids = ['brazil', 'canadavri', 'iceland'];

let root: BuildRoot;
let base: string;

beforeAll(async () => {
  base = await debianBase(cache);
  root = new BuildRoot(ids);
  expect(root.build().err).toBe('');
});
afterAll(() => root.remove());

/** The names and contents of a tar file. */
async function unpack(tar: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const reader = extract();
  reader.end(tar);
  for await (const entry of reader) files.set(entry.header.name, await buffer(entry));
  return files;
}

describe('writing images', () => {
  let out: string;

  beforeEach(() => {
    out = mkdtempSync(join(tmpdir(), 'signboard-images-'));
    for (const id of ids) cpSync(root.path('dist', id), join(out, id), { recursive: true, dereference: true });
  });
  afterEach(() => rmSync(out, { recursive: true }));

  const write = (which = ids, options: { archive?: boolean; base?: string } = {}): Promise<WrittenImage[]> =>
    writeImages({ root: root.folder, out, ids: which, cache, base, parts: ['page'], ...options });
  const layout = (): ImageLayout => new ImageLayout(join(out, 'images'));
  const nameOf = ({ annotations }: Descriptor): string => annotations?.['org.opencontainers.image.ref.name'] ?? '';

  function imageOf(id: string): {
    manifest: Manifest;
    config: ImageConfig;
    layers: { reason: string; layer: Descriptor }[];
  } {
    const index = layout()
      .index()
      .manifests.find((candidate) => nameOf(candidate).startsWith(`signboard-${id}:`));
    // The base has one processor.
    const [image] = index ? layout().readJson<Index>(index).manifests : [];
    if (!image) throw new Error(`no image of ${id}`);
    const manifest = layout().readJson<Manifest>(image);
    const layers = manifest.layers.map((layer) => ({
      reason: layer.annotations?.['dev.signboard.reason'] ?? '',
      layer,
    }));
    return { manifest, config: layout().readJson<ImageConfig>(manifest.config), layers };
  }

  /** Replaces a file of Iceland's bundle, as another build would. */
  function replace(path: string, content: string): void {
    writeFileSync(join(out, 'iceland', path), content);
    const record = join(out, 'iceland/.meta/bundle.json');
    const bundle = JSON.parse(readFileSync(record, 'utf8')) as { files: { path: string; sha256: string }[] };
    const sha256 = createHash('sha256').update(content).digest('hex');
    const files = bundle.files.map((file) => (file.path === path ? { ...file, sha256 } : file));
    writeFileSync(record, JSON.stringify({ ...bundle, files }));
  }

  const filesOf = (layer: Descriptor): Promise<Map<string, Buffer>> => unpack(gunzipSync(layout().read(layer)));

  const bytesOfAll = (): number =>
    readdirSync(join(out, 'images/blobs/sha256')).reduce(
      (sum, name) => sum + statSync(join(out, 'images/blobs/sha256', name)).size,
      0,
    );

  // R4
  it('gives every deployment an image with its own name and version', async () => {
    const versions = ids.map((id) => [id, JSON.parse(root.read(id, 'version.json')).version]);
    const names = versions.map(([id, version]) => `signboard-${id}:${version}`);
    expect((await write()).map(({ name }) => name)).toEqual(names);
    expect(layout().index().manifests.map(nameOf)).toEqual(names);
  });

  it('produces the same digests in any folder, order and combination', async () => {
    const first = await write();
    const index = readFileSync(join(out, 'images/index.json'), 'utf8');
    rmSync(join(out, 'images'), { recursive: true });
    const alone = await write(['iceland']);
    expect(alone).toEqual(first.filter(({ id }) => id === 'iceland'));
    await write(['canadavri', 'brazil']);
    expect(readFileSync(join(out, 'images/index.json'), 'utf8')).toBe(index);
  });

  it('has layers by reason: disabled flags and languages that are not offered have none', async () => {
    await write();
    const reasons = (id: string): string[] => imageOf(id).layers.map(({ reason }) => reason);
    expect(reasons('iceland')).toEqual([
      'base',
      'server',
      'core',
      'flag:feedback',
      'flag:twoFactor',
      'language:en',
      'language:is',
      'brand',
      'commit',
    ]);
    expect(reasons('brazil')).toContain('language:pt');
    expect(reasons('brazil')).not.toContain('language:is');
  });

  it('shares all layers except those of the brand and of differences', async () => {
    await write();
    const digests = (id: string): string[] =>
      imageOf(id)
        .layers.filter(({ reason }) => !['brand', 'commit', 'language:is', 'language:pt'].includes(reason))
        .map(({ layer }) => layer.digest);
    expect(digests('brazil')).toEqual(digests('iceland'));
    const [{ bytes }] = (await write(['iceland'])) as [WrittenImage];
    expect(bytesOfAll()).toBeLessThan(1.5 * bytes);
  });

  it('contains exactly the served files of the bundle, including compressed variants', async () => {
    await write();
    const { layers } = imageOf('iceland');
    const all = await Promise.all(layers.slice(1).map(({ layer }) => filesOf(layer)));
    const files = new Map(all.flatMap((layer) => [...layer]));
    const www = 'usr/share/signboard/www/';
    const held = [...files.keys()].filter((name) => name.startsWith(www) && !name.endsWith('/'));
    const served = root.files('iceland').filter((path) => !path.startsWith('.meta/'));
    expect(held.map((name) => name.slice(www.length)).sort()).toEqual(served);
    for (const path of served) expect(files.get(`${www}${path}`)).toEqual(readFileSync(join(out, 'iceland', path)));
    expect(files.get('usr/share/signboard/entrypoint.sh')?.toString()).toContain('BACKEND_URL');
  });

  it('unpacks to what the config declares, with labels of the bundle', async () => {
    await write();
    const { manifest, config } = imageOf('iceland');
    expect(config.rootfs.diff_ids).toEqual(manifest.layers.map((layer) => digestOf(gunzipSync(layout().read(layer)))));
    expect(config.history).toHaveLength(manifest.layers.length);
    const { version, commit, digest } = JSON.parse(root.read('iceland', 'version.json'));
    expect(config.config.Labels).toEqual({
      'dev.signboard.bundle-digest': digest,
      'dev.signboard.tenant': 'iceland',
      'org.opencontainers.image.revision': commit,
      'org.opencontainers.image.title': 'signboard-iceland',
      'org.opencontainers.image.version': version,
    });
    expect(config.config).toMatchObject({ User: '101:101', StopSignal: 'SIGQUIT' });
  });

  it("changes only the brand's layers when the brand changes", async () => {
    await write();
    const before = imageOf('iceland').layers;
    replace('index.html', '<!doctype html><title>Other</title>');
    const [changed] = await write(['iceland']);
    const after = imageOf('iceland').layers;
    expect(
      after.filter(({ layer }, index) => layer.digest !== before[index]?.layer.digest).map(({ reason }) => reason),
    ).toEqual(['brand']);
    expect(existsSync(layout().pathOf(before.at(-2)?.layer ?? { digest: '' }))).toBe(false);
    expect(changed?.digest).toMatch(/^sha256:/);
  });

  it('has the same content from another commit, and another with other headers, settings or base', async () => {
    const content = async (options: { base?: string } = {}): Promise<string> => {
      const [written] = await write(['iceland'], options);
      return contentOf((_, descriptor) => Promise.resolve(layout().read(descriptor)), {
        mediaType: mediaTypes.manifest,
        digest: written?.digest ?? '',
        size: 0,
      });
    };
    const before = { content: await content(), digest: imageOf('iceland').manifest.config.digest };
    replace('version.json', '{"commit":"another"}');
    expect(await content()).toBe(before.content);
    expect(imageOf('iceland').manifest.config.digest).not.toBe(before.digest);
    const headers = join(out, 'iceland/.meta/headers.conf');
    const kept = readFileSync(headers, 'utf8');
    writeFileSync(headers, kept.replace('no-referrer', 'same-origin'));
    expect(readFileSync(headers, 'utf8')).not.toBe(kept);
    expect(await content()).not.toBe(before.content);
    writeFileSync(headers, kept);
    expect(await content()).toBe(before.content);
    const other = new ImageLayout(join(out, 'other'));
    const [image] = new ImageLayout(base).index().manifests;
    for (const part of new ImageLayout(base).partsOf(image as Descriptor)) other.linkFrom(part, new ImageLayout(base));
    const manifest = other.readJson<Manifest>(image as Descriptor);
    const config = other.readJson<ImageConfig>(manifest.config);
    const changed = { ...config, config: { ...config.config, Env: ['PATH=/bin'] } };
    const settings = { ...manifest, config: other.putJson(mediaTypes.config, changed) };
    other.writeIndex([other.putJson(mediaTypes.manifest, settings)]);
    expect(await content({ base: other.folder })).not.toBe(before.content);
  });

  it('does not contain a file that was edited after the build', async () => {
    const chunk = root.files('iceland').find((path) => /^assets\/app\.\w+\.js$/.test(path)) ?? '';
    for (const path of [chunk, `${chunk}.br`]) {
      const kept = readFileSync(join(out, 'iceland', path));
      rmSync(join(out, 'iceland', path));
      writeFileSync(join(out, 'iceland', path), Buffer.concat([kept, Buffer.from('//')]));
      await expect(write(['iceland'])).rejects.toThrow(
        `${join(out, 'iceland', path)} was changed after the build. Files there may be links to files of other deployments, ` +
          'so do not edit them. Build it again: npm run build -- iceland',
      );
      writeFileSync(join(out, 'iceland', path), kept);
    }
    await write(['iceland']);
  });

  it('does not reuse a blob that was changed since it was stored', async () => {
    await write();
    const [, server] = imageOf('iceland').layers;
    const path = layout().pathOf(server?.layer ?? { digest: '' });
    expect(statSync(path).mode & 0o222).toBe(0);
    appendFileSync(path, 'more');
    await write(['brazil']);
    expect(digestOf(readFileSync(path))).toBe(server?.layer.digest);
  });

  it('keeps the images of other deployments, until their bundles are deleted', async () => {
    await write();
    await write(['iceland']);
    expect(layout().index().manifests.map(nameOf)).toHaveLength(3);
    rmSync(join(out, 'brazil'), { recursive: true });
    await write(['iceland']);
    expect(
      layout()
        .index()
        .manifests.map((image) => nameOf(image).split(':')[0]),
    ).toEqual(['signboard-canadavri', 'signboard-iceland']);
  });

  it('archives each image as one complete file, and deletes outdated ones', async () => {
    await write(ids, { archive: true });
    const name = `signboard-iceland-${JSON.parse(root.read('iceland', 'version.json')).version}.tar`;
    const files = await unpack(readFileSync(join(out, 'images', name)));
    const [image] = JSON.parse(files.get('manifest.json')?.toString() ?? '[]');
    expect(image.RepoTags).toEqual([name.replace('iceland-', 'iceland:').replace('.tar', '')]);
    for (const blob of [image.Config, ...image.Layers])
      expect(digestOf(files.get(blob) ?? Buffer.alloc(0))).toBe(`sha256:${blob.split('/').at(-1)}`);
    expect(JSON.parse(files.get('index.json')?.toString() ?? '').manifests).toHaveLength(1);
    await write(['iceland']);
    expect(existsSync(join(out, 'images', name))).toBe(false);
    expect(readdirSync(join(out, 'images')).filter((file) => file.endsWith('.tar'))).toHaveLength(2);
  });

  it('refuses a deployment without a bundle', async () => {
    rmSync(join(out, 'iceland'), { recursive: true });
    await expect(write()).rejects.toThrow(/iceland contains no bundle\. Build it first: npm run build/);
  });

  it('refuses a base without a digest, or of another format, and says what it accepts', async () => {
    for (const named of ['nginx:1.29', './nowhere', 'registry.example.org/nginx@sha256:123'])
      await expect(write(ids, { base: named })).rejects.toThrow(
        `--base ${named} is neither a folder with an OCI image layout (index.json, blobs/) nor an image by digest`,
      );
  });

  it('refuses a damaged base', async () => {
    const copy = join(out, 'base');
    cpSync(base, copy, { recursive: true });
    const damaged = new ImageLayout(copy);
    const [layer] = damaged.index().manifests.flatMap((image) => damaged.readJson<Manifest>(image).layers);
    writeFileSync(damaged.pathOf(layer ?? { digest: '' }), 'rust');
    await expect(write(ids, { base: copy })).rejects.toThrow(/is damaged: its content is sha256:/);
  });
});

describe('a base from a registry', () => {
  let registry: Server;
  let address: string;
  let asked: string[];
  let folder: string;
  const source = (): ImageLayout => new ImageLayout(base);
  const image = (): Descriptor => source().index().manifests[0] ?? { mediaType: '', digest: '', size: 0 };

  /** A multi-platform image as in registries, with only this machine's platform present. */
  const list = (): Buffer =>
    Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: mediaTypes.index,
        manifests: [
          { ...image(), digest: digestOf('other'), platform: { os: 'linux', architecture: 'riscv64' } },
          image(),
        ],
      }),
    );

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'signboard-registry-'));
    cpSync(root.path('dist/iceland'), join(folder, 'out/iceland'), { recursive: true, dereference: true });
    asked = [];
    registry = createServer((call, reply) => {
      const url = new URL(call.url ?? '', address);
      asked.push(url.pathname);
      if (url.pathname === '/token') {
        reply.end(JSON.stringify({ token: `${url.searchParams.get('service')} ${url.searchParams.get('scope')}` }));
      } else if (call.headers.authorization !== 'Bearer hub repository:team/nginx:pull') {
        const challenge = `Bearer realm="${address}/token",service="hub",scope="repository:team/nginx:pull"`;
        reply.writeHead(401, { 'www-authenticate': challenge }).end();
      } else {
        const digest = url.pathname.split('/').at(-1) ?? '';
        const isList = digest === digestOf(list());
        if (url.pathname.includes('/damaged/')) reply.end('something else');
        else if (isList) reply.end(list());
        else if (existsSync(source().pathOf({ digest }))) reply.end(source().read({ digest }));
        else reply.writeHead(404).end();
      }
    });
    await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    await new Promise((done) => registry.close(done));
    rmSync(folder, { recursive: true });
  });

  const write = (digest: string, name = 'team/nginx'): Promise<WrittenImage[]> =>
    writeImages({
      root: root.folder,
      parts: ['page'],
      out: join(folder, 'out'),
      ids: ['iceland'],
      cache: join(folder, 'cache'),
      base: `${address.replace('http://', '')}/${name}@${digest}`,
    });

  it('is pulled by digest, with an anonymous token, and only once', async () => {
    const images = await write(digestOf(list()));
    expect(images).toEqual(
      await writeImages({
        root: root.folder,
        out: join(folder, 'out'),
        ids: ['iceland'],
        cache,
        base,
        parts: ['page'],
      }),
    );
    const before = asked.length;
    await write(digestOf(list()));
    expect(asked).toHaveLength(before);
    expect(asked).toContain(`/v2/team/nginx/manifests/${image().digest}`);
  });

  it('is refused if it is missing, or does not match its digest', async () => {
    await expect(write(digestOf('nothing'))).rejects.toThrow('the registry answers 404');
    await expect(write(image().digest, 'damaged/nginx')).rejects.toThrow(/the registry sent sha256:\w+ instead/);
    expect(existsSync(join(folder, 'out/images/index.json'))).toBe(false);
  });
});
