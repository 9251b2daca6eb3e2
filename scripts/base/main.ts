import { resolve } from 'node:path';
import { defineCommand, runCommand } from '../lib/command.ts';
import { ImageLayout } from '../image/ImageLayout.ts';
import { loadImages } from '../image/loadImages.ts';
import { debianBase } from './debianBase.ts';
import { architectures, updateLock } from './packages.ts';
import { allPackages, apiBase, pageBase } from './recipes.ts';
import { machineArchitecture } from '../image/pickPlatform.ts';

async function main({ update, load, cache }: { update: boolean; load: boolean; cache: string }): Promise<void> {
  const folder = resolve(cache);
  if (update) {
    const changes = await updateLock(allPackages, folder);
    console.log(changes.join('\n') || 'The pinned packages are up to date.');
  }
  for (const recipe of [pageBase, apiBase])
    for (const architecture of architectures) {
      const layout = new ImageLayout(await debianBase(folder, architecture, recipe));
      const parts = layout.index().manifests.flatMap((image) => layout.partsOf(image));
      const bytes = parts.reduce((sum, { size }) => sum + size, 0);
      console.log(`${layout.folder} (${(bytes / 1e6).toFixed(1)} MB compressed)`);
      if (load && recipe === pageBase && architecture === machineArchitecture())
        await loadImages(layout, layout.index().manifests);
    }
}

const command = defineCommand('ops -- base', {
  description:
    'Builds the base images of pages and APIs from pinned Debian packages, for amd64 and arm64, and prints the folders of their OCI layouts.',
  examples: ['npm run ops -- base', 'npm run ops -- base --update', 'npm run ops -- base --load'],
  exitCodes: { 0: 'the base images are in the cache', 1: 'a package is missing, or the engine did not load the image' },
})
  .option(
    '--update',
    'first pin the package versions that apt offers now (writes scripts/base/packages.lock.json)',
    false,
  )
  .option('--load', 'load the base of pages into docker or podman as signboard-base:debian-12', false)
  .option('--cache <dir>', 'cache folder', resolve(import.meta.dirname, '../../.cache'))
  .action(main);

await runCommand(command);
