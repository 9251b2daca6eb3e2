import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { FileKeyError, type FileKeys, type WrappedKey } from './fileKeys.ts';
import { seal, unseal } from './seal.ts';

/**
 * The size of a chunk in bytes, before its encryption; only the last may be smaller. No more than this is in memory at once.
 */
export const chunkSize = 256 * 1024;

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

/** The columns of a new content that is encrypted from its first chunk on. */
export type KeyColumns = WrappedKey & { plain_from: null };

/** A new data key for a content, and the columns that store it. */
export function newContentKey(keys: FileKeys, id: string): { key: Buffer; columns: KeyColumns } {
  const { key, wrapped } = keys.create(id);
  return { key, columns: { ...wrapped, plain_from: null } };
}

/** Where a chunk belongs: it cannot be decrypted at another position or in another file. */
const placeOf = (id: string, position: number) => `${id}/${position}`;

/** Encrypts a chunk with the data key of its content. */
export function sealChunk(key: Buffer, { id, position }: { id: string; position: number }, bytes: Uint8Array): Buffer {
  return seal(key, bytes, placeOf(id, position));
}

/**
 * Writes the bytes of a file chunk by chunk, each in its own transaction, as an upload may take minutes. An incomplete
 * content is deleted.
 */
export async function writeContent(
  db: Kysely<Tables>,
  keys: FileKeys,
  content: { id: string; begun: Date },
  chunks: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: Buffer }> {
  const { key, columns } = newContentKey(keys, content.id);
  await db
    .insertInto('file_contents')
    .values({ ...content, ...columns })
    .execute();
  return fillContent(db, { id: content.id, key }, chunks);
}

/** Writes the bytes of an existing content in the same way, encrypted with its data key. */
export async function fillContent(
  db: Kysely<Tables>,
  { id, key }: { id: string; key: Buffer },
  chunks: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: Buffer }> {
  try {
    const hash = createHash('sha256');
    let size = 0;
    let position = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      const bytes = sealChunk(key, { id, position }, chunk);
      await db.insertInto('file_chunks').values({ content_id: id, position, bytes }).execute();
      position += 1;
    }
    return { size, sha256: hash.digest() };
  } catch (error) {
    // Housekeeping deletes leftovers within a day; the original error is the one to report.
    await dropContent(db, id).catch(() => undefined);
    throw error;
  }
}

/** Deletes the bytes of a file. */
export async function dropContent(db: Kysely<Tables>, id: string): Promise<void> {
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
 * Reads the bytes of a file from `start` to `end`, both inclusive, chunk by chunk.
 * @throws FileKeyError if no key fits, or if a chunk was changed or moved.
 */
export async function* readContent(
  db: Kysely<Tables>,
  keys: FileKeys,
  id: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const keyOf = keyReader(keys, id);
  for (let position = Math.floor(start / chunkSize); position * chunkSize <= end; position += 1) {
    // With the key in one statement, as a job may encrypt the chunk meanwhile.
    const row = await db
      .selectFrom('file_chunks')
      .innerJoin('file_contents', 'file_contents.id', 'file_chunks.content_id')
      .select(['bytes', 'key_id', 'data_key', 'plain_from'])
      .where('content_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!row) throw new Error(`File ${id} was deleted while it was read.`);
    const first = position * chunkSize;
    yield openChunk(row, { id, position }, keyOf).subarray(Math.max(0, start - first), end - first + 1);
  }
}

type Stored = { bytes: Uint8Array; key_id: string | null; data_key: Uint8Array | null; plain_from: number | null };

function openChunk(
  { bytes, key_id, data_key, plain_from }: Stored,
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
