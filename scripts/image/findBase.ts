import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { debianBase } from '../base/debianBase.ts';
import { architectures } from '../base/packages.ts';
import type { Recipe } from '../base/recipes.ts';
import type { Report } from '../lib/report.ts';
import { CommandError } from '../../server/CommandError.ts';
import { ImageLayout } from './ImageLayout.ts';
import { type Descriptor, type ImageConfig, type Index, isIndex, type Manifest } from './oci.ts';
import { pickPlatforms } from './pickPlatform.ts';
import { isImageReference, pullImage } from './pullImage.ts';

/** The base image with its layout. */
export type Base = { layout: ImageLayout; digest: string; layers: Descriptor[]; config: ImageConfig };

/** The images of a layout, with those of an index in place of the index. */
function imagesIn(layout: ImageLayout): Descriptor[] {
  const { manifests } = layout.index();
  if (manifests.length === 0) throw new CommandError(`${layout.folder} contains no image.`);
  return manifests.flatMap((image) =>
    isIndex(image) ? layout.readJson<Index>(image).manifests.filter((manifest) => layout.has(manifest)) : [image],
  );
}

function open(layout: ImageLayout, image: Descriptor): Base {
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

/** The layouts with the base: one for each processor, or one that somebody chose. */
async function layoutsOf(
  source: string | undefined,
  cache: string,
  recipe: Recipe,
  report: Report,
): Promise<ImageLayout[]> {
  if (source === undefined) {
    const folders = await Promise.all(
      architectures.map((architecture) => debianBase(cache, architecture, recipe, report)),
    );
    return folders.map((folder) => new ImageLayout(folder));
  }
  const folder = resolve(source);
  if (existsSync(join(folder, 'index.json'))) return [new ImageLayout(folder)];
  if (isImageReference(source)) return [new ImageLayout(await pullImage(source, cache))];
  throw new CommandError(
    `--base ${source} is neither a folder with an OCI image layout (index.json, blobs/) nor an image by digest ` +
      `(registry.example.org/nginx@sha256:…). Tags are not accepted, because they can move: give the digest of the tag. ` +
      `Without --base the base is built from Debian packages.`,
  );
}

/**
 * The base of the images for each processor: a folder with an OCI image layout, an image of a registry by digest, or by default the one
 * built from Debian packages. A chosen base may have fewer processors.
 * @throws CommandError when the base cannot be used; the message lists the alternatives.
 */
export async function findBases(
  source: string | undefined,
  cache: string,
  recipe: Recipe,
  report: Report,
): Promise<Base[]> {
  const layouts = await layoutsOf(source, cache, recipe, report);
  return layouts.flatMap((layout) =>
    pickPlatforms(imagesIn(layout), layout.folder).map((image) => open(layout, image)),
  );
}
