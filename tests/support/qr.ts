import { crc32, inflateSync } from 'node:zlib';
import decodeQR from 'qr/decode.js';

/** Pixels per module for the reader, which needs a few. */
const detail = 4;

/** The content of a square QR code. @param isDark the pixel at x, y */
function read(size: number, isDark: (x: number, y: number) => boolean): string {
  const data = new Uint8Array(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (isDark(x, y)) data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  return decodeQR({ width: size, height: size, data });
}

/** The content of a QR code in a PNG. Reads PNGs of one bit per pixel with unfiltered lines. */
export function readPngQr(png: Buffer): { text: string; size: number } {
  expectSignature(png);
  const parts: Record<string, Buffer> = {};
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    if (png.readUInt32BE(at + 8 + length) !== crc32(body)) throw new Error('A chunk of the PNG has a wrong checksum.');
    parts[body.toString('latin1', 0, 4)] = body.subarray(4);
    at += 12 + length;
  }
  const [header, packed] = [parts['IHDR'], parts['IDAT']];
  if (!header || !packed || !parts['IEND']) throw new Error('The PNG is incomplete.');
  const size = header.readUInt32BE(0);
  if (header.readUInt32BE(4) !== size) throw new Error('The PNG is not square.');
  if (header.subarray(8).toString('hex') !== '0100000000') throw new Error('The PNG is not one-bit greyscale.');
  const lines = inflateSync(packed);
  const stride = 1 + Math.ceil(size / 8);
  // Every fourth pixel of the sixteen that a module has.
  const text = read(size / detail, (x, y) => {
    const byte = lines[y * detail * stride + 1 + ((x * detail) >> 3)] ?? 0;
    return ((byte >> (7 - ((x * detail) & 7))) & 1) === 0;
  });
  return { text, size };
}

function expectSignature(png: Buffer): void {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('This is not a PNG.');
}

/** The content of a QR code in an SVG, drawn by its last path. */
export function readSvgQr(svg: string): { text: string; title: string } {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const path = [...svg.matchAll(/<path[^>]* d="([^"]*)"/g)].at(-1)?.[1] ?? '';
  const dark = new Set<string>();
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let step = 0; step < Number(length); step += 1) dark.add(`${Number(x) + step} ${y}`);
  const text = read(size * detail, (x, y) => dark.has(`${Math.floor(x / detail)} ${Math.floor(y / detail)}`));
  return { text, title: /<title>(.*)<\/title>/.exec(svg)?.[1] ?? '' };
}
