import type { ImageLayout } from './ImageLayout.ts';
import { nameAnnotations, type PartName } from './imageName.ts';
import { type Descriptor, type ImageConfig, type Index, type Manifest, mediaTypes } from './oci.ts';

/** An image for one processor, before it is stored. */
export type PlatformImage = { config: ImageConfig; layers: Descriptor[]; baseDigest: string };

function storePlatform(layout: ImageLayout, { config, layers, baseDigest }: PlatformImage): Descriptor {
  const { os, architecture, variant } = config;
  const manifest: Manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: layout.putJson(mediaTypes.config, config),
    layers,
    annotations: { ...config.config.Labels, 'org.opencontainers.image.base.digest': baseDigest },
  };
  return {
    ...layout.putJson(mediaTypes.manifest, manifest),
    platform: { os, architecture, variant },
  };
}

/**
 * Stores an image for several processors as an index. Returns the index's descriptor for the layout's own index, and the compressed
 * bytes of the layers for one processor.
 */
export function storeImage(
  layout: ImageLayout,
  bundle: { id: string; version: string },
  part: PartName,
  platforms: PlatformImage[],
): { image: Descriptor; bytes: number } {
  const [first] = platforms;
  if (!first) throw new Error(`no platform for the ${part} of ${bundle.id}`);
  const index: Index = {
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    manifests: platforms.map((platform) => storePlatform(layout, platform)),
    annotations: first.config.config.Labels,
  };
  return {
    image: { ...layout.putJson(mediaTypes.index, index), annotations: nameAnnotations(bundle, part) },
    bytes: first.layers.reduce((sum, { size }) => sum + size, 0),
  };
}
