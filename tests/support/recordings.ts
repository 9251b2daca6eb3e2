import { createHash } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import type { FileType } from '../../contract/filePurposes.ts';
import type { Tables } from '../../server/db/tables.ts';
import { randomId } from '../../server/randomId.ts';
import { grayFilm } from '../../server/seed/media.ts';
import { addPlainFiles } from '../../server/seed/plainFiles.ts';
import { testStart } from './backend.ts';

type Db = Kysely<Tables>;

const day = 24 * 60 * 60_000;

/** Adds an answered request. */
export async function addInterpretation(
  db: Db,
  values: Partial<Insertable<Tables['interpretations']>> = {},
): Promise<string> {
  const id = randomId();
  await db
    .insertInto('interpretations')
    .values({
      id,
      channel: 'online',
      session_mode: 'VRI',
      location_type: 'remote',
      queue_type: 'social',
      category: 'Heilsa',
      created: testStart,
      ...values,
    })
    .execute();
  return id;
}

/** Adds a file to a recording, as the platform does. `claimed` is the stored hash. */
export async function addRecordingFile(
  db: Db,
  recordingId: string,
  { bytes, type, claimed }: { bytes: Buffer; type: FileType; claimed?: Buffer },
): Promise<string> {
  const id = randomId();
  const file = {
    id,
    purpose: 'recording',
    name: `recording.${type.split('/')[1]}`,
    media_type: type,
    width: null,
    height: null,
    uploaded_by: null,
    created: testStart,
    collection: 'recordings',
    record_id: recordingId,
  } as const;
  await addPlainFiles(db, [{ ...file, bytes, ...(claimed && { sha256: claimed }) }]);
  return id;
}

/** Adds a pending recording of an interpretation, with a film of `seconds` as its file (none for null). */
export async function addRecording(
  db: Db,
  interpretation_id: string,
  { seconds = 3, ...values }: { seconds?: number | null } & Partial<Insertable<Tables['recordings']>> = {},
): Promise<string> {
  const id = randomId();
  const expires = new Date(testStart.getTime() + 90 * day);
  await db
    .insertInto('recordings')
    .values({ id, interpretation_id, media_kind: 'video', state: 'pending', created: testStart, expires, ...values })
    .execute();
  if (seconds !== null) await addRecordingFile(db, id, { bytes: grayFilm(seconds), type: 'video/webm' });
  return id;
}

/** The hash of other bytes. */
export const otherHash: Buffer = createHash('sha256').update('other bytes').digest();
