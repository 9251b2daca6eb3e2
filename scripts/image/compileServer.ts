import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { transform } from '@swc/core';
import { CommandError } from '../../server/CommandError.ts';

/** The server as JavaScript. */
export type CompiledServer = {
  /** Its files by path: `server/main.js`, `server/db/migrations/003_people.sql`. */
  files: Map<string, Buffer>;
  /** What it imports from npm packages: `pg`, `kysely`, `pdfkit/js/pdfkit.js`. */
  imports: string[];
};

/** Files that the server reads at run time: SQL, and its own texts. Texts of the page and of demo data change no API. */
const data = [
  { folder: 'server/db/migrations', files: /\.sql$/ },
  { folder: 'src/i18n/locales', files: /(^|\/)(language|node\/(?!demo)\w+)\.json$/ },
];

/** The embedded database: a container has a database server. */
const leftOut = /^@electric-sql\/pglite\b/;

/**
 * Where Node starts: the server, the commands, the process for pictures, the thread that reads imports, and the routes, which are found by
 * name.
 */
function entriesOf(root: string): string[] {
  const routes = readdirSync(join(root, 'server/resources'))
    .sort()
    .map((name) => `server/resources/${name}/routes.ts`)
    .filter((file) => existsSync(join(root, file)));
  const commands = ['server/owner.ts', 'server/makeSecrets.ts', 'server/eraseAgain.ts', 'server/moveFiles.ts'];
  const programs = ['server/files/pictureProcess.ts', 'server/resources/imports/reading/readingThread.ts'];
  return ['server/main.ts', ...commands, ...programs, ...routes];
}

/** Module names in compiled code: of imports, exports, dynamic imports, and `resolve()` of a path in a package. */
const moduleName =
  /(?:^|[\s;}])(?:import|export)\b[^'"`;]*?\bfrom\s*(["'])([^"'\n]+)\1|(?<!["'])\bimport\s*\(?\s*(["'])([^"'\n]+)\3|\bresolve\((["'])([^"'\n]+)\5\)/g;

function importsIn(code: string): string[] {
  return [...code.matchAll(moduleName)].flatMap(([, , static_, , dynamic, , resolved]) => {
    const name = static_ ?? dynamic ?? resolved;
    return name === undefined ? [] : [name];
  });
}

/** An imported file of the checkout. */
const ownModule = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])(\.{1,2}\/[^"'\n]+)\.ts\2/g;

async function javascriptOf(source: string, file: string): Promise<string> {
  const { code } = await transform(source, {
    filename: file,
    swcrc: false,
    configFile: false,
    isModule: true,
    jsc: {
      parser: { syntax: 'typescript' },
      target: 'es2023',
      transform: { verbatimModuleSyntax: true },
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
  });
  return code.replace(ownModule, '$1$2$3.js$2');
}

/** `server/main.ts` becomes `server/main.js`. */
const compiledName = (file: string): string => file.replace(/\.ts$/, '.js');

/**
 * Compiles the server of a checkout to JavaScript, with everything that it imports from the checkout. Types are not checked; that is
 * the task of `npm run check`.
 * @throws CommandError when a file is missing or not TypeScript
 */
export async function compileServer(root: string): Promise<CompiledServer> {
  const files = new Map<string, Buffer>();
  const imports = new Set<string>();
  const seen = new Set<string>();
  const compile = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const path = join(root, file);
    if (!existsSync(path)) throw new CommandError(`The server imports ${file}, which does not exist.`);
    const source = readFileSync(path, 'utf8');
    const code = file.endsWith('.ts')
      ? await javascriptOf(source, file).catch((error: Error) => {
          throw new CommandError(`${file} cannot be compiled:\n${error.message}`);
        })
      : source;
    files.set(compiledName(file), Buffer.from(code));
    const relativeNames: string[] = [];
    for (const name of importsIn(code))
      if (/^\.\.?\//.test(name)) relativeNames.push(posix.join(dirname(file), name));
      else if (!name.startsWith('node:') && !leftOut.test(name)) imports.add(name);
    // Compiled code names compiled files.
    const sources = relativeNames.map((name) => (existsSync(join(root, name)) ? name : name.replace(/\.js$/, '.ts')));
    await Promise.all(sources.map(compile));
  };
  await Promise.all(entriesOf(root).map(compile));
  for (const { folder, files: wanted } of data)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      if (wanted.test(name)) {
        const path = relative(root, join(root, folder, name))
          .split(sep)
          .join('/');
        files.set(path, readFileSync(join(root, path)));
      }
  files.set('package.json', Buffer.from('{"type":"module"}\n'));
  return { files, imports: [...imports].sort() };
}
