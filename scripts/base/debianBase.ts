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
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { megabytes, type Report } from '../lib/report.ts';
import { CommandError } from '../../server/CommandError.ts';
import { ImageLayout } from '../image/ImageLayout.ts';
import { cacheLayout } from '../image/cacheLayout.ts';
import { type Entry, makeLayer } from '../image/makeLayer.ts';
import { epoch, type ImageConfig, type Manifest, mediaTypes } from '../image/oci.ts';
import { machineArchitecture } from '../image/pickPlatform.ts';
import { readElf } from './elf.ts';
import { type Architecture, fetchPackage, type Package, pinnedPackages } from './packages.ts';
import { pageBase, type Recipe } from './recipes.ts';

const run = promisify(execFile);

/** A file or a link; the target of a link needs a separate entry. */
function entry(root: string, path: string): Entry {
  const stat = lstatSync(join(root, path));
  return stat.isSymbolicLink()
    ? { path, link: readlinkSync(join(root, path)) }
    : { path, content: readFileSync(join(root, path)), mode: stat.mode & 0o777 };
}

/** Folders of shared libraries in unpacked packages, relative to `root`. */
function libraryFolders(root: string): string[] {
  return ['lib', 'usr/lib'].flatMap((lib) =>
    existsSync(join(root, lib))
      ? readdirSync(join(root, lib))
          .filter((name) => name.endsWith('-linux-gnu'))
          .map((name) => join(lib, name))
      : [],
  );
}

/** The file that a path leads to, relative to `root`; absolute links are those of the image. */
function targetOf(root: string, path: string): string {
  if (!lstatSync(join(root, path)).isSymbolicLink()) return path;
  const link = readlinkSync(join(root, path));
  return targetOf(root, relative('/', resolve('/', dirname(path), link)));
}

/**
 * Paths of the shared libraries that programs need, with links and their targets. They are read from the files' headers, so the
 * processor need not be that of this machine.
 * @throws CommandError when no package contains one of them
 */
function libraries(root: string, { programs, libraries: wanted }: Recipe): string[] {
  const folders = libraryFolders(root);
  const found = new Set<string>();
  const interpreters = new Set<string>();
  const follow = (path: string): void => {
    if (found.has(path)) return;
    const target = targetOf(root, path);
    for (const file of [path, target]) found.add(file);
    readNeeds(target);
  };
  const find = (name: string): void => {
    const folder = folders.find((path) => existsSync(join(root, path, name)));
    if (!folder)
      throw new CommandError(`No pinned package contains ${name}: add its package to scripts/base/recipes.ts.`);
    follow(join(folder, name));
  };
  const readNeeds = (path: string): void => {
    const elf = readElf(readFileSync(join(root, path)));
    if (elf?.interpreter) interpreters.add(elf.interpreter.slice(1));
    for (const name of elf?.needed ?? []) find(name);
  };
  for (const path of programs) readNeeds(path);
  for (const name of wanted) find(name);
  // Programs refer to the loader by a path of its own, which is a link.
  const loaders = ['lib64', 'lib']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .filter((path) => /\/ld-linux-[^/]*$/.test(path));
  for (const path of [...interpreters, ...loaders]) follow(path);
  return [...found];
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

async function contents(recipe: Recipe, files: { name: string; file: string }[]): Promise<Entry[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'signboard-base-')));
  try {
    for (const { file } of files) await run('dpkg-deb', ['-x', file, root]);
    const wanted = [...new Set([...recipe.programs, ...libraries(root, recipe)])];
    return [...wanted.map((path) => entry(root, path)), ...(await packageRecords(root, files)), ...recipe.files];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Writes the image into a layout; returns the size of its layer. */
async function write(
  layout: ImageLayout,
  { name: base, about }: Recipe,
  architecture: Architecture,
  entries: Entry[],
): Promise<number> {
  const layer = await makeLayer('base', entries);
  layout.put(layer.blob);
  const created = epoch.toISOString();
  const config: ImageConfig = {
    created,
    architecture,
    os: 'linux',
    config: { Env: ['PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'] },
    rootfs: { type: 'layers', diff_ids: [layer.diffId] },
    history: [{ created, created_by: about }],
  };
  const manifest: Manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: layout.putJson(mediaTypes.config, config),
    layers: [layer.descriptor],
  };
  const name = `${base}:debian-12`;
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
  return layer.blob.length;
}

function folderOf({ name }: Recipe, architecture: Architecture, packages: Package[], cache: string): string {
  const hash = createHash('sha256').update(JSON.stringify(packages)).update(process.versions.zlib);
  for (const file of ['debianBase.ts', 'elf.ts', 'recipes.ts', '../image/makeLayer.ts', '../image/oci.ts'])
    hash.update(readFileSync(join(import.meta.dirname, file)));
  return join(cache, 'base', `${name}-${architecture}-${hash.digest('hex').slice(0, 16)}`);
}

/**
 * Builds a base image from pinned Debian packages, for any processor. Returns the folder of its OCI image layout in the cache; a cached
 * one of which a blob was changed is built again.
 * @throws CommandError when a pinned package cannot be downloaded.
 */
export async function debianBase(
  cache: string,
  architecture: Architecture = machineArchitecture(),
  recipe: Recipe = pageBase,
  report: Report = () => undefined,
): Promise<string> {
  const packages = await pinnedPackages(recipe.packages, architecture);
  const folder = folderOf(recipe, architecture, packages, cache);
  if (existsSync(join(folder, 'index.json'))) {
    const layout = new ImageLayout(folder);
    if (layout.index().manifests.every((image) => layout.isComplete(image))) return folder;
    rmSync(folder, { recursive: true, force: true });
  }
  const files = await Promise.all(
    packages.map(async (pinnedPackage) => ({
      name: pinnedPackage.name,
      file: await fetchPackage(pinnedPackage, architecture, cache, report),
    })),
  );
  return cacheLayout(folder, async (layout) => {
    const bytes = await write(layout, recipe, architecture, await contents(recipe, files));
    report(`Made ${recipe.name} for ${architecture}, ${megabytes(bytes)}`);
  });
}
