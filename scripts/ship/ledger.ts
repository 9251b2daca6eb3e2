import { CommandError } from '../lib/CommandError.ts';
import { type Descriptor, digestOf, type Manifest, mediaTypes } from '../image/oci.ts';
import type { Repository } from '../image/Repository.ts';

/** One line of a deployment's ledger: what `current` was pointed at, and when. */
export type Entry = {
  tenant: string;
  version: string;
  /** Of the image's manifest: `sha256:…`. */
  digest: string;
  /** Digest of the bundle in it, as version.json says it. */
  bundle: string;
  /** What the sources were, with `-dirty` where they differed from it. */
  commit: string;
  /** RFC 3339, UTC. */
  time: string;
  act: 'ship' | 'roll back';
};

const tag = 'ledger';
const type = 'application/vnd.signboard.ledger.v1+jsonl';

/** A document as a manifest of its own: a layer with its bytes, and an empty config. */
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

/** A deployment's ledger, the oldest entry first; empty where nothing was shipped. */
export async function readLedger(repository: Repository): Promise<Entry[]> {
  const found = await repository.find(tag);
  if (!found) return [];
  const { artifactType, layers } = JSON.parse(found.bytes.toString('utf8')) as Manifest;
  const [layer] = layers;
  if (artifactType !== type || !layer)
    throw new CommandError(`${repository.shownName}:${tag} is no ledger. Something else was pushed under that tag.`);
  const lines = (await repository.get('blobs', layer.digest)).toString('utf8');
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry);
}

/** Adds an entry. A registry cannot compare before it writes, so it is read again: who wrote between does not lose theirs. */
export async function appendEntry(repository: Repository, entry: Entry): Promise<void> {
  const own = JSON.stringify(entry);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const lines = (await readLedger(repository)).map((one) => JSON.stringify(one));
    if (lines.includes(own)) return;
    const bytes = Buffer.from(`${[...lines, own].join('\n')}\n`);
    await putDocument(repository, { type, name: 'ledger.jsonl', bytes }, tag);
  }
  if ((await readLedger(repository)).some((one) => JSON.stringify(one) === own)) return;
  throw new CommandError(`${repository.shownName}: others write the ledger all the time. The entry is missing: ${own}`);
}
