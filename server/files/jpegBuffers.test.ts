import { describe, expect, it } from '@jest/globals';
import { bufferedByJpeg } from './jpegBuffers.ts';

/** The start of a JPEG: its frame, with the sampling factors of its components, and a first scan of some of them. */
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
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    4,
    0xff,
    0xda,
    0xff,
    frame,
    0,
    8 + components.length,
    8,
    ...sizes,
    factors.length,
    ...components,
    0xff,
    0xda,
    0,
    6 + 2 * inFirstScan,
    inFirstScan,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  return Buffer.from(bytes);
}

const [sequential, progressive] = [0xc0, 0xc2];
const [whole, halved] = [0x11, 0x22];

describe('the memory of a JPEG decoder', () => {
  it.each([
    ['nothing for a picture in one scan', sequential, [halved, whole, whole], 3, 0],
    [
      'the whole progressive picture: three bytes a pixel with subsampled colours',
      progressive,
      [halved, whole, whole],
      3,
      3,
    ],
    ['six bytes a pixel without subsampling', progressive, [whole, whole, whole], 3, 6],
    ['the whole sequential picture with several scans', sequential, [whole, whole, whole], 1, 6],
    ['two bytes a pixel in greyscale', progressive, [whole], 1, 2],
    ['eight bytes a pixel in CMYK', progressive, [halved, halved, halved, halved], 1, 8],
  ])('is %s', (_, frame, factors, inFirstScan, bytesAPixel) => {
    const bytes = header({ frame, width: 8000, height: 4000, factors, inFirstScan });
    expect(bufferedByJpeg(bytes)).toBe(bytesAPixel * 8000 * 4000);
  });

  it('is 0 without a frame', () => {
    expect(bufferedByJpeg(Buffer.from([0xff, 0xd8]))).toBe(0);
    expect(bufferedByJpeg(Buffer.alloc(100, 0xff))).toBe(0);
  });
});
