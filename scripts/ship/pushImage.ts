import type { ImageLayout } from '../image/ImageLayout.ts';
import type { Descriptor, Manifest } from '../image/oci.ts';
import { type Placed, Repository } from '../image/Repository.ts';

/** How many parts of an image were where. */
export type Pushed = Record<Placed, number>;

/** Finds who else in the registry has a layer; who lacks one that all images share is not asked again. */
function siblingsOf(host: string, names: string[]): (digest: string) => Promise<string | undefined> {
  let candidates = names.map((name) => ({ name, repository: new Repository(host, name) }));
  return async (digest) => {
    for (const candidate of candidates) {
      if (await candidate.repository.has(digest)) {
        candidates = [candidate];
        return candidate.name;
      }
    }
    // The first layer is of the base, which every image has.
    candidates = candidates.slice(0, 1);
    return undefined;
  };
}

/**
 * Pushes an image of a layout by its digest. A part that the repository has is not sent, and what another deployment's
 * repository has is taken over from there.
 * @param siblings paths of the other deployments' repositories
 */
export async function pushImage(
  layout: ImageLayout,
  image: Descriptor,
  repository: Repository,
  { host, siblings }: { host: string; siblings: string[] },
): Promise<Pushed> {
  const { config, layers } = layout.readJson<Manifest>(image);
  const pushed: Pushed = { there: 0, mounted: 0, pushed: 0 };
  const find = siblingsOf(host, siblings);
  for (const part of [...layers, config]) {
    // What only this deployment has is nowhere else.
    const isOwn = part === config || part.annotations?.['dev.signboard.reason'] === 'brand';
    pushed[await repository.place(() => layout.read(part), part.digest, isOwn ? undefined : find)] += 1;
  }
  await repository.put(image.digest, image.mediaType, layout.read(image));
  return pushed;
}
