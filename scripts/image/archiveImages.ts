import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { pack, type Pack } from 'tar-stream';
import type { ImageLayout } from './ImageLayout.ts';
import { type Descriptor, epoch, type Index, isIndex, type Manifest, mediaTypes } from './oci.ts';
import { pickPlatform } from './pickPlatform.ts';

const mode = 0o644;

/** The image for this machine of an index of platforms, with the index's name; any other image is returned as it is. */
export function forThisMachine(layout: ImageLayout, image: Descriptor): Descriptor {
  if (!isIndex(image)) return image;
  const picked = pickPlatform(layout.readJson<Index>(image).manifests, layout.folder);
  return { ...picked, annotations: image.annotations ?? picked.annotations };
}

async function fill(archive: Pack, layout: ImageLayout, images: Descriptor[]): Promise<void> {
  const add = (name: string, value: object): void => {
    archive.entry({ name, mode, mtime: epoch }, JSON.stringify(value));
  };
  const blobName = ({ digest }: Descriptor): string => `blobs/sha256/${digest.slice('sha256:'.length)}`;
  const index: Index = { schemaVersion: 2, mediaType: mediaTypes.index, manifests: images };
  add('oci-layout', { imageLayoutVersion: '1.0.0' });
  add('index.json', index);
  add(
    'manifest.json',
    images.map((image) => {
      const { config, layers } = layout.readJson<Manifest>(forThisMachine(layout, image));
      const name = image.annotations?.['org.opencontainers.image.ref.name'];
      return { Config: blobName(config), RepoTags: name ? [name] : [], Layers: layers.map(blobName) };
    }),
  );
  const parts = new Map(images.flatMap((image) => layout.partsOf(image)).map((part) => [part.digest, part]));
  for (const part of parts.values()) {
    const entry = archive.entry({ name: blobName(part), mode, mtime: epoch, size: part.size });
    await pipeline(createReadStream(layout.pathOf(part)), entry);
  }
  archive.finalize();
}

/**
 * Images of a layout as one tar stream that is both an OCI and a Docker archive, so that every version of `docker load`, `podman load`
 * and skopeo can read it. Shared blobs are included once. The Docker part names the images for this machine.
 */
export function archiveImages(layout: ImageLayout, images: Descriptor[]): Pack {
  const archive = pack();
  fill(archive, layout, images).catch((error: Error) => archive.destroy(error));
  return archive;
}
