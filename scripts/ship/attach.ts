import { CommandError } from '../../server/CommandError.ts';
import { type Descriptor, type Index, type Manifest, mediaTypes } from '../image/oci.ts';
import type { Repository } from '../image/Repository.ts';
import { putDocument } from './putDocument.ts';
import { addItems, itemsOf } from './sharedTag.ts';

/** The tag with the list of an image's documents, for registries without the referrers API. */
const fallbackTag = (digest: string): string => digest.replace(':', '-');

/**
 * Attaches a document to an image as a referrer (OCI distribution specification 1.1). For registries without the referrers API
 * it adds to the fallback tag of the specification. Returns the digest of the document's manifest.
 */
export async function attach(
  repository: Repository,
  image: Descriptor,
  document: { type: string; name: string; bytes: Buffer; annotations?: Record<string, string> },
): Promise<string> {
  const { mediaType, digest, size } = image;
  const { descriptor, isListed } = await putDocument(repository, { ...document, subject: { mediaType, digest, size } });
  if (!(await repository.find(descriptor.digest)))
    throw new CommandError(
      `${repository.shownName}: the registry confirmed ${document.name}, and does not have it. Repeat the command.`,
    );
  if (isListed) return descriptor.digest;
  await addItems(repository, fallbackTag(digest), [{ ...descriptor, annotations: document.annotations }], putList);
  return descriptor.digest;

  async function putList(tag: string, manifests: Descriptor[]): Promise<void> {
    const list: Index = { schemaVersion: 2, mediaType: mediaTypes.index, manifests };
    await repository.put(tag, mediaTypes.index, Buffer.from(JSON.stringify(list)));
  }
}

/** The content of the newest document of a type that is attached to an image; null when there is none. */
export async function attachedDocument(repository: Repository, digest: string, type: string): Promise<Buffer | null> {
  const all = (await repository.referrers(digest)) ?? (await itemsOf(repository, fallbackTag(digest)));
  const found = all.findLast(({ artifactType }) => artifactType === type);
  if (!found) return null;
  const { layers } = JSON.parse((await repository.get('manifests', found.digest)).toString('utf8')) as Manifest;
  const [layer] = layers;
  return layer ? repository.get('blobs', layer.digest) : null;
}
