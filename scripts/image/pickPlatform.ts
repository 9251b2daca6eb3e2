import { arch } from 'node:process';
import { CommandError } from '../lib/CommandError.ts';
import type { Descriptor } from './oci.ts';

/** The platform of the images: Linux on the processor of this machine. */
export const machine = { os: 'linux', architecture: arch === 'x64' ? 'amd64' : arch };

/**
 * The image for the platform of this machine; a single image is taken whatever its platform.
 * @throws CommandError when none or several match.
 */
export function pickPlatform(manifests: Descriptor[], where: string): Descriptor {
  const [only] = manifests;
  if (only && manifests.length === 1) return only;
  const matching = manifests.filter(
    ({ platform }) => platform?.os === machine.os && platform.architecture === machine.architecture,
  );
  const [image] = matching;
  if (image && matching.length === 1) return image;
  const platforms = manifests.map(({ platform, digest }) =>
    platform ? `${platform.os}/${platform.architecture}` : digest.slice(0, 19),
  );
  throw new CommandError(
    `${where} contains ${matching.length || 'no'} images for ${machine.os}/${machine.architecture} (${platforms.join(', ')}); give a base with exactly one.`,
  );
}
