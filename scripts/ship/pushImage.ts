import type { ImageLayout } from '../image/ImageLayout.ts';
import type { Descriptor, Index, Manifest } from '../image/oci.ts';
import { type Placed, Repository } from '../image/Repository.ts';

/** Number of blobs by how they got into the repository. */
export type Pushed = Record<Placed, number>;

/** Reasons of layers that no other deployment has. */
const ownLayers = ['brand', 'commit', 'previous', 'tenant'];

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
 * Pushes an image of a layout, or an index with its images, by its digest. Blobs that the repository has are not sent; blobs that
 * another deployment's repository has are mounted from there.
 * @param siblings paths of the other deployments' repositories
 */
export async function pushImage(
  layout: ImageLayout,
  image: Descriptor,
  repository: Repository,
  { host, siblings }: { host: string; siblings: string[] },
): Promise<Pushed> {
  const content = layout.readJson<Manifest | Index>(image);
  const pushed: Pushed = { there: 0, mounted: 0, pushed: 0 };
  if ('manifests' in content) {
    for (const platformImage of content.manifests) {
      const sent = await pushImage(layout, platformImage, repository, { host, siblings });
      for (const how of ['there', 'mounted', 'pushed'] as const) pushed[how] += sent[how];
    }
  } else {
    const { config, layers } = content;
    const find = layerSearch(host, siblings);
    const parts = [...layers, config];
    const found = await Promise.all(parts.map(({ digest }) => repository.has(digest)));
    pushed.there += found.filter(Boolean).length;
    for (const part of parts.filter((_, index) => !found[index])) {
      const isOwn = part === config || ownLayers.includes(part.annotations?.['dev.signboard.reason'] ?? '');
      pushed[await repository.place(() => layout.read(part), part.digest, isOwn ? undefined : find)] += 1;
    }
  }
  await repository.put(image.digest, image.mediaType, layout.read(image));
  return pushed;
}
