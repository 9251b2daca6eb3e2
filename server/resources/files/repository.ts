import { type Insertable, sql } from 'kysely';
import type { Db, Tables } from '../../db/tables.ts';
import type { ContentColumns } from '../../files/contents.ts';

/** The record that a file belongs to. */
export type Owner = { collection: keyof Tables; id: string };

/** The lifetime of an unclaimed file and of an unfinished upload, in milliseconds. */
const unclaimedFor = 24 * 60 * 60_000;

function selectFiles(db: Db) {
  return db
    .selectFrom('files')
    .select(['id', 'purpose', 'name', 'media_type', 'size', 'sha256', 'width', 'height', 'created']);
}

/** A file as the query returns it. */
export type FileRow = NonNullable<Awaited<ReturnType<typeof findUnclaimed>>>;

/** A file by id, with its owner. */
export function findFile(db: Db, id: string) {
  return selectFiles(db).select(['collection', 'record_id', 'uploaded_by']).where('id', '=', id).executeTakeFirst();
}

/** A file with its owner. */
export type OwnedFileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** A file that a user has uploaded and that no record has claimed. */
export function findUnclaimed(db: Db, id: string, uploadedBy: string) {
  return selectFiles(db)
    .where('id', '=', id)
    .where('uploaded_by', '=', uploadedBy)
    .where('record_id', 'is', null)
    .executeTakeFirst();
}

/** The files of some records of a collection, the oldest first, by the record's id. */
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
 * Reserves room for an upload: a content that counts with its full size until it is a file. Uploads of one user are
 * serialised here, so that concurrent ones cannot exceed the quota together.
 * @param quota how many bytes a user may have in unclaimed files and unfinished uploads
 * @returns whether there is room.
 */
export async function reserveContent(
  db: Db,
  {
    quota,
    since,
    ...content
  }: { id: string; begun: Date; uploaded_by: string; reserved: number } & ContentColumns & {
      quota: number;
      /** Uploads started earlier have ended, and do not count. */
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

/** Creates the file of a written content. */
export async function insertFile(trx: Db, file: Insertable<Tables['files']>): Promise<void> {
  await trx.updateTable('file_contents').set({ kept: true }).where('id', '=', file.id).execute();
  await trx.insertInto('files').values(file).execute();
}

/** Assigns a file to a record. Returns false if the file cannot be claimed. */
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

/** Deletes a file of a record. Returns whether the record had it. */
export async function deleteFileOf(trx: Db, id: string, owner: Owner): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('files')
    .where('id', '=', id)
    .where('collection', '=', owner.collection)
    .where('record_id', '=', owner.id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Deletes files that were unclaimed for a day, and unfinished uploads. */
export async function deleteUnclaimedFiles(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - unclaimedFor);
  await db.deleteFrom('files').where('record_id', 'is', null).where('created', '<=', until).execute();
  await db.deleteFrom('file_contents').where('kept', '=', false).where('begun', '<=', until).execute();
}
