import { type Insertable, type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

/** The record that a file belongs to. */
export type Owner = { collection: keyof Tables; id: string };

/** How long a file waits for the record that it was uploaded for, and an upload for its end, in milliseconds. */
const unclaimedFor = 24 * 60 * 60_000;

function selectFiles(db: Db) {
  return db
    .selectFrom('files')
    .select(['id', 'purpose', 'name', 'media_type', 'size', 'sha256', 'width', 'height', 'created']);
}

/** A file as the database has it. */
export type FileRow = NonNullable<Awaited<ReturnType<typeof findUnclaimed>>>;

/** A file by id, with whose it is. */
export function findFile(db: Db, id: string) {
  return selectFiles(db).select(['collection', 'record_id', 'uploaded_by']).where('id', '=', id).executeTakeFirst();
}

/** A file with whose it is. */
export type OwnedFileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** A file that somebody has uploaded and that no record has taken yet. */
export function findUnclaimed(db: Db, id: string, uploadedBy: string) {
  return selectFiles(db)
    .where('id', '=', id)
    .where('uploaded_by', '=', uploadedBy)
    .where('record_id', 'is', null)
    .executeTakeFirst();
}

/** The files of some records of a collection, the oldest first, under the record's id. */
export async function filesOfRecords(
  db: Db,
  collection: keyof Tables,
  ids: readonly string[],
): Promise<Map<string, FileRow[]>> {
  const found = new Map<string, FileRow[]>();
  if (ids.length === 0) return found;
  const rows = await selectFiles(db)
    .select('record_id')
    .where('collection', '=', collection)
    .where('record_id', 'in', [...ids])
    .orderBy('created')
    .orderBy('id')
    .execute();
  for (const { record_id, ...row } of rows)
    if (record_id !== null) found.set(record_id, [...(found.get(record_id) ?? []), row]);
  return found;
}

/**
 * Makes room for an upload: a content that counts as so many bytes until it is a file. One person's uploads come one after the
 * other here, so that several at once do not pass together.
 * @param quota how many bytes somebody may have uploaded, or be uploading, that no record has taken
 * @returns whether there is room.
 */
export async function reserveContent(
  db: Db,
  {
    quota,
    since,
    ...content
  }: { id: string; begun: Date; uploaded_by: string; reserved: number } & {
    quota: number;
    /** Uploads that began before have ended, whatever the database says. */
    since: Date;
  },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('upload'), hashtext(${content.uploaded_by}))`.execute(trx);
    const { rows } = await sql<{ bytes: number }>`
      select (
        coalesce((select sum(size) from files where uploaded_by = ${content.uploaded_by} and record_id is null), 0)
        + coalesce((select sum(reserved) from file_contents
            where uploaded_by = ${content.uploaded_by} and not kept and begun > ${since}::timestamptz), 0)
      )::bigint as bytes`.execute(trx);
    if ((rows[0]?.bytes ?? 0) + content.reserved > quota) return false;
    await trx.insertInto('file_contents').values(content).execute();
    return true;
  });
}

/** Makes a file of bytes that have been written. */
export async function insertFile(trx: Db, file: Insertable<Tables['files']>): Promise<void> {
  await trx.updateTable('file_contents').set({ kept: true }).where('id', '=', file.id).execute();
  await trx.insertInto('files').values(file).execute();
}

/** Gives a file to a record. Answers whether it was there to be given. */
export async function claim(
  trx: Db,
  { id, purpose, uploadedBy }: { id: string; purpose: FileRow['purpose']; uploadedBy: string },
  owner: Owner,
): Promise<boolean> {
  const claimed = await trx
    .updateTable('files')
    .set({ collection: owner.collection, record_id: owner.id })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('uploaded_by', '=', uploadedBy)
    .where('record_id', 'is', null)
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/** Deletes a file of a record. Answers whether it had it. */
export async function deleteFileOf(trx: Db, id: string, owner: Owner): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('files')
    .where('id', '=', id)
    .where('collection', '=', owner.collection)
    .where('record_id', '=', owner.id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Removes files that no record has taken for a day, and what is left of uploads that never ended. */
export async function sweepFiles(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - unclaimedFor);
  await db.deleteFrom('files').where('record_id', 'is', null).where('created', '<=', until).execute();
  await db.deleteFrom('file_contents').where('kept', '=', false).where('begun', '<=', until).execute();
}
