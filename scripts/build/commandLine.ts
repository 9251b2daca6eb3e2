import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { buildTenants } from './buildTenants.ts';
import { defineCommand, jsonOption, runCommand } from '../lib/command.ts';
import { type Step, stepFor } from './steps.ts';
import type { WrittenImage } from '../image/index.ts';

/** What `--image=…` does with the written images. */
type ImageUse = 'load' | 'archive';

type Options = {
  out: string;
  root: string;
  cache?: string;
  json: boolean;
  compress: boolean;
  verify: boolean;
  /** True: only write them. */
  image?: true | ImageUse;
  base?: string;
  apiBase?: string;
  previous?: string;
};

const repository = resolve(import.meta.dirname, '../..');

/** Writes images of the built deployments if an option asks for them. */
async function imagesOf(
  ids: string[],
  { image, base, apiBase, previous }: Options,
  folders: { root: string; out: string; cache: string },
  step: Step,
): Promise<WrittenImage[]> {
  const isAsked = [image, base, apiBase, previous].some((option) => option !== undefined);
  if (!isAsked) return [];
  const [{ buildImages }, { storedImages }] = await Promise.all([
    import('./buildImages.ts'),
    import('../image/storedImages.ts'),
  ]);
  return step('Writing images', async (report) => {
    const start = performance.now();
    const images = await buildImages({
      ...folders,
      ids,
      load: image === 'load',
      archive: image === 'archive',
      report,
      base,
      apiBase,
      previous: previous === undefined ? undefined : storedImages(previous),
    });
    report(`Wrote ${images.length} images in ${((performance.now() - start) / 1000).toFixed(2)} s`);
    return images;
  });
}

async function main(ids: string[], options: Options): Promise<void> {
  const root = resolve(options.root);
  const target = { root, out: resolve(options.out), compress: options.compress };
  const step = await stepFor(options.json);
  const cache = resolve(options.cache ?? `${root}/.cache`);
  const result = await buildTenants({ ...target, ids, cache, step });
  const built = result.built.map(({ id }) => id);
  if (options.verify) {
    await step('Building a second time to compare', async (report) => {
      const { verify } = await import('./verify.ts');
      report(await verify({ ...target, cache, reuseConfirmed: false }, built));
    });
  }
  // Loaded late, so that the compiler starts sooner.
  if (!options.json) console.log(`\n${(await import('../lib/report.ts')).report(result)}`);
  const images = await imagesOf(built, options, { root, out: target.out, cache }, step);
  if (options.json) console.log(JSON.stringify({ ...result, images }, null, 2));
  else if (images.length > 0) console.log(`\n${(await import('../image/imageReport.ts')).imageReport(images)}`);
  if (result.failed.length > 0) process.exitCode = 1;
}

function imageUseOf(text: string): ImageUse {
  if (text === 'load' || text === 'archive') return text;
  throw new InvalidArgumentError('Write --image, --image=load or --image=archive, and deployments before it.');
}

const command = defineCommand('build', {
  description:
    'Compiles the app once and writes one bundle per deployment to dist/<id>/. A deployment that fails keeps its previous bundle; the others are built.',
  examples: [
    'npm run build',
    'npm run build -- iceland brazil --no-compress',
    'npm run build -- iceland --image=load',
    'npm run build -- --verify',
  ],
  exitCodes: { 0: 'every deployment was built', 1: 'the app does not compile, or a deployment failed' },
})
  .argument('[ids...]', 'deployments to build (default: all)')
  .option('--out <dir>', 'output folder', `${repository}/dist`)
  .option('--root <dir>', 'folder with src/ and tenants/', repository)
  .option('--cache <dir>', 'cache folder, may be deleted (default: <root>/.cache)')
  .option('--json', jsonOption, false)
  .option('--verify', 'build a second time in another folder, time zone and locale, and compare every byte', false)
  .option('--no-compress', 'write no .br and .gz files')
  .option(
    '--image [use]',
    'write OCI images of the page and the API of each deployment to <out>/images/; --image=load also loads them into docker or podman, --image=archive also writes a tar archive of each',
    imageUseOf,
  )
  .option('--base <image>', 'base image of pages: a folder with an OCI image layout, or <registry>/<name>@sha256:…')
  .option('--api-base <image>', 'base image of APIs, with the libraries that Node needs, likewise')
  .option(
    '--previous <images>',
    'keep the scripts of the release before in the images, for open tabs: a folder with an OCI image layout, or <registry>/<path> with its tags `current`',
  )
  .action(main);

/** Runs `npm run build` with the arguments of the process; sets exit code 1 when a build fails. */
export async function build(): Promise<void> {
  await runCommand(command);
}
