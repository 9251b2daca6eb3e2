import { randomUUID } from 'node:crypto';
import type { rings } from '../../tenants/schema.ts';
import type { SchemaRange } from '../../server/db/migrations.ts';
import { CommandError } from '../../server/CommandError.ts';
import { messageOf } from '../lib/messageOf.ts';
import { partNames, type PartName } from '../image/imageName.ts';
import type { Manifest } from '../image/oci.ts';
import type { Repository } from '../image/Repository.ts';
import { putDocument } from './putDocument.ts';

/** A wave of deployments. */
export type Ring = (typeof rings)[number];

/** Digests of manifests, `sha256:…`, by part. */
export type Images = Partial<Record<PartName, string>>;

/** What `current` was asked to point to, written before it moves. */
export type Intent = {
  kind: 'intent';
  id: string;
  /** RFC 3339, UTC. */
  time: string;
  act: 'ship' | 'roll back';
  tenant: string;
  version: string;
  /** Commit of the sources, with `-dirty` if files were changed. */
  commit: string;
  /** Digest of the bundle in the page's image, as in version.json. */
  bundle: string;
  images: Images;
  /** The wave of `ship --affected` that it belongs to. */
  wave?: Ring;
  /** The schemas that the API works with; missing in releases without an API. */
  schema?: SchemaRange;
  /** What `current` really pointed to; null for nothing. */
  before: Partial<Record<PartName, string | null>>;
};

/** Notes of releases whose wave is finished: their live addresses were checked after it, or no address was given. */
export const checkedLive = 'checked live';
export const notChecked = 'not checked';

/** How an intent ended; the last one of an intent counts. */
type Outcome = { kind: 'outcome'; id: string; time: string; result: 'done' | 'failed'; note?: string };

/** A line of a ledger of the first format, which had one line per move. */
type FirstFormat = Pick<Intent, 'tenant' | 'version' | 'bundle' | 'commit' | 'time' | 'act'> & { digest: string };

/** An intent with its outcome. `result` is null when it was interrupted before `current` was known to point to it. */
export type Release = Omit<Intent, 'kind'> & { result: Outcome['result'] | null; note?: string };

const tag = 'ledger';
const types = ['application/vnd.signboard.ledger.v1+jsonl', 'application/vnd.signboard.ledger.v2+jsonl'] as const;

async function readLines(repository: Repository): Promise<string[]> {
  const stored = await repository.find(tag);
  if (!stored) return [];
  const { artifactType, layers = [] } = JSON.parse(stored.bytes.toString('utf8')) as Partial<Manifest>;
  const [layer] = layers;
  if (!types.some((type) => type === artifactType) || !layer)
    throw new CommandError(`${repository.shownName}:${tag} is not a ledger: something else was pushed under that tag.`);
  return (await repository.get('blobs', layer.digest)).toString('utf8').split('\n').filter(Boolean);
}

function releasesOf(lines: string[]): Release[] {
  const releases = new Map<string, Release>();
  for (const line of lines) {
    const entry = JSON.parse(line) as Intent | Outcome | FirstFormat;
    if (!('kind' in entry)) {
      const { digest, ...rest } = entry;
      releases.set(line, { ...rest, id: rest.time, images: { page: digest }, before: {}, result: 'done' });
    } else if (entry.kind === 'intent') {
      const { kind: _, ...intent } = entry;
      releases.set(intent.id, { ...intent, result: null });
    } else {
      const known = releases.get(entry.id);
      const { result, note } = entry;
      if (known) releases.set(entry.id, { ...known, result, ...(note !== undefined && { note }) });
    }
  }
  return [...releases.values()];
}

/**
 * A deployment's releases, oldest first; empty when nothing was shipped.
 * @throws CommandError when the registry does not give the ledger, or it is damaged
 */
export async function readLedger(repository: Repository): Promise<Release[]> {
  const lines = await readLines(repository);
  try {
    return releasesOf(lines);
  } catch (error) {
    throw new CommandError(
      `${repository.shownName}:${tag} is damaged (${messageOf(error)}). Point the tag to an earlier manifest of the ledger.`,
    );
  }
}

/** Appends a line. Registries have no conditional write, so the ledger is read again and written until it has the line. */
async function append(repository: Repository, entry: Intent | Outcome): Promise<void> {
  const own = JSON.stringify(entry);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const lines = await readLines(repository);
    if (lines.includes(own)) return;
    const bytes = Buffer.from(`${[...lines, own].join('\n')}\n`);
    await putDocument(repository, { type: types[1], name: 'ledger.jsonl', bytes }, tag);
  }
  if ((await readLines(repository)).includes(own)) return;
  throw new CommandError(
    `${repository.shownName}: other processes keep overwriting the ledger. The missing line is: ${own}`,
  );
}

/** Records what `current` is about to point to. */
export async function appendIntent(
  repository: Repository,
  intent: Omit<Intent, 'kind' | 'id' | 'time'>,
): Promise<Release> {
  const entry: Intent = { kind: 'intent', id: randomUUID(), time: new Date().toISOString(), ...intent };
  await append(repository, entry);
  const { kind: _, ...rest } = entry;
  return { ...rest, result: null };
}

/** Records how an intent ended. */
export async function appendOutcome(
  repository: Repository,
  release: Release,
  outcome: Pick<Outcome, 'result' | 'note'>,
): Promise<Release> {
  await append(repository, { kind: 'outcome', id: release.id, time: new Date().toISOString(), ...outcome });
  return { ...release, ...outcome };
}

/** Whether two sets of images are the same in the parts of the first. */
export function sameImages(wanted: Images, others: Partial<Record<PartName, string | null>>): boolean {
  return partNames.every((part) => wanted[part] === undefined || wanted[part] === others[part]);
}
