import { resolve } from 'node:path';
import { defineCommand, runCommand } from '../lib/command.ts';
import { ImageLayout } from '../image/ImageLayout.ts';
import { loadImages } from '../image/loadImages.ts';
import { debianBase } from './debianBase.ts';
import { updateLock } from './packages.ts';

async function main({ update, load, cache }: { update: boolean; load: boolean; cache: string }): Promise<void> {
  if (update) {
    const changes = await updateLock();
    console.log(changes.join('\n') || 'The pinned packages are up to date.');
  }
  const folder = await debianBase(resolve(cache));
  const layout = new ImageLayout(folder);
  const parts = layout.index().manifests.flatMap((image) => layout.partsOf(image));
  const bytes = parts.reduce((sum, { size }) => sum + size, 0);
  if (load) await loadImages(layout, layout.index().manifests);
  console.log(`${folder} (${(bytes / 1e6).toFixed(1)} MB compressed)`);
}

const command = defineCommand('base', {
  description:
    'Builds the base image of all deployments from pinned Debian packages and prints the folder of its OCI layout.',
  examples: ['npm run base', 'npm run base -- --update', 'npm run base -- --load'],
  exitCodes: { 0: 'the base image is in the cache', 1: 'a package is missing, or the engine did not load the image' },
})
  .option(
    '--update',
    'first pin the package versions that apt offers now (writes scripts/base/packages.lock.json)',
    false,
  )
  .option('--load', 'load the image into docker or podman as signboard-base:debian-12', false)
  .option('--cache <dir>', 'cache folder', resolve(import.meta.dirname, '../../.cache'))
  .action(main);

await runCommand(command);
