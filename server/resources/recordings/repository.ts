import { sql, type Updateable } from 'kysely';
import type { RecordingState } from '../../../contract/interpretations.ts';
import type { Db, Tables } from '../../db/tables.ts';

const columns = [
  'id',
  'version',
  'interpretation_id',
  'media_kind',
  'state',
  'duration_seconds',
  'size',
  'error',
  'created',
  'expires',
  'captions_language',
] as const;

/** A recording as the query returns it. */
export type RecordingRow = NonNullable<Awaited<ReturnType<typeof findRecording>>>;

/** A recording by id, unless its retention is over. */
export function findRecording(db: Db, id: string, now: Date) {
  return db.selectFrom('recordings').select(columns).where('id', '=', id).where('expires', '>', now).executeTakeFirst();
}

/** The recordings of an interpretation, the oldest first. */
export function recordingsOf(db: Db, interpretationId: string, now: Date): Promise<RecordingRow[]> {
  return db
    .selectFrom('recordings')
    .select(columns)
    .where('interpretation_id', '=', interpretationId)
    .where('expires', '>', now)
    .orderBy('created')
    .orderBy('id')
    .execute();
}

/** The recordings whose processing is pending or failed; of one interpretation, or all. */
export async function pendingRecordings(db: Db, interpretationId: string | null, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('recordings')
    .select('id')
    .where('state', 'in', ['pending', 'processing'])
    .where('expires', '>', now)
    .$if(interpretationId !== null, (query) => query.where('interpretation_id', '=', interpretationId))
    .execute();
  return rows.map(({ id }) => id);
}

/** Moves a recording from one state to another. Returns false if it was in a different state. */
export async function moveRecording(
  trx: Db,
  id: string,
  from: RecordingState,
  changes: Updateable<Tables['recordings']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recordings')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the recordings whose retention is over, with their files, unless they concern a person under a legal hold. */
export async function deleteExpiredRecordings(db: Db, now: Date): Promise<void> {
  const isHeld = sql<boolean>`exists (
    select from interpretations request where request.id = recordings.interpretation_id
      and (is_held(request.customer_id, ${now}) or is_held(request.interpreter_id, ${now})))`;
  await db
    .deleteFrom('recordings')
    .where('expires', '<=', now)
    .where((eb) => eb.not(isHeld))
    .execute();
}
