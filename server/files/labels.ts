import { create } from 'content-disposition';
import type { Disposition } from '../../contract/files.ts';
import type { FileType } from '../../contract/filePurposes.ts';

const endings: Record<FileType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'text/vtt': 'vtt',
};

const maxLength = 100;

/**
 * The stored name of a file: the uploader's name without folders, control characters and text direction marks, with the
 * extension of the detected type.
 */
export function labelOf(given: string, type: FileType): string {
  const fileName = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const harmless = fileName.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').replace(/[<>:"|?*]/g, '_');
  const stem = harmless.replace(/\.[^.]*$/, '').replace(/^[\s.]+|[\s.]+$/g, '');
  return `${[...stem].slice(0, maxLength).join('') || 'file'}.${endings[type]}`;
}

/** `Content-Disposition` of a file (RFC 6266 and 8187). Types that browsers cannot show safely are always downloads. */
export function dispositionOf(
  { name, media_type }: { name: string; media_type: FileType },
  wanted: Disposition,
): string {
  const type = media_type === 'application/pdf' ? 'attachment' : wanted;
  return create(name, { type });
}
