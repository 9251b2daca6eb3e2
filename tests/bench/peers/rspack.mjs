import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { compressFolder } from './compressFolder.mjs';

// As in the product's own build.
enableCompileCache(resolve(import.meta.dirname, '../../../.cache/node'));
const { rspack } = await import('@rspack/core');
const { compileConfiguration } = await import('../../../rspack.config.ts');

const [root, out, count, compress] = process.argv.slice(2);

for (let index = 0; index < Number(count); index++) {
  const path = `${out}/${index}`;
  const compiler = rspack(compileConfiguration({ root, path }));
  await new Promise((done, fail) => {
    compiler.run((error, stats) => {
      if (error || stats?.hasErrors()) fail(error ?? new Error(stats.toString({ all: false, errors: true })));
      else compiler.close(done);
    });
  });
  if (compress === 'compress') await compressFolder(path);
}
