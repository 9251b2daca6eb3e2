import { randomUUID } from 'node:crypto';
import type { ConnectionError } from 'fastify';
import type { Socket } from 'node:net';
import type { Problem } from '../../contract/errors.ts';
import { headersFor } from './headers.ts';

/**
 * Responds to malformed HTTP: two lengths, a null character, endless headers. Routes and hooks do not see such calls.
 */
export function rejectMalformed(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const id = randomUUID();
  const problem: Problem = { status: 400, title: 'Bad Request', code: 'invalid', request_id: id };
  const body = JSON.stringify(problem);
  const headers = {
    ...headersFor({ id }),
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}
