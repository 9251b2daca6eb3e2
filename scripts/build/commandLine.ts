import { resolve } from 'node:path';
import { Command } from 'commander';
import { buildTenants } from './buildTenants.ts';
import { runCommand } from '../lib/runCommand.ts';
import { type Step, stepFor } from './steps.ts';
import type { WrittenImage } from '../image/index.ts';

type Options = {
  out: string;
  root: string;
  cache?: string;
  json: boolean;
  compress: boolean;
  verify: boolean;
  image: boolean;
  load: boolean;
  archive: boolean;
  base?: string;
};

const repository = resolve(import.meta.dirname, '../..');

/** The images of what was built, where they are asked for. */
async function imagesOf(
  ids: string[],
  { image, load, archive, base }: Options,
  folders: { out: string; cache: string },
  step: Step,
): Promise<WrittenImage[]> {
  if (!image && !load && !archive && base === undefined) return [];
  const { writeImages } = await import('../image/index.ts');
  return step('Writing images', async (say) => {
    const start = performance.now();
    const images = await writeImages({ ...folders, ids, load, archive, ...(base !== undefined && { base }) });
    say(`Wrote ${images.length} images in ${((performance.now() - start) / 1000).toFixed(2)} s`);
    return images;
  });
}

async function main(ids: string[], options: Options): Promise<void> {
  const root = resolve(options.root);
  const place = { root, out: resolve(options.out), compress: options.compress };
  const step = await stepFor(options.json);
  const cache = resolve(options.cache ?? `${root}/.cache`);
  const result = await buildTenants({ ...place, ids, cache, step });
  const built = result.built.map(({ id }) => id);
  if (options.verify) {
    await step('Building once more, elsewhere, to compare', async (say) => {
      const { verify } = await import('./verify.ts');
      say(`Two builds give the same bytes: ${await verify(place, built)} files compared`);
    });
  }
  // What is needed at the end is loaded then: the compiler starts the sooner.
  if (!options.json) console.log(`\n${(await import('../lib/report.ts')).report(result)}`);
  const images = await imagesOf(built, options, { out: place.out, cache }, step);
  if (options.json) console.log(JSON.stringify({ ...result, images }, null, 2));
  else if (images.length > 0) console.log(`\n${(await import('../image/imageReport.ts')).imageReport(images)}`);
  if (result.failed.length > 0) process.exitCode = 1;
}

const command = new Command('npm run build --')
  .description('Compiles the app once and brands it for every deployment.')
  .argument('[ids...]', 'deployments to build; all when none is named')
  .option('--out <dir>', 'where the bundles go', `${repository}/dist`)
  .option('--root <dir>', 'folder with src/ and tenants/', repository)
  .option('--cache <dir>', 'what may be used again (default: .cache under the root)')
  .option('--json', 'the outcome as JSON, and nothing else', false)
  .option('--verify', 'build twice, in two places, time zones and locales, and compare every byte', false)
  .option('--no-compress', 'leave out the .br and .gz files')
  .option('--image', 'write an OCI image of each deployment into images/ beside the bundles', false)
  .option('--load', 'hand the images to docker or podman too', false)
  .option('--archive', 'write each image as one tar file too', false)
  .option(
    '--base <image>',
    'build the images on this: a folder with an OCI image layout, or name@sha256:… in a registry',
  )
  .action(main);

/** Builds what the process's arguments ask for; a build that fails says why and sets exit code 1. */
export async function build(): Promise<void> {
  await runCommand(command);
}
