import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { arch } from 'node:process';
import { promisify } from 'node:util';
import { megabytes, type Report } from '../lib/report.ts';
import { CommandError } from '../../server/CommandError.ts';

const run = promisify(execFile);

const lockFile = join(import.meta.dirname, 'packages.lock.json');

/** Debian's names of the processors that images are made for. */
export const architectures = ['amd64', 'arm64'] as const;
export type Architecture = (typeof architectures)[number];

/** A pinned Debian package. */
export type Package = { name: string; version: string; sha256: string };

type Lock = { packages: Record<string, Package[]> };

function readLock(): Lock {
  return JSON.parse(readFileSync(lockFile, 'utf8')) as Lock;
}

/** @throws CommandError when packages cannot be downloaded or unpacked on this machine. */
async function checkTools(): Promise<void> {
  try {
    await run('dpkg', ['--version']);
  } catch {
    throw new CommandError(
      'The base image is built from Debian packages, and this machine has no dpkg. Give another base: ' +
        '--base <folder with an OCI image layout> or --base <registry>/<image>@sha256:…',
    );
  }
}

/** The pinned versions of packages for a processor. */
export async function pinnedPackages(names: readonly string[], architecture: Architecture): Promise<Package[]> {
  await checkTools();
  const pinned = new Map((readLock().packages[architecture] ?? []).map((entry) => [entry.name, entry]));
  return names.map((name) => {
    const entry = pinned.get(name);
    if (entry) return entry;
    throw new CommandError(`${name} is not pinned for ${architecture}. Pin it with: npm run ops -- base --update`);
  });
}

/** Debian's name of this machine's processor; images can also be made for others. */
const architectureHere = arch === 'x64' ? 'amd64' : arch;

/**
 * Options for apt. The system's package lists are those of its own processor; those of another one are kept in the cache, which needs
 * no root and leaves the system as it is.
 */
function aptOptions(architecture: Architecture, cache: string): string[] {
  if (architecture === architectureHere) return ['-q', '-o', 'APT::Sandbox::User=root'];
  const state = join(cache, 'base', `apt-${architecture}`);
  for (const folder of ['lists/partial', 'archives/partial']) mkdirSync(join(state, folder), { recursive: true });
  const options = {
    'APT::Architecture': architecture,
    'APT::Architectures': architecture,
    'APT::Sandbox::User': 'root',
    'Dir::State': state,
    'Dir::State::status': '/dev/null',
    'Dir::Cache': state,
  };
  return ['-q', ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

const updatedLists = new Map<string, Promise<void>>();

/** Updates the package lists of a processor once. Errors are ignored: the download that follows tells what is missing. */
function updateLists(architecture: Architecture, cache: string): Promise<void> {
  const key = `${architecture} ${cache}`;
  const updated =
    updatedLists.get(key) ??
    run('apt-get', [...aptOptions(architecture, cache), 'update']).then(
      () => undefined,
      () => undefined,
    );
  updatedLists.set(key, updated);
  return updated;
}

const sha256Of = (file: string): string => hash('sha256', readFileSync(file));

async function download(
  { name, version }: Package,
  architecture: Architecture,
  cache: string,
  folder: string,
): Promise<void> {
  const options = aptOptions(architecture, cache);
  const get = () => run('apt-get', [...options, 'download', `${name}=${version}`], { cwd: folder });
  try {
    await get().catch(async () => {
      await updateLists(architecture, cache);
      return get();
    });
  } catch (error) {
    const last = (error as Error).message.trim().split('\n').at(-1);
    throw new CommandError(
      `${name} ${version} for ${architecture} is pinned in scripts/base/packages.lock.json and cannot be downloaded (${last}). Debian's mirrors keep ` +
        'only the newest version: if it was replaced, usually by a security fix, pin the current one with "npm run ops -- base --update" ' +
        'and commit the file. Every image changes then, so raise the versions of the deployments.',
    );
  }
}

/**
 * The file of a package, from the cache or downloaded by apt.
 * @throws CommandError when it cannot be downloaded or has another hash.
 */
export async function fetchPackage(
  wanted: Package,
  architecture: Architecture,
  cache: string,
  report: Report = () => undefined,
): Promise<string> {
  const { name, version, sha256 } = wanted;
  const folder = join(cache, 'base/packages');
  const file = join(folder, `${name}-${sha256}.deb`);
  if (existsSync(file) && sha256Of(file) === sha256) return file;
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(folder, '.draft-'));
  try {
    await download(wanted, architecture, cache, draft);
    const [got = ''] = readdirSync(draft);
    const actual = sha256Of(join(draft, got));
    if (actual !== sha256) {
      throw new CommandError(
        `${name} ${version} is not the pinned package: its SHA-256 is ${actual}, not ${sha256}. If you ` +
          'trust its source, pin it with "npm run ops -- base --update".',
      );
    }
    renameSync(join(draft, got), file);
    report(`Fetched ${name} ${version} for ${architecture}, ${megabytes(statSync(file).size)}`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return file;
}

/** The version of a package in apt's signed lists. */
async function newest(name: string, architecture: Architecture, cache: string): Promise<Package> {
  const { stdout } = await run('apt-cache', [...aptOptions(architecture, cache), 'show', '--no-all-versions', name]);
  const field = (wanted: string): string => new RegExp(`^${wanted}: (.+)$`, 'm').exec(stdout)?.[1] ?? '';
  const current = { name, version: field('Version'), sha256: field('SHA256') };
  if (!current.version || !current.sha256)
    throw new CommandError(`apt does not know ${name} for ${architecture}: its package sources cannot be reached.`);
  return current;
}

/** Pins the current versions of packages for every processor and returns the changes, one line per package. */
export async function updateLock(names: readonly string[], cache: string): Promise<string[]> {
  const lock = readLock();
  const pinned: Record<string, Package[]> = {};
  const changes: string[] = [];
  for (const architecture of architectures) {
    await updateLists(architecture, cache);
    const packages = await Promise.all(names.map((name) => newest(name, architecture, cache)));
    const before = new Map((lock.packages[architecture] ?? []).map(({ name, version }) => [name, version]));
    for (const { name, version } of packages)
      if (before.get(name) !== version)
        changes.push(`${architecture}: ${name} ${before.get(name) ?? '(new)'} → ${version}`);
    pinned[architecture] = packages;
  }
  writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages: pinned }, null, 2)}\n`);
  return changes;
}
