import { randomUUID } from 'node:crypto';
import type { FastifyServerOptions } from 'fastify';
import { currentCall } from '../callContext.ts';

/** The request id of a proxy is used if it is safe for logs and headers. */
const acceptableId = /^[\w.-]{8,64}$/;

/** One id per request: in its log lines, in `X-Request-Id`, and in `request_id` of an error. */
export const genReqId: NonNullable<FastifyServerOptions['genReqId']> = (request) => {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && acceptableId.test(given) ? given : randomUUID();
};

/** Removes e-mail addresses, which errors of mail server and database contain. */
const withoutAddresses = (text: string) => text.replace(/[^\s<>"'()]+@[^\s<>"'()]+/g, '…@…');

/** The path of a call without the secret of a calendar feed. */
const loggedPath = (url: string | undefined) => url?.split('?')[0]?.replace(/^(.*\/calendars\/).+/i, '$1…');

/**
 * Structured logs, without query strings, headers, bodies and e-mail addresses: they contain tokens, codes and personal
 * data.
 */
export function loggerOptions(level: string): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    base: null,
    // Leads from a line to its trace.
    mixin: () => {
      const call = currentCall();
      return call?.span ? { trace_id: call.span.traceId } : {};
    },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      req: ({ method, url }) => ({ method, path: loggedPath(url) }),
      res: ({ statusCode }) => ({ statusCode }),
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        // Later lines of a database error may quote the refused row.
        message: withoutAddresses(error.message.split('\n')[0] ?? ''),
        stack: withoutAddresses(error.stack ?? ''),
      }),
    },
  };
}
