import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from '@swc/core';

const root = new URL('../../../', import.meta.url).href;
const fresh = [
  'src/',
  'tests/support/',
  'node_modules/@testing-library/',
  'node_modules/styled-components/',
  'node_modules/swr/',
].map((folder) => `${root}${folder}`);
const lasting = [import.meta.resolve('./'), `${root}node_modules/@testing-library/jest-dom/`];

/** Builds as ECMAScript modules: others are evaluated once, whatever their address. */
const builds: Record<string, string> = {
  '@testing-library/dom': `${root}node_modules/@testing-library/dom/dist/@testing-library/dom.esm.js`,
  '@testing-library/react': `${root}node_modules/@testing-library/react/dist/@testing-library/react.esm.js`,
  'styled-components': `${root}node_modules/styled-components/dist/styled-components.esm.js`,
};

const settings = readFileSync(new URL('.swcrc', root), 'utf8');
const cache = fileURLToPath(new URL('.cache/swc/', root));
/** Where the source maps of loaded modules are, by address. */
export const sourceMaps = new Map<string, string>();

/** Compiles a module, or takes it from `.cache/swc` if it has not changed. Returns the path of its JavaScript. */
function compile(path: string): string {
  const source = readFileSync(path, 'utf8');
  const key = createHash('sha256')
    .update(JSON.stringify([version, settings, path, source]))
    .digest('hex');
  const file = join(cache, `${key}.js`);
  if (existsSync(file)) return file;
  const { code, map = '' } = transformSync(source, { filename: path });
  mkdirSync(cache, { recursive: true });
  // Another worker may write the same files.
  const draft = `${file}.${process.pid}`;
  writeFileSync(`${file}.map`, map);
  writeFileSync(draft, code);
  renameSync(draft, file);
  return file;
}

const compiled = new Map<string, { source: string; map: string }>();

function compileOnce(path: string): { source: string; map: string } {
  const known = compiled.get(path);
  if (known) return known;
  const file = compile(path);
  const made = { source: readFileSync(file, 'utf8'), map: `${file}.map` };
  compiled.set(path, made);
  return made;
}

/**
 * Evaluates the modules of the client, of Testing Library and of styled-components anew for each test file, so that none finds the
 * state of another one. Libraries and the contract, which take most of the time, are evaluated once. The query of a module is that of
 * the test file that led to it.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    const build = builds[specifier];
    const found = build ? { url: build, format: 'module', shortCircuit: true } : next(specifier, context);
    const query = context.parentURL ? new URL(context.parentURL).search : '';
    const isFresh =
      query !== '' &&
      !found.url.includes('?') &&
      !found.url.endsWith('.json') &&
      fresh.some((folder) => found.url.startsWith(folder)) &&
      !lasting.some((folder) => found.url.startsWith(folder));
    return isFresh ? { ...found, url: new URL(query, found.url).href } : found;
  },
  load: (url, context, next) => {
    const { protocol, pathname } = new URL(url);
    if (protocol === 'file:' && /\.tsx?$/.test(pathname) && !pathname.includes('/node_modules/')) {
      const { source, map } = compileOnce(fileURLToPath(url));
      sourceMaps.set(url, map);
      return { format: 'module', source, shortCircuit: true };
    }
    if (pathname.endsWith('.esm.js')) return { ...next(url, { ...context, format: 'module' }), format: 'module' };
    return next(url, context);
  },
});
