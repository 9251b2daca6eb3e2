import { createWriteStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../../server/CommandError.ts';
import { withFolderLock } from '../lib/folderLock.ts';
import { archiveImages } from './archiveImages.ts';
import { pageBase } from '../base/recipes.ts';
import { writeApiImages } from './apiImages.ts';
import { findBases } from './findBase.ts';
import { imageConfig } from './imageConfig.ts';
import { ImageLayout } from './ImageLayout.ts';
import { imageName, partNames, partOf, tenantOf } from './imageName.ts';
import type { ImageOptions, PartImage, WrittenImage } from './imageOptions.ts';
import { bundleParts, type Part, readBundle, serverPart } from './imageParts.ts';
import { loadImages } from './loadImages.ts';
import { type Layer, makeLayer } from './makeLayer.ts';
import { previousPart } from './previousAssets.ts';
import type { Descriptor } from './oci.ts';
import { storeImage } from './platformIndex.ts';

export type { ImageOptions, WrittenImage };

/** Creates each layer once, even if several images share it. */
function layerCache(): (part: Part) => Promise<Layer> {
  const made = new Map<string, Promise<Layer>>();
  return (part) => {
    const known = made.get(part.key) ?? makeLayer(part.reason, part.entries(), 'usr/share/signboard');
    made.set(part.key, known);
    return known;
  };
}

/** Images that are not written now, of deployments that still have a bundle. */
function othersOf(layout: ImageLayout, { out, ids, parts = partNames }: ImageOptions): Descriptor[] {
  return layout.index().manifests.filter((image) => {
    const id = tenantOf(image);
    const isWritten = id !== undefined && ids.includes(id) && parts.some((part) => part === partOf(image));
    return id !== undefined && !isWritten && existsSync(join(out, id, '.meta/bundle.json'));
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
  const { out, ids, cache, base: source, previous, report = () => undefined } = options;
  const bases = await findBases(source, cache, pageBase, report);
  for (const base of bases) for (const layer of base.layers) layout.linkFrom(layer, base.layout);
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
          ...(await make(part)),
        })),
      );
      for (const { blob } of parts) layout.put(blob);
      const platforms = bases.map((base) => ({
        config: imageConfig(base, bundle, parts),
        layers: [...base.layers, ...parts.map(({ descriptor }) => descriptor)],
        baseDigest: base.digest,
      }));
      const { image, bytes } = storeImage(layout, bundle, 'page', platforms);
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
 * Writes the images of each deployment, of its page and of its API, into one layout, `<out>/images/`, without a container engine. There is one layer per reason,
 * so that images share all layers but the brand; equal bundles on equal bases give equal digests. A second process that writes to
 * the same folder waits.
 * @throws CommandError when a bundle or the base is missing, a bundle was edited, or the engine does not load the images.
 */
export async function writeImages(options: ImageOptions): Promise<WrittenImage[]> {
  const { out, ids, parts: wanted = partNames, load = false, archive = false, report = () => undefined } = options;
  const layout = new ImageLayout(join(out, 'images'));
  return withFolderLock(out, report, async () => {
    const parts = [
      ...(wanted.includes('api') ? await writeApiImages(layout, options) : []),
      ...(wanted.includes('page') ? await writePages(layout, options) : []),
    ];
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
