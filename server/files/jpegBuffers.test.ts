import { describe, expect, it } from '@jest/globals';
import { bufferedByJpeg } from './jpegBuffers.ts';

/** The beginning of a JPEG: its frame, with the sampling factors of its components, and a first scan of some of them. */
function header({
  frame,
  width,
  height,
  factors,
  inFirstScan,
}: {
  frame: number;
  width: number;
  height: number;
  factors: number[];
  inFirstScan: number;
}): Buffer {
  const sizes = [height >> 8, height & 255, width >> 8, width & 255];
  const components = factors.flatMap((factor, index) => [index + 1, factor, 0]);
  const bytes = [
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0xff, 0xda],
    ...[0xff, frame, 0, 8 + components.length, 8, ...sizes, factors.length, ...components],
    ...[0xff, 0xda, 0, 6 + 2 * inFirstScan, inFirstScan, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ];
  return Buffer.from(bytes);
}

const [sequential, progressive] = [0xc0, 0xc2];
const [whole, halved] = [0x11, 0x22];

describe('what a decoder of JPEG holds at once', () => {
  it.each([
    ['nothing of a picture in one scan', sequential, [halved, whole, whole], 3, 0],
    ['all of a progressive one: three bytes a pixel with colours halved', progressive, [halved, whole, whole], 3, 3],
    ['six bytes a pixel where nothing is halved', progressive, [whole, whole, whole], 3, 6],
    ['all of a sequential one in several scans', sequential, [whole, whole, whole], 1, 6],
    ['two bytes a pixel in gray', progressive, [whole], 1, 2],
    ['eight bytes a pixel in four inks', progressive, [halved, halved, halved, halved], 1, 8],
  ])('is %s', (_, frame, factors, inFirstScan, bytesAPixel) => {
    const bytes = header({ frame, width: 8000, height: 4000, factors, inFirstScan });
    expect(bufferedByJpeg(bytes)).toBe(bytesAPixel * 8000 * 4000);
  });

  it('is nothing where no frame is found', () => {
    expect(bufferedByJpeg(Buffer.from([0xff, 0xd8]))).toBe(0);
    expect(bufferedByJpeg(Buffer.alloc(100, 0xff))).toBe(0);
  });
});
