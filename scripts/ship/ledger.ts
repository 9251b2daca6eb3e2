import { CommandError } from '../lib/CommandError.ts';
import { type Descriptor, digestOf, type Manifest, mediaTypes } from '../image/oci.ts';
import type { Repository } from '../image/Repository.ts';

/** An entry of a deployment's ledger: the image that `current` was pointed to, and when. */
export type Entry = {
  tenant: string;
  version: string;
  /** Digest of the image's manifest: `sha256:…`. */
  digest: string;
  /** Digest of the bundle in the image, as in version.json. */
  bundle: string;
  /** Commit of the sources, with `-dirty` if files were changed. */
  commit: string;
  /** RFC 3339, UTC. */
  time: string;
  act: 'ship' | 'roll back';
};

const tag = 'ledger';
const type = 'application/vnd.signboard.ledger.v1+jsonl';

/** Pushes a document as an OCI artifact: a manifest with an empty config and one layer. `isListed`: see `Repository.put`. */
export async function putDocument(
  repository: Repository,
  document: { type: string; name: string; bytes: Buffer; subject?: Descriptor; annotations?: Record<string, string> },
  reference?: string,
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
        ...{ mediaType: artifactType, digest: digestOf(bytes), size: bytes.length },
        annotations: { 'org.opencontainers.image.title': name },
      },
    ],
    ...(subject && { subject }),
    ...(annotations && { annotations }),
  };
  const content = Buffer.from(JSON.stringify(manifest));
  const digest = digestOf(content);
  const { isListed } = await repository.put(reference ?? digest, mediaTypes.manifest, content);
  return { descriptor: { mediaType: mediaTypes.manifest, digest, size: content.length, artifactType }, isListed };
}

/** A deployment's ledger, oldest entry first; empty when nothing was shipped. */
export async function readLedger(repository: Repository): Promise<Entry[]> {
  const stored = await repository.find(tag);
  if (!stored) return [];
  const { artifactType, layers } = JSON.parse(stored.bytes.toString('utf8')) as Manifest;
  const [layer] = layers;
  if (artifactType !== type || !layer)
    throw new CommandError(`${repository.shownName}:${tag} is not a ledger: something else was pushed under that tag.`);
  const lines = (await repository.get('blobs', layer.digest)).toString('utf8');
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry);
}

/** Appends an entry. Registries have no conditional write, so the ledger is read again and written until it has the entry. */
export async function appendEntry(repository: Repository, entry: Entry): Promise<void> {
  const own = JSON.stringify(entry);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const lines = (await readLedger(repository)).map((one) => JSON.stringify(one));
    if (lines.includes(own)) return;
    const bytes = Buffer.from(`${[...lines, own].join('\n')}\n`);
    await putDocument(repository, { type, name: 'ledger.jsonl', bytes }, tag);
  }
  if ((await readLedger(repository)).some((one) => JSON.stringify(one) === own)) return;
  throw new CommandError(
    `${repository.shownName}: other processes keep overwriting the ledger. The missing entry is: ${own}`,
  );
}
