import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** The size of a chunk in bytes; only the last may be smaller. No more than this is in memory at once. */
const chunkSize = 256 * 1024;

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

/**
 * Writes the bytes of a file chunk by chunk, each in its own transaction, as an upload may take minutes. An incomplete
 * content is deleted.
 */
export async function writeContent(
  db: Kysely<Tables>,
  content: { id: string; begun: Date },
  chunks: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: Buffer }> {
  await db.insertInto('file_contents').values(content).execute();
  return fillContent(db, content.id, chunks);
}

/** Writes the bytes of an existing content in the same way. */
export async function fillContent(
  db: Kysely<Tables>,
  id: string,
  chunks: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: Buffer }> {
  try {
    const hash = createHash('sha256');
    let size = 0;
    let position = 0;
    for await (const bytes of chunks) {
      hash.update(bytes);
      size += bytes.length;
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

/** Reads the bytes of a file from `start` to `end`, both inclusive, chunk by chunk. */
export async function* readContent(
  db: Kysely<Tables>,
  id: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  for (let position = Math.floor(start / chunkSize); position * chunkSize <= end; position += 1) {
    const row = await db
      .selectFrom('file_chunks')
      .select('bytes')
      .where('content_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!row) throw new Error(`File ${id} was deleted while it was read.`);
    const first = position * chunkSize;
    yield Buffer.from(row.bytes).subarray(Math.max(0, start - first), end - first + 1);
  }
}
