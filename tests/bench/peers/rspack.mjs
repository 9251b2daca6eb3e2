import { rspack } from '@rspack/core';
import { compileConfiguration } from '../../../rspack.config.ts';
import { compressFolder } from './compressFolder.mjs';

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
