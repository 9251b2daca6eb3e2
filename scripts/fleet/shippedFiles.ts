import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { home } from '../image/imageParts.ts';
import type { Descriptor, Index, Manifest } from '../image/oci.ts';
import type { Repository } from '../image/Repository.ts';

/** What an image serves. */
export type ShippedFiles = {
  /** SHA-256 of each served file, by URL path without the leading slash. */
  files: Record<string, string>;
  /** Response headers by name; values may have nginx variables. */
  headers: Record<string, string>;
};

const served = new RegExp(`^(?:\\./)?/?${home}/(?:www/(.+)|headers\\.conf)$`);

/** `add_header Name "value" always;` */
const headerLine = /^add_header (\S+) "((?:[^"\\]|\\.)*)" always;$/gm;

/** What one layer serves. Compressed copies are left out: the file is compared as the browser unpacks it. */
async function filesOfLayer(layer: Buffer): Promise<ShippedFiles> {
  const found: ShippedFiles = { files: {}, headers: {} };
  const tar = extract();
  tar.end(gunzipSync(layer));
  for await (const entry of tar) {
    const [whole, path] = served.exec(entry.header.name) ?? [];
    if (whole === undefined || entry.header.type !== 'file') {
      entry.resume();
      continue;
    }
    const content = await buffer(entry);
    if (path === undefined)
      for (const [, name = '', value = ''] of content.toString('utf8').matchAll(headerLine))
        found.headers[name.toLowerCase()] = value.replace(/\\(.)/g, '$1');
    else if (!/\.(br|gz)$/.test(path)) found.files[path] = createHash('sha256').update(content).digest('hex');
  }
  return found;
}

async function cachedLayer(repository: Repository, layer: Descriptor, cache: string): Promise<ShippedFiles> {
  const file = join(cache, `${layer.digest.replace(':', '-')}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ShippedFiles;
  const found = await filesOfLayer(await repository.get('blobs', layer.digest));
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(found));
  renameSync(`${file}.${process.pid}`, file);
  return found;
}

/**
 * The files and headers that a shipped page serves, read from the layers of its image in the registry: what was shipped, not what
 * some machine would build now. All platforms of an image serve the same files.
 * @param cache folder for the results by layer; deployments share most layers
 * @throws CommandError when the registry does not have the image
 */
export async function shippedFiles(repository: Repository, digest: string, cache: string): Promise<ShippedFiles> {
  const read = async (manifestDigest: string) =>
    JSON.parse((await repository.get('manifests', manifestDigest)).toString('utf8')) as Manifest | Index;
  const top = await read(digest);
  const platform =
    'manifests' in top ? top.manifests.find((manifest) => manifest.platform?.architecture !== 'unknown') : undefined;
  const image = platform ? await read(platform.digest) : top;
  if (!('layers' in image)) return { files: {}, headers: {} };
  const all: ShippedFiles = { files: {}, headers: {} };
  // The base and the server's configuration have no page.
  for (const layer of image.layers)
    if (/^(core|brand|commit|flag:|language:)/.test(layer.annotations?.['dev.signboard.reason'] ?? '')) {
      const { files, headers } = await cachedLayer(repository, layer, cache);
      Object.assign(all.files, files);
      Object.assign(all.headers, headers);
    }
  return all;
}
