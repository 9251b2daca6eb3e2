import { join } from 'node:path';
import type { ImageLayout } from './ImageLayout.ts';
import { cacheLayout } from './cacheLayout.ts';
import { type Index, type Manifest, mediaTypes } from './oci.ts';
import { pickPlatform } from './pickPlatform.ts';
import { Repository } from './Repository.ts';

const reference = /^(?:([^/@]*[.:][^/@]*|localhost)\/)?([a-z0-9][a-z0-9._/-]*)(?::[\w.-]+)?@(sha256:[0-9a-f]{64})$/;

/** Whether a text is an image reference with a digest: `[registry/]name[:tag]@sha256:…`. */
export function isImageReference(text: string): boolean {
  return reference.test(text);
}

async function copy(repository: Repository, digest: string, layout: ImageLayout, where: string): Promise<void> {
  const bytes = await repository.get('manifests', digest);
  const content = JSON.parse(bytes.toString('utf8')) as Index | Manifest;
  if ('manifests' in content) {
    await copy(repository, pickPlatform(content.manifests, where).digest, layout, where);
    return;
  }
  layout.put(bytes);
  for (const { digest: blob } of [content.config, ...content.layers]) layout.put(await repository.get('blobs', blob));
  layout.writeIndex([{ mediaType: content.mediaType ?? mediaTypes.manifest, digest, size: bytes.length }]);
}

/**
 * Downloads an image into the cache and checks every blob against its digest. Returns the folder of its layout.
 * @throws CommandError when the image cannot be downloaded.
 */
export async function pullImage(name: string, cache: string): Promise<string> {
  const [, host = 'docker.io', path = '', digest = ''] = reference.exec(name) ?? [];
  const isDockerHub = host === 'docker.io';
  const repository = new Repository(
    isDockerHub ? 'registry-1.docker.io' : host,
    isDockerHub && !path.includes('/') ? `library/${path}` : path,
  );
  const folder = join(cache, 'base', digest.replace(':', '-'));
  return cacheLayout(folder, (layout) => copy(repository, digest, layout, name));
}
