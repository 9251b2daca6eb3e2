import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Argument } from 'commander';
import type { BuildResult } from '../../scripts/build/buildTenants.ts';
import { CommandError } from '../../server/CommandError.ts';
import { defineCommand, runCommand } from '../../scripts/lib/command.ts';
import { startRegistry } from '../support/registry.ts';
import { benchApi } from './api.ts';
import { benchCalendar } from './calendar.ts';
import { benchFill } from './fill.ts';
import { benchPaint } from './paint.ts';
import { benchImport } from './import.ts';
import { benchRows, parseRows } from './rows.ts';
import { benchStreams } from './streams.ts';
import { writeSection } from './writeSection.ts';
import { copyApp, manyTenants } from './manyTenants.ts';
import { type Case, machine, measure, median } from './measure.ts';
import { type Figures, markdown, names, targets } from './results.ts';

const repository = resolve(import.meta.dirname, '../..');
const peers = join(import.meta.dirname, 'peers');
const work = mkdtempSync(join(tmpdir(), 'signboard-bench-'));
const many = join(work, 'many');
const say = (line: string): void => console.log(line);

/** The tools for comparison are no dependencies of the product: they are installed here by lockfile, on demand. */
function installPeers(): void {
  if (existsSync(join(import.meta.dirname, 'node_modules/highs'))) return;
  say('Installing the tools for comparison (tests/bench/node_modules)');
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm ci in tests/bench failed:\n${stderr}`);
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The command of an npm script: options of Node, and the script. */
const commandOf = (script: string): string[] =>
  / node (.+)$/.exec(manifestOf(repository).scripts[script])?.[1]?.split(' ') ?? [];
const [buildCommand, shipCommand] = [commandOf('build'), commandOf('ship')];

/** All deployments from scratch: without cached compile, compressed files and bundles. */
function ours(name: string, runs: number, root: string, options: string[]): Case {
  const [out, cache] = [join(work, 'out'), join(work, 'cache')];
  const args = [...buildCommand, '--root', root, '--out', out, '--cache', cache, '--json', ...options];
  return { name, args, remove: [out, cache], runs };
}

function peer(name: string, runs: number, tool: string, count: number, compress: boolean): Case {
  const out = join(work, 'peer');
  const args = [join(peers, `${tool}.mjs`), repository, out, `${count}`, compress ? 'compress' : 'plain'];
  return { name, args, remove: [out], runs };
}

/** One compile of the app with the bundler's command line. */
function plain(name: string, runs: number): Case {
  const out = join(work, 'plain');
  const cli = join(repository, 'node_modules/@rspack/cli/bin/rspack.js');
  const args = [cli, 'build', '--config', join(peers, 'plain.config.ts'), '--output-path', out];
  return { name, args, remove: [out], runs };
}

const cases: Case[] = [
  plain(names.plain, 11),
  peer(names.bare, 7, 'rspack', 1, false),
  ours(names.fifteen, 11, repository, ['--no-compress']),
  ours(names.many, 3, many, ['--no-compress']),
  peer(names.plain15, 1, 'rspack', 15, false),
  peer(names.vite15, 1, 'vite', 15, false),
  peer(names.esbuild15, 1, 'esbuild', 15, false),
  ours(names.fifteenCompressed, 3, repository, []),
  ours(names.manyCompressed, 2, many, []),
  peer(names.plain15Compressed, 2, 'rspack', 15, true),
  peer(names.vite15Compressed, 1, 'vite', 15, true),
  peer(names.esbuild15Compressed, 1, 'esbuild', 15, true),
];

/** A checkout with the app and all deployments. `change(step)` gives Iceland another palette, and a version if one is given. */
function copyWithTenants(name: string): { root: string; change: (step: number, version?: string) => void } {
  const root = join(work, name);
  mkdirSync(root);
  copyApp(repository, root);
  cpSync(join(repository, 'tenants'), join(root, 'tenants'), { recursive: true });
  const manifest = join(root, 'tenants/iceland/manifest.json');
  const before = JSON.parse(readFileSync(manifest, 'utf8')) as { progress: string; version: string };
  const change = (step: number, version = before.version): void => {
    // One step from a colour that passes every check.
    const colour = Number.parseInt(before.progress.slice(1), 16) ^ step;
    const progress = `#${colour.toString(16).padStart(6, '0')}`;
    writeFileSync(manifest, JSON.stringify({ ...before, progress, version }));
  };
  return { root, change };
}

/** Changes the palette of one deployment, and builds that deployment. */
function measurePalette(): { seconds: number } {
  const { root, change } = copyWithTenants('palette');
  const out = join(work, 'palette-out');
  const once = (...more: string[]): BuildResult =>
    JSON.parse(
      execFileSync(process.execPath, [...buildCommand, '--root', root, '--out', out, '--json', ...more], {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      }),
    ) as BuildResult;
  once();
  const seconds = [1, 2, 3, 4, 5].map((step) => {
    change(step);
    const start = performance.now();
    const { compileReused } = once('iceland');
    if (!compileReused) throw new Error('A changed palette was compiled');
    return (performance.now() - start) / 1000;
  });
  return { seconds: median(seconds) };
}

/** Changes the palette of one deployment, and checks that deployment with the proof of isolation. */
function measureCheck(): { seconds: number } {
  const { root, change } = copyWithTenants('check');
  const check = [join(repository, 'scripts/tenants.ts'), 'check', 'iceland', '--root', join(root, 'tenants')];
  const once = (): void => void execFileSync(process.execPath, check, { encoding: 'utf8' });
  once();
  const seconds = [1, 2, 3, 4, 5].map((step) => {
    change(step);
    const start = performance.now();
    once();
    return (performance.now() - start) / 1000;
  });
  return { seconds: median(seconds) };
}

/** Changes the palette of one deployment, and ships its page and API to a registry on this machine. */
async function measureShip(): Promise<{ seconds: number }> {
  const { root, change } = copyWithTenants('ship');
  const registry = await startRegistry();
  const ship = async (): Promise<number> => {
    const start = performance.now();
    const options = ['--registry', `${registry.host}/team`, '--root', root, '--out', join(work, 'ship-out'), '--dirty'];
    // The base images are cached in the checkout.
    const cache = ['--cache', join(repository, '.cache')];
    // Not synchronous: this process also reads what the registry prints, which waits when nobody does.
    await promisify(execFile)(process.execPath, [...shipCommand, 'iceland', ...options, ...cache], {
      env: { ...process.env, DOCKER_CONFIG: registry.signedIn },
      maxBuffer: 1 << 28,
    });
    return (performance.now() - start) / 1000;
  };
  try {
    change(0, '9.0.0');
    await ship();
    const seconds: number[] = [];
    for (const step of [1, 2, 3]) {
      change(step, `9.0.${step}`);
      seconds.push(await ship());
    }
    return { seconds: median(seconds) };
  } finally {
    await registry.stop();
  }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Images of existing bundles: the additional time, and their sizes. */
function measureImages(): { seconds: number; first: number; all: number } {
  const out = join(work, 'image-out');
  // The base image is cached in the checkout after the first run.
  const once = (...more: string[]): number => {
    const start = performance.now();
    execFileSync(process.execPath, [...buildCommand, '--out', out, '--json', ...more], { maxBuffer: 1 << 28 });
    return (performance.now() - start) / 1000;
  };
  once();
  const runs = [1, 2, 3].map(() => {
    const without = once();
    rmSync(join(out, 'images'), { recursive: true, force: true });
    return once('--image') - without;
  });
  const all = bytesIn(join(out, 'images'));
  rmSync(join(out, 'images'), { recursive: true });
  once('iceland', '--image');
  return { seconds: median(runs), first: bytesIn(join(out, 'images')), all };
}

function conditions(): string[] {
  const { dependencies } = manifestOf(import.meta.dirname);
  const { devDependencies } = manifestOf(repository);
  const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], {
    cwd: repository,
    encoding: 'utf8',
  });
  return [
    `${machine}, ${process.platform} ${process.arch}`,
    `Node ${process.versions.node}, rspack ${devDependencies['@rspack/core']}, Vite ${dependencies.vite}, esbuild ${dependencies.esbuild}`,
    `commit ${commit.trim()}`,
  ];
}

async function benchBuild(): Promise<void> {
  installPeers();
  mkdirSync(many);
  say('Generating 1,000 deployments');
  manyTenants(repository, many, 1_000);
  const measured = measure(cases, say);
  const build = JSON.parse(measured.get(names.fifteenCompressed)?.out ?? '') as BuildResult;
  const thousand = JSON.parse(measured.get(names.manyCompressed)?.out ?? '') as BuildResult;
  const palette = measurePalette();
  say(`One palette changed: ${palette.seconds.toFixed(2)} s`);
  const checked = measureCheck();
  say(`One palette changed and checked: ${checked.seconds.toFixed(2)} s`);
  const shipped = await measureShip();
  say(`One palette changed and shipped: ${shipped.seconds.toFixed(2)} s`);
  const images = measureImages();
  say(`15 images: ${images.seconds.toFixed(2)} s more`);
  const figures: Figures = { measured, build, thousand, palette, checked, shipped, images };
  writeSection(markdown(figures, conditions()));
  for (const { what, wanted, found, met } of targets(figures))
    say(`${met ? 'pass' : 'MISS'}  ${what}: ${found} (${wanted})`);
  say('Written to docs/bench.md');
}

process.once('exit', () => rmSync(work, { recursive: true, force: true }));

const command = defineCommand('bench', {
  description:
    'Measures the build, the API, the calendar, the first paint of the sign-in page or the proposals for a week, and writes the figures to docs/bench.md.',
  examples: [
    'npm run bench',
    'npm run bench -- api',
    'npm run bench -- api --rows 10m',
    'npm run bench -- calendar',
    'npm run bench -- paint',
  ],
  exitCodes: { 0: 'measured; missed targets are printed', 1: 'a measurement failed' },
})
  .addArgument(
    new Argument('[part]', 'part to measure')
      .choices(['build', 'api', 'calendar', 'paint', 'streams', 'import', 'fill'])
      .default('build'),
  )
  .option('--rows <number>', 'with api: measure lists with so many interpretations instead, such as 100k or 10m')
  .action(async (part: string, { rows: given }: { rows?: string }) => {
    const rows = given === undefined ? null : parseRows(given);
    if (given !== undefined && (rows === null || part !== 'api'))
      throw new CommandError('--rows: give api --rows 100k.');
    if (rows !== null) {
      if (!(await benchRows(rows, say))) say('Some targets are missed: docs/bench.md');
      return;
    }
    if (part === 'build') return benchBuild();
    if (part === 'paint' || part === 'fill') installPeers();
    const measured = {
      api: benchApi,
      calendar: benchCalendar,
      paint: benchPaint,
      streams: benchStreams,
      import: benchImport,
      fill: benchFill,
    }[part];
    const isMet = await measured?.(say);
    if (!isMet) say('Some targets are missed: docs/bench.md');
  });

await runCommand(command);
