import type { Db } from '../db/tables.ts';
import { until } from '../jobs/worker.ts';
import { chunkSize, type StoredContent } from './chunkStore.ts';
import type { FileStores } from './fileStores.ts';

/** Where files can be moved to. */
export const places = ['bucket', 'database'] as const;

/** A place of files. */
export type Place = (typeof places)[number];

/** How many files are where. Plain ones are in the database until the backend has encrypted them. */
export type Whereabouts = Record<Place | 'plain', { files: number; bytes: number }>;

/** Where the files are. */
export async function whereFilesAre(db: Db): Promise<Whereabouts> {
  const rows = await db
    .selectFrom('file_contents')
    .innerJoin('files', 'files.id', 'file_contents.id')
    .select((eb) => [
      eb
        .case()
        .when('object', 'is not', null)
        .then('bucket' as const)
        .when('plain_from', 'is not', null)
        .then('plain' as const)
        .else('database' as const)
        .end()
        .as('place'),
      eb.fn.countAll<number>().as('files'),
      eb.fn.sum<string>('size').as('bytes'),
    ])
    .groupBy('place')
    .execute();
  const of = (place: string) => {
    const found = rows.find((row) => row.place === place);
    return { files: Number(found?.files ?? 0), bytes: Number(found?.bytes ?? 0) };
  };
  return { bucket: of('bucket'), database: of('database'), plain: of('plain') };
}

type Movable = StoredContent & { size: number };

/** The encrypted contents that are not at a place yet. */
function contentsNotIn(db: Db, place: Place) {
  return db
    .selectFrom('file_contents')
    .innerJoin('files', 'files.id', 'file_contents.id')
    .select(['file_contents.id', 'object', 'key_id', 'data_key', 'plain_from', 'size'])
    .where('kept', '=', true)
    .where('plain_from', 'is', null)
    .where('object', place === 'bucket' ? 'is' : 'is not', null);
}

/** The next content after an id that is not at a place yet. */
function nextContent(db: Db, to: Place, after: string): Promise<Movable | undefined> {
  return contentsNotIn(db, to)
    .where('file_contents.id', '>', after)
    .orderBy('file_contents.id')
    .limit(1)
    .executeTakeFirst();
}

/** The encrypted chunks of a content as they are. @throws Error if some are missing. */
async function* chunksOf(stores: FileStores, content: Movable, from = 0): AsyncGenerator<Buffer> {
  const last = Math.ceil(content.size / chunkSize) - 1;
  let position = from;
  for await (const { bytes } of stores.of(content).read(content, { from, to: last })) {
    yield Buffer.from(bytes);
    position += 1;
  }
  if (position <= last) throw new Error(`Chunk ${position} of the file ${content.id} is missing.`);
}

/** Copies to a new object, then makes it the place of the content. Returns whether the content was still there. */
async function moveToBucket(
  db: Db,
  stores: FileStores,
  content: Movable,
  signal = new AbortController().signal,
): Promise<boolean> {
  const object = stores.bucket.newObject();
  if (object === null) throw new Error('There is no bucket.');
  await stores.bucket.write({ id: content.id, object }, until(signal, chunksOf(stores, content)));
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('file_contents')
      .set({ object })
      .where('id', '=', content.id)
      .where('object', 'is', null)
      .executeTakeFirst();
    const isThere = numUpdatedRows > 0n;
    if (isThere) await trx.deleteFrom('file_chunks').where('content_id', '=', content.id).execute();
    else await trx.insertInto('dropped_objects').values({ object }).execute();
    return isThere;
  });
}

/** Copies to the database, goes on where an interrupted move ended, and then makes it the place of the content. */
async function moveToDatabase(db: Db, stores: FileStores, content: Movable): Promise<boolean> {
  const { id, object } = content;
  const { from } = await db
    .selectFrom('file_chunks')
    .select((eb) => eb.fn.countAll<number>().as('from'))
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow();
  let position = Number(from);
  for await (const bytes of chunksOf(stores, content, position)) {
    await db
      .insertInto('file_chunks')
      .columns(['content_id', 'position', 'bytes'])
      .expression((eb) =>
        eb
          .selectFrom('file_contents')
          .select((of) => ['id', of.val(position).as('position'), of.val(bytes).as('bytes')])
          .where('id', '=', id),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    position += 1;
  }
  const { numUpdatedRows } = await db
    .updateTable('file_contents')
    .set({ object: null })
    .where('id', '=', id)
    .where('object', '=', object)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Moves a file to the bucket if new files go there: uploads in parts arrive in the database.
 * @throws ApiProblem files_unavailable
 */
export async function moveLikeNew(
  { db, stores }: { db: Db; stores: FileStores },
  id: string,
  signal: AbortSignal,
): Promise<void> {
  if (stores.forNew.newObject() === null) return;
  const content = await contentsNotIn(db, 'bucket').where('file_contents.id', '=', id).executeTakeFirst();
  if (content) await moveToBucket(db, stores, content, signal);
}

/**
 * Moves all encrypted files to a place, one after another, while the backend runs. The files stay encrypted as they are, and
 * can be read at any time. Interrupted, a further call goes on.
 * @param onMoved called after each file with its size
 * @returns what could not be moved, with the errors
 */
export async function moveContents(
  { db, stores }: { db: Db; stores: FileStores },
  to: Place,
  onMoved: (bytes: number) => void,
): Promise<{ id: string; error: unknown }[]> {
  const move = to === 'bucket' ? moveToBucket : moveToDatabase;
  const failed: { id: string; error: unknown }[] = [];
  for (let after = ''; ;) {
    const content = await nextContent(db, to, after);
    if (!content) break;
    after = content.id;
    try {
      if (await move(db, stores, content)) onMoved(content.size);
    } catch (error) {
      failed.push({ id: content.id, error });
    }
  }
  await stores.deleteDropped();
  return failed;
}
