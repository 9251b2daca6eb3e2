import { type Descriptor, digestOf, type Manifest, mediaTypes } from '../image/oci.ts';
import type { Repository } from '../image/Repository.ts';

/** Pushes a document as an OCI artifact: a manifest with an empty config and one layer. `isListed`: see `Repository.put`. */
export async function putDocument(
  repository: Repository,
  document: { type: string; name: string; bytes: Buffer; subject?: Descriptor; annotations?: Record<string, string> },
  tagOf?: (digest: string) => string,
): Promise<{ descriptor: Descriptor; isListed: boolean }> {
  const empty = Buffer.from('{}');
  const { bytes, name, subject, annotations, type: artifactType } = document;
  for (const blob of [empty, bytes]) await repository.place(() => blob, digestOf(blob));
  const manifest: Manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    artifactType,
    config: { mediaType: mediaTypes.empty, digest: digestOf(empty), size: empty.length },
    layers: [
      {
        mediaType: artifactType,
        digest: digestOf(bytes),
        size: bytes.length,
        annotations: { 'org.opencontainers.image.title': name },
      },
    ],
    subject,
    annotations,
  };
  const content = Buffer.from(JSON.stringify(manifest));
  const digest = digestOf(content);
  const { isListed } = await repository.put(tagOf?.(digest) ?? digest, mediaTypes.manifest, content);
  return { descriptor: { mediaType: mediaTypes.manifest, digest, size: content.length, artifactType }, isListed };
}
