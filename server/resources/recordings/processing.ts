import type { Dependencies } from '../../dependencies.ts';
import { readContent } from '../../files/contents.ts';
import { moveLikeNew } from '../../files/moveContents.ts';
import type { Scan } from '../../files/scanner.ts';
import { TaskError, until, type Work } from '../../jobs/worker.ts';
import { ApiProblem } from '../../problem.ts';
import { type FileRow, filesOfRecords } from '../files/repository.ts';
import { fetchRecording } from '../platform/bucketRecordings.ts';
import type { SecurityLog } from '../securityEvents/securityLog.ts';
import { type Inspected, inspect } from './inspect.ts';
import { moveRecording } from './repository.ts';
import { partsOf } from './wire.ts';

/** The kind of the tasks that process recordings. */
export const processRecording = 'process_recording';

/**
 * Moves a recording from pending to ready (Q24): fetches its bytes if the platform has put them into a bucket, moves its
 * files to where new ones are kept, checks them for malware, reads one and stores its properties.
 */
export function recordingWork(deps: Dependencies & { scan: Scan; securityLog: SecurityLog }): Work<Inspected> {
  const {
    database: { db },
    fileStores: stores,
    scan,
    securityLog,
  } = deps;
  const filesOf = async (id: string) => (await filesOfRecords(db, 'recordings', [id])).get(id) ?? [];
  const read = ({ id, size }: FileRow, signal: AbortSignal) =>
    until(signal, readContent(deps, id, { start: 0, end: size - 1 }));

  /** @throws TaskError file_infected, or scan_unavailable, after which it is tried again. */
  const check = async (recording: string, file: FileRow, signal: AbortSignal) => {
    const about = { object: 'recordings', objectId: recording };
    const result = await scan(read(file, signal)).catch((error: unknown) => {
      const isDown = error instanceof ApiProblem && error.code === 'scan_unavailable';
      throw isDown ? new TaskError('scan_unavailable', { isFinal: false, cause: error }) : error;
    });
    if (result === 'unchecked') securityLog.record(null, 'scan_failed', about);
    if (typeof result === 'string') return;
    securityLog.record(null, 'malware_found', about);
    throw new TaskError('file_infected', { isFinal: true, cause: new Error(result.malware) });
  };

  /** @throws TaskError files_unavailable, after which it is tried again. */
  const store = ({ id }: FileRow, signal: AbortSignal) =>
    moveLikeNew({ db, stores }, id, signal).catch((error: unknown) => {
      const isDown = error instanceof ApiProblem && error.code === 'files_unavailable';
      throw isDown ? new TaskError('files_unavailable', { isFinal: false, cause: error }) : error;
    });

  return {
    begin: async (trx, id) => {
      if (await moveRecording(trx, id, 'pending', { state: 'processing', error: null })) return true;
      // Already in progress: an earlier attempt failed or its process ended.
      return moveRecording(trx, id, 'processing', { error: null });
    },
    run: async (id, signal) => {
      const before = await filesOf(id);
      const isFetched = !partsOf(before).media && (await fetchRecording(deps, id, signal));
      const files = isFetched ? await filesOf(id) : before;
      const { media } = partsOf(files);
      if (!media) throw new TaskError('recording_missing', { isFinal: false });
      for (const file of files) await store(file, signal);
      for (const file of files) await check(id, file, signal);
      return inspect(read(media, signal), media);
    },
    finish: async (trx, id, inspected) => {
      await moveRecording(trx, id, 'processing', { state: 'ready', ...inspected });
    },
    giveUp: async (trx, id, code) => {
      await moveRecording(trx, id, 'processing', { state: 'pending', error: code });
    },
  };
}
