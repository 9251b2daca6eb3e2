import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import type { Entry } from './makeLayer.ts';
import { type BundleRecord, home, type Part } from './imageParts.ts';
import type { Manifest } from './oci.ts';

/** An image of a registry or a layout. */
export type StoredImage = {
  manifest: Manifest;
  /** The bytes of one of its blobs. */
  read: (blob: { digest: string }) => Buffer | Promise<Buffer>;
};

const ofBundle = /^(core|brand|flag:|language:)/;

const assets = `${home}/www/assets/`;

/**
 * The files with a hash in their name, and their compressed variants, that a page image has and a newer bundle has not. Open tabs of
 * the release before still load them. An image keeps the files of one release: those that the given image kept are left out, unless it
 * is an image of the same bundle, which gives what it kept.
 */
export async function previousAssets({ manifest, read }: StoredImage, bundle: BundleRecord): Promise<Entry[]> {
  const current = new Set(bundle.files.map(({ path }) => `${home}/www/${path}`));
  const isSame = manifest.annotations?.['dev.signboard.bundle-digest'] === bundle.digest;
  const wanted = isSame ? /^previous$/ : ofBundle;
  const layers = manifest.layers.filter(({ annotations }) => wanted.test(annotations?.['dev.signboard.reason'] ?? ''));
  const entries: Entry[] = [];
  for (const layer of layers) {
    const files = extract();
    files.end(gunzipSync(await read(layer)));
    for await (const file of files) {
      const path = file.header.name;
      const content = await buffer(file);
      if (path.startsWith(assets) && file.header.type === 'file' && !current.has(path.replace(/\.(br|gz)$/, '')))
        entries.push({ path, content });
    }
  }
  return entries;
}

/**
 * The layer of `previousAssets`; null when there are none. `ship` gives the image that the version's tag names, else the one of
 * `current`: then shipping the same release again gives the same image.
 */
export async function previousPart(image: StoredImage, bundle: BundleRecord): Promise<Part | null> {
  const entries = await previousAssets(image, bundle);
  if (entries.length === 0) return null;
  return { reason: 'previous', key: JSON.stringify(['previous', bundle.id]), entries: () => entries };
}
