import type { Entry } from './makeLayer.ts';
import { type BundleRecord, home, type Part } from './imageParts.ts';
import { layerFiles } from './layerFiles.ts';
import type { Descriptor, Manifest } from './oci.ts';

/** An image of a registry or a layout. */
export type StoredImage = {
  manifest: Manifest;
  /** The bytes of one of its blobs. */
  read: (blob: { digest: string }) => Buffer | Promise<Buffer>;
};

const ofBundle = /^(core|brand|flag:|language:)/;
const ofEarlier = /^previous$/;

/** The layers of an image of which a new image may keep files. */
export function layersToKeep({ layers }: Manifest): Descriptor[] {
  const reasonOf = ({ annotations }: Descriptor): string => annotations?.['dev.signboard.reason'] ?? '';
  return layers.filter((layer) => ofBundle.test(reasonOf(layer)) || ofEarlier.test(reasonOf(layer)));
}

const assets = `${home}/www/assets/`;

/**
 * The files of the release before that its open tabs still load: files with a hash in their name, and their compressed variants, that are in
 * the given page image but not in the new bundle. Files that the given image itself had kept are left out, so that an image has those of one
 * earlier release. If both have the same bundle, the kept files are returned instead.
 */
export async function previousAssets({ manifest, read }: StoredImage, bundle: BundleRecord): Promise<Entry[]> {
  const current = new Set(bundle.files.map(({ path }) => `${home}/www/${path}`));
  const isSame = manifest.annotations?.['dev.signboard.bundle-digest'] === bundle.digest;
  const wanted = isSame ? ofEarlier : ofBundle;
  const layers = manifest.layers.filter(({ annotations }) => wanted.test(annotations?.['dev.signboard.reason'] ?? ''));
  const entries: Entry[] = [];
  for (const layer of layers) {
    const isWanted = (path: string): boolean => path.startsWith(assets) && !current.has(path.replace(/\.(br|gz)$/, ''));
    for await (const file of layerFiles(await read(layer), isWanted)) entries.push(file);
  }
  return entries;
}

/**
 * The layer of `previousAssets`; null when there are none. `ship` passes the image of the version's tag if there is one, otherwise that of
 * `current`, so that shipping a release again gives the same image.
 */
export async function previousPart(image: StoredImage, bundle: BundleRecord): Promise<Part | null> {
  const entries = await previousAssets(image, bundle);
  if (entries.length === 0) return null;
  return { reason: 'previous', key: JSON.stringify(['previous', bundle.id]), entries: () => entries };
}
