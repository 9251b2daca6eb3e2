import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
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

/** What the base is put together from. */
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

/** A package of Debian, pinned. */
export type Package = { name: string; version: string; sha256: string };

type Lock = { packages: Record<string, Package[]> };

function readLock(): Lock {
  return JSON.parse(readFileSync(lockFile, 'utf8')) as Lock;
}

/** Debian's word for the processor of this machine. */
async function architecture(): Promise<string> {
  try {
    return (await run('dpkg', ['--print-architecture'])).stdout.trim();
  } catch {
    throw new CommandError(
      'The base is put together from Debian packages, and this machine has no dpkg. Give another one: ' +
        '--base <folder with an OCI image layout> or --base <registry>/<image>@sha256:…',
    );
  }
}

/** The packages of the base for this machine's processor. */
export async function pinnedPackages(): Promise<{ architecture: string; packages: Package[] }> {
  const here = await architecture();
  const packages = readLock().packages[here];
  if (packages) return { architecture: here, packages };
  throw new CommandError(`No packages are pinned for ${here}. Pin them with: npm run base -- --update`);
}

/** A package that this machine's sources do not have in the pinned version. */
class PackageGone extends CommandError {}

let listsRead: Promise<void> | null = null;

/** Reads apt's lists anew, once: those of a fresh machine are often older than the pins. Only root may; others go on with what is there. */
function readLists(): Promise<void> {
  listsRead ??= run('apt-get', ['update', '-qq']).then(
    () => undefined,
    () => undefined,
  );
  return listsRead;
}

async function download({ name, version }: Package, folder: string): Promise<void> {
  const get = () =>
    run('apt-get', ['-q', '-o', 'APT::Sandbox::User=root', 'download', `${name}=${version}`], { cwd: folder });
  try {
    await get().catch(async () => {
      await readLists();
      return get();
    });
  } catch (error) {
    const last = (error as Error).message.trim().split('\n').at(-1);
    throw new PackageGone(
      `${name} ${version} cannot be downloaded (${last}). If Debian has replaced it, pin what there is now with ` +
        '"npm run base -- --update".',
    );
  }
}

/**
 * The file of a package, from the cache or by apt from this machine's package sources.
 * @throws CommandError when it is not to be had, or is not what was pinned.
 */
export async function fetchPackage(wanted: Package, cache: string): Promise<string> {
  const { name, version, sha256 } = wanted;
  const folder = join(cache, 'base/packages');
  const file = join(folder, `${name}-${sha256}.deb`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(folder, '.draft-'));
  try {
    await download(wanted, draft);
    const [got = ''] = readdirSync(draft);
    const found = createHash('sha256')
      .update(readFileSync(join(draft, got)))
      .digest('hex');
    if (found !== sha256) {
      throw new CommandError(
        `${name} ${version} is not the pinned package: its SHA-256 is ${found}, not ${sha256}. Is its source to be trusted? ` +
          'If so, pin it with "npm run base -- --update".',
      );
    }
    renameSync(join(draft, got), file);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return file;
}

/** What apt has now of a package, by its signed lists. */
async function newest(name: string): Promise<Package> {
  const { stdout } = await run('apt-cache', ['show', '--no-all-versions', name]);
  const field = (wanted: string): string => new RegExp(`^${wanted}: (.+)$`, 'm').exec(stdout)?.[1] ?? '';
  const found = { name, version: field('Version'), sha256: field('SHA256') };
  if (!found.version || !found.sha256) throw new CommandError(`apt knows no ${name}. Run "apt-get update" first.`);
  return found;
}

/**
 * A pinned package with its file, or, where Debian has replaced it, the one that apt has now, said aloud: mirrors keep only
 * the newest, and what replaced the pinned one mends it.
 */
export async function fetchPinnedOrNewer(pinned: Package, cache: string): Promise<{ got: Package; file: string }> {
  try {
    return { got: pinned, file: await fetchPackage(pinned, cache) };
  } catch (error) {
    if (!(error instanceof PackageGone)) throw error;
    const got = await newest(pinned.name);
    if (got.version === pinned.version) throw error;
    const file = await fetchPackage(got, cache);
    console.warn(
      `${pinned.name} ${pinned.version} is pinned but gone; ${got.version} is taken. Pin it with "npm run base -- --update".`,
    );
    return { got, file };
  }
}

/** Pins the packages that this machine's sources have now, for its processor; others' stay. Answers what changed. */
export async function updateLock(): Promise<string[]> {
  const here = await architecture();
  const lock = readLock();
  await readLists();
  const packages = await Promise.all(names.map(newest));
  const before = new Map((lock.packages[here] ?? []).map(({ name, version }) => [name, version]));
  const packagesNow = { ...lock.packages, [here]: packages };
  writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages: packagesNow }, null, 2)}\n`);
  return packages.flatMap(({ name, version }) =>
    before.get(name) === version ? [] : [`${name} ${before.get(name) ?? '(new)'} → ${version}`],
  );
}
