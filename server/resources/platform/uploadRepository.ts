import { type NotNull, sql } from 'kysely';
import type { FileType } from '../../../contract/filePurposes.ts';
import type { Db } from '../../db/tables.ts';
import type { ContentColumns } from '../../files/contents.ts';

/** How long an upload may take, in milliseconds: as long as unclaimed files are kept. */
export const uploadLifetime = 24 * 60 * 60_000;

/** Uploads that were created before this time have expired. */
const expiredAt = (now: Date) => new Date(now.getTime() - uploadLifetime);

/** What an upload begins with. */
export type NewUpload = { id: string; account_id: string; source: string; name: string; length: number; created: Date };

/** Adds an upload and the content that its bytes go to. */
export async function insertUpload(trx: Db, upload: NewUpload, columns: ContentColumns): Promise<void> {
  const { id, created } = upload;
  await trx
    .insertInto('file_contents')
    .values({ id, begun: created, ...columns })
    .execute();
  await trx.insertInto('platform_uploads').values(upload).execute();
}

/** An upload of an account that has not expired. */
export function findUpload(db: Db, { id, account, now }: { id: string; account: string; now: Date }) {
  return db
    .selectFrom('platform_uploads')
    .innerJoin('file_contents', 'file_contents.id', 'platform_uploads.id')
    .select([
      'platform_uploads.id',
      'source',
      'name',
      'length',
      'received',
      'media_type',
      'hash_state',
      'created',
      'key_id',
      'data_key',
    ])
    .where('platform_uploads.id', '=', id)
    .where('account_id', '=', account)
    .where('created', '>', expiredAt(now))
    .$narrowType<{ key_id: NotNull; data_key: NotNull }>()
    .executeTakeFirst();
}

/** An upload as the query returns it. */
export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/** Lets a call add bytes to an upload, and no other one any more. Returns false if the upload has another size by now. */
export async function takeUpload(db: Db, { id, received, writer }: { id: string; received: number; writer: string }) {
  const { numUpdatedRows } = await db
    .updateTable('platform_uploads')
    .set({ writer })
    .where('id', '=', id)
    .where('received', '=', received)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A chunk of an upload, and what the upload is with it. */
export type UploadStep = {
  id: string;
  writer: string;
  position: number;
  bytes: Buffer;
  received: number;
  media_type: FileType | null;
  hash_state: Buffer | null;
};

/** Stores a chunk and counts its bytes, in one statement. Returns false if another call adds bytes now, or the upload is gone. */
export async function storeStep(
  db: Db,
  { id, writer, position, bytes, received, media_type, hash_state }: UploadStep,
): Promise<boolean> {
  const { rows } = await sql`
    with counted as (
      update platform_uploads
      set received = ${received}::bigint, media_type = ${media_type}::text, hash_state = ${hash_state}::bytea
      where id = ${id} and writer = ${writer}
      returning id
    )
    insert into file_chunks (content_id, position, bytes)
    select id, ${position}::integer, ${bytes}::bytea from counted
    on conflict (content_id, position) do update set bytes = excluded.bytes
    returning position`.execute(db);
  return rows.length > 0;
}

/** Deletes an upload, with its bytes if they are no file yet. */
export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('platform_uploads').where('id', '=', id).execute();
    await trx.deleteFrom('file_contents').where('id', '=', id).where('kept', '=', false).execute();
  });
}

/** How many bytes unfinished uploads have announced. */
export async function announcedBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(length), 0)::bigint as bytes from platform_uploads where received < length`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Deletes what is known of uploads that have expired; the bytes of unfinished ones are deleted as unclaimed files are. */
export async function deleteExpiredUploads(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('platform_uploads').where('created', '<=', expiredAt(now)).execute();
}
