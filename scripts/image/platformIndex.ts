import type { ImageLayout } from './ImageLayout.ts';
import { type Descriptor, type Index, mediaTypes } from './oci.ts';

/** Stores the index of an image's platforms. Returns its descriptor for the layout's own index, with the image's name as annotation. */
export function platformIndex(layout: ImageLayout, images: Descriptor[], name: string): Descriptor {
  const index: Index = { schemaVersion: 2, mediaType: mediaTypes.index, manifests: images };
  return {
    ...layout.putJson(mediaTypes.index, index),
    annotations: { 'org.opencontainers.image.ref.name': name, 'io.containerd.image.name': `docker.io/library/${name}` },
  };
}
