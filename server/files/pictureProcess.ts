/**
 * `node server/files/pictureProcess.ts <type>`: re-encodes the picture from standard input. It is a process of its own,
 * so that a picture that takes too much memory or time ends this process and not the backend. Standard output is a line
 * of JSON, `{ width, height }`, followed by the bytes of the picture, or `{ refused }` with a code of the catalogue.
 */
import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { ErrorCode } from '../../contract/errors.ts';
import { maxDecoderBytes, maxPictureSide, maxPixels } from '../../contract/filePurposes.ts';
import { bufferedByJpeg } from './jpegBuffers.ts';
import type { PictureType } from './pictures.ts';

// Blocks all decoders of the library except those of accepted types.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

try {
  // When memory runs out, the kernel kills this process and not the backend.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Only Linux has this file.
}

const encoders: Record<PictureType, (image: Sharp) => Sharp> = {
  'image/jpeg': (image) => image.jpeg({ quality: 85, mozjpeg: true }),
  'image/png': (image) => image.png(),
  'image/webp': (image) => image.webp({ quality: 85 }),
};

/** How many bytes of a picture its decoder holds at once, apart from a few rows. */
function decoderMemory(bytes: Buffer, { width, height, isProgressive, depth, orientation = 1 }: Metadata): number {
  const all = width * height * 4 * (depth === 'ushort' ? 2 : 1);
  const isTurned = orientation > 1;
  if (bytes[0] === 0xff) return bufferedByJpeg(bytes);
  const isPng = bytes[0] === 0x89;
  return isPng && !isProgressive && !isTurned ? 0 : all;
}

function answer(line: { width: number; height: number } | { refused: ErrorCode }, bytes?: Buffer): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
  if (bytes) process.stdout.write(bytes);
}

async function reencode(bytes: Buffer, type: PictureType): Promise<void> {
  const read = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!read) return answer({ refused: 'file_damaged' });
  if (read.width * read.height > maxPixels || decoderMemory(bytes, read) > maxDecoderBytes)
    return answer({ refused: 'image_too_large' });
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: maxPictureSide, height: maxPictureSide, fit: 'inside', withoutEnlargement: true });
  const drawn = await encoders[type](image)
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (!drawn) return answer({ refused: 'file_damaged' });
  const { width, height } = drawn.info;
  answer({ width, height }, drawn.data);
}

const [, , type] = process.argv;
await reencode(await buffer(process.stdin), type as PictureType);
