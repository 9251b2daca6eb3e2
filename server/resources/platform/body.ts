import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { bytesOf } from '../../files/uploads.ts';

/** A body of bytes that is read as it arrives. */
export const ByteStream = Type.Unsafe<AsyncIterable<Uint8Array>>(Type.String({ format: 'binary' }));

/** Passes the body of a call on as a stream. If that fails, the rest of the body is read nevertheless, so that the caller gets the answer. */
export async function withBody<Answer>(
  { raw }: Pick<FastifyRequest, 'raw'>,
  act: (bytes: AsyncIterable<Uint8Array>) => Promise<Answer>,
): Promise<Answer> {
  const chunks = raw.iterator({ destroyOnReturn: false });
  try {
    return await act(bytesOf(chunks));
  } catch (error) {
    // A reader that has not ended keeps the stream from flowing.
    await chunks.return?.();
    raw.resume();
    throw error;
  }
}
