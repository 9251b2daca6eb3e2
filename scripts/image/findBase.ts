import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { debianBase } from '../base/debianBase.ts';
import { CommandError } from '../lib/CommandError.ts';
import { ImageLayout } from './ImageLayout.ts';
import { type Descriptor, type ImageConfig, type Index, type Manifest, mediaTypes } from './oci.ts';
import { machine, pickPlatform } from './pickPlatform.ts';
import { isImageReference, pullImage } from './pullImage.ts';

/** The image that others build upon. */
export type Base = { layout: ImageLayout; digest: string; layers: Descriptor[]; config: ImageConfig };

function imageIn(layout: ImageLayout): Descriptor {
  const { manifests } = layout.index();
  if (manifests.length === 0) throw new CommandError(`${layout.folder} holds no image.`);
  const image = pickPlatform(manifests, layout.folder);
  const isIndex = image.mediaType === mediaTypes.index || image.mediaType === mediaTypes.dockerIndex;
  return isIndex ? pickPlatform(layout.readJson<Index>(image).manifests, layout.folder) : image;
}

function open(layout: ImageLayout): Base {
  const image = imageIn(layout);
  const manifest = layout.readJson<Manifest>(image);
  const config = layout.readJson<ImageConfig>(manifest.config);
  if (config.os !== 'linux')
    throw new CommandError(`${layout.folder} is for ${config.os}; the base has to be for Linux.`);
  const layers = manifest.layers.map((layer) => ({
    ...layer,
    mediaType: layer.mediaType.replace(
      'application/vnd.docker.image.rootfs.diff.tar.gzip',
      'application/vnd.oci.image.layer.v1.tar+gzip',
    ),
  }));
  return { layout, digest: image.digest, layers, config };
}

/**
 * The base of the images: a folder with an OCI image layout, an image of a registry by its digest, or, when none is named,
 * the one that is put together from Debian's packages.
 * @throws CommandError that says what is wrong with the base, and which other ways there are.
 */
export async function findBase(named: string | undefined, cache: string): Promise<Base> {
  if (named === undefined) return open(new ImageLayout(await debianBase(cache)));
  const folder = resolve(named);
  if (existsSync(join(folder, 'index.json'))) return open(new ImageLayout(folder));
  if (isImageReference(named)) return open(new ImageLayout(await pullImage(named, cache)));
  throw new CommandError(
    `--base ${named}: this is neither a folder with an OCI image layout (index.json, blobs/) nor an image by its digest ` +
      `(registry.example.org/nginx@sha256:…). A tag can move, so it is not taken: ask the registry for its digest. ` +
      `Without --base one is put together from Debian's packages for ${machine.architecture}.`,
  );
}
