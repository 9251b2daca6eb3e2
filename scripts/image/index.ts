import { createWriteStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../lib/CommandError.ts';
import { archiveImages } from './archiveImages.ts';
import { type Base, findBase } from './findBase.ts';
import { imageConfig, imageName } from './imageConfig.ts';
import { ImageLayout } from './ImageLayout.ts';
import { type BundleRecord, bundleParts, type Part, readBundle, serverPart } from './imageParts.ts';
import { loadImages } from './loadImages.ts';
import { type Layer, makeLayer } from './makeLayer.ts';
import { type Descriptor, type Manifest, mediaTypes } from './oci.ts';

export type ImageOptions = {
  /** Folder of the bundles, `<out>/<id>/`; images go to `<out>/images/`. */
  out: string;
  /** Deployments to make images of. */
  ids: string[];
  /** Folder that may be removed at any time; the base is kept there. */
  cache: string;
  /** Folder with an OCI image layout, or `name@sha256:…` in a registry; the one of Debian's packages when absent. */
  base?: string;
  /** Hand the images to docker or podman. */
  load?: boolean;
  /** Write `signboard-<id>-<version>.tar` too. */
  archive?: boolean;
};

/** An image that was written. */
export type WrittenImage = {
  id: string;
  /** `signboard-<id>:<version>` */
  name: string;
  /** Digest of its manifest: equal digests are equal images. */
  digest: string;
  /** All its layers, compressed. */
  bytes: number;
};

/** Makes every layer once, however many images share it. */
function layerMaker(): (part: Part) => Promise<Layer> {
  const made = new Map<string, Promise<Layer>>();
  return (part) => {
    const known = made.get(part.key) ?? makeLayer(part.reason, part.entries(), 'usr/share/signboard');
    made.set(part.key, known);
    return known;
  };
}

async function writeImage(
  layout: ImageLayout,
  base: Base,
  bundle: BundleRecord,
  parts: { reason: string; layer: Layer }[],
): Promise<{ image: Descriptor; bytes: number }> {
  for (const { layer } of parts) layout.put(layer.blob);
  const config = imageConfig(
    base,
    bundle,
    parts.map(({ reason, layer }) => ({ reason, diffId: layer.diffId })),
  );
  const { Labels } = config.config;
  const manifest: Manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: layout.putJson(mediaTypes.config, config),
    layers: [...base.layers, ...parts.map(({ layer }) => layer.descriptor)],
    ...(Labels && { annotations: { ...Labels, 'org.opencontainers.image.base.digest': base.digest } }),
  };
  const name = imageName(bundle);
  const image: Descriptor = {
    ...layout.putJson(mediaTypes.manifest, manifest),
    platform: { os: config.os, architecture: config.architecture, ...(config.variant && { variant: config.variant }) },
    annotations: { 'org.opencontainers.image.ref.name': name, 'io.containerd.image.name': `docker.io/library/${name}` },
  };
  return { image, bytes: manifest.layers.reduce((sum, { size }) => sum + size, 0) };
}

const tenantOf = ({ annotations }: Descriptor): string | undefined =>
  /^signboard-(.+):/.exec(annotations?.['org.opencontainers.image.ref.name'] ?? '')?.[1];

/** Images of other deployments stay, as long as their bundles do. */
function othersOf(layout: ImageLayout, { out, ids }: ImageOptions): Descriptor[] {
  return layout.index().manifests.filter((image) => {
    const id = tenantOf(image);
    return id !== undefined && !ids.includes(id) && existsSync(join(out, id, '.meta/bundle.json'));
  });
}

/** Archives of images that are no more would be loaded by mistake. */
function removeArchives(folder: string, ids: string[]): void {
  for (const name of readdirSync(folder)) {
    const [, id] = /^signboard-(.+?)-\d+\..*\.tar$/.exec(name) ?? [];
    if (id && ids.includes(id)) rmSync(join(folder, name));
  }
}

/**
 * Writes an OCI image for each deployment into one layout, `<out>/images/`, without any engine. Layers are there by
 * reason, so that images share all but their brands; equal bundles on an equal base give equal digests.
 * @throws CommandError when a bundle or the base is missing, or an engine does not take the images.
 */
export async function writeImages(options: ImageOptions): Promise<WrittenImage[]> {
  const { out, ids, cache, load = false, archive = false } = options;
  const layout = new ImageLayout(join(out, 'images'));
  const base = await findBase(options.base, cache);
  for (const layer of base.layers) layout.take(layer, base.layout);

  const make = layerMaker();
  const written = await Promise.all(
    ids.map(async (id) => {
      const folder = join(out, id);
      const bundle = readBundle(folder);
      if (bundle.id !== id) throw new CommandError(`${folder} holds the bundle of ${bundle.id}, not of ${id}.`);
      const parts = await Promise.all(
        [serverPart(), ...bundleParts(folder, bundle)].map(async (part) => ({
          reason: part.reason,
          layer: await make(part),
        })),
      );
      const { image, bytes } = await writeImage(layout, base, bundle, parts);
      return { image, summary: { id, name: imageName(bundle), digest: image.digest, bytes } };
    }),
  );
  const images = written.map(({ image }) => image);
  const all = [...othersOf(layout, options), ...images];
  layout.writeIndex(all.sort((a, b) => ((tenantOf(a) ?? '') < (tenantOf(b) ?? '') ? -1 : 1)));
  layout.prune();

  removeArchives(layout.folder, ids);
  if (archive) {
    for (const { image, summary } of written) {
      const file = createWriteStream(join(layout.folder, `${summary.name.replace(':', '-')}.tar`));
      await pipeline(archiveImages(layout, [image]), file);
    }
  }
  if (load) await loadImages(layout, images);
  return written.map(({ summary }) => summary);
}
