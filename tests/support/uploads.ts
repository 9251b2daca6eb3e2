import type { FastifyInstance } from 'fastify';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { FilePurpose } from '../../contract/filePurposes.ts';
import type { SignedIn } from './backend.ts';

/** A form with one file, as a browser sends it. */
export async function formOf(bytes: Uint8Array, name: string): Promise<{ payload: Buffer; type: string }> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)]), name);
  const body = new Response(form);
  return { payload: Buffer.from(await body.arrayBuffer()), type: body.headers.get('content-type') ?? '' };
}

/** Uploads a file for a purpose. */
export async function upload(
  app: FastifyInstance,
  { headers }: SignedIn,
  { purpose, bytes, name = 'picture.png' }: { purpose: FilePurpose; bytes: Uint8Array; name?: string },
) {
  const { payload, type } = await formOf(bytes, name);
  const url = `/files/?purpose=${purpose}`;
  return app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': type }, payload });
}

/** A small picture in one colour. */
export function picture(colour = '#336699'): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 20, channels: 3, background: colour } })
    .png()
    .toBuffer();
}

/** Starts like a film, followed by a known sequence of bytes. */
export function film(size: number): Buffer {
  const head = Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isommp42', 'latin1');
  return Buffer.concat([head, Uint8Array.from({ length: size - head.length }, (_, index) => (index * 7) % 251)]);
}

/** A picture of a few bytes with any declared size. */
export function pngOfSize(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(1024 * 1024));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
