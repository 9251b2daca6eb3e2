import { build } from 'esbuild';
import { compressFolder } from './compressFolder.mjs';

const [root, out, count, compress] = process.argv.slice(2);

for (let index = 0; index < Number(count); index++) {
  const outdir = `${out}/${index}`;
  await build({
    absWorkingDir: root,
    entryPoints: { boot: 'src/boot.ts', app: 'src/main.tsx' },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    target: 'es2023',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'file', '.svg': 'file' },
    entryNames: '[name].[hash]',
    logLevel: 'error',
  });
  if (compress === 'compress') await compressFolder(outdir);
}
