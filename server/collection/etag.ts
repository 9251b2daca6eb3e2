import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblem } from '../problem.ts';

/** The ETag of a record: its version, which the database increments with every change. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** Sends a record with its ETag as a header. */
export function sendRecord<Answer extends { etag: string }>(reply: FastifyReply, record: Answer): Answer {
  reply.header('etag', record.etag);
  return record;
}

function matches(header: string, version: number): boolean {
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim() === etagOf(version));
}

/**
 * Refuses a change if the caller has read an older version. Call it with the row locked.
 * @throws ApiProblem precondition_required without `If-Match`, precondition_failed if it is stale.
 */
export function requireMatch({ headers }: FastifyRequest, version: number): void {
  if (headers['if-match'] === undefined) throw new ApiProblem('precondition_required');
  if (!matches(headers['if-match'], version)) throw new ApiProblem('precondition_failed');
}

/** The same for acts that do not require `If-Match`, such as deleting. */
export function checkMatchIfGiven({ headers }: FastifyRequest, version: number): void {
  if (headers['if-match'] !== undefined && !matches(headers['if-match'], version))
    throw new ApiProblem('precondition_failed');
}

/**
 * Sends a response with an ETag of its content, or 304 if the caller has it already (`If-None-Match`), so that clients
 * can poll lists.
 */
export function sendUnlessUnchanged({ headers }: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  // Serialised once, for the hash and for the response.
  const body = Buffer.from(reply.serialize(answer) as string);
  // Weak, because a proxy may compress the response.
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  reply.header('etag', etag);
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  if (known.includes(etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}
