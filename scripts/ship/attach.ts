import { type Descriptor, type Index, type Manifest, mediaTypes } from '../image/oci.ts';
import type { Repository } from '../image/Repository.ts';
import { putDocument } from './putDocument.ts';

/**
 * Attaches a document to an image as a referrer (OCI distribution specification 1.1). For registries without the referrers API
 * it updates the fallback tag of the specification. Returns the digest of the document's manifest.
 */
export async function attach(
  repository: Repository,
  image: Descriptor,
  document: { type: string; name: string; bytes: Buffer; annotations?: Record<string, string> },
): Promise<string> {
  const { mediaType, digest, size } = image;
  const { descriptor, isListed } = await putDocument(repository, { ...document, subject: { mediaType, digest, size } });
  if (isListed) return descriptor.digest;
  const tag = digest.replace(':', '-');
  const known = await repository.find(tag);
  const { manifests } = known ? (JSON.parse(known.bytes.toString('utf8')) as Index) : { manifests: [] };
  const list: Index = {
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    manifests: [
      ...manifests.filter((manifest) => manifest.digest !== descriptor.digest),
      { ...descriptor, ...(document.annotations && { annotations: document.annotations }) },
    ],
  };
  await repository.put(tag, mediaTypes.index, Buffer.from(JSON.stringify(list)));
  return descriptor.digest;
}

/** The content of the newest document of a type that is attached to an image; null when there is none. */
export async function attachedDocument(repository: Repository, digest: string, type: string): Promise<Buffer | null> {
  const found = (await repository.referrers(digest)).findLast(({ artifactType }) => artifactType === type);
  if (!found) return null;
  const { layers } = JSON.parse((await repository.get('manifests', found.digest)).toString('utf8')) as Manifest;
  const [layer] = layers;
  return layer ? repository.get('blobs', layer.digest) : null;
}
