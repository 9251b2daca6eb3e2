import { Buffer } from 'node:buffer';

/** A WebM film in VP8 of one grey frame per second: a few hundred bytes that every browser plays. */
export function grayFilm(seconds: number): Buffer {
  const document = element(
    '1a45dfa3',
    element('4286', uint(1)),
    element('42f7', uint(1)),
    element('42f2', uint(4)),
    element('42f3', uint(8)),
    element('4282', Buffer.from('webm')),
    element('4287', uint(2)),
    element('4285', uint(2)),
  );
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1000);
  // Time scale: milliseconds.
  const info = element('1549a966', element('2ad7b1', uint(1_000_000)), element('4489', duration), ...writer());
  const shown = [element('54b0', uint(640)), element('54ba', uint(360))];
  const video = element('e0', element('b0', uint(8)), element('ba', uint(8)), ...shown);
  const numbers = ['d7', '73c5', '83'].map((id) => element(id, uint(1)));
  const tracks = element('1654ae6b', element('ae', ...numbers, element('86', Buffer.from('V_VP8')), video));
  const clusters = Array.from({ length: seconds }, (_, second) =>
    element('1f43b675', element('e7', uint(second * 1000)), element('a3', Buffer.from([0x81, 0, 0, 0x80]), keyFrame)),
  );
  return Buffer.concat([document, element('18538067', info, tracks, ...clusters)]);
}

/** Silence in MP3 (MPEG-2, 16 kHz, 8 kbit/s): a thousand bytes per second. */
export function silence(seconds: number): Buffer {
  const frame = Buffer.alloc(36);
  frame.writeUInt32BE(0xfff31844);
  return Buffer.concat(Array<Buffer>(Math.round((seconds * 1000) / 36)).fill(frame));
}

/** Captions with one text from beginning to end (WebVTT). */
export function captions(text: string, seconds: number): Buffer {
  const clock = (value: number) => new Date(value * 1000).toISOString().slice(11, 23);
  return Buffer.from(`WEBVTT\n\n${clock(0)} --> ${clock(seconds)}\n${text}\n`);
}

/** One frame of 8 by 8 pixels in VP8. */
const keyFrame = Buffer.from('3001009d012a0800080001402625a400037000fefcf40000', 'hex');

function writer(): Buffer[] {
  return ['4d80', '5741'].map((id) => element(id, Buffer.from('signboard')));
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** An EBML element: its id, its size in eight bytes, its content. */
function element(id: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}
