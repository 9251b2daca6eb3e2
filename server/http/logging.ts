import { randomUUID } from 'node:crypto';
import type { FastifyServerOptions } from 'fastify';

/** An id that a proxy in front gave the request is kept, if it is one that is safe to write into a log and a header. */
const acceptableId = /^[\w.-]{8,64}$/;

/** One id per request: in its log lines, in `X-Request-Id`, and in `request_id` of a failure. */
export const genReqId: NonNullable<FastifyServerOptions['genReqId']> = (request) => {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && acceptableId.test(given) ? given : randomUUID();
};

/** A mail server's refusal and a database's complaint name people by their address. */
const withoutAddresses = (text: string) => text.replace(/[^\s<>"'()]+@[^\s<>"'()]+/g, '…@…');

/**
 * Structured log lines. Neither query nor headers nor bodies are written, and no address: they carry tokens, codes and
 * what people are called.
 */
export function loggerOptions(level: string): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      req: ({ method, url }) => ({ method, path: url?.split('?')[0] }),
      res: ({ statusCode }) => ({ statusCode }),
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        // A database's message may quote the row that it refused; its first line does not.
        message: withoutAddresses(error.message.split('\n')[0] ?? ''),
        stack: withoutAddresses(error.stack ?? ''),
      }),
    },
  };
}
