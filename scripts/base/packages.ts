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
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../lib/CommandError.ts';

const run = promisify(execFile);

const lockFile = join(import.meta.dirname, 'packages.lock.json');

/** Packages of the base image. */
const names = [
  'base-files',
  'busybox-static',
  'libc6',
  'libcrypt1',
  'libnginx-mod-http-brotli-static',
  'libpcre2-8-0',
  'libssl3',
  'nginx',
  'zlib1g',
];

/** A pinned Debian package. */
export type Package = { name: string; version: string; sha256: string };

type Lock = { packages: Record<string, Package[]> };

function readLock(): Lock {
  return JSON.parse(readFileSync(lockFile, 'utf8')) as Lock;
}

/** Debian's name of this machine's architecture. */
async function architecture(): Promise<string> {
  try {
    return (await run('dpkg', ['--print-architecture'])).stdout.trim();
  } catch {
    throw new CommandError(
      'The base image is built from Debian packages, and this machine has no dpkg. Give another base: ' +
        '--base <folder with an OCI image layout> or --base <registry>/<image>@sha256:…',
    );
  }
}

/** The pinned packages for this machine's architecture. */
export async function pinnedPackages(): Promise<{ architecture: string; packages: Package[] }> {
  const here = await architecture();
  const packages = readLock().packages[here];
  if (packages) return { architecture: here, packages };
  throw new CommandError(`No packages are pinned for ${here}. Pin them with: npm run base -- --update`);
}

let updatedLists: Promise<void> | null = null;

/** Updates apt's package lists once, because those of a fresh machine are often older than the pins. Errors are ignored: only root may update. */
function updateLists(): Promise<void> {
  updatedLists ??= run('apt-get', ['update', '-qq']).then(
    () => undefined,
    () => undefined,
  );
  return updatedLists;
}

const sha256Of = (file: string): string => hash('sha256', readFileSync(file));

async function download({ name, version }: Package, folder: string): Promise<void> {
  const get = () =>
    run('apt-get', ['-q', '-o', 'APT::Sandbox::User=root', 'download', `${name}=${version}`], { cwd: folder });
  try {
    await get().catch(async () => {
      await updateLists();
      return get();
    });
  } catch (error) {
    const last = (error as Error).message.trim().split('\n').at(-1);
    throw new CommandError(
      `${name} ${version} is pinned in scripts/base/packages.lock.json and cannot be downloaded (${last}). Debian's mirrors keep ` +
        'only the newest version: if it was replaced, usually by a security fix, pin the current one with "npm run base -- --update" ' +
        'and commit the file. Every image changes then, so raise the versions of the deployments.',
    );
  }
}

/**
 * The file of a package, from the cache or downloaded by apt.
 * @throws CommandError when it cannot be downloaded or has another hash.
 */
export async function fetchPackage(wanted: Package, cache: string): Promise<string> {
  const { name, version, sha256 } = wanted;
  const folder = join(cache, 'base/packages');
  const file = join(folder, `${name}-${sha256}.deb`);
  if (existsSync(file) && sha256Of(file) === sha256) return file;
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(folder, '.draft-'));
  try {
    await download(wanted, draft);
    const [got = ''] = readdirSync(draft);
    const actual = sha256Of(join(draft, got));
    if (actual !== sha256) {
      throw new CommandError(
        `${name} ${version} is not the pinned package: its SHA-256 is ${actual}, not ${sha256}. If you ` +
          'trust its source, pin it with "npm run base -- --update".',
      );
    }
    renameSync(join(draft, got), file);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return file;
}

/** The version of a package in apt's signed lists. */
async function newest(name: string): Promise<Package> {
  const { stdout } = await run('apt-cache', ['show', '--no-all-versions', name]);
  const field = (wanted: string): string => new RegExp(`^${wanted}: (.+)$`, 'm').exec(stdout)?.[1] ?? '';
  const current = { name, version: field('Version'), sha256: field('SHA256') };
  if (!current.version || !current.sha256)
    throw new CommandError(`apt does not know ${name}. Run "apt-get update" first.`);
  return current;
}

/** Pins the current package versions for this machine's architecture and returns the changes, one line per package. */
export async function updateLock(): Promise<string[]> {
  const here = await architecture();
  const lock = readLock();
  await updateLists();
  const packages = await Promise.all(names.map(newest));
  const before = new Map((lock.packages[here] ?? []).map(({ name, version }) => [name, version]));
  const packagesNow = { ...lock.packages, [here]: packages };
  writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages: packagesNow }, null, 2)}\n`);
  return packages.flatMap(({ name, version }) =>
    before.get(name) === version ? [] : [`${name} ${before.get(name) ?? '(new)'} → ${version}`],
  );
}
