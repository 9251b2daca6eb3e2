import { join } from 'node:path';
import { type Logos, readLogos } from '../../tenants/checks/logo.ts';
import { tenantIds } from '../../tenants/tenantIds.ts';
import { ImageLayout } from '../image/ImageLayout.ts';
import { partOf, tenantOf } from '../image/imageName.ts';
import type { ImageOptions } from '../image/index.ts';
import { layerFiles } from '../image/layerFiles.ts';
import type { Descriptor, Index, Manifest } from '../image/oci.ts';
import { CommandError } from '../../server/CommandError.ts';
import { PatternSearch } from './PatternSearch.ts';

/** Where a text of a deployment was found. */
type Found = { owner: string; text: string; path: string };

/**
 * Texts that only one deployment has. Brands and contacts are not among them: they may be common words, and a manifest must not stop the
 * images of others.
 */
function textsOf(id: string, logos: Logos): string[] {
  return [`tenants/${id}/`, `"id": "${id}"`, ...Object.values(logos).map(String)];
}

/** A stage may have the logos of its deployment. */
function hasItself(logos: Logos, text: string): boolean {
  return Object.values(logos).some((logo) => logo.includes(text));
}

/** The layers of an API image that are written from this repository; the others hold third-party packages with pinned hashes. */
function ownLayers(layout: ImageLayout, image: Descriptor): Descriptor[] {
  const [platform] = layout.readJson<Index>(image).manifests;
  const layers = platform ? layout.readJson<Manifest>(platform).layers : [];
  return layers.filter(({ annotations }) => /^(server|tenant)$/.test(annotations?.['dev.signboard.reason'] ?? ''));
}

/**
 * Searches the API images in `<out>/images/` for texts of other deployments, in names and contents of files.
 * @throws CommandError naming each file with its text
 */
export async function checkApiImages({ out, ids, root }: ImageOptions): Promise<void> {
  const layout = new ImageLayout(join(out, 'images'));
  const tenants = join(root, 'tenants');
  // A deployment whose logos are refused has no texts that are its own for certain.
  const logosOf = new Map(
    tenantIds(tenants).flatMap((id) => {
      const { logos, problems } = readLogos(join(tenants, id));
      return logos && problems.length === 0 ? [[id, logos] as const] : [];
    }),
  );
  const texts = [...logosOf].flatMap(([id, logos]) => textsOf(id, logos).map((text) => ({ owner: id, text })));
  if (texts.length === 0) return;
  const search = new PatternSearch(texts.map(({ text }) => Buffer.from(text)));
  const searched = new Map<string, Promise<Found[]>>();
  const searchLayer = async (layer: Descriptor): Promise<Found[]> => {
    const found: Found[] = [];
    for await (const { path, content } of layerFiles(layout.read(layer)))
      for (const bytes of [content, Buffer.from(path)])
        for (const { pattern } of search.in(bytes)) {
          const known = texts[pattern];
          if (known) found.push({ ...known, path });
        }
    return found;
  };
  const problems: string[] = [];
  for (const image of layout.index().manifests) {
    const id = tenantOf(image) ?? '';
    const logos = logosOf.get(id);
    if (partOf(image) !== 'api' || !ids.includes(id) || !logos) continue;
    for (const layer of ownLayers(layout, image)) {
      const found = searched.get(layer.digest) ?? searchLayer(layer);
      searched.set(layer.digest, found);
      for (const { owner, text, path } of await found)
        if (owner !== id && !hasItself(logos, text))
          problems.push(`The API image of ${id} contains a text of ${owner} in ${path}: ${text.slice(0, 60)}`);
    }
  }
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
}
