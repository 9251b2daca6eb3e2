import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../../server/CommandError.ts';
import type { BuildResult } from '../build/buildTenants.ts';
import { contentOf } from '../image/contentOf.ts';
import { ImageLayout } from '../image/ImageLayout.ts';
import { epoch, type ImageConfig, type Manifest, mediaTypes } from '../image/oci.ts';
import { machine } from '../image/pickPlatform.ts';
import { type ApiState, apiStates } from './apiState.ts';
import { git, workTree } from './git.ts';
import { type TenantState, tenantState } from './tenantState.ts';

const run = promisify(execFile);

/** The bundles of one revision. */
export type RevisionState = {
  tenants: TenantState[];
  /** Deployments that cannot be built at this revision. */
  failed: { id: string; problems: string[] }[];
  /** `contentOf` the images on an empty base, by name without version; empty when the revision cannot write such images. */
  images: Record<string, string>;
  /** The API images on an empty base by deployment; empty when the revision writes none. */
  apis: Record<string, ApiState>;
  /** Hash of what the base is built from. */
  base: string;
};

type Place = { root: string; cache: string; report: (line: string) => void };

const lastLines = (text: string): string => text.trim().split('\n').slice(-12).join('\n');

/** Writes a base without files into a folder, so that images can be compared without downloads. */
export function writeEmptyBase(folder: string): string {
  const layout = new ImageLayout(folder);
  const created = epoch.toISOString();
  const config: ImageConfig = {
    created,
    architecture: machine.architecture,
    os: machine.os,
    config: {},
    history: [],
    rootfs: { type: 'layers', diff_ids: [] },
  };
  const manifest: Manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    layers: [],
    config: layout.putJson(mediaTypes.config, config),
  };
  layout.writeIndex([{ ...layout.putJson(mediaTypes.manifest, manifest), platform: machine }]);
  return folder;
}

/** The content of each image in a layout, by its name without the version. */
async function contentsOf(layout: ImageLayout): Promise<Record<string, string>> {
  const contents = layout.index().manifests.map(async (image) => {
    const [name = ''] = (image.annotations?.['org.opencontainers.image.ref.name'] ?? '').split(':');
    return [name, await contentOf((_, descriptor) => Promise.resolve(layout.read(descriptor)), image)];
  });
  return Object.fromEntries(await Promise.all(contents)) as Record<string, string>;
}

/** Hash of the files of a checkout from which its base is built. */
function baseOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of ['packages.lock.json', 'debianBase.ts', 'recipes.ts']) {
    const path = join(folder, 'scripts/base', name);
    hash.update(existsSync(path) ? readFileSync(path) : '');
  }
  return hash.digest('hex');
}

/** Builds every deployment and its images with the checkout's own build script, without compression, on an empty base. */
async function buildFolder(folder: string, cache: string, name: string): Promise<RevisionState> {
  const out = mkdtempSync(join(tmpdir(), 'signboard-affected-'));
  const script = join(folder, 'scripts/build-tenants.ts');
  const base = writeEmptyBase(join(out, '.empty-base'));
  const options = [
    '--json',
    '--no-compress',
    '--root',
    folder,
    '--out',
    out,
    '--cache',
    join(cache, 'affected/build'),
    '--image',
    '--base',
    base,
    // Earlier revisions write no API image.
    ...(existsSync(join(folder, 'scripts/image/apiImages.ts')) ? ['--api-base', base] : []),
  ];
  const nodeOfRevision = join(folder, 'node_modules/.bin/node');
  try {
    const { stdout, stderr } = await run(
      existsSync(nodeOfRevision) ? nodeOfRevision : process.execPath,
      [script, ...options],
      {
        cwd: folder,
        maxBuffer: 1 << 28,
        // A build that fails for some deployments exits with 1 and still prints its result.
      },
    ).catch((error: Error & { stdout?: string; stderr?: string }) => ({
      stdout: error.stdout ?? '',
      stderr: error.stderr ?? error.message,
    }));
    if (!stdout.trim().startsWith('{')) throw new CommandError(`${name} cannot be built:\n${lastLines(stderr)}`);
    const { built, failed } = JSON.parse(stdout) as BuildResult;
    const tenants = built.map(({ id }) => tenantState(join(out, id)));
    const layout = new ImageLayout(join(out, 'images'));
    const images = await contentsOf(layout);
    return { tenants, failed, images, apis: apiStates(layout, images), base: baseOf(folder) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/**
 * The node_modules for a lockfile: those of this checkout if the lockfiles are equal, else a cached installation.
 * @throws CommandError when the packages cannot be installed.
 */
async function packagesOf(tree: string, { root, cache, report }: Place): Promise<string> {
  const lock = readFileSync(join(tree, 'package-lock.json'));
  if (lock.equals(readFileSync(join(root, 'package-lock.json')))) return join(root, 'node_modules');
  const folder = join(cache, 'affected/packages', createHash('sha256').update(lock).digest('hex').slice(0, 16));
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return join(folder, 'node_modules');
  report('That revision has another lockfile: installing its packages once …');
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    if (existsSync(join(tree, name))) writeFileSync(join(folder, name), readFileSync(join(tree, name)));
  try {
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 1 << 26 });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new CommandError(
      `The packages of that revision cannot be installed:\n${lastLines((error as { stderr?: string }).stderr ?? '')}`,
    );
  }
  return join(folder, 'node_modules');
}

/** Runs `work` with a temporary worktree of a commit. */
async function withWorktree<T>(commit: string, { root, cache }: Place, work: (tree: string) => Promise<T>): Promise<T> {
  const tree = join(cache, 'affected/worktrees', `${commit}.${process.pid}`);
  await git(root, 'worktree', 'prune');
  await git(root, 'worktree', 'add', '--detach', '--force', '--quiet', tree, commit);
  try {
    return await work(tree);
  } finally {
    rmSync(tree, { recursive: true, force: true });
    await git(root, 'worktree', 'prune');
  }
}

/** The file of a cached state: it is valid for one content of the tree, and one version of Node and of the code that reads bundles. */
function cacheFile(tree: string, cache: string): string {
  const reader = createHash('sha256')
    .update(process.version)
    .update(readFileSync(import.meta.filename));
  for (const name of ['tenantState.ts', 'apiState.ts', '../image/contentOf.ts'])
    reader.update(readFileSync(join(import.meta.dirname, name)));
  return join(cache, 'affected/trees', `${tree}-${reader.digest('hex').slice(0, 8)}.json`);
}

/** The state of a tree from the cache; built if it is not there. */
async function cached(tree: string, cache: string, build: () => Promise<RevisionState>): Promise<RevisionState> {
  const file = cacheFile(tree, cache);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as RevisionState;
  const state = await build();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(state));
  renameSync(`${file}.${process.pid}`, file);
  return state;
}

/**
 * The bundles of a commit, built by its own build script and cached by content.
 * @throws CommandError when the commit cannot be built at all.
 */
export async function stateOfCommit(commit: string, name: string, place: Place): Promise<RevisionState> {
  const { root, cache, report } = place;
  return cached(await git(root, 'rev-parse', `${commit}^{tree}`), cache, async () => {
    report(`Building ${name} …`);
    return withWorktree(commit, place, async (tree) => {
      if (!existsSync(join(tree, 'scripts/build-tenants.ts')) || !existsSync(join(tree, 'package-lock.json')))
        throw new CommandError(`${name} cannot be built: it has no scripts/build-tenants.ts.`);
      symlinkSync(await packagesOf(tree, place), join(tree, 'node_modules'));
      return buildFolder(tree, cache, name);
    });
  });
}

/** The bundles of the work tree, committed or not, likewise: after `affected`, `bump` builds nothing. */
export async function stateOfWorkTree({ root, cache, report }: Place): Promise<RevisionState> {
  return cached(await workTree(root), cache, () => {
    report('Building the work tree …');
    return buildFolder(root, cache, 'The work tree');
  });
}
