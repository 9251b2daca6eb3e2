import type { ImageLayout } from '../image/ImageLayout.ts';
import type { Descriptor, Manifest } from '../image/oci.ts';
import { type Placed, Repository } from '../image/Repository.ts';

/** Number of blobs by how they got into the repository. */
export type Pushed = Record<Placed, number>;

/** Searches the other deployments' repositories for a layer. Repositories without the shared base layer are not asked again. */
function layerSearch(host: string, names: string[]): (digest: string) => Promise<string | undefined> {
  let candidates = names.map((name) => ({ name, repository: new Repository(host, name) }));
  return async (digest) => {
    for (const candidate of candidates) {
      if (await candidate.repository.has(digest)) {
        candidates = [candidate];
        return candidate.name;
      }
    }
    // The first layer belongs to the base, which every image shares.
    candidates = candidates.slice(0, 1);
    return undefined;
  };
}

/**
 * Pushes an image of a layout by its digest. Blobs that the repository has are not sent; blobs that another deployment's repository
 * has are mounted from there.
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
  const find = layerSearch(host, siblings);
  for (const part of [...layers, config]) {
    // No other repository has the blobs of the brand.
    const isOwn = part === config || part.annotations?.['dev.signboard.reason'] === 'brand';
    pushed[await repository.place(() => layout.read(part), part.digest, isOwn ? undefined : find)] += 1;
  }
  await repository.put(image.digest, image.mediaType, layout.read(image));
  return pushed;
}
