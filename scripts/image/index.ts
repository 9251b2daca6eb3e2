import { createWriteStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../lib/CommandError.ts';
import { withFolderLock } from '../lib/folderLock.ts';
import { archiveImages } from './archiveImages.ts';
import { type Base, findBase } from './findBase.ts';
import { imageConfig } from './imageConfig.ts';
import { ImageLayout } from './ImageLayout.ts';
import { imageName, nameAnnotations, type PartName, tenantOf } from './imageName.ts';
import { type BundleRecord, bundleParts, type Part, readBundle, serverPart } from './imageParts.ts';
import { loadImages } from './loadImages.ts';
import { type Layer, makeLayer } from './makeLayer.ts';
import { type Descriptor, type Manifest, mediaTypes } from './oci.ts';
import { previousPart, type StoredImage } from './previousAssets.ts';

export type ImageOptions = {
  /** Folder of the bundles, `<out>/<id>/`; images go to `<out>/images/`. */
  out: string;
  /** Deployments to make images of. */
  ids: string[];
  /** Cache folder with the base; it may be deleted at any time. */
  cache: string;
  /** Folder with an OCI image layout, or `<registry>/<name>@sha256:…`; by default the base built from Debian packages. */
  base?: string;
  /** Load the images into docker or podman. */
  load?: boolean;
  /** Also write `signboard-<id>-<version>.tar`. */
  archive?: boolean;
  /**
   * The image of the release before, of which the new one keeps the scripts for open tabs; null if there was none. The same two
   * releases give the same image.
   */
  previous?: (id: string) => Promise<StoredImage | null>;
  /** Is told what is waited for. */
  report?: (line: string) => void;
};

/** A written image. */
export type WrittenImage = {
  id: string;
  part: PartName;
  /** `signboard-<id>:<version>` */
  name: string;
  /** Digest of its manifest. */
  digest: string;
  /** Compressed bytes of all its layers. */
  bytes: number;
  /** Lockfile keys of the npm packages in the image. */
  packages: string[];
};

/** An image with its descriptor for the layout's index. */
export type PartImage = { image: Descriptor; written: WrittenImage };

/** Creates each layer once, even if several images share it. */
function layerCache(): (part: Part) => Promise<Layer> {
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
  const image: Descriptor = {
    ...layout.putJson(mediaTypes.manifest, manifest),
    platform: { os: config.os, architecture: config.architecture, ...(config.variant && { variant: config.variant }) },
    annotations: nameAnnotations(bundle, 'page'),
  };
  return { image, bytes: manifest.layers.reduce((sum, { size }) => sum + size, 0) };
}

/** Images of other deployments that still have a bundle. */
function othersOf(layout: ImageLayout, { out, ids }: ImageOptions): Descriptor[] {
  return layout.index().manifests.filter((image) => {
    const id = tenantOf(image);
    return id !== undefined && !ids.includes(id) && existsSync(join(out, id, '.meta/bundle.json'));
  });
}

/** Removes archives of previous versions, so that nobody loads them by mistake. */
function removeArchives(folder: string, ids: string[]): void {
  for (const name of readdirSync(folder)) {
    const [, id] = /^signboard-(.+?)(?:-api)?-\d+\..*\.tar$/.exec(name) ?? [];
    if (id && ids.includes(id)) rmSync(join(folder, name));
  }
}

/** Writes the image of each deployment's page. */
async function writePages(layout: ImageLayout, options: ImageOptions): Promise<PartImage[]> {
  const { out, ids, cache, base: source, previous } = options;
  const base = await findBase(source, cache);
  for (const layer of base.layers) layout.linkFrom(layer, base.layout);
  const make = layerCache();
  return Promise.all(
    ids.map(async (id): Promise<PartImage> => {
      const folder = join(out, id);
      const bundle = readBundle(folder);
      if (bundle.id !== id) throw new CommandError(`${folder} contains the bundle of ${bundle.id}, not of ${id}.`);
      const before = await previous?.(id);
      const kept = before ? await previousPart(before, bundle) : null;
      const parts = await Promise.all(
        [serverPart(), ...bundleParts(folder, bundle), ...(kept ? [kept] : [])].map(async (part) => ({
          reason: part.reason,
          layer: await make(part),
        })),
      );
      const { image, bytes } = await writeImage(layout, base, bundle, parts);
      const { packages } = bundle;
      return {
        image,
        written: { id, part: 'page', name: imageName(bundle), digest: image.digest, bytes, packages },
      };
    }),
  );
}

/** Writes an archive under a temporary name and renames it. */
async function writeArchive(layout: ImageLayout, { image, written: { name } }: PartImage): Promise<void> {
  const path = join(layout.folder, `${name.replace(':', '-')}.tar`);
  const draft = `${path}.draft`;
  await pipeline(archiveImages(layout, [image]), createWriteStream(draft));
  renameSync(draft, path);
}

const nameOf = ({ annotations }: Descriptor): string => annotations?.['org.opencontainers.image.ref.name'] ?? '';

/**
 * Writes the images of each deployment into one layout, `<out>/images/`, without a container engine. There is one layer per reason,
 * so that images share all layers but the brand; equal bundles on equal bases give equal digests. A second process that writes to
 * the same folder waits.
 * @throws CommandError when a bundle or the base is missing, a bundle was edited, or the engine does not load the images.
 */
export async function writeImages(options: ImageOptions): Promise<WrittenImage[]> {
  const { out, ids, load = false, archive = false, report = () => undefined } = options;
  const layout = new ImageLayout(join(out, 'images'));
  return withFolderLock(out, report, async () => {
    const parts = await writePages(layout, options);
    const images = parts.map(({ image }) => image);
    const all = [...othersOf(layout, options), ...images];
    layout.writeIndex(all.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)));
    layout.prune();

    removeArchives(layout.folder, ids);
    if (archive) for (const part of parts) await writeArchive(layout, part);
    if (load) await loadImages(layout, images);
    return parts.map(({ written }) => written);
  });
}
