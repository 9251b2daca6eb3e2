import { createHash, hash as hashOf } from 'node:crypto';
import {
  chmodSync,
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
import type { Chunk, ChunkGroup, Compilation, Configuration, Module, Stats } from '@rspack/core';
import { type App, type AppChunk, type AppFile, type Condition, conditionsOf, type ImportPath } from './app.ts';
import type * as Configurations from '../../rspack.config.ts';
import { CommandError } from '../../server/CommandError.ts';
import { checkFolder } from './checkFolder.ts';
import { frameCss, rendererFolder } from './frames.ts';
import { inWords } from '../lib/systemError.ts';

const repository = resolve(import.meta.dirname, '../..');

/** Number of compiles that the cache keeps. */
const cachedCompiles = 4;

const posix = (path: string): string => path.split(sep).join('/');

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Hash of all inputs of the compile: app, lockfile, compiler configuration and the code that describes the result. */
function inputsHash(root: string): string {
  const hash = createHash('sha256');
  const add = (name: string, content: string | Buffer): void => {
    hash.update(`${name}\0${content.length}\0`).update(content);
  };
  add('node', process.version);
  for (const file of [
    join(repository, 'rspack.config.ts'),
    join(repository, 'package-lock.json'),
    ...['app.ts', 'assetTablePlugin.ts', 'compile.ts', 'frames.ts'].map((name) => join(import.meta.dirname, name)),
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

/** The modules that were concatenated into a module, or the module itself. */
function innerModules(module: Module): Module[] {
  return 'modules' in module ? (module.modules as Module[]) : [module];
}

/** Path of a module relative to the app's folder; null for modules that the compiler generated. */
function pathOf(module: Module, root: string): string | null {
  const file = 'resource' in module ? (module.resource as string | undefined) : undefined;
  if (!file?.startsWith(root)) return null;
  return posix(file.slice(root.length + 1).replace(/\?.*$/, ''));
}

/** A module with its path, see `pathOf`. */
type LocatedModule = { module: Module; path: string | null };

/** The modules of each chunk, by chunk id. Paths are cached, because each access to a module calls into native code. */
function modulesByChunk(compilation: Compilation, root: string): Map<string, LocatedModule[]> {
  const located = new Map<Module, LocatedModule[]>();
  const locate = (module: Module): LocatedModule[] => {
    const known =
      located.get(module) ?? innerModules(module).map((inner) => ({ module: inner, path: pathOf(inner, root) }));
    located.set(module, known);
    return known;
  };
  return new Map(
    [...compilation.chunks].map((chunk) => [
      String(chunk.id),
      compilation.chunkGraph.getChunkModules(chunk).flatMap(locate),
    ]),
  );
}

/**
 * @throws CommandError when a gate names a feature that does not exist, or when code outside of a gated feature or language
 * imports from it statically, which would put it into every bundle.
 */
function checkGates(
  compilation: Compilation,
  modules: LocatedModule[],
  root: string,
  gates: Record<string, string>,
): void {
  const folders = new Set(
    modules.map(({ path }) =>
      /^src\/(?:features\/([^/]+)|(domain\/[^/]+))\//
        .exec(path ?? '')
        ?.slice(1)
        .join(''),
    ),
  );
  const unknown = Object.keys(gates).filter((gated) => !folders.has(gated));
  if (unknown.length > 0) {
    throw new CommandError(`src/app/gates.ts names ${unknown.join(', ')}, but src/features/ has no such folder`);
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
      .filter((importer) => !needed.every((condition) => conditionsOf(importer, gates).includes(condition)))
      .map((importer) => `${importer} imports ${path}, which needs ${needed.join(' and ')}: load it with import()`);
  });
  if (problems.length > 0) throw new CommandError([...new Set(problems)].sort().join('\n'));
}

type ChunkModules = Map<string, { path: string; size: number }[]>;

function describeModules(modules: LocatedModule[]): { path: string; size: number }[] {
  return modules
    .flatMap(({ module, path }) => (path ? [{ path, size: module.size() }] : []))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The import paths from the entries to each chunk group, by group index. Paths that contain another one are omitted. */
function importPathsOf(
  compilation: Compilation,
  modules: ChunkModules,
  gates: Record<string, string>,
): Map<number, ImportPath[]> {
  const conditionsOfChunk = new Map<string, Condition[]>();
  for (const [id, inside] of modules) {
    conditionsOfChunk.set(id, [...new Set(inside.flatMap(({ path }) => conditionsOf(path, gates)))]);
  }
  const importPaths = new Map<number, ImportPath[]>();
  const visit = (group: ChunkGroup, before: ImportPath): void => {
    const index = group.index ?? -1;
    const here = group.chunks.flatMap((chunk) => conditionsOfChunk.get(String(chunk.id)) ?? []);
    const path = [...new Set([...before, ...here])].sort();
    const known = importPaths.get(index) ?? [];
    if (known.some((other) => other.every((condition) => path.includes(condition)))) return;
    const others = known.filter((other) => !path.every((condition) => other.includes(condition)));
    importPaths.set(index, [...others, path]);
    for (const child of group.childrenIterable) visit(child, path);
  };
  for (const entry of compilation.entrypoints.values()) visit(entry, []);
  return importPaths;
}

function describeFile(folder: string, file: string): AppFile {
  const source = join(folder, file);
  const content = readFileSync(source);
  const sha256 = hashOf('sha256', content);
  const extension = extname(file);
  const name = file.startsWith('js/') ? '' : `${basename(file, extension)}.`;
  return {
    source: file,
    // The compiler already named assets by content, because other files refer to them.
    path: file.startsWith('assets/') ? file : `assets/${name}${sha256.slice(0, 16)}${extension}`,
    sha256,
    integrity: `sha256-${hashOf('sha256', content, 'base64')}`,
    bytes: content.length,
  };
}

/** @throws CommandError when the chunk has no script, or is loaded lazily and has a style sheet. */
function describeChunk(
  chunk: Chunk,
  folder: string,
  modules: AppChunk['modules'],
  importPaths: ImportPath[],
): AppChunk {
  const script = [...chunk.files].find((file) => file.endsWith('.js'));
  if (!script) throw new CommandError(`Chunk ${chunk.id} has no script; only chunks of the page may have style sheets`);
  const styles = [...chunk.files].filter((file) => file !== script);
  if (styles.length > 0 && !chunk.canBeInitial()) {
    throw new CommandError(
      `A lazily loaded module imports a style sheet (${styles.join(', ')}): import it in src/main.tsx`,
    );
  }
  return {
    id: String(chunk.id),
    name: chunk.name ?? null,
    script: describeFile(folder, script),
    others: [...styles, ...chunk.auxiliaryFiles].sort().map((file) => describeFile(folder, file)),
    modules,
    importPaths: importPaths.some((conditions) => conditions.length === 0) ? [[]] : importPaths,
  };
}

/** The chunks that each lazy `import()` of the modules loads. */
function lazyGroups({ chunkGraph, moduleGraph }: Compilation, root: string, modules: LocatedModule[]): App['groups'] {
  return modules.flatMap(({ module }) =>
    (module.blocks ?? []).flatMap((block) => {
      const group = chunkGraph.getBlockChunkGroup(block);
      const dependency = block.dependencies[0];
      const target = dependency && moduleGraph.getModule(dependency);
      const imported = target && 'rootModule' in target ? (target.rootModule as Module) : target;
      const path = imported && pathOf(imported, root);
      return group && path ? [{ root: path, chunks: group.chunks.map((chunk) => String(chunk.id)) }] : [];
    }),
  );
}

function describeApp(
  compilation: Compilation,
  root: string,
  folder: string,
  gates: Record<string, string>,
): Omit<Description, 'frameStyle'> {
  const byChunk = modulesByChunk(compilation, root);
  // Libraries have no gates.
  const ownModules = [...new Set([...byChunk.values()].flat())].filter(
    ({ path }) => !path?.startsWith('node_modules/'),
  );
  checkGates(compilation, ownModules, root, gates);
  const modules: ChunkModules = new Map([...byChunk].map(([id, inChunk]) => [id, describeModules(inChunk)]));
  const importPaths = importPathsOf(compilation, modules, gates);
  for (const entry of compilation.entrypoints.values()) {
    const conditions = importPaths.get(entry.index ?? -1)?.flat() ?? [];
    if (conditions.length > 0) {
      throw new CommandError(
        `The entry ${entry.name} contains code that needs ${conditions.join(' and ')}: load it with import()`,
      );
    }
  }
  const chunks = [...compilation.chunks].map((chunk) => {
    const paths = [...chunk.groupsIterable].flatMap((group) => importPaths.get(group.index ?? -1) ?? []);
    return describeChunk(chunk, folder, modules.get(String(chunk.id)) ?? [], paths);
  });
  const entry = (name: string): string[] =>
    compilation.entrypoints.get(name)?.chunks.map((chunk) => String(chunk.id)) ?? [];
  return {
    chunks: chunks.sort((a, b) => (a.id < b.id ? -1 : 1)),
    entries: { boot: entry('boot'), app: entry('app') },
    gates,
    groups: lazyGroups(compilation, root, ownModules).sort((a, b) => (a.root < b.root ? -1 : 1)),
  };
}

async function compileWith(
  configure: (config: typeof Configurations) => Configuration,
  onStart: () => void,
): Promise<Stats> {
  const [{ rspack }, config] = await Promise.all([import('@rspack/core'), import('../../rspack.config.ts')]);
  const compiler = rspack(configure(config));
  return new Promise((done, fail) => {
    compiler.run((error, stats) => {
      if (error || !stats) fail(error ?? new CommandError('The compiler returned no result'));
      else if (stats.hasErrors()) fail(new CommandError(stats.toString({ all: false, errors: true, colors: false })));
      else done(stats);
    });
    onStart();
  });
}

type Description = Omit<App, 'inputs' | 'reused' | 'folder'>;

/** Adds the absolute paths of the files to a description. */
function withPaths(app: Description, folder: string, inputs: string, reused: boolean): App {
  const locate = (file: AppFile): AppFile => ({ ...file, source: join(folder, 'app', file.source) });
  const chunks = app.chunks.map((chunk) => ({
    ...chunk,
    script: locate(chunk.script),
    others: chunk.others.map(locate),
  }));
  return { ...app, inputs, reused, folder, chunks, frameStyle: app.frameStyle && locate(app.frameStyle) };
}

const folderOf = (compiles: string, inputs: string): string => join(compiles, inputs.slice(0, 24));

function prune(compiles: string): void {
  const byAge = readdirSync(compiles)
    .map((name) => join(compiles, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of byAge.slice(cachedCompiles)) rmSync(folder, { recursive: true, force: true });
}

const appFiles = ({ chunks, frameStyle }: Pick<App, 'chunks' | 'frameStyle'>): AppFile[] => {
  const files = [...chunks.flatMap(({ script, others }) => [script, ...others]), ...(frameStyle ? [frameStyle] : [])];
  return [...new Map(files.map((file) => [file.source, file])).values()];
};

/** Whether a file has the content that was compiled. Bundles hard-link to it, so an edit in `dist/` changes it. */
const isUnchanged = ({ source, sha256 }: AppFile): boolean =>
  existsSync(source) && hashOf('sha256', readFileSync(source)) === sha256;

/** The cached compile of the same inputs; null when there is none, or one of its files was changed. */
function reuse(compiles: string, inputs: string): App | null {
  const folder = folderOf(compiles, inputs);
  if (!existsSync(join(folder, 'app.json'))) return null;
  const described = JSON.parse(readFileSync(join(folder, 'app.json'), 'utf8')) as Description;
  const app = withPaths(described, folder, inputs, true);
  if (!appFiles(app).every(isUnchanged)) return null;
  const now = new Date();
  utimesSync(folder, now, now);
  return app;
}

async function compileOrReuse(
  { root, cache }: CompileFolders,
  onStart: () => void,
  onCompile: () => void,
): Promise<App> {
  checkFolder(root);
  const compiles = join(cache, 'compile');
  // With an empty cache the compiler starts at once and the hash is computed beside it.
  const known = existsSync(compiles) ? inputsHash(root) : null;
  const cached = known && reuse(compiles, known);
  if (cached) return cached;
  onCompile();
  const draft = join(compiles, `draft.${process.pid}`);
  mkdirSync(draft, { recursive: true });
  try {
    const started = Promise.withResolvers<void>();
    const [stats, frameRules, inputs] = await Promise.all([
      compileWith(
        ({ compileConfiguration }) => compileConfiguration({ root, path: join(draft, 'app') }),
        () => {
          onStart();
          started.resolve();
        },
      ),
      started.promise.then(() => compileRenderer(root, draft)),
      started.promise.then(() => known ?? inputsHash(root)),
    ]);
    if (frameRules !== null) writeFileSync(join(draft, 'app/frame.css'), frameRules);
    const { gates, codeGates } = (await import(pathToFileURL(join(root, 'src/app/gates.ts')).href)) as {
      gates: Record<string, string>;
      codeGates?: Record<string, string>;
    };
    const style = frameRules === null ? null : describeFile(join(draft, 'app'), 'frame.css');
    const described = describeApp(stats.compilation, root, join(draft, 'app'), { ...gates, ...codeGates });
    const app = { ...described, frameStyle: style };
    for (const { source } of appFiles(app)) chmodSync(join(draft, 'app', source), 0o444);
    writeFileSync(join(draft, 'app.json'), JSON.stringify(app));
    const folder = folderOf(compiles, inputs);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    prune(compiles);
    return withPaths(app, folder, inputs, false);
  } catch (error) {
    throw inWords(error, draft) ?? error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Compiles the renderer of the sign-in page, if the app has one, and renders the page with all its parts. Returns the rules of its style
 * sheet; null if there is no renderer.
 */
async function compileRenderer(root: string, draft: string): Promise<string | null> {
  if (!existsSync(join(root, 'src/prerender.tsx'))) return null;
  const path = join(draft, rendererFolder);
  await compileWith(
    ({ prerenderConfiguration }) => prerenderConfiguration({ root, path }),
    () => undefined,
  );
  return frameCss(root, draft);
}

type CompileFolders = { root: string; cache: string };

/**
 * Compiles the app of `root` for all deployments into `cache`, or reuses the cached compile of the same inputs. `started` resolves
 * when the native compiler runs and JavaScript is idle. `done` rejects with a CommandError when the sources do not compile or
 * gated code is imported statically. `onCompile` is called if nothing can be reused.
 */
export function compile(
  folders: CompileFolders,
  onCompile: () => void = () => undefined,
): { started: Promise<void>; done: Promise<App> } {
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const done = compileOrReuse(folders, start, onCompile).finally(start);
  return { started, done };
}
