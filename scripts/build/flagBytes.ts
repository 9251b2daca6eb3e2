import { type Flag, type Flags, flags } from '../../contract/flags.ts';
import { type App, type AppChunk, chunksOf } from './app.ts';

/** Bytes of the files of chunks, uncompressed; a file of several chunks counts once. */
function bytesOf(chunks: AppChunk[]): number {
  const files = new Map(chunks.flatMap(({ script, others }) => [script, ...others].map((file) => [file.path, file])));
  return [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * What each flag adds to a bundle in English that has every other flag: bytes of scripts and other files, uncompressed. Code that
 * needs two flags counts for both.
 */
export function flagBytes(app: App): Record<Flag, number> {
  const languages = [{ value: 'en' as const, instance: '' }];
  const on = Object.fromEntries(flags.map((flag) => [flag, true])) as Flags;
  const all = bytesOf(chunksOf(app, { flags: on, languages }));
  return Object.fromEntries(
    flags.map((flag) => [flag, all - bytesOf(chunksOf(app, { flags: { ...on, [flag]: false }, languages }))]),
  ) as Record<Flag, number>;
}
