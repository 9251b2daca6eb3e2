import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Document } from './document.ts';

/** A document as PDF. The library is loaded on first use: most processes never create one, and it takes more than ten megabytes. */
export async function* writePdfLazily(document: Document): AsyncGenerator<string | Uint8Array> {
  const { writePdf } = await import('./pdf.ts');
  yield* writePdf(document);
}

/** Streams a response. If the client disconnects, the stream closes and ends its source. */
export function sendParts(reply: FastifyReply, type: string, parts: AsyncIterable<string | Uint8Array>) {
  return reply.type(type).send(parts instanceof Readable ? parts : Readable.from(parts, { objectMode: false }));
}
