/**
 * The lockfile's policy, and its repair.
 *
 * Native tools publish one optional package per platform, and npm leaves those it could not reach out of the
 * lockfile; `npm ci` then refuses to start anywhere. `fill` writes the missing entries (name, pinned version,
 * platform), so that a machine of another kind installs its own and ours skips them.
 *
 * Usage: node scripts/lockfile.ts check | fill
 */
import { readFileSync, writeFileSync } from 'node:fs';

type Entry = {
  version?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
type Lock = { packages: Record<string, Entry> };

const file = 'package-lock.json';

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32'];
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** Versions that were published by someone other than their maintainers. */
const hijacked = new Set(['axios@1.14.1', 'axios@0.30.4']);

/** Packages whose install script we know of and do without (`ignore-scripts` is set in .npmrc). */
const scriptsNotRun = new Set(['@parcel/watcher', '@swc/core', 'fsevents']);

/** The platform that an optional package's name speaks of, or null when it names none. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> | null {
  if (name === 'fsevents') return { os: ['darwin'] };
  const words = name.split(/[/_-]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.some((word) => word === processor || word === `${processor}hf`));
  if (cpu === 'wasm32') return { cpu: ['wasm32'] };
  if (!os) return null;
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return { os: [os], ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}

function missing(lock: Lock): { key: string; entry: Entry; wantedBy: string }[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !lock.packages[`${path}/node_modules/${name}`] && !lock.packages[`node_modules/${name}`])
      .map(([name, version]) => ({
        key: `node_modules/${name}`,
        wantedBy: path || 'package.json',
        entry: {
          version,
          ...platformOf(name),
          ...(entry.dev && { dev: true }),
          optional: true,
        },
      })),
  );
}

function fill(lock: Lock): string[] {
  const added = missing(lock);
  for (const { key, entry, wantedBy } of added) {
    if (!entry.os && !entry.cpu)
      throw new Error(`${key} (wanted by ${wantedBy}) names no platform; install it by hand.`);
    lock.packages[key] = entry;
  }
  const root = lock.packages[''];
  const rest = Object.entries(lock.packages).filter(([key]) => key !== '');
  lock.packages = {
    ...(root && { '': root }),
    ...Object.fromEntries(rest.sort(([a], [b]) => a.localeCompare(b, 'en'))),
  };
  return added.map(({ key }) => key);
}

function check(lock: Lock): string[] {
  const problems = missing(lock).map(
    ({ key, wantedBy }) => `${key}, wanted by ${wantedBy}, is missing: run "npm run lock"`,
  );
  const root = lock.packages[''] as Entry & { devDependencies?: Record<string, string> };
  for (const [name, range] of Object.entries({
    ...root.dependencies,
    ...root.devDependencies,
    ...root.optionalDependencies,
  })) {
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
      problems.push(`${name}@${range} in package.json is not an exact version`);
  }
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const foreign = entry.optional === true && (entry.os ?? entry.cpu) !== undefined;
    if (hijacked.has(`${name}@${entry.version}`))
      problems.push(`${name}@${entry.version} was hijacked: choose another version`);
    if (!entry.integrity && !foreign) problems.push(`${path} has no integrity hash`);
    if (entry.integrity && !entry.integrity.startsWith('sha512-'))
      problems.push(`${path} is locked by ${entry.integrity.slice(0, 6)}, not by sha512`);
    if (entry.resolved && !entry.resolved.startsWith('https://registry.npmjs.org/')) {
      problems.push(`${path} comes from ${entry.resolved}, not from the registry`);
    }
    if (entry.hasInstallScript && !foreign && !scriptsNotRun.has(name)) {
      problems.push(`${name} brings an install script: see that it works without, then name it in scripts/lockfile.ts`);
    }
  }
  return problems;
}

const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
if (process.argv[2] === 'fill') {
  const added = fill(lock);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${file}: ${added.length} entries for other platforms added`);
} else {
  const problems = check(lock);
  for (const problem of problems) console.error(`${file}: ${problem}`);
  if (problems.length > 0) process.exit(1);
  console.log(`${file}: ${Object.keys(lock.packages).length - 1} packages, every one exact and hashed`);
}
