import { crc32, inflateSync } from 'node:zlib';
import decodeQR from 'qr/decode.js';

/** Pixels, row by row; true is dark. */
type Pixels = boolean[][];

function read(pixels: Pixels): string {
  const height = pixels.length;
  const width = pixels[0]?.length ?? 0;
  const data = new Uint8Array(pixels.flat().flatMap((dark) => [...Array<number>(3).fill(dark ? 0 : 255), 255]));
  return decodeQR({ width, height, data });
}

/** What the QR code of a PNG says, as a scanner reads it. Reads PNGs of one bit per pixel whose lines are not filtered. */
export function readPngQr(png: Buffer): { text: string; size: number } {
  expectSignature(png);
  const parts: Record<string, Buffer> = {};
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    if (png.readUInt32BE(at + 8 + length) !== crc32(body)) throw new Error('A part of the PNG has a wrong checksum.');
    parts[body.toString('latin1', 0, 4)] = body.subarray(4);
    at += 12 + length;
  }
  const [header, packed] = [parts['IHDR'], parts['IDAT']];
  if (!header || !packed || !parts['IEND']) throw new Error('The PNG is not whole.');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (header.subarray(8).toString('hex') !== '0100000000') throw new Error('The PNG is not of one grey bit.');
  const lines = inflateSync(packed);
  const stride = 1 + Math.ceil(width / 8);
  const pixels = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => !(((lines[y * stride + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1)),
  );
  return { text: read(pixels), size: width };
}

function expectSignature(png: Buffer): void {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('This is no PNG.');
}

/** What the QR code of an SVG says: its second path is drawn at eight pixels for one of the view box. */
export function readSvgQr(svg: string): { text: string; title: string } {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const path = [...svg.matchAll(/<path[^>]* d="([^"]*)"/g)].at(-1)?.[1] ?? '';
  const scale = 8;
  const pixels: Pixels = Array.from({ length: size * scale }, () => Array<boolean>(size * scale).fill(false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let row = 0; row < scale; row += 1)
      pixels[Number(y) * scale + row]!.fill(true, Number(x) * scale, (Number(x) + Number(length)) * scale);
  return { text: read(pixels), title: /<title>(.*)<\/title>/.exec(svg)?.[1] ?? '' };
}
