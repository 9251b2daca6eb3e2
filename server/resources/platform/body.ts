import type { FastifyRequest } from 'fastify';
import { bytesOf } from '../../files/uploads.ts';

/** Passes the body of a call on as a stream. If that fails, the rest of the body is read nevertheless, so that the caller gets the answer. */
export async function withBody<Answer>(
  { raw }: Pick<FastifyRequest, 'raw'>,
  act: (bytes: AsyncIterable<Uint8Array>) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act(bytesOf(raw.iterator({ destroyOnReturn: false })));
  } catch (error) {
    raw.resume();
    throw error;
  }
}
