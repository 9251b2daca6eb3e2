import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../lib/CommandError.ts';
import { ImageLayout } from '../image/ImageLayout.ts';
import { cacheLayout } from '../image/cacheLayout.ts';
import { type Entry, makeLayer } from '../image/makeLayer.ts';
import { epoch, type ImageConfig, type Manifest, mediaTypes } from '../image/oci.ts';
import { fetchPackage, type Package, pinnedPackages } from './packages.ts';

const run = promisify(execFile);

/** Programs and modules in the image, at their paths in the packages. */
const programs = ['usr/sbin/nginx', 'usr/lib/nginx/modules/ngx_http_brotli_static_module.so', 'bin/busybox'];

/** Busybox commands that the entry point and the health check use. */
const commands = ['mkdir', 'rm', 'sed', 'sh', 'sleep', 'wget'];

const text = (path: string, ...lines: string[]): Entry => ({ path, content: Buffer.from(`${lines.join('\n')}\n`) });

/** Files of the image that no package contains. */
const ownFiles: Entry[] = [
  text(
    'etc/passwd',
    'root:x:0:0:root:/root:/sbin/nologin',
    'nginx:x:101:101:nginx:/nonexistent:/sbin/nologin',
    'nobody:x:65534:65534:nobody:/nonexistent:/sbin/nologin',
  ),
  text('etc/group', 'root:x:0:', 'nginx:x:101:', 'nogroup:x:65534:'),
  ...commands.map((command) => ({ path: `bin/${command}`, link: 'busybox' })),
  { path: 'tmp', folder: true, mode: 0o1777 },
];

/** A file or a link; the target of a link needs a separate entry. */
function entry(root: string, path: string): Entry {
  const stat = lstatSync(join(root, path));
  return stat.isSymbolicLink()
    ? { path, link: readlinkSync(join(root, path)) }
    : { path, content: readFileSync(join(root, path)), mode: stat.mode & 0o777 };
}

/** Paths of the shared libraries that the programs need, with links and their targets, as resolved by the packages' own loader. */
async function libraries(root: string): Promise<string[]> {
  const folders = ['lib', 'usr/lib'].flatMap((lib) =>
    readdirSync(join(root, lib))
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(root, lib, name)),
  );
  const loader = folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .find((path) => /\/ld-linux-[^/]*\.so\.\d+$/.test(path));
  if (!loader) throw new CommandError('The pinned libc6 has no loader (ld-linux-*.so).');
  const dynamic = programs.filter((path) => path !== 'bin/busybox');
  const listings = await Promise.all(
    dynamic.map((path) => run(loader, ['--library-path', folders.join(':'), '--list', join(root, path)])),
  );
  const resolved = listings
    .flatMap(({ stdout }) => stdout.split('\n'))
    .flatMap((line) => {
      const [, name, path] = /^\s*(\S+) => (\S+)/.exec(line) ?? [];
      if (path === 'not')
        throw new CommandError(`No pinned package contains ${name}: add its package to scripts/base/packages.ts.`);
      return path?.startsWith(root) ? [path] : [];
    });
  // Programs refer to the loader by a link.
  const loaderLinks = ['lib64', 'lib']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
    .filter((path) => /\/ld-linux-[^/]*$/.test(path));
  const all = [...resolved, ...resolved.map((path) => realpathSync(path)), loader, ...loaderLinks];
  return [...new Set(all.map((path) => relative(root, resolve(path))))];
}

/** dpkg status files, copyrights and os-release, which vulnerability scanners read. */
async function packageRecords(root: string, files: { name: string; file: string }[]): Promise<Entry[]> {
  const records = await Promise.all(
    files.map(async ({ name, file }): Promise<Entry> => {
      const { stdout } = await run('dpkg-deb', ['-f', file]);
      return { path: `var/lib/dpkg/status.d/${name}`, content: Buffer.from(stdout) };
    }),
  );
  const copyrights = files
    .map(({ name }) => `usr/share/doc/${name}/copyright`)
    .filter((path) => existsSync(join(root, path)));
  return [
    ...records,
    ...copyrights.map((path) => entry(root, path)),
    entry(root, 'usr/lib/os-release'),
    entry(root, 'etc/os-release'),
  ];
}

async function contents(files: { name: string; file: string }[]): Promise<Entry[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'signboard-base-')));
  try {
    for (const { file } of files) await run('dpkg-deb', ['-x', file, root]);
    const wanted = [...programs, ...(await libraries(root))];
    return [...wanted.map((path) => entry(root, path)), ...(await packageRecords(root, files)), ...ownFiles];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function write(layout: ImageLayout, architecture: string, entries: Entry[]): Promise<void> {
  const layer = await makeLayer('base', entries);
  layout.put(layer.blob);
  const created = epoch.toISOString();
  const config: ImageConfig = {
    created,
    architecture,
    os: 'linux',
    config: { Env: ['PATH=/usr/sbin:/usr/bin:/sbin:/bin'] },
    rootfs: { type: 'layers', diff_ids: [layer.diffId] },
    history: [{ created, created_by: 'nginx and brotli of Debian 12' }],
  };
  const manifest: Manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: layout.putJson(mediaTypes.config, config),
    layers: [layer.descriptor],
  };
  const name = 'signboard-base:debian-12';
  layout.writeIndex([
    {
      ...layout.putJson(mediaTypes.manifest, manifest),
      platform: { os: 'linux', architecture },
      annotations: {
        'org.opencontainers.image.ref.name': name,
        'io.containerd.image.name': `docker.io/library/${name}`,
      },
    },
  ]);
}

function folderOf(architecture: string, packages: Package[], cache: string): string {
  const key = createHash('sha256')
    .update(JSON.stringify(packages))
    .update(readFileSync(import.meta.filename))
    .update(process.versions.zlib)
    .digest('hex');
  return join(cache, 'base', `debian-${architecture}-${key.slice(0, 16)}`);
}

/**
 * Builds the base image from pinned Debian packages: nginx, its brotli module, their libraries and busybox. Returns the folder of its
 * OCI image layout in the cache; a cached one of which a blob was changed is built again.
 * @throws CommandError when a pinned package cannot be downloaded.
 */
export async function debianBase(cache: string): Promise<string> {
  const { architecture, packages } = await pinnedPackages();
  const folder = folderOf(architecture, packages, cache);
  if (existsSync(join(folder, 'index.json'))) {
    const layout = new ImageLayout(folder);
    if (layout.index().manifests.every((image) => layout.isComplete(image))) return folder;
    rmSync(folder, { recursive: true, force: true });
  }
  const files = await Promise.all(
    packages.map(async (one) => ({ name: one.name, file: await fetchPackage(one, cache) })),
  );
  return cacheLayout(folder, async (layout) => write(layout, architecture, await contents(files)));
}
