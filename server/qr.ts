import { crc32, deflateSync } from 'node:zlib';
import encodeQR from 'qr';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { QrFormat } from '../contract/partners.ts';
import { escapeHtml } from './html.ts';
import { qrFileName } from '../contract/qrFileName.ts';

/** Up to a quarter may be hidden or worn off: codes are printed and hang on doors. */
const correction = 'quartile';
/** White margin, in modules; scanners need four. */
const margin = 4;
/** Pixels per module in a PNG: a code of 33 modules is 528 pixels wide, sharp on paper at 4.5 cm. */
const scale = 16;

/** The modules of a code, row by row; true is dark. */
function modulesOf(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: correction, border: margin });
}

/** A QR code as an SVG document: one path over white, one line per run of dark modules. */
export function qrSvg(text: string): string {
  const rows = modulesOf(text);
  const size = rows.length;
  const path = rows
    .flatMap((row, y) =>
      row.flatMap((dark, x) => {
        if (!dark || row[x - 1]) return [];
        const end = row.indexOf(false, x);
        const length = (end < 0 ? size : end) - x;
        return `M${x} ${y}h${length}v1h-${length}z`;
      }),
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><title>${escapeHtml(text)}</title><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A QR code as a PNG of one bit per pixel. */
function qrPng(text: string): Buffer {
  const rows = modulesOf(text);
  const size = rows.length * scale;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // One bit, greyscale; PNG defines only one value for the rest.
  header[8] = 1;
  const lines = rows.map((row) => {
    // The first byte of each line is its filter: none.
    const line = Buffer.alloc(1 + Math.ceil(size / 8));
    for (let x = 0; x < size; x += 1) if (!row[Math.floor(x / scale)]) line[1 + (x >> 3)]! |= 0x80 >> (x & 7);
    return Buffer.concat(Array<Buffer>(scale).fill(line));
  });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The response schema of routes that return a QR code. */
export const qrAnswer = {
  200: {
    description: 'The image, as an attachment.',
    content: { 'image/svg+xml': { schema: Type.String() }, 'image/png': { schema: Type.String({ format: 'binary' }) } },
  },
};

/** Sends a QR code of a text as a file. @param names the names in that of the file (`qrFileName`) */
export function sendQr(reply: FastifyReply, format: QrFormat, text: string, names: string[]): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${qrFileName(names, format)}"`);
  if (format === 'svg') return reply.type('image/svg+xml; charset=utf-8').send(qrSvg(text));
  return reply.type('image/png').send(qrPng(text));
}
