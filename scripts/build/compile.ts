import { createHash, hash as hashOf } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChunkGroup, Compilation, Module, Stats } from '@rspack/core';
import { type App, type AppChunk, type AppFile, type Condition, conditionsOf, type Way } from './app.ts';
import { BuildError } from '../lib/BuildError.ts';

const repository = resolve(import.meta.dirname, '../..');

/** Compiles kept for builds to come. */
const kept = 4;

const posix = (path: string): string => path.split(sep).join('/');

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Hash of everything that the compile reads: the app, its dependencies by lockfile, the compiler and its settings. */
function inputsHash(root: string): string {
  const hash = createHash('sha256');
  const add = (name: string, content: string | Buffer): void => {
    hash.update(`${name}\0${content.length}\0`).update(content);
  };
  add('node', process.version);
  for (const file of [
    join(repository, 'rspack.config.ts'),
    join(repository, 'package-lock.json'),
    ...['app.ts', 'assetTablePlugin.ts', 'compile.ts'].map((name) => join(import.meta.dirname, name)),
  ]) {
    add(posix(relative(repository, file)), readFileSync(file));
  }
  const { imports, sideEffects } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  add('package.json', JSON.stringify({ imports, sideEffects }));
  for (const file of [...filesUnder(join(root, 'src')), ...filesUnder(join(root, 'contract'))]) {
    if (!/\.test\.tsx?$/.test(file)) add(posix(relative(root, file)), readFileSync(file));
  }
  return hash.digest('hex');
}

/** A module, or those that were concatenated into it. */
function innerModules(module: Module): Module[] {
  return 'modules' in module ? (module.modules as Module[]) : [module];
}

/** Where a module's file is in the app's folder; null for what the compiler made itself. */
function pathOf(module: Module, root: string): string | null {
  const file = 'resource' in module ? (module.resource as string | undefined) : undefined;
  if (!file?.startsWith(root)) return null;
  return posix(file.slice(root.length + 1).replace(/\?.*$/, ''));
}

/** A module as a chunk has it. */
type PlacedModule = { module: Module; path: string | null };

/** What each chunk holds. Asking the compiler about a module takes time: each is asked where it is once. */
function placedModules(compilation: Compilation, root: string): Map<string, PlacedModule[]> {
  const places = new Map<Module, PlacedModule[]>();
  const placesOf = (module: Module): PlacedModule[] => {
    const known =
      places.get(module) ?? innerModules(module).map((inner) => ({ module: inner, path: pathOf(inner, root) }));
    places.set(module, known);
    return known;
  };
  return new Map(
    [...compilation.chunks].map((chunk) => [
      String(chunk.id),
      compilation.chunkGraph.getChunkModules(chunk).flatMap(placesOf),
    ]),
  );
}

/**
 * A gate must name a feature that is there, or it would gate nothing; and what stands behind a gate must not be imported
 * by a plain `import` from before it, where its flag or its language cannot follow.
 */
function checkGates(
  compilation: Compilation,
  modules: PlacedModule[],
  root: string,
  gates: Record<string, string>,
): void {
  const features = new Set(modules.map(({ path }) => /^src\/features\/([^/]+)\//.exec(path ?? '')?.[1]));
  const nowhere = Object.keys(gates).filter((gated) => !features.has(gated));
  if (nowhere.length > 0) {
    throw new BuildError(
      `src/app/gates.ts names ${nowhere.join(', ')}, but the app has no such folder in src/features/`,
    );
  }
  const problems = modules.flatMap(({ module, path }) => {
    const needed = conditionsOf(path ?? '', gates);
    if (needed.length === 0) return [];
    return compilation.moduleGraph
      .getIncomingConnections(module)
      .filter(({ dependency }) => !dependency.type.startsWith('import()'))
      .flatMap(({ dependency }) => {
        const importer = compilation.moduleGraph.getParentModule(dependency);
        return (importer && pathOf(importer, root)) ?? [];
      })
      .filter((importer) => !needed.every((one) => conditionsOf(importer, gates).includes(one)))
      .map((importer) => `${importer} imports ${path}, which is behind ${needed.join(' and ')}: load it by import()`);
  });
  if (problems.length > 0) throw new BuildError([...new Set(problems)].sort().join('\n'));
}

type ChunkModules = Map<string, { path: string; size: number }[]>;

function listed(inside: PlacedModule[]): { path: string; size: number }[] {
  return inside
    .flatMap(({ module, path }) => (path ? [{ path, size: module.size() }] : []))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Every way from an entry to each chunk group, as the conditions met along it. */
function waysOf(compilation: Compilation, modules: ChunkModules, gates: Record<string, string>): Map<number, Way[]> {
  const own = new Map<string, Condition[]>();
  for (const [id, inside] of modules) {
    own.set(id, [...new Set(inside.flatMap(({ path }) => conditionsOf(path, gates)))]);
  }
  const ways = new Map<number, Way[]>();
  const visit = (group: ChunkGroup, before: Way): void => {
    const index = group.index ?? -1;
    const here = group.chunks.flatMap((chunk) => own.get(String(chunk.id)) ?? []);
    const way = [...new Set([...before, ...here])].sort();
    const known = ways.get(index) ?? [];
    if (known.some((other) => other.every((condition) => way.includes(condition)))) return;
    ways.set(index, [...known.filter((other) => !way.every((condition) => other.includes(condition))), way]);
    for (const child of group.childrenIterable) visit(child, way);
  };
  for (const entry of compilation.entrypoints.values()) visit(entry, []);
  return ways;
}

function describe(folder: string, file: string): AppFile {
  const source = join(folder, file);
  const content = readFileSync(source);
  const sha256 = hashOf('sha256', content);
  const extension = extname(file);
  const name = file.startsWith('js/') ? '' : `${basename(file, extension)}.`;
  return {
    source: file,
    // What other files refer to by name was content-addressed by the compiler already.
    path: file.startsWith('assets/') ? file : `assets/${name}${sha256.slice(0, 16)}${extension}`,
    sha256,
    integrity: `sha384-${hashOf('sha384', content, 'base64')}`,
    bytes: content.length,
  };
}

function describeApp(
  compilation: Compilation,
  root: string,
  folder: string,
  gates: Record<string, string>,
): Description {
  const placed = placedModules(compilation, root);
  // Libraries have no gates.
  const own = [...new Set([...placed.values()].flat())].filter(({ path }) => !path?.startsWith('node_modules/'));
  checkGates(compilation, own, root, gates);
  const modules: ChunkModules = new Map([...placed].map(([id, inside]) => [id, listed(inside)]));
  const ways = waysOf(compilation, modules, gates);
  for (const entry of compilation.entrypoints.values()) {
    const conditions = ways.get(entry.index ?? -1)?.flat() ?? [];
    if (conditions.length > 0) {
      throw new BuildError(
        `The entry ${entry.name} holds what is behind ${conditions.join(' and ')}: load it by import()`,
      );
    }
  }
  const chunks = [...compilation.chunks].map((chunk): AppChunk => {
    const script = [...chunk.files].find((file) => file.endsWith('.js'));
    if (!script)
      throw new BuildError(`Chunk ${chunk.id} has no script; only the page's own chunks may bring style sheets`);
    const styles = [...chunk.files].filter((file) => file !== script);
    if (styles.length > 0 && !chunk.canBeInitial()) {
      throw new BuildError(
        `A lazily loaded module imports a style sheet (${styles.join(', ')}): import it in src/main.tsx`,
      );
    }
    const open = [...chunk.groupsIterable].flatMap((group) => ways.get(group.index ?? -1) ?? []);
    return {
      id: String(chunk.id),
      name: chunk.name ?? null,
      script: describe(folder, script),
      others: [...styles, ...chunk.auxiliaryFiles].sort().map((file) => describe(folder, file)),
      modules: modules.get(String(chunk.id)) ?? [],
      ways: open.some((way) => way.length === 0) ? [[]] : open,
    };
  });
  const entry = (name: string): string[] =>
    compilation.entrypoints.get(name)?.chunks.map((chunk) => String(chunk.id)) ?? [];
  const groups = own.flatMap(({ module }) =>
    (module.blocks ?? []).flatMap((block) => {
      const group = compilation.chunkGraph.getBlockChunkGroup(block);
      const dependency = block.dependencies[0];
      const target = dependency && compilation.moduleGraph.getModule(dependency);
      const asked = target && 'rootModule' in target ? (target.rootModule as Module) : target;
      const path = asked && pathOf(asked, root);
      return group && path ? [{ root: path, chunks: group.chunks.map((chunk) => String(chunk.id)) }] : [];
    }),
  );
  return {
    chunks: chunks.sort((a, b) => (a.id < b.id ? -1 : 1)),
    entries: { boot: entry('boot'), app: entry('app') },
    gates,
    groups: groups.sort((a, b) => (a.root < b.root ? -1 : 1)),
  };
}

async function run(root: string, path: string, begun: () => void): Promise<Stats> {
  const [{ rspack }, { compileConfiguration }] = await Promise.all([
    import('@rspack/core'),
    import('../../rspack.config.ts'),
  ]);
  const compiler = rspack(compileConfiguration({ root, path }));
  return new Promise((done, fail) => {
    compiler.run((error, stats) => {
      if (error || !stats) fail(error ?? new BuildError('The compiler gave no result'));
      else if (stats.hasErrors()) fail(new BuildError(stats.toString({ all: false, errors: true, colors: false })));
      else done(stats);
    });
    begun();
  });
}

type Description = Omit<App, 'inputs' | 'reused'>;

/** A described app with its files where they are. */
function located(app: Description, folder: string, inputs: string, reused: boolean): App {
  const at = (file: AppFile): AppFile => ({ ...file, source: join(folder, 'app', file.source) });
  const chunks = app.chunks.map((chunk) => ({ ...chunk, script: at(chunk.script), others: chunk.others.map(at) }));
  return { ...app, inputs, reused, chunks };
}

const folderOf = (compiles: string, inputs: string): string => join(compiles, inputs.slice(0, 24));

function prune(compiles: string): void {
  const byAge = readdirSync(compiles)
    .map((name) => join(compiles, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of byAge.slice(kept)) rmSync(folder, { recursive: true, force: true });
}

/** The result of an earlier compile of the same inputs, or null. */
function reuse(compiles: string, inputs: string): App | null {
  const folder = folderOf(compiles, inputs);
  if (!existsSync(join(folder, 'app.json'))) return null;
  const now = new Date();
  utimesSync(folder, now, now);
  return located(JSON.parse(readFileSync(join(folder, 'app.json'), 'utf8')) as Description, folder, inputs, true);
}

async function compileOrReuse({ root, cache }: Place, begun: () => void): Promise<App> {
  const compiles = join(cache, 'compile');
  // Where nothing was compiled before, the compiler need not wait for a hash to look for.
  const known = existsSync(compiles) ? inputsHash(root) : null;
  const earlier = known && reuse(compiles, known);
  if (earlier) return earlier;
  const draft = join(compiles, `draft.${process.pid}`);
  mkdirSync(draft, { recursive: true });
  try {
    const atWork = Promise.withResolvers<void>();
    const [stats, inputs] = await Promise.all([
      run(root, join(draft, 'app'), () => {
        begun();
        atWork.resolve();
      }),
      atWork.promise.then(() => known ?? inputsHash(root)),
    ]);
    const { gates } = (await import(pathToFileURL(join(root, 'src/app/gates.ts')).href)) as {
      gates: Record<string, string>;
    };
    const app = describeApp(stats.compilation, root, join(draft, 'app'), gates);
    writeFileSync(join(draft, 'app.json'), JSON.stringify(app));
    const folder = folderOf(compiles, inputs);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    prune(compiles);
    return located(app, folder, inputs, false);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

type Place = { root: string; cache: string };

/**
 * Compiles the app of `root` once, for every deployment, into `cache`. Where the same inputs were compiled before, that
 * result is used. `begun` resolves when the compiler is at work and JavaScript is free for something else. `done` rejects
 * with a BuildError when the sources do not compile or a gate leaks.
 */
export function compile(place: Place): { begun: Promise<void>; done: Promise<App> } {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const done = compileOrReuse(place, begin).finally(begin);
  return { begun, done };
}
