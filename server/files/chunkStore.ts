import type { Db } from '../db/tables.ts';
import { randomId } from '../randomId.ts';
import type { Bucket } from './bucket.ts';

/**
 * The size of a chunk in bytes, before its encryption; only the last may be smaller. No more than this is in memory at once.
 */
export const chunkSize = 256 * 1024;

/** How many bytes the encryption adds to a chunk: nonce and tag. */
export const sealedExtra = 28;

/** The key of a content: null while it has plain chunks only; `plain_from` is the position of the first plain chunk. */
export type ContentKey = { key_id: string | null; data_key: Uint8Array | null; plain_from: number | null };

/** A content as a store finds it. `object`: its name in the bucket; null: it is in the database. */
export type StoredContent = ContentKey & { id: string; object: string | null };

/** A chunk with the key at the moment when it was read. */
export type StoredChunk = ContentKey & { bytes: Uint8Array };

/** A place for the chunks of contents, which are encrypted before. */
export type ChunkStore = {
  /** The value of `file_contents.object` for a new content. */
  newObject: () => string | null;
  /** Stores all chunks of a content, in order. An error of `chunks` is thrown as it is. */
  write: (content: Pick<StoredContent, 'id' | 'object'>, chunks: AsyncIterable<Buffer>) => Promise<void>;
  /** The chunks of these positions, both inclusive, in order. Ends early if one is not there. */
  read: (content: StoredContent, positions: { from: number; to: number }) => AsyncGenerator<StoredChunk>;
};

/** Chunks in the table `file_chunks`, each written in its own transaction, as an upload may take minutes. */
export function databaseStore(db: Db): ChunkStore {
  return {
    newObject: () => null,
    write: async ({ id }, chunks) => {
      let position = 0;
      for await (const bytes of chunks) {
        await db.insertInto('file_chunks').values({ content_id: id, position, bytes }).execute();
        position += 1;
      }
    },
    read: async function* ({ id }, { from, to }) {
      for (let position = from; position <= to; position += 1) {
        // With the key in one statement, as a job may encrypt the chunk meanwhile.
        const row = await db
          .selectFrom('file_chunks')
          .innerJoin('file_contents', 'file_contents.id', 'file_chunks.content_id')
          .select(['bytes', 'key_id', 'data_key', 'plain_from'])
          .where('content_id', '=', id)
          .where('position', '=', position)
          .executeTakeFirst();
        if (!row) return;
        yield row;
      }
    },
  };
}

/** How many chunks one call to the bucket reads: a player that pauses must not keep a connection open. */
const chunksPerCall = 4;

const sealedSize = chunkSize + sealedExtra;

/** Chunks in a bucket: one object per content, with its chunks one after another. */
export function bucketStore(bucket: Bucket, folderOf: () => Promise<string>): ChunkStore {
  const nameOf = async (object: string) => `${await folderOf()}${object}`;
  return {
    newObject: randomId,
    write: async ({ id, object }, chunks) => {
      if (object === null) throw new Error(`The content ${id} has no object.`);
      await bucket.put(await nameOf(object), chunks);
    },
    read: async function* ({ object, ...key }, { from, to }) {
      if (object === null) return;
      const name = await nameOf(object);
      for (let position = from; position <= to; position += chunksPerCall) {
        const last = Math.min(to, position + chunksPerCall - 1);
        const range = { start: position * sealedSize, end: (last + 1) * sealedSize - 1 };
        const found = (await bucket.get(name, range)) ?? Buffer.alloc(0);
        for (let at = 0; at < found.length; at += sealedSize)
          yield { ...key, bytes: found.subarray(at, at + sealedSize) };
        if (found.length < range.end - range.start + 1) return;
      }
    },
  };
}
