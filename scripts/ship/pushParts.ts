import { tenantIds } from '../../tenants/tenantIds.ts';
import { join } from 'node:path';
import type { ImageLayout } from '../image/ImageLayout.ts';
import { type PartName, tagOf } from '../image/imageName.ts';
import type { BundleRecord } from '../image/imageParts.ts';
import type { WrittenImage } from '../image/index.ts';
import type { Descriptor } from '../image/oci.ts';
import { attach } from './attach.ts';
import { billOfMaterials, billType } from './billOfMaterials.ts';
import { type Destination, pathOf, repositoryOf } from './destination.ts';
import { provenance, provenanceType } from './provenance.ts';
import { type Pushed, pushImage } from './pushImage.ts';

/** The image of a part in a layout. */
export type BuiltPart = { part: PartName; image: Descriptor; written: WrittenImage };

/** A pushed image: how its blobs got there, and the digests of its documents. */
export type PushedPart = { part: PartName; blobs: Pushed; bill: string; provenance: string };

/** Facts about the build of all parts. */
export type Build = { root: string; layout: ImageLayout; bundle: BundleRecord; started: Date };

/** Pushes the image of a part with its bill of materials and provenance, by digest only. */
export async function pushPart(
  destination: Destination,
  { part, image, written }: BuiltPart,
  { root, layout, bundle, started }: Build,
): Promise<PushedPart> {
  const { id, host } = destination;
  const repository = repositoryOf(destination, part);
  const siblings = tenantIds(join(root, 'tenants'))
    .filter((other) => other !== id)
    .map((other) => pathOf(destination, other, part));
  const blobs = await pushImage(layout, image, repository, { host, siblings });
  const bill = await billOfMaterials(layout, image, { bundle, part, packages: written.packages });
  const statement = await provenance({
    root,
    bundle,
    bill,
    layout,
    started,
    image,
    name: repository.shownName,
    finished: new Date(),
  });
  return {
    part,
    blobs,
    bill: await attach(repository, image, { type: billType, name: 'bom.cdx.json', bytes: bill }),
    provenance: await attach(repository, image, {
      type: provenanceType,
      name: 'provenance.json',
      bytes: statement,
      annotations: { 'in-toto.io/predicate-type': 'https://slsa.dev/provenance/v1' },
    }),
  };
}

/** Gives a pushed image the tag of its version, which never moves. */
export async function tagPart(destination: Destination, { part, image }: BuiltPart, build: Build): Promise<void> {
  const { layout, bundle } = build;
  await repositoryOf(destination, part).put(tagOf(bundle.version), image.mediaType, layout.read(image));
}
