import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tenantIds } from '../../tenants/tenantIds.ts';
import type { App } from './app.ts';
import { BuildError } from '../lib/BuildError.ts';
import {
  heavyModules,
  initialBudget,
  lastingName,
  lastWeights,
  overBudget,
  strayModules,
  type Weight,
} from './budget.ts';
import type { Bundle, BundleFile } from './bundle.ts';
import { clearOut } from './clearOut.ts';
import { sourceCommit } from './commit.ts';
import { compile } from './compile.ts';
import { type Compressed, ContentStore, isCompressible, place } from './contentStore.ts';
import type { Leak } from './isolation.ts';
import type { Step } from './steps.ts';

export type BuildOptions = {
  /** Folder with `src/` and `tenants/`. */
  root: string;
  /** Folder that gets one folder per deployment. */
  out: string;
  /** Folder that may be removed at any time; a build without it only takes longer. */
  cache: string;
  /** Deployments to build; all when empty. */
  ids: string[];
  compress: boolean;
  step: Step;
};

/** What was built for a deployment. */
export type BuiltTenant = {
  id: string;
  version: string;
  commit: string;
  /** Its folder. */
  folder: string;
  languages: string[];
  flagsOff: string[];
  /** JavaScript of the sign-in page, brotli, bytes; null in a build without compression. */
  initial: number | null;
  /** Everything that is served, uncompressed, bytes. */
  total: number;
  digest: string;
  seconds: number;
};

export type FailedTenant = { id: string; problems: string[] };

export type BuildResult = {
  built: BuiltTenant[];
  failed: FailedTenant[];
  /** Whether the compile of an earlier build was used. */
  compileReused: boolean;
  /** Pairs of deployments, one way each, of which the first was proved to hold nothing of the second. */
  isolatedPairs: number;
  marks: number;
  budget: number;
  seconds: { compile: number; isolation: number; all: number };
};

const secondsSince = (start: number): number => Math.round(performance.now() - start) / 1000;

async function checkIds(ids: string[], root: string): Promise<string[]> {
  const known = tenantIds(root);
  for (const id of ids) {
    if (known.includes(id)) continue;
    const { noDeployment } = await import('../../tenants/noDeployment.ts');
    throw new BuildError(noDeployment(id, known));
  }
  return ids.length > 0 ? [...new Set(ids)] : known;
}

const contentOf = (file: BundleFile): Buffer => ('source' in file ? readFileSync(file.source) : file.content);

/** Begins with the largest files, so that no single one keeps everybody waiting at the end. */
function beginCompressing(bundles: Bundle[], store: ContentStore): void {
  const files = bundles.flatMap((bundle) => bundle.files.filter(({ path }) => isCompressible(path)));
  for (const file of files.sort((a, b) => b.bytes - a.bytes)) {
    // Whoever waits for the file is told of a failure.
    store.compress(file.sha256, () => contentOf(file)).catch(() => undefined);
  }
}

async function compressed(bundle: Bundle, store: ContentStore): Promise<Map<string, Compressed>> {
  const files = bundle.files.filter(({ path }) => isCompressible(path));
  const done = await Promise.all(
    files.map(async (file) => [file.path, await store.compress(file.sha256, () => contentOf(file))] as const),
  );
  return new Map(done);
}

/** Writes a bundle beside its place, then puts it there: a reader sees the old one or the new one, never half of one. */
async function write(
  bundle: Bundle,
  weights: Weight[],
  compressedFiles: Map<string, Compressed>,
  out: string,
): Promise<string> {
  const folder = join(out, bundle.id);
  const draft = join(out, `.${bundle.id}.${process.pid}`);
  const last = `${draft}.last`;
  rmSync(draft, { recursive: true, force: true });
  const folders = new Set<string>();
  const target = (path: string): string => {
    const file = join(draft, path);
    if (!folders.has(dirname(file))) {
      mkdirSync(dirname(file), { recursive: true });
      folders.add(dirname(file));
    }
    return file;
  };
  // What is a deployment's own is written while the rest is linked.
  const writing: Promise<void>[] = [];
  const begin = (path: string, content: string | Buffer) => writing.push(writeFile(target(path), content));
  try {
    for (const { path, content } of bundle.meta) begin(path, content);
    if (weights.length > 0) begin('.meta/weights.json', `${JSON.stringify(weights, null, 2)}\n`);
    for (const file of bundle.files) {
      if ('source' in file) place(file.source, target(file.path));
      else begin(file.path, file.content);
      const twins = compressedFiles.get(file.path);
      if (!twins) continue;
      place(twins.br.source, target(`${file.path}.br`));
      place(twins.gz.source, target(`${file.path}.gz`));
    }
    await Promise.all(writing);
    if (existsSync(folder)) renameSync(folder, last);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(last, { recursive: true, force: true });
  }
  return folder;
}

function weigh(bundle: Bundle, compressedFiles: Map<string, Compressed>): Weight[] {
  return bundle.initial.flatMap((chunk) => {
    const twins = compressedFiles.get(chunk.script.path);
    return twins ? [{ chunk: lastingName(chunk), bytes: twins.br.bytes }] : [];
  });
}

function describe(bundle: Bundle, folder: string, weights: Weight[], start: number): BuiltTenant {
  const { id, version, commit, digest, tenant, files } = bundle;
  return {
    ...{ id, version, commit, folder, digest },
    languages: tenant.languages.map(({ value }) => value),
    flagsOff: Object.entries(tenant.flags).flatMap(([flag, on]) => (on ? [] : [flag])),
    initial: weights.length > 0 ? weights.reduce((sum, { bytes }) => sum + bytes, 0) : null,
    total: files.reduce((sum, { bytes }) => sum + bytes, 0),
    seconds: secondsSince(start),
  };
}

/** The leaks found in each deployment's bundle, in words. */
function leaksByTenant(leaks: Leak[], out: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { tenant, path, offset, mark } of leaks) {
    const line = `${join(out, tenant, path)}: at byte ${offset} stands ${mark.what}`;
    found.set(tenant, [...(found.get(tenant) ?? []), line]);
  }
  return found;
}

/**
 * The app, the deployments and the commit: what a build is made of. The compiler works outside of JavaScript, so it is
 * started first, and reading the deployments costs no time of its own.
 */
async function gather({ root, cache }: BuildOptions, say: (line: string) => void) {
  const start = performance.now();
  const { begun, done } = compile({ root, cache });
  const compiling = done.then((app) => {
    const seconds = secondsSince(start);
    say(app.reused ? 'The app is unchanged: its last compile is used' : `Compiled the app once, in ${seconds} s`);
    return { app, seconds };
  });
  const reading = begun.then(async () => {
    // Starting a program holds JavaScript up for a while: not before the compiler runs.
    const commit = sourceCommit(root);
    const [{ bundleOf }, { loadTenants }, { ownSentences, proveIsolation }] = await Promise.all([
      import('./bundle.ts'),
      import('./loadTenants.ts'),
      import('./isolation.ts'),
    ]);
    const read = await loadTenants(root);
    const sentences = ownSentences(root);
    const prove = (app: App, bundles: Bundle[]) => proveIsolation(app, bundles, read.loaded, sentences);
    return { ...read, bundleOf, prove, commit: await commit };
  });
  const [compiled, read] = await Promise.all([compiling, reading]);
  return { ...compiled, ...read };
}

/**
 * Compiles the app once and brands it for every deployment asked for. A deployment that fails keeps its last good folder,
 * and the others are built all the same.
 * @throws BuildError for an unknown id, or when the app itself does not compile.
 */
export async function buildTenants(options: BuildOptions): Promise<BuildResult> {
  const start = performance.now();
  const { root, out, step } = options;
  const ids = await checkIds(options.ids, join(root, 'tenants'));
  const { app, bundleOf, prove, loaded, failed, commit, ...gathered } = await step('Compiling the app', (say) =>
    gather(options, say),
  );

  const wanted = loaded.filter(({ id }) => ids.includes(id));
  const bundles = wanted.map((tenant) => bundleOf(app, tenant, commit));
  const proof = await step('Proving that no bundle holds anything of another', async (say) => {
    const proofStart = performance.now();
    const { leaks, marks, pairs, files } = prove(app, bundles);
    const found = leaksByTenant(leaks, out);
    const outcome = found.size > 0 ? `${found.size} bundles leak` : `${pairs} tenant pairs isolated`;
    say(`Searched ${marks} marks in ${files} files: ${outcome}`);
    return { leaks: found, marks, pairs, seconds: secondsSince(proofStart) };
  });

  const store = new ContentStore(options.cache);
  const failures = failed.filter(({ id }) => ids.includes(id));
  const built: BuiltTenant[] = [];
  await step('Branding', async (say) => {
    clearOut(out, tenantIds(join(root, 'tenants')));
    if (options.compress) beginCompressing(bundles, store);
    await Promise.all(
      bundles.map(async (bundle) => {
        const tenantStart = performance.now();
        const twins = options.compress ? await compressed(bundle, store) : new Map<string, Compressed>();
        const weights = weigh(bundle, twins);
        const over = overBudget(bundle.initial, weights, lastWeights(join(out, bundle.id)));
        const problems = [
          ...(proof.leaks.get(bundle.id) ?? []),
          ...heavyModules(bundle.initial),
          ...strayModules(app, bundle.initial),
          ...(over ? [over] : []),
        ];
        if (problems.length > 0) failures.push({ id: bundle.id, problems });
        else built.push(describe(bundle, await write(bundle, weights, twins, out), weights, tenantStart));
        say(
          `Branded ${built.length} of ${bundles.length}: ${bundle.id} ${problems.length > 0 ? 'failed' : bundle.version}`,
        );
      }),
    );
  });
  const order = (a: { id: string }, b: { id: string }): number => ids.indexOf(a.id) - ids.indexOf(b.id);
  return {
    built: built.sort(order),
    failed: failures.sort(order),
    compileReused: app.reused,
    isolatedPairs: proof.leaks.size === 0 ? proof.pairs : 0,
    marks: proof.marks,
    budget: initialBudget,
    seconds: { compile: gathered.seconds, isolation: proof.seconds, all: secondsSince(start) },
  };
}
