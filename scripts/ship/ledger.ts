import { randomUUID } from 'node:crypto';
import type { rings } from '../../tenants/schema.ts';
import type { SchemaRange } from '../../server/db/migrations.ts';
import { CommandError } from '../../server/CommandError.ts';
import { partNames, type PartName } from '../image/imageName.ts';
import type { Manifest } from '../image/oci.ts';
import type { Repository } from '../image/Repository.ts';
import { type Destination, repositoryOf } from './destination.ts';
import { isSignedBy, signatureOf } from './envelope.ts';
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

/** An entry as the registry has it. `heads` are the digests of all entries that its writer saw and that no other of them names. */
type Entry = (Intent | Outcome) & { heads: string[] };
type Stored = { digest: string; text: string; signature: string; entry: Entry };

/** An intent with its outcome. `result` is null when it was interrupted before `current` was known to point to it. */
export type Release = Omit<Intent, 'kind'> & { result: Outcome['result'] | null; note?: string };

const entryType = 'application/vnd.signboard.ledger.entry.v1+json';
const [entryKey, signatureKey] = ['dev.signboard.ledger.entry', 'dev.signboard.ledger.signature'];

/** The tag of an entry is its own digest, so another content under it is not the entry. */
const tagOf = (digest: string): string => digest.replace('sha256:', 'ledger-');

/** Entries that were read before: they never change. */
const readBefore = new WeakMap<Repository, Map<string, Stored>>();

/** An entry, or why the registry has none with that digest. */
async function readEntry(repository: Repository, digest: string): Promise<Stored | string> {
  const known = readBefore.get(repository) ?? new Map<string, Stored>();
  readBefore.set(repository, known);
  const before = known.get(digest);
  if (before) return before;
  const found = await repository.find(digest);
  if (!found || found.digest !== digest) return `the registry no longer has the entry of the tag ${tagOf(digest)}`;
  const { artifactType, annotations = {} } = JSON.parse(found.bytes.toString('utf8')) as Partial<Manifest>;
  const text = annotations[entryKey];
  if (artifactType !== entryType || text === undefined)
    return `${tagOf(digest)} is no entry: something else was pushed under that tag`;
  const stored = { digest, text, signature: annotations[signatureKey] ?? '', entry: JSON.parse(text) as Entry };
  known.set(digest, stored);
  return stored;
}

/** What an entry says, in a message. */
function shown({ digest, entry }: Stored): string {
  const what = entry.kind === 'intent' ? `${entry.act} ${entry.version}` : entry.result;
  return `the entry "${what}" of ${entry.time} (${tagOf(digest).slice(0, 19)}…)`;
}

/** Entries after all entries that they name; the others by time. */
function inOrder(entries: Stored[]): Stored[] {
  const left = entries.toSorted((a, b) => `${a.entry.time}${a.digest}`.localeCompare(`${b.entry.time}${b.digest}`));
  const placed = new Set<string>();
  return entries.flatMap(() => {
    const at = left.findIndex(({ entry }) => entry.heads.every((head) => placed.has(head)));
    const [next] = at < 0 ? [] : left.splice(at, 1);
    if (next) placed.add(next.digest);
    return next ?? [];
  });
}

/** The signed entries, and all entries before them: the signature covers their digests. */
function vouchedFor(ordered: Stored[], signed: Set<string>): Set<string> {
  const vouched = new Set(signed);
  for (const { digest, entry } of ordered.toReversed())
    if (vouched.has(digest)) for (const head of entry.heads) vouched.add(head);
  return vouched;
}

/** The entries of a ledger in their order. @throws CommandError that names each break of the chain and each missing signature */
async function readEntries(destination: Destination): Promise<Stored[]> {
  const repository = repositoryOf(destination);
  const digests = (await repository.tags()).flatMap((tag) => {
    const [, hex] = /^ledger-([0-9a-f]{64})$/.exec(tag) ?? [];
    return hex === undefined ? [] : [`sha256:${hex}`];
  });
  const answers: (Stored | string)[] = [];
  for (let at = 0; at < digests.length; at += 16)
    answers.push(...(await Promise.all(digests.slice(at, at + 16).map((digest) => readEntry(repository, digest)))));
  const entries = answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer]));
  const present = new Set(entries.map(({ digest }) => digest));
  const ordered = inOrder(entries);
  const problems = [
    ...answers.flatMap((answer) => (typeof answer === 'string' ? [answer] : [])),
    ...entries.flatMap((stored) =>
      stored.entry.heads
        .filter((head) => !present.has(head))
        .map((head) => `${shown(stored)} names ${tagOf(head)} before it, which was removed or changed`),
    ),
  ];
  const verifyKey = destination.keys?.verifyKey;
  if (verifyKey && entries.some(({ signature }) => signature !== '')) {
    const signed = entries.filter(({ text, signature }) => isSignedBy(Buffer.from(text), signature, verifyKey));
    const vouched = vouchedFor(ordered, new Set(signed.map(({ digest }) => digest)));
    const others = entries.filter(({ digest }) => !vouched.has(digest));
    problems.push(...others.map((stored) => `the given key signed neither ${shown(stored)} nor one after it`));
  }
  if (problems.length === 0) return ordered;
  throw new CommandError(
    `The ledger of ${repository.shownName} is broken:\n  ${problems.join('\n  ')}\nCompare it with a backup of the registry, and restore it. See docs/ops/ship.md, "A broken ledger".`,
  );
}

/** Releases in the order in which they were finished; one that is not finished has the place of its intent. */
function releasesOf(entries: Stored[]): Release[] {
  const releases = new Map<string, Release>();
  for (const { entry } of entries) {
    if (entry.kind === 'intent') {
      const { kind: _, heads: __, ...intent } = entry;
      releases.set(intent.id, { ...intent, result: null });
      continue;
    }
    const known = releases.get(entry.id);
    if (!known) continue;
    const { result, note } = entry;
    if (known.result === null) releases.delete(entry.id);
    releases.set(entry.id, { ...known, result, note: note ?? known.note });
  }
  return [...releases.values()];
}

/**
 * A deployment's releases, the last one last; empty when nothing was shipped.
 * @throws CommandError when the registry does not give the ledger, or its chain or a signature is broken
 */
export async function readLedger(destination: Destination): Promise<Release[]> {
  return releasesOf(await readEntries(destination));
}

/** Adds an entry under a tag of its own, so that no other process can overwrite it. */
async function append(destination: Destination, entry: Intent | Outcome): Promise<void> {
  const repository = repositoryOf(destination);
  const signKey = destination.keys?.signKey;
  const known = await readEntries(destination);
  if (!signKey && known.some(({ signature }) => signature !== ''))
    throw new CommandError(
      `The ledger of ${repository.shownName} is signed, so a new entry needs a signature. Give --sign-key.`,
    );
  const named = new Set(known.flatMap((stored) => stored.entry.heads));
  const heads = known.flatMap(({ digest }) => (named.has(digest) ? [] : [digest]));
  const text = JSON.stringify({ ...entry, heads });
  const annotations = {
    [entryKey]: text,
    ...(signKey && { [signatureKey]: signatureOf(Buffer.from(text), signKey) }),
  };
  const document = { type: entryType, name: 'entry', bytes: Buffer.from('{}'), annotations };
  const { descriptor } = await putDocument(repository, document, tagOf);
  if ((await repository.tags()).includes(tagOf(descriptor.digest))) return;
  throw new CommandError(
    `${repository.shownName}: the registry confirmed an entry of the ledger and does not list it. Repeat the command.`,
  );
}

/** Records what `current` is about to point to. */
export async function appendIntent(
  destination: Destination,
  intent: Omit<Intent, 'kind' | 'id' | 'time'>,
): Promise<Release> {
  const entry: Intent = { kind: 'intent', id: randomUUID(), time: new Date().toISOString(), ...intent };
  await append(destination, entry);
  const { kind: _, ...rest } = entry;
  return { ...rest, result: null };
}

/** Records how an intent ended. */
export async function appendOutcome(
  destination: Destination,
  release: Release,
  outcome: Pick<Outcome, 'result' | 'note'>,
): Promise<Release> {
  await append(destination, { kind: 'outcome', id: release.id, time: new Date().toISOString(), ...outcome });
  return { ...release, ...outcome };
}

/** Whether two sets of images are the same in the parts of the first. */
export function sameImages(wanted: Images, others: Partial<Record<PartName, string | null>>): boolean {
  return partNames.every((part) => wanted[part] === undefined || wanted[part] === others[part]);
}
