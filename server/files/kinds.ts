import { fileTypeFromBuffer } from 'file-type';
import { captionsType, type FileType } from '../../contract/filePurposes.ts';

/** The number of bytes for detecting the type. Limited, so that no archive is unpacked for it. */
const detectionBytes = 4100;

/** The accepted types, by their detected media types. */
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

/** The beginning of a WebVTT file, after an optional byte order mark. */
const captionsBeginning = /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/;

/** Blank lines before the header of a PDF, which readers accept. */
const blankBeforePdf = /^[\t\n\f\r ]{1,1024}(?=%PDF-)/;

/** The type of a file, detected from its first bytes and never from its name; null if it is not accepted. */
export async function detectType(beginning: Buffer): Promise<FileType | null> {
  if (captionsBeginning.test(beginning.subarray(0, 16).toString('utf8'))) return captionsType;
  const blank = blankBeforePdf.exec(beginning.subarray(0, 1100).toString('latin1'))?.[0].length ?? 0;
  const detected = await fileTypeFromBuffer(beginning.subarray(blank, blank + detectionBytes)).catch(() => undefined);
  // Parameters such as codecs follow a semicolon.
  return kinds[detected?.mime.split(';')[0] ?? ''] ?? null;
}
