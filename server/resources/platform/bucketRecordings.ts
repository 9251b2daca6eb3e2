import { fileRules, type FileType } from '../../../contract/filePurposes.ts';
import type { Dependencies } from '../../dependencies.ts';
import { withoutAudit, write } from '../../collection/write.ts';
import type { Bucket } from '../../files/bucket.ts';
import { writeContent } from '../../files/contents.ts';
import { labelOf } from '../../files/labels.ts';
import { receive, tooLarge } from '../../files/uploads.ts';
import { TaskError, until } from '../../jobs/worker.ts';
import { ApiProblem } from '../../problem.ts';
import { randomId } from '../../randomId.ts';
import { insertFile } from '../files/repository.ts';
import { claimFetched, waitingObject } from './repository.ts';

/** The file of a recording that no record has yet. */
export function recordingFile(id: string, type: FileType, created: Date) {
  return {
    id,
    purpose: 'recording' as const,
    name: labelOf(`recording.${type.split('/')[1]}`, type),
    media_type: type,
    width: null,
    height: null,
    created,
    uploaded_by: null,
    collection: null,
    record_id: null,
  };
}

/** What the names of objects in a bucket begin with. */
const scheme = 's3://';

/**
 * The name of an object that an event gives, below the prefix of the bucket for recordings.
 * @returns null if the event names none, undefined if it names one of another bucket
 */
export function objectInBucket(bucket: Bucket | null, object: string): string | null | undefined {
  if (!object.startsWith(scheme)) return null;
  if (!bucket) return undefined;
  const place = `${scheme}${bucket.settings.bucket}/${bucket.settings.prefix}`;
  return object.startsWith(place) && object.length > place.length ? object.slice(place.length) : undefined;
}

/**
 * Copies the object that the platform has put into the bucket for recordings to the files, encrypted, and gives it to its
 * recording.
 * @returns whether there was one to copy
 * @throws TaskError recording_missing, file_too_large, file_type_refused, files_unavailable
 */
export async function fetchRecording(deps: Dependencies, recording: string, signal: AbortSignal): Promise<boolean> {
  const {
    database: { db },
    recordingsBucket,
    clock,
  } = deps;
  const waiting = await waitingObject(db, recording);
  const name = waiting && objectInBucket(recordingsBucket, waiting.name);
  if (!recordingsBucket || !name) return false;
  try {
    const found = await recordingsBucket.open(name);
    if (!found) throw new TaskError('recording_missing', { isFinal: false });
    if (found.size > fileRules.recording.maxBytes) throw tooLarge(fileRules.recording.maxBytes);
    const { type, chunks } = await receive(until(signal, found.bytes), 'recording');
    const content = { id: randomId(), begun: clock() };
    const received = await writeContent(deps, content, chunks);
    const now = clock();
    await write(db, { request: { id: 'worker', session: null }, now, act: 'process' }, (trx) =>
      withoutAudit(trx, async () => {
        await insertFile(trx, { ...recordingFile(content.id, type, now), ...received });
        await claimFetched(trx, recording, content.id);
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    throw new TaskError(error.code, { isFinal: error.status < 500, cause: error });
  }
}
