import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';
import { ApiProblem } from '../problem.ts';
import type { Bucket } from './bucket.ts';
import { bucketStore, type ChunkStore, databaseStore, type StoredContent } from './chunkStore.ts';

/** The places of the bytes of files. */
export type FileStores = {
  /** Where new contents are written to. */
  forNew: ChunkStore;
  database: ChunkStore;
  bucket: ChunkStore;
  /** Where a content is. */
  of: (content: Pick<StoredContent, 'object'>) => ChunkStore;
  /** Whether new contents can be written, as far as is known: the answer never waits for a slow store. */
  canWrite: () => boolean;
  /** Asks the store whether it can be written. */
  tryToWrite: () => Promise<void>;
  /** Deletes objects whose content was deleted or moved. */
  deleteDropped: () => Promise<void>;
  /** Deletes objects and unfinished uploads that are older than a day and belong to no content. */
  sweep: (now: Date) => Promise<void>;
};

const day = 24 * 60 * 60_000;

/** After a failed write, how often the store is asked again, in milliseconds. */
const retryInterval = 5_000;

/** How many objects are deleted at a time. */
const batch = 10;

/** A bucket that is not configured: nothing can be read from it. */
const noBucket: ChunkStore = {
  newObject: () => null,
  write: async () => {
    throw new ApiProblem('files_unavailable');
  },
  read: () => {
    throw new ApiProblem('files_unavailable', {}, { cause: new Error('The file is in a bucket: give FILES_URL.') });
  },
};

async function readFolder(db: Db): Promise<string> {
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'file-objects')
    .executeTakeFirstOrThrow();
  return `${Buffer.from(value).toString('hex')}/`;
}

/** Deletes some dropped objects; several processes may do so at once. Returns whether more may be left. */
function deleteSome(db: Db, bucket: Bucket, folder: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('dropped_objects')
      .select('object')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    const objects = rows.map(({ object }) => object);
    await Promise.all(objects.map((object) => bucket.remove(folder + object)));
    if (objects.length > 0) await trx.deleteFrom('dropped_objects').where('object', 'in', objects).execute();
    return objects.length === batch;
  });
}

/** Which of some objects belong to a content, or wait to be deleted. */
async function knownObjects(db: Db, objects: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ object: string }>`
    select object from file_contents where object = any(${[...objects]}::text[])
    union all select object from dropped_objects where object = any(${[...objects]}::text[])`.execute(db);
  return new Set(rows.map(({ object }) => object));
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/**
 * The places of files of a deployment: its database, and a bucket if there is one. Objects are in a folder with the name of
 * the database, so that deployments may share a bucket and none deletes objects of another.
 */
export function fileStoresOf(db: Db, bucket: Bucket | null): FileStores {
  const database = databaseStore(db);
  if (!bucket)
    return {
      forNew: database,
      database,
      bucket: noBucket,
      of: ({ object }) => (object === null ? database : noBucket),
      canWrite: () => true,
      tryToWrite: async () => undefined,
      deleteDropped: async () => undefined,
      sweep: async () => undefined,
    };
  const { mode } = bucket.settings;
  let folder: Promise<string> | null = null;
  const folderOf = () => {
    folder ??= readFolder(db).catch((error: unknown) => {
      folder = null;
      throw error;
    });
    return folder;
  };
  let isWritable = true;
  let asked = 0;
  const tryToWrite = async () => {
    asked = performance.now();
    try {
      await bucket.put(`${await folderOf()}probe`, bytesOf('This object shows that the bucket can be written.'));
      isWritable = true;
    } catch (error) {
      isWritable = false;
      throw error;
    }
  };
  const askAgain = () => {
    asked = performance.now();
    void tryToWrite().catch(() => undefined);
  };
  const objects = bucketStore(bucket, folderOf);
  const watched: ChunkStore = {
    ...objects,
    write: async (content, chunks) => {
      try {
        await objects.write(content, chunks);
        isWritable = true;
      } catch (error) {
        // One failed upload does not prove that the store is down.
        if (error instanceof ApiProblem && error.code === 'files_unavailable') askAgain();
        throw error;
      }
    },
  };
  return {
    forNew: mode === 'store' ? watched : database,
    database,
    bucket: watched,
    of: ({ object }) => (object === null ? database : watched),
    canWrite: () => {
      if (!isWritable && performance.now() - asked >= retryInterval) askAgain();
      return isWritable;
    },
    tryToWrite: mode === 'store' ? tryToWrite : async () => undefined,
    deleteDropped: async () => {
      if (mode === 'read') return;
      while (await deleteSome(db, bucket, await folderOf()));
    },
    sweep: async (now) => {
      if (mode === 'read') return;
      const [ownFolder, before] = [await folderOf(), new Date(now.getTime() - day)];
      await bucket.abandonUploads(ownFolder, before);
      for await (const page of bucket.list(ownFolder)) {
        const old = page.filter(({ changed }) => changed < before).map(({ name }) => name.slice(ownFolder.length));
        const known = await knownObjects(db, old);
        for (const object of old) if (!known.has(object) && object !== 'probe') await bucket.remove(ownFolder + object);
      }
    },
  };
}

/**
 * Refuses to run without the bucket that has files.
 * @throws Error that names FILES_URL.
 */
export async function requireBucketOfFiles(db: Db, bucket: Bucket | null): Promise<void> {
  if (bucket) return;
  const found = await db.selectFrom('file_contents').select('id').where('object', 'is not', null).limit(1).execute();
  if (found.length > 0)
    throw new Error(
      'files are in a bucket, and FILES_URL is missing: give its address, s3://bucket/prefix (docs/ops/object-store.md).',
    );
}
