import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tenantIds } from '../../tenants/tenantIds.ts';
import type { App } from './app.ts';
import { CommandError } from '../../server/CommandError.ts';
import { withFolderLock } from '../lib/folderLock.ts';
import {
  budgetProblem,
  heavyModules,
  initialBudget,
  misplacedModules,
  previousSizes,
  type ScriptSize,
  stableName,
} from './budget.ts';
import type { Bundle, BundleFile } from './bundle.ts';
import { clearOut, draftOf, publish } from './bundleFolder.ts';
import { sourceCommit } from './commit.ts';
import { compile } from './compile.ts';
import { flagBytes } from './flagBytes.ts';
import { type Compressed, ContentStore, isCompressible, linkOrCopy } from './contentStore.ts';
import type { Leak } from './isolation.ts';
import type { ProofInput } from './proof.ts';
import type { Step } from './steps.ts';

/** What to build, and where. */
export type BuildOptions = {
  /** Folder with `src/` and `tenants/`. */
  root: string;
  /** Output folder with one folder per deployment. */
  out: string;
  /** Cache folder. It may be deleted at any time; the next build only takes longer. */
  cache: string;
  /** Deployments to build; empty for all. */
  ids: string[];
  compress: boolean;
  step: Step;
  /** Called when the app is compiled, before the deployments are branded; `reused`: the compile came from the cache. */
  onCompiled?: (app: { reused: boolean }) => void;
};

/** A deployment that was built. */
export type BuiltTenant = {
  id: string;
  version: string;
  commit: string;
  /** The folder of its bundle. */
  folder: string;
  languages: string[];
  flagsOff: string[];
  /** Bytes of the sign-in page's JavaScript, brotli-compressed; null in a build without compression. */
  initial: number | null;
  /** Bytes of all served files, uncompressed. */
  total: number;
  digest: string;
};

/** A deployment that was not built, and why: texts for people. */
export type FailedTenant = { id: string; problems: string[] };

/** What a build has produced. Times are in seconds. */
export type BuildResult = {
  built: BuiltTenant[];
  failed: FailedTenant[];
  /** Whether the compile came from the cache. */
  compileReused: boolean;
  /** Ordered pairs of deployments of which the first contains no isolation marker of the second; 0 when there is a leak. */
  isolatedPairs: number;
  isolationMarkers: number;
  /** What each flag adds to a bundle, see `flagBytes`. */
  flagBytes: Record<string, number>;
  budget: number;
  /** The largest resident size of the process, in bytes. */
  peakMemory: number;
  seconds: { compile: number; isolation: number; all: number };
};

const secondsSince = (start: number): number => Math.round(performance.now() - start) / 1000;

async function checkIds(ids: string[], root: string): Promise<string[]> {
  const known = tenantIds(root);
  for (const id of ids) {
    if (known.includes(id)) continue;
    const { noDeployment } = await import('../../tenants/noDeployment.ts');
    throw new CommandError(noDeployment(id, known));
  }
  return ids.length > 0 ? [...new Set(ids)] : known;
}

const contentOf = (file: BundleFile): Buffer => ('source' in file ? readFileSync(file.source) : file.content);

/** Starts compressing the largest files first, so that the last one is short. */
function startCompressing(bundles: Bundle[], store: ContentStore): void {
  const files = bundles.flatMap((bundle) => bundle.files.filter(({ path }) => isCompressible(path)));
  for (const file of files.sort((a, b) => b.bytes - a.bytes)) {
    // `compressedFilesOf` awaits the same promise and reports the error.
    store.compress(file.sha256, () => contentOf(file)).catch(() => undefined);
  }
}

async function compressedFilesOf(bundle: Bundle, store: ContentStore): Promise<Map<string, Compressed>> {
  const files = bundle.files.filter(({ path }) => isCompressible(path));
  const done = await Promise.all(
    files.map(async (file) => [file.path, await store.compress(file.sha256, () => contentOf(file))] as const),
  );
  return new Map(done);
}

/** Writes a bundle to a new folder and makes it the deployment's: readers see the old bundle or the new one, never a part. */
async function write(
  bundle: Bundle,
  sizes: ScriptSize[],
  compressedFiles: Map<string, Compressed>,
  out: string,
): Promise<string> {
  const draft = draftOf(out, bundle.id);
  const folders = new Set<string>();
  const target = (path: string): string => {
    const file = join(draft, path);
    if (!folders.has(dirname(file))) {
      mkdirSync(dirname(file), { recursive: true });
      folders.add(dirname(file));
    }
    return file;
  };
  // The deployment's own files are written while the shared ones are linked.
  const writing: Promise<void>[] = [];
  const hashes: Record<string, string> = {};
  const startWriting = (path: string, content: string | Buffer) => writing.push(writeFile(target(path), content));
  try {
    for (const { path, content } of bundle.meta) startWriting(path, content);
    if (sizes.length > 0) startWriting('.meta/weights.json', `${JSON.stringify(sizes, null, 2)}\n`);
    for (const file of bundle.files) {
      if ('source' in file) linkOrCopy(file.source, target(file.path));
      else startWriting(file.path, file.content);
      const compressed = compressedFiles.get(file.path);
      if (!compressed) continue;
      for (const variant of ['br', 'gz'] as const) {
        const { source, sha256 } = compressed[variant];
        linkOrCopy(source, target(`${file.path}.${variant}`));
        hashes[`${file.path}.${variant}`] = sha256;
      }
    }
    startWriting('.meta/compressed.json', `${JSON.stringify(hashes, null, 2)}\n`);
    await Promise.all(writing);
    return publish(out, bundle.id, draft);
  } catch (error) {
    await Promise.allSettled(writing);
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Compressed size of each script of the sign-in page. */
function scriptSizes(bundle: Bundle, compressedFiles: Map<string, Compressed>): ScriptSize[] {
  return bundle.initial.flatMap((chunk) => {
    const compressed = compressedFiles.get(chunk.script.path);
    return compressed ? [{ chunk: stableName(chunk), bytes: compressed.br.bytes }] : [];
  });
}

function describe(bundle: Bundle, folder: string, sizes: ScriptSize[]): BuiltTenant {
  const { id, version, commit, digest, tenant, files } = bundle;
  return {
    id,
    version,
    commit,
    folder,
    digest,
    languages: tenant.languages.map(({ value }) => value),
    flagsOff: Object.entries(tenant.flags).flatMap(([flag, on]) => (on ? [] : [flag])),
    initial: sizes.length > 0 ? sizes.reduce((sum, { bytes }) => sum + bytes, 0) : null,
    total: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Messages of the leaks, by deployment. */
function leaksByTenant(
  leaks: Leak[],
  { root, out }: { root: string; out: string },
  leakMessage: (leak: Leak, folder: string, root: string) => string,
): Map<string, string[]> {
  const messages = new Map<string, string[]>();
  for (const leak of leaks) {
    messages.set(leak.tenant, [...(messages.get(leak.tenant) ?? []), leakMessage(leak, join(out, leak.tenant), root)]);
  }
  return messages;
}

/**
 * Compiles the app and reads the deployments and the commit. The compiler runs in native threads and is started first, so
 * reading takes no extra time.
 */
async function readInputs({ root, cache }: BuildOptions, report: (line: string) => void) {
  const start = performance.now();
  const { started, done } = compile({ root, cache });
  const compiling = done.then((app) => {
    const seconds = secondsSince(start);
    report(app.reused ? 'The app is unchanged: reused its compile' : `Compiled the app in ${seconds} s`);
    return { app, seconds };
  });
  const reading = started.then(async () => {
    // Starting the git process blocks JavaScript for a while, so it waits until the compiler runs.
    const commit = sourceCommit(root);
    const [{ bundleOf }, { frameRenderer }, { loadTenants }, { uniqueSentences }, proof, lastGood] = await Promise.all([
      import('./bundle.ts'),
      import('./frames.ts'),
      import('./loadTenants.ts'),
      import('./isolation.ts'),
      import('./proof.ts'),
      import('./lastGood.ts'),
    ]);
    const { loaded, failed } = await loadTenants(root, cache);
    return {
      loaded,
      failed,
      sentences: uniqueSentences(root),
      bundleOf,
      frameRenderer,
      ...proof,
      ...lastGood,
      commit: await commit,
    };
  });
  const [compiled, read] = await Promise.all([compiling, reading]);
  return { ...compiled, ...read };
}

/** Compresses, checks and writes every bundle, and adds each deployment to `built` or `failed`. */
async function writeBundles(
  bundles: Bundle[],
  { app, leaks }: { app: App; leaks: Map<string, string[]> },
  { out, cache, compress }: BuildOptions,
  report: (line: string) => void,
): Promise<Pick<BuildResult, 'built' | 'failed'>> {
  const store = new ContentStore(cache);
  const built: BuiltTenant[] = [];
  const failed: FailedTenant[] = [];
  if (compress) startCompressing(bundles, store);
  await Promise.all(
    bundles.map(async (bundle) => {
      const compressed = compress ? await compressedFilesOf(bundle, store) : new Map<string, Compressed>();
      const sizes = scriptSizes(bundle, compressed);
      const overBudget = budgetProblem(bundle.initial, sizes, previousSizes(join(out, bundle.id)));
      const problems = [
        ...(leaks.get(bundle.id) ?? []),
        ...heavyModules(bundle.initial),
        ...misplacedModules(app, bundle.initial),
        ...(overBudget ? [overBudget] : []),
      ];
      if (problems.length > 0) failed.push({ id: bundle.id, problems });
      else built.push(describe(bundle, await write(bundle, sizes, compressed, out), sizes));
      report(
        `Branded ${built.length} of ${bundles.length}: ${bundle.id} ${problems.length > 0 ? 'failed' : bundle.version}`,
      );
    }),
  );
  return { built, failed };
}

/**
 * Compiles the app once and brands it for the given deployments. A deployment that fails keeps its previous bundle, and the
 * others are built.
 * @throws CommandError for an unknown id, or when the app itself does not compile.
 */
export async function buildTenants(options: BuildOptions): Promise<BuildResult> {
  const start = performance.now();
  const { root, out, step } = options;
  const ids = await checkIds(options.ids, join(root, 'tenants'));
  const inputs = await step('Compiling the app', (report) => readInputs(options, report));
  const { app, loaded, sentences } = inputs;
  options.onCompiled?.(app);

  const wanted = loaded.filter(({ id }) => ids.includes(id));
  const checkout = { root, tenants: join(root, 'tenants'), cache: options.cache };
  const framesOf = await inputs.frameRenderer(
    root,
    app,
    wanted.map(({ tenant }) => tenant),
  );
  const { bundles, ...isolation } = await step('Checking the isolation of the bundles', async (report) => {
    const checkStart = performance.now();
    const brand: ProofInput['brand'] = (tenant) => inputs.bundleOf(app, tenant, inputs.commit, framesOf);
    const isToBlame = inputs.blameSince(checkout, loaded, app.inputs);
    const proof = inputs.brandAndProve({ app, wanted, loaded, sentences, brand, isToBlame });
    const { leaks, markers, pairs, files } = proof.result;
    const byTenant = leaksByTenant(leaks, { root, out }, inputs.leakMessage);
    if (leaks.every(({ isOfOwner }) => isOfOwner))
      inputs.recordGood(
        checkout,
        wanted.filter(({ id }) => !byTenant.has(id)),
        app.inputs,
      );
    const outcome = byTenant.size > 0 ? `${byTenant.size} bundles leak` : `${pairs} tenant pairs isolated`;
    report(`Searched ${files} files for ${markers} isolation markers: ${outcome}`);
    return { bundles: proof.bundles, leaks: byTenant, markers, pairs, seconds: secondsSince(checkStart) };
  });

  const branded = await step('Branding', (report) =>
    withFolderLock(out, report, () => {
      clearOut(out, tenantIds(join(root, 'tenants')));
      return writeBundles(bundles, { app, leaks: isolation.leaks }, options, report);
    }),
  );
  const order = (a: { id: string }, b: { id: string }): number => ids.indexOf(a.id) - ids.indexOf(b.id);
  return {
    built: branded.built.sort(order),
    failed: [...inputs.failed.filter(({ id }) => ids.includes(id)), ...branded.failed].sort(order),
    compileReused: app.reused,
    isolatedPairs: isolation.leaks.size === 0 ? isolation.pairs : 0,
    isolationMarkers: isolation.markers,
    flagBytes: flagBytes(app),
    budget: initialBudget,
    peakMemory: process.resourceUsage().maxRSS * 1024,
    seconds: { compile: inputs.seconds, isolation: isolation.seconds, all: secondsSince(start) },
  };
}
