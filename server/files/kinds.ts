import { fileTypeFromBuffer } from 'file-type';
import type { FileType } from '../../contract/filePurposes.ts';

/** How much of a file's beginning tells what it is, in bytes. Bounded, so that no archive is unpacked to find out. */
const telling = 4100;

/** Each kind that is kept, under the names that its content goes by. */
const kinds: Record<string, FileType> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'application/pdf': 'application/pdf',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/mpeg': 'audio/mpeg',
  'audio/ogg': 'audio/ogg',
};

/** What a file is, told by its first bytes and never by its name; null where it is nothing that is kept. */
export async function kindOf(beginning: Buffer): Promise<FileType | null> {
  const told = await fileTypeFromBuffer(beginning.subarray(0, telling)).catch(() => undefined);
  // Codecs and the like stand after a semicolon.
  return kinds[told?.mime.split(';')[0] ?? ''] ?? null;
}
