/**
 * `node docker/api/compile.ts <folder>`: compiles the backend to JavaScript and copies the files it reads; packages are left out. Exit
 * code 1 with the compiler's messages when there is a type error.
 */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** Folders with files that the backend reads at run time: SQL, translations, manifests and their schema. */
const runtimeFiles = ['package.json', 'server', 'tenants', 'src/i18n/locales'];

const [target] = process.argv.slice(2);
if (!target) {
  console.error('Usage: node docker/api/compile.ts <folder>');
  process.exit(2);
}
const folder = resolve(target);
for (const path of runtimeFiles)
  cpSync(join(repository, path), join(folder, path), {
    recursive: true,
    filter: (source) => !/\.(m?ts|md)$/.test(source),
  });
const tsc = join(repository, 'node_modules/.bin/tsc');
const settings = join(import.meta.dirname, 'tsconfig.emit.json');
const { status } = spawnSync(tsc, ['-p', settings, '--outDir', folder], { stdio: 'inherit' });
process.exitCode = status ?? 1;
