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
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BuildError } from '../lib/BuildError.ts';
import type { BuildResult } from '../build/buildTenants.ts';
import { git } from './git.ts';
import { type TenantState, tenantState } from './tenantState.ts';

const run = promisify(execFile);

/** What a revision gives. */
export type RevisionState = {
  tenants: TenantState[];
  /** Deployments that cannot be built there, and why. */
  failed: { id: string; problems: string[] }[];
};

type Place = { root: string; cache: string; say: (line: string) => void };

const lastLines = (text: string): string => text.trim().split('\n').slice(-12).join('\n');

/** Builds every deployment of a folder by the folder's own build, without what is only compression. */
async function buildFolder(folder: string, cache: string, name: string): Promise<RevisionState> {
  const out = mkdtempSync(join(tmpdir(), 'signboard-affected-'));
  const script = join(folder, 'scripts/build-tenants.ts');
  const options = ['--json', '--no-compress', '--root', folder, '--out', out, '--cache', join(cache, 'affected/build')];
  const own = join(folder, 'node_modules/.bin/node');
  try {
    const { stdout, stderr } = await run(existsSync(own) ? own : process.execPath, [script, ...options], {
      cwd: folder,
      maxBuffer: 1 << 28,
      // A build that fails for some deployments ends with 1 and still says what it made.
    }).catch((error: Error & { stdout?: string; stderr?: string }) => ({
      stdout: error.stdout ?? '',
      stderr: error.stderr ?? error.message,
    }));
    if (!stdout.trim().startsWith('{')) throw new BuildError(`${name} cannot be built:\n${lastLines(stderr)}`);
    const { built, failed } = JSON.parse(stdout) as BuildResult;
    return { tenants: built.map(({ id }) => tenantState(join(out, id))), failed };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/**
 * The packages of a lockfile: those of this checkout when it has the same one, else installed once beside the cache.
 * @throws BuildError when they cannot be had.
 */
async function packagesOf(tree: string, { root, cache, say }: Place): Promise<string> {
  const lock = readFileSync(join(tree, 'package-lock.json'));
  if (lock.equals(readFileSync(join(root, 'package-lock.json')))) return join(root, 'node_modules');
  const folder = join(cache, 'affected/packages', createHash('sha256').update(lock).digest('hex').slice(0, 16));
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return join(folder, 'node_modules');
  say('That revision has other packages: installing them once …');
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    if (existsSync(join(tree, name))) writeFileSync(join(folder, name), readFileSync(join(tree, name)));
  try {
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 1 << 26 });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new BuildError(
      `Its packages cannot be installed:\n${lastLines((error as { stderr?: string }).stderr ?? '')}`,
    );
  }
  return join(folder, 'node_modules');
}

/** Checks a commit out beside the cache, for as long as the work takes. */
async function withTree<T>(commit: string, { root, cache }: Place, work: (tree: string) => Promise<T>): Promise<T> {
  const tree = join(cache, 'affected/trees', `${commit}.${process.pid}`);
  await git(root, 'worktree', 'prune');
  await git(root, 'worktree', 'add', '--detach', '--force', '--quiet', tree, commit);
  try {
    return await work(tree);
  } finally {
    rmSync(tree, { recursive: true, force: true });
    await git(root, 'worktree', 'prune');
  }
}

/**
 * What a commit gives, built by its own build; kept per commit, so that it is built once.
 * @throws BuildError when it cannot be built at all.
 */
export async function stateOfCommit(commit: string, name: string, place: Place): Promise<RevisionState> {
  const { cache, say } = place;
  // Another reader of bundles, or another Node, is another answer.
  const reader = createHash('sha256')
    .update(process.version)
    .update(readFileSync(import.meta.filename))
    .update(readFileSync(join(import.meta.dirname, 'tenantState.ts')))
    .digest('hex');
  const file = join(cache, 'affected/commits', `${commit}-${reader.slice(0, 8)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as RevisionState;
  say(`Building ${name} …`);
  const state = await withTree(commit, place, async (tree) => {
    if (!existsSync(join(tree, 'scripts/build-tenants.ts')) || !existsSync(join(tree, 'package-lock.json')))
      throw new BuildError(`${name} cannot be built: it has no scripts/build-tenants.ts.`);
    symlinkSync(await packagesOf(tree, place), join(tree, 'node_modules'));
    return buildFolder(tree, cache, name);
  });
  mkdirSync(join(cache, 'affected/commits'), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(state));
  renameSync(`${file}.${process.pid}`, file);
  return state;
}

/** What the files give as they lie there, committed or not. */
export function stateOfWorkTree({ root, cache, say }: Place): Promise<RevisionState> {
  say('Building the work tree …');
  return buildFolder(root, cache, 'The work tree');
}
