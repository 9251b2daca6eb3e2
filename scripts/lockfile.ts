/**
 * Checks and completes package-lock.json. Native tools publish one optional package per platform, and npm leaves packages that
 * it could not download out of the lockfile, so that `npm ci` fails on other platforms. Imports no package, because it must
 * work when `npm ci` fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const help = `Usage: npm run ops -- lock [options]
       node scripts/lockfile.ts check | fill [options]

Adds the packages of other platforms that npm left out of package-lock.json ("fill", npm run ops -- lock),
or checks that every package is exact, hashed and comes from the npm registry ("check", npm run check -- lockfile).

Options:
  -h, --help  print this help

Examples:
  npm run ops -- lock
  npm run check -- lockfile

Exit codes:
  0  the lockfile is complete
  1  "check" found a problem, or "fill" cannot tell the platform of a package
  2  wrong arguments`;

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

/** Versions that attackers published. */
const hijacked = new Set(['axios@1.14.1', 'axios@0.30.4']);

/** Packages that work without their install script (`ignore-scripts` is set in .npmrc). */
const scriptsNotNeeded = new Set(['@parcel/watcher', '@swc/core', 'fsevents']);

/** The platform in an optional package's name, or null when there is none. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> | null {
  if (name === 'fsevents') return { os: ['darwin'] };
  const words = name.split(/[/_-]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.some((word) => word === processor || word === `${processor}hf`));
  if (cpu === 'wasm32') return { cpu: ['wasm32'] };
  if (!os) return null;
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return { os: [os], cpu: cpu ? [cpu] : undefined, libc: libc ? [libc] : undefined };
}

function missingEntries(lock: Lock): { key: string; entry: Entry; wantedBy: string }[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !lock.packages[`${path}/node_modules/${name}`] && !lock.packages[`node_modules/${name}`])
      .map(([name, version]) => ({
        key: `node_modules/${name}`,
        wantedBy: path || 'package.json',
        entry: {
          version,
          ...platformOf(name),
          dev: entry.dev,
          optional: true,
        },
      })),
  );
}

function fill(lock: Lock): string[] {
  const added = missingEntries(lock);
  for (const { key, entry, wantedBy } of added) {
    if (!entry.os && !entry.cpu)
      throw new Error(`The name of ${key} (required by ${wantedBy}) contains no platform: add it to ${file} by hand.`);
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
  const problems = missingEntries(lock).map(
    ({ key, wantedBy }) => `${key}, required by ${wantedBy}, is missing: run "npm run ops -- lock"`,
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
      problems.push(`${name}@${entry.version} was published by attackers: choose another version`);
    if (!entry.integrity && !foreign) problems.push(`${path} has no integrity hash`);
    if (entry.integrity && !entry.integrity.startsWith('sha512-'))
      problems.push(`${path} is hashed with ${entry.integrity.slice(0, 6)}, not with sha512`);
    if (entry.resolved && !entry.resolved.startsWith('https://registry.npmjs.org/')) {
      problems.push(`${path} comes from ${entry.resolved}, not from the npm registry`);
    }
    if (entry.hasInstallScript && !foreign && !scriptsNotNeeded.has(name)) {
      problems.push(
        `${name} has an install script: check that it works without, then add it to scriptsNotNeeded in scripts/lockfile.ts`,
      );
    }
  }
  return problems;
}

function run(mode: string | undefined): void {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  if (mode === 'fill') {
    const added = fill(lock);
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
    console.log(`${file}: added ${added.length} entries for other platforms`);
  } else if (mode === 'check') {
    const problems = check(lock);
    for (const problem of problems) console.error(`${file}: ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
    else console.log(`${file}: ${Object.keys(lock.packages).length - 1} packages, all exact and hashed`);
  } else {
    console.error(help);
    process.exitCode = 2;
  }
}

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
});
if (values.help) console.log(help);
else run(positionals[0]);
