import { execFile, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { CommandError } from '../../server/CommandError.ts';
import { archiveImages, forThisMachine } from './archiveImages.ts';
import type { ImageLayout } from './ImageLayout.ts';
import { tenantOf } from './imageName.ts';
import type { Descriptor } from './oci.ts';

const run = promisify(execFile);

/** docker or podman, the first that is running. */
async function findEngine(): Promise<string> {
  for (const engine of ['docker', 'podman']) {
    try {
      await run(engine, ['info'], { timeout: 20_000 });
      return engine;
    } catch {
      // Not installed or not running: try the next one.
    }
  }
  throw new CommandError(
    '--image=load: neither docker nor podman is running. Start one ("docker info" must work), or use --image=archive and load the ' +
      'files in dist/images/ on another machine: docker load -i <file>',
  );
}

/** The name of the newest image of a repository in the engine, which `docker/compose.yml` runs. */
const localName = (name: string): string => name.replace(/:.*/, ':local');

/**
 * Loads images into docker or podman, for the processor of this machine, deployments under their version and as `local`.
 * @throws CommandError when neither is running, or loading fails.
 */
export async function loadImages(layout: ImageLayout, images: Descriptor[]): Promise<void> {
  const engine = await findEngine();
  const ours = images.map((image) => forThisMachine(layout, image));
  const load = spawn(engine, ['load', '--quiet'], { stdio: ['pipe', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => {
    load.once('close', resolve);
  });
  const [sent, errors, code] = await Promise.all([
    pipeline(archiveImages(layout, ours), load.stdin).catch((error: Error) => error),
    text(load.stderr),
    ended,
  ]);
  if (code !== 0) throw new CommandError(`${engine} load failed: ${errors.trim() || String(sent)}`);
  for (const image of ours) {
    const name = image.annotations?.['org.opencontainers.image.ref.name'] ?? '';
    if (tenantOf(image)) await run(engine, ['tag', name, localName(name)]);
  }
}
