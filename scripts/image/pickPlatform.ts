import { arch } from 'node:process';
import { type Architecture, architectures } from '../base/packages.ts';
import { CommandError } from '../../server/CommandError.ts';
import type { Descriptor } from './oci.ts';

/** Linux on the processor of this machine. */
export const machine = { os: 'linux', architecture: arch === 'x64' ? 'amd64' : arch };

/**
 * Debian's name of this machine's processor.
 * @throws CommandError when images are not made for it.
 */
export function machineArchitecture(): Architecture {
  const known = architectures.find((architecture) => architecture === machine.architecture);
  if (known) return known;
  throw new CommandError(
    `Images are made for ${architectures.join(' and ')}; this machine is ${machine.architecture}.`,
  );
}

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

/**
 * The images for the processors that images are made for; a single image is taken whatever its platform.
 * @throws CommandError when there is none, or several for one processor.
 */
export function pickPlatforms(manifests: Descriptor[], where: string): Descriptor[] {
  if (manifests.length === 1) return manifests;
  const known: readonly string[] = architectures;
  const matching = manifests.filter(
    ({ platform }) => platform?.os === 'linux' && known.includes(platform.architecture),
  );
  const names = matching.map(({ platform }) => platform?.architecture);
  if (matching.length > 0 && new Set(names).size === names.length) return matching;
  throw new CommandError(
    `${where} contains ${names.length === 0 ? 'no image' : 'several images'} for ${architectures.join(' and ')}.`,
  );
}
