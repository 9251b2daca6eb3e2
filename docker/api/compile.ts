/**
 * `node docker/api/compile.ts <folder>`: lays out the backend as plain JavaScript, `server/main.js` and all that it needs but
 * packages. Exit code 1, and what the compiler says, where the types are wrong.
 */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** What is read beside the code: SQL, words, the deployments and what their manifests are checked against. */
const beside = ['package.json', 'server', 'tenants', 'src/i18n/locales'];

const [target] = process.argv.slice(2);
if (!target) {
  console.error('Usage: node docker/api/compile.ts <folder>');
  process.exit(2);
}
const folder = resolve(target);
for (const path of beside)
  cpSync(join(repository, path), join(folder, path), {
    recursive: true,
    filter: (source) => !/\.(m?ts|md)$/.test(source),
  });
const tsc = join(repository, 'node_modules/.bin/tsc');
const settings = join(import.meta.dirname, 'tsconfig.emit.json');
const { status } = spawnSync(tsc, ['-p', settings, '--outDir', folder], { stdio: 'inherit' });
process.exitCode = status ?? 1;
