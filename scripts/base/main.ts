import { resolve } from 'node:path';
import { Command } from 'commander';
import { runCommand } from '../lib/runCommand.ts';
import { ImageLayout } from '../image/ImageLayout.ts';
import { loadImages } from '../image/loadImages.ts';
import { debianBase } from './debianBase.ts';
import { updateLock } from './packages.ts';

async function main({ update, load, cache }: { update: boolean; load: boolean; cache: string }): Promise<void> {
  if (update) {
    const changes = await updateLock();
    console.log(changes.join('\n') || 'The pinned packages are the newest.');
  }
  const folder = await debianBase(resolve(cache));
  const layout = new ImageLayout(folder);
  const parts = layout.index().manifests.flatMap((image) => layout.partsOf(image));
  const bytes = parts.reduce((sum, { size }) => sum + size, 0);
  if (load) await loadImages(layout, layout.index().manifests);
  console.log(`${folder} (${(bytes / 1e6).toFixed(1)} MB compressed)`);
}

const command = new Command('npm run base --')
  .description('Puts the base image together from Debian packages, and says where it is.')
  .option('--update', 'pin the packages that apt has now', false)
  .option('--load', 'hand it to docker or podman, as signboard-base:debian-12', false)
  .option('--cache <dir>', 'where it is kept', resolve(import.meta.dirname, '../../.cache'))
  .action(main);

await runCommand(command);
