import { build } from 'vite';
import { compressFolder } from './compressFolder.mjs';

const [root, out, count, compress] = process.argv.slice(2);

for (let index = 0; index < Number(count); index++) {
  const outDir = `${out}/${index}`;
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      reportCompressedSize: false,
      rolldownOptions: { input: { boot: `${root}/src/boot.ts`, app: `${root}/src/main.tsx` } },
    },
  });
  if (compress === 'compress') await compressFolder(outDir);
}
