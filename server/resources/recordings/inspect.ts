import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { parseStream } from 'music-metadata';
import type { MediaKind } from '../../../contract/interpretations.ts';
import { TaskError } from '../../jobs/worker.ts';

/** What a recording turns out to be. */
export type Inspected = { media_kind: MediaKind; duration_seconds: number | null; size: number };

function unreadable(cause: unknown): TaskError {
  return new TaskError('recording_unreadable', { isFinal: true, cause });
}

/**
 * Reads a recording once, from beginning to end: whether its bytes are those that were kept, what it is of, and how long it is.
 * @throws TaskError recording_unreadable where it is not what it should be. What happens while it is fetched is passed on.
 */
export async function inspect(
  chunks: AsyncIterable<Uint8Array>,
  file: { size: number; sha256: Buffer; media_type: string },
): Promise<Inspected> {
  const hash = createHash('sha256');
  const source = chunks[Symbol.asyncIterator]();
  let interrupted: { by: unknown } | null = null;
  const next = async () => {
    try {
      const step = await source.next();
      if (!step.done) hash.update(step.value);
      return step;
    } catch (error) {
      interrupted = { by: error };
      throw error;
    }
  };
  // Whoever reads may stop early; the source is read to its end all the same.
  async function* passedOn() {
    for (let step = await next(); !step.done; step = await next()) yield step.value;
  }
  const stream = Readable.from(passedOn(), { objectMode: false });
  const { media_type: mimeType, size } = file;
  const told = await parseStream(stream, { mimeType, size }, { duration: true, skipCovers: true }).catch(
    (error: unknown) => ({ failed: error }),
  );
  stream.destroy();
  if (interrupted) throw (interrupted as { by: unknown }).by;
  if ('failed' in told) throw unreadable(told.failed);
  for (let step = await next(); !step.done; step = await next());
  if (!hash.digest().equals(file.sha256)) throw unreadable(new Error('The bytes are not those that were kept.'));
  const { container, duration, trackInfo } = told.format;
  const isVideo = trackInfo.some(({ video }) => video !== undefined);
  const isAudio = trackInfo.some(({ audio }) => audio !== undefined);
  // Browsers that record write WebM before they know how long it will be.
  const mayBeSilent = container?.startsWith('EBML') === true;
  if (!(isVideo || isAudio) || (duration === undefined && !mayBeSilent))
    throw unreadable(new Error('Neither picture nor sound.'));
  return {
    media_kind: isVideo ? 'video' : 'audio',
    duration_seconds: duration === undefined ? null : Math.round(duration),
    size,
  };
}
