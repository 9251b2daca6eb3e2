import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { debianBase } from '../base/debianBase.ts';
import { CommandError } from '../lib/CommandError.ts';
import { ImageLayout } from './ImageLayout.ts';
import { type Descriptor, type ImageConfig, type Index, type Manifest, mediaTypes } from './oci.ts';
import { machine, pickPlatform } from './pickPlatform.ts';
import { isImageReference, pullImage } from './pullImage.ts';

/** The base image with its layout. */
export type Base = { layout: ImageLayout; digest: string; layers: Descriptor[]; config: ImageConfig };

function imageIn(layout: ImageLayout): Descriptor {
  const { manifests } = layout.index();
  if (manifests.length === 0) throw new CommandError(`${layout.folder} contains no image.`);
  const image = pickPlatform(manifests, layout.folder);
  const isIndex = image.mediaType === mediaTypes.index || image.mediaType === mediaTypes.dockerIndex;
  return isIndex ? pickPlatform(layout.readJson<Index>(image).manifests, layout.folder) : image;
}

function open(layout: ImageLayout): Base {
  const image = imageIn(layout);
  const manifest = layout.readJson<Manifest>(image);
  const config = layout.readJson<ImageConfig>(manifest.config);
  if (config.os !== 'linux')
    throw new CommandError(`${layout.folder} is an image for ${config.os}; the base must be for Linux.`);
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
 * The base of the images: a folder with an OCI image layout, an image of a registry by digest, or by default the one built from
 * Debian packages.
 * @throws CommandError when the base cannot be used; the message lists the alternatives.
 */
export async function findBase(source: string | undefined, cache: string): Promise<Base> {
  if (source === undefined) return open(new ImageLayout(await debianBase(cache)));
  const folder = resolve(source);
  if (existsSync(join(folder, 'index.json'))) return open(new ImageLayout(folder));
  if (isImageReference(source)) return open(new ImageLayout(await pullImage(source, cache)));
  throw new CommandError(
    `--base ${source} is neither a folder with an OCI image layout (index.json, blobs/) nor an image by digest ` +
      `(registry.example.org/nginx@sha256:…). Tags are not accepted, because they can move: give the digest of the tag. ` +
      `Without --base the base is built from Debian packages for ${machine.architecture}.`,
  );
}
