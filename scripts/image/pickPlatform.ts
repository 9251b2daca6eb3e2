import { arch } from 'node:process';
import { CommandError } from '../lib/CommandError.ts';
import type { Descriptor } from './oci.ts';

/** What images are made for: Linux, on the processor of this machine. */
export const machine = { os: 'linux', architecture: arch === 'x64' ? 'amd64' : arch };

/**
 * The one of an image's forms that fits.
 * @throws CommandError when none does, or when it cannot be told which.
 */
export function pickPlatform(manifests: Descriptor[], where: string): Descriptor {
  const [only] = manifests;
  if (only && manifests.length === 1) return only;
  const fitting = manifests.filter(
    ({ platform }) => platform?.os === machine.os && platform.architecture === machine.architecture,
  );
  const [image] = fitting;
  if (image && fitting.length === 1) return image;
  const found = manifests.map(({ platform, digest }) =>
    platform ? `${platform.os}/${platform.architecture}` : digest.slice(0, 19),
  );
  throw new CommandError(
    `${where} holds ${fitting.length || 'no'} images for ${machine.os}/${machine.architecture} (${found.join(', ')}); give a base with exactly one.`,
  );
}
