import type { AppParts } from '../../appParts.ts';
import { readContent } from '../../files/contents.ts';
import { TaskError, type Work } from '../../jobs/worker.ts';
import { filesOfRecords } from '../files/repository.ts';
import { type Inspected, inspect } from './inspect.ts';
import { moveRecording } from './repository.ts';
import { partsOf } from './wire.ts';

/** The kind of the tasks that process recordings. */
export const processRecording = 'process_recording';

async function* until(signal: AbortSignal, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/** Moves a recording from pending to ready (Q24): reads its file and stores its properties. */
export function recordingWork({
  database: { db },
  fileKeys,
}: Pick<AppParts, 'database' | 'fileKeys'>): Work<Inspected> {
  return {
    begin: async (trx, id) => {
      if (await moveRecording(trx, id, 'pending', { state: 'processing', error: null })) return true;
      // Already in progress: an earlier attempt failed or its process ended.
      return moveRecording(trx, id, 'processing', { error: null });
    },
    run: async (id, signal) => {
      const { media } = partsOf((await filesOfRecords(db, 'recordings', [id])).get(id));
      if (!media) throw new TaskError('recording_missing', { isFinal: false });
      return inspect(until(signal, readContent(db, fileKeys, media.id, { start: 0, end: media.size - 1 })), media);
    },
    finish: async (trx, id, inspected) => {
      await moveRecording(trx, id, 'processing', { state: 'ready', ...inspected });
    },
    giveUp: async (trx, id, code) => {
      await moveRecording(trx, id, 'processing', { state: 'pending', error: code });
    },
  };
}
