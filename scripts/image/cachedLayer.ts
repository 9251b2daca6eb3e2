import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheLayout } from './cacheLayout.ts';
import { ImageLayout } from './ImageLayout.ts';
import { type Entry, makeLayer } from './makeLayer.ts';
import type { Descriptor } from './oci.ts';
import { megabytes, type Report } from '../lib/report.ts';

/** A layer in the cache. */
export type CachedLayer = { layout: ImageLayout; descriptor: Descriptor; diffId: string };

const diffIdName = 'dev.signboard.diff-id';

/**
 * A layer that takes long to make: from the cache, or made and stored there.
 * @param key everything that its content depends on
 */
export async function cachedLayer(
  cache: string,
  reason: string,
  key: string[],
  entries: () => Promise<Entry[]>,
  report: Report,
): Promise<CachedLayer> {
  const hash = createHash('sha256')
    .update(JSON.stringify([...key, process.versions.zlib]))
    .digest('hex');
  const place = join(cache, 'layers', `${reason}-${hash.slice(0, 16)}`);
  const kept = new ImageLayout(place);
  // A layer that was changed in the cache is made again.
  if (existsSync(place) && !kept.index().manifests.every((layer) => kept.has(layer)))
    rmSync(place, { recursive: true, force: true });
  const folder = await cacheLayout(place, async (layout) => {
    const { descriptor, diffId, blob } = await makeLayer(reason, await entries());
    layout.put(blob);
    report(`Made the layer ${reason}, ${megabytes(blob.length)}`);
    layout.writeIndex([{ ...descriptor, annotations: { ...descriptor.annotations, [diffIdName]: diffId } }]);
  });
  const layout = new ImageLayout(folder);
  const [stored] = layout.index().manifests;
  if (!stored) throw new Error(`${folder} has no layer`);
  const { [diffIdName]: diffId = '', ...annotations } = stored.annotations ?? {};
  return { layout, descriptor: { ...stored, annotations }, diffId };
}
