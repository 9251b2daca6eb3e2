import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandError } from '../../server/CommandError.ts';
import { ImageLayout } from './ImageLayout.ts';
import { nameAnnotations, partOf, tenantOf } from './imageName.ts';
import { type Descriptor, type Index, type Manifest, mediaTypes } from './oci.ts';
import { pickPlatform } from './pickPlatform.ts';
import { layersToKeep, type StoredImage } from './previousAssets.ts';
import { Repository } from './Repository.ts';

/** The image of a tag in a registry; of several platforms the one of this machine, because all have the same files. Null if there is none. */
export async function taggedImage(repository: Repository, tag: string): Promise<StoredImage | null> {
  const found = await repository.find(tag);
  if (!found) return null;
  const content = JSON.parse(found.bytes.toString('utf8')) as Index | Manifest;
  const manifest =
    'manifests' in content
      ? (JSON.parse(
          (await repository.get('manifests', pickPlatform(content.manifests, repository.shownName).digest)).toString(
            'utf8',
          ),
        ) as Manifest)
      : content;
  return { manifest, read: ({ digest }) => repository.get('blobs', digest) };
}

/** Stores a page image in a layout, with the layers that a new image may keep files of. Returns its entry for the index. */
export async function storePage(layout: ImageLayout, id: string, { manifest, read }: StoredImage): Promise<Descriptor> {
  for (const layer of layersToKeep(manifest)) layout.put(await read(layer));
  const version = manifest.annotations?.['org.opencontainers.image.version'] ?? '';
  return { ...layout.putJson(mediaTypes.manifest, manifest), annotations: nameAnnotations({ id, version }, 'page') };
}

/** The page image of a deployment in a layout; null if there is none. */
function imageInLayout(layout: ImageLayout, id: string): StoredImage | null {
  const image = layout.index().manifests.find((manifest) => tenantOf(manifest) === id && partOf(manifest) === 'page');
  if (!image) return null;
  const content = layout.readJson<Index | Manifest>(image);
  const manifest =
    'manifests' in content ? layout.readJson<Manifest>(pickPlatform(content.manifests, layout.folder)) : content;
  return { manifest, read: (blob) => layout.read(blob) };
}

/**
 * Finds the image of each deployment: in a folder with an OCI image layout, or by the tag `current` in `<registry>/<path>`.
 * @throws CommandError when the text names neither.
 */
export function storedImages(source: string): (id: string) => Promise<StoredImage | null> {
  const folder = resolve(source);
  if (existsSync(join(folder, 'index.json'))) {
    const layout = new ImageLayout(folder);
    return async (id) => imageInLayout(layout, id);
  }
  const [, host, path] = /^([a-z0-9.-]+(?::\d+)?)((?:\/[a-z0-9._-]+)*)\/?$/.exec(source) ?? [];
  if (!host || !/[.:]|^localhost$/.test(host))
    throw new CommandError(
      `--previous ${source} is neither a folder with an OCI image layout nor a registry and a path, such as registry.example.org/team.`,
    );
  const prefix = path ? `${path.slice(1)}/` : '';
  return (id) => taggedImage(new Repository(host, `${prefix}signboard-${id}`), 'current');
}
