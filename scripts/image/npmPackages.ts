import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import type { Architecture } from '../base/packages.ts';
import { CommandError } from '../../server/CommandError.ts';
import { megabytes, type Report } from '../lib/report.ts';
import type { Entry } from './makeLayer.ts';

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, '../..');

/** A package in package-lock.json. */
type Locked = {
  version: string;
  integrity?: string;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** The packages of package-lock.json by key: `node_modules/pg`, `node_modules/a/node_modules/b`. */
export type Lockfile = Record<string, Locked>;

/** Node's names of the processors. */
const cpus: Record<Architecture, string> = { amd64: 'x64', arm64: 'arm64' };

/** The packages of the repository’s own package-lock.json. @throws if it cannot be read. */
export function readLockfile(): Lockfile {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Lockfile;
  };
  return packages;
}

/** The package that contains the pinned Node for a processor. */
export const nodePackage = (architecture: Architecture): string => `node_modules/node-linux-${cpus[architecture]}`;

function allows(field: string | string[] | undefined, value: string): boolean {
  return field === undefined || [field].flat().includes(value);
}

/** Whether a package works on Linux with glibc on a processor. */
function runsOn({ os, cpu, libc }: Locked, architecture: Architecture): boolean {
  return allows(os, 'linux') && allows(cpu, cpus[architecture]) && allows(libc, 'glibc');
}

/** The key of the package that Node finds as `name` from the package with the key `from`; undefined when there is none. */
function resolveFrom(lock: Lockfile, from: string, name: string): string | undefined {
  const nested = from ? `${from}/node_modules/${name}` : `node_modules/${name}`;
  if (lock[nested]) return nested;
  const above = from.lastIndexOf('/node_modules/');
  if (from === '') return undefined;
  return resolveFrom(lock, above < 0 ? '' : from.slice(0, above), name);
}

/**
 * The keys of the packages that `names` need at run time on a processor, with themselves, sorted.
 * @throws CommandError when the lockfile has no such package
 */
export function closureOf(lock: Lockfile, names: Iterable<string>, architecture: Architecture): string[] {
  const found = new Set<string>();
  const visit = (from: string, name: string, isOptional: boolean): void => {
    const key = resolveFrom(lock, from, name);
    const locked = key === undefined ? undefined : lock[key];
    if (key === undefined || !locked) {
      if (isOptional) return;
      throw new CommandError(`package-lock.json has no ${name}, which ${from || 'the server'} needs. Run: npm install`);
    }
    if (found.has(key) || (isOptional && !runsOn(locked, architecture))) return;
    found.add(key);
    for (const next of Object.keys(locked.dependencies ?? {})) visit(key, next, false);
    for (const next of Object.keys(locked.optionalDependencies ?? {})) visit(key, next, true);
    for (const next of Object.keys(locked.peerDependencies ?? {}))
      visit(key, next, locked.peerDependenciesMeta?.[next]?.optional ?? false);
  };
  for (const name of names) visit('', name, false);
  return [...found].sort();
}

/** `node_modules/a/node_modules/@b/c` → `@b/c`. */
export const nameOfKey = (key: string): string => key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Downloads a package with npm, checks it against the lockfile and unpacks it into the cache. */
async function download(
  key: string,
  { version, integrity = '' }: Locked,
  folder: string,
  report: Report,
): Promise<void> {
  const name = nameOfKey(key);
  const draft = mkdtempSync(`${folder}.`);
  try {
    await run('npm', ['pack', `${name}@${version}`, '--pack-destination', draft], { maxBuffer: 1 << 26 });
    const [archive = ''] = readdirSync(draft);
    report(`Fetched ${name} ${version}, ${megabytes(statSync(join(draft, archive)).size)}`);
    const [algorithm = 'sha512'] = integrity.split('-');
    const hash = createHash(algorithm)
      .update(readFileSync(join(draft, archive)))
      .digest('base64');
    if (`${algorithm}-${hash}` !== integrity)
      throw new CommandError(`${name} ${version} from the npm registry is not the package of package-lock.json.`);
    const unpacked = join(draft, 'unpacked');
    mkdirSync(unpacked);
    await run('tar', ['-xzf', join(draft, archive), '-C', unpacked, '--strip-components=1', '--no-same-owner']);
    renameSync(unpacked, folder);
  } catch (error) {
    if (existsSync(folder)) return;
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${name} ${version} cannot be downloaded: ${(error as Error).message.trim()}`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * The folder of a package: in node_modules, or downloaded into the cache when npm did not install it, because it is for another
 * processor.
 * @throws CommandError when it cannot be downloaded, or is not what the lockfile names
 */
export async function packageFolder(lock: Lockfile, key: string, cache: string, report: Report): Promise<string> {
  const locked = lock[key];
  if (!locked) throw new CommandError(`package-lock.json has no ${key}.`);
  const installed = join(repository, key);
  if (existsSync(join(installed, 'package.json'))) {
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
    if (version === locked.version) return installed;
    throw new CommandError(`${key} is installed as ${version}, not as ${locked.version} of package-lock.json: npm ci`);
  }
  const folder = join(cache, 'npm', `${nameOfKey(key).replace('/', '+')}-${locked.version}`);
  if (!existsSync(folder)) {
    mkdirSync(join(cache, 'npm'), { recursive: true });
    await download(key, locked, folder, report);
  }
  return folder;
}

/** Files of packages that are only for development: Node refuses TypeScript in packages. */
const forDevelopment =
  /\.(map|flow|md|markdown|[cm]?ts|tsx|tsbuildinfo|c|cc|h|gyp)$|\.(test|spec)\.[cm]?js$|(^|\/)(yarn\.lock|package-lock\.json|tsconfig[^/]*\.json)$/;

/** Folders of packages that no program imports: tests, documents, settings of tools, and modules for bundlers. */
const leftOut =
  /^(\.[^/]+|tests?|spec|bench|benchmarks?|examples?|docs?|coverage|dist-es)\/|(^|\/)(__tests__\/|\.[^/]+$)/;

/** Licences and notices are always kept. */
const legal = /(^|\/)(licen[cs]e|copying|notice|copyright)[^/]*$/i;

/** Every file of a folder without nested packages, sorted, relative to it. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(
      (path) =>
        !path.startsWith('node_modules/') && !leftOut.test(path) && (legal.test(path) || !forDevelopment.test(path)),
    )
    .sort();
}

/**
 * The files of a package as entries of a layer.
 * @param only names of the files to take, besides package.json and licences; all by default
 */
export function packageEntries(folder: string, target: string, only?: ReadonlySet<string>): Entry[] {
  return filesOf(folder)
    .filter((path) => !only || only.has(path) || path === 'package.json' || legal.test(path))
    .map((path) => {
      const source = join(folder, path);
      // Other bits depend on the umask of the machine.
      const isExecutable = (lstatSync(source).mode & 0o100) !== 0;
      return { path: `${target}/${path}`, content: readFileSync(source), mode: isExecutable ? 0o755 : 0o644 };
    });
}
