import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { parseStream } from 'music-metadata';
import type { MediaKind } from '../../../contract/interpretations.ts';
import { TaskError } from '../../jobs/worker.ts';

/** The properties of a recording's file. */
export type Inspected = { media_kind: MediaKind; duration_seconds: number | null; size: number };

function unreadable(cause: unknown): TaskError {
  return new TaskError('recording_unreadable', { isFinal: true, cause });
}

/**
 * Reads a recording once, from beginning to end, and checks its hash, media kind and duration.
 * @throws TaskError recording_unreadable for a wrong or broken file. Errors while reading it are passed on.
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
  // The parser may stop early; the hash needs all bytes.
  async function* passedOn() {
    for (let step = await next(); !step.done; step = await next()) yield step.value;
  }
  const stream = Readable.from(passedOn(), { objectMode: false });
  const { media_type: mimeType, size } = file;
  const metadata = await parseStream(stream, { mimeType, size }, { duration: true, skipCovers: true }).catch(
    (error: unknown) => ({ failed: error }),
  );
  stream.destroy();
  if (interrupted) throw (interrupted as { by: unknown }).by;
  if ('failed' in metadata) throw unreadable(metadata.failed);
  for (let step = await next(); !step.done; step = await next());
  if (!hash.digest().equals(file.sha256)) throw unreadable(new Error('The bytes differ from the stored hash.'));
  const { container, duration, trackInfo } = metadata.format;
  const isVideo = trackInfo.some(({ video }) => video !== undefined);
  const isAudio = trackInfo.some(({ audio }) => audio !== undefined);
  // Browsers write WebM without a duration, as they do not know it when a recording starts.
  const mayBeSilent = container?.startsWith('EBML') === true;
  if (!(isVideo || isAudio) || (duration === undefined && !mayBeSilent))
    throw unreadable(new Error('The file has neither video nor audio.'));
  return {
    media_kind: isVideo ? 'video' : 'audio',
    duration_seconds: duration === undefined ? null : Math.round(duration),
    size,
  };
}
