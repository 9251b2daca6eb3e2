import { createHash } from 'node:crypto';
import type { Db } from '../db/tables.ts';
import type { Dependencies } from '../dependencies.ts';
import { chunkSize, type StoredChunk } from './chunkStore.ts';
import { FileKeyError, type FileKeys, type WrappedKey } from './fileKeys.ts';
import { seal, unseal } from './seal.ts';

/** What reads and writes the contents of files. */
export type ContentDependencies = Pick<Dependencies, 'database' | 'fileKeys' | 'fileStores'>;

/** The same bytes in chunks of equal size. */
export async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    held.push(part);
    size += part.length;
    if (size < chunkSize) continue;
    let rest = Buffer.concat(held);
    for (; rest.length >= chunkSize; rest = rest.subarray(chunkSize)) yield rest.subarray(0, chunkSize);
    held = rest.length > 0 ? [rest] : [];
    size = rest.length;
  }
  if (size > 0) yield Buffer.concat(held);
}

type KeyColumns = WrappedKey & { plain_from: null };

/** The columns of a new content that is encrypted from its first chunk on. */
export type ContentColumns = KeyColumns & { object: string | null };

/** A new content before its bytes are written. */
export type NewContent = { id: string; key: Buffer; columns: ContentColumns };

/** A new data key for a content, and the columns that store it. */
export function newContentKey(keys: FileKeys, id: string): { key: Buffer; columns: KeyColumns } {
  const { key, wrapped } = keys.create(id);
  return { key, columns: { ...wrapped, plain_from: null } };
}

/** A new content, with its own data key, in the store for new ones. The caller inserts its row. */
export function newContent({ fileKeys, fileStores }: ContentDependencies, id: string): NewContent {
  const { key, columns } = newContentKey(fileKeys, id);
  return { id, key, columns: { ...columns, object: fileStores.forNew.newObject() } };
}

/** Where a chunk belongs: it cannot be decrypted at another position or in another file. */
const placeOf = (id: string, position: number) => `${id}/${position}`;

/** Encrypts a chunk with the data key of its content. */
export function sealChunk(key: Buffer, { id, position }: { id: string; position: number }, bytes: Uint8Array): Buffer {
  return seal(key, bytes, placeOf(id, position));
}

/** Writes the bytes of a new content, chunk by chunk, as an upload may take minutes. An incomplete content is deleted. */
export async function writeContent(
  deps: ContentDependencies,
  { id, begun }: { id: string; begun: Date },
  chunks: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: Buffer }> {
  const content = newContent(deps, id);
  await deps.database.db
    .insertInto('file_contents')
    .values({ id, begun, ...content.columns })
    .execute();
  return fillContent(deps, content, chunks);
}

/** Writes the bytes of a content whose row exists in the same way, encrypted with its data key. */
export async function fillContent(
  { database: { db }, fileStores }: ContentDependencies,
  { id, key, columns: { object } }: NewContent,
  chunks: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  let size = 0;
  async function* sealed(): AsyncGenerator<Buffer> {
    let position = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield sealChunk(key, { id, position }, chunk);
      position += 1;
    }
  }
  try {
    await fileStores.of({ object }).write({ id, object }, sealed());
    return { size, sha256: hash.digest() };
  } catch (error) {
    // Housekeeping deletes leftovers within a day; the original error is the one to report.
    await dropContent(db, id).catch(() => undefined);
    throw error;
  }
}

/** Deletes the bytes of a file. */
export async function dropContent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('file_contents').where('id', '=', id).execute();
}

/** Returns a function that unwraps the data key of a content; the same wrapped key is unwrapped once. */
function keyReader(keys: FileKeys, id: string): (wrapped: WrappedKey) => Buffer {
  let known: { data_key: Buffer; key: Buffer } | null = null;
  return ({ key_id, data_key }) => {
    if (!known?.data_key.equals(data_key)) known = { data_key, key: keys.unwrap(id, { key_id, data_key }) };
    return known.key;
  };
}

/**
 * Reads the bytes of a file from `start` to `end`, both inclusive, chunk by chunk. A file that is moved to another store
 * meanwhile is read on from there.
 * @throws FileKeyError if no key fits, or if a chunk was changed or moved.
 */
export async function* readContent(
  { database: { db }, fileKeys, fileStores }: ContentDependencies,
  id: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const keyOf = keyReader(fileKeys, id);
  const last = Math.floor(end / chunkSize);
  let position = Math.floor(start / chunkSize);
  for (let emptyAt: string | null | undefined; position <= last;) {
    const content = await db
      .selectFrom('file_contents')
      .select(['id', 'object', 'key_id', 'data_key', 'plain_from'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!content || content.object === emptyAt) throw new Error(`File ${id} was deleted while it was read.`);
    for await (const chunk of fileStores.of(content).read(content, { from: position, to: last })) {
      const first = position * chunkSize;
      yield openChunk(chunk, { id, position }, keyOf).subarray(Math.max(0, start - first), end - first + 1);
      position += 1;
    }
    emptyAt = content.object;
  }
}

function openChunk(
  { bytes, key_id, data_key, plain_from }: StoredChunk,
  { id, position }: { id: string; position: number },
  keyOf: ReturnType<typeof keyReader>,
): Buffer {
  const stored = Buffer.from(bytes);
  if (key_id === null || data_key === null || (plain_from !== null && position >= plain_from)) return stored;
  const key = keyOf({ key_id, data_key: Buffer.from(data_key) });
  try {
    return unseal(key, stored, placeOf(id, position));
  } catch (cause) {
    throw new FileKeyError(`Chunk ${position} of the file ${id} was changed, or belongs to another place.`, { cause });
  }
}
