import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblem } from '../problem.ts';

/** The ETag of a record: its version, which the database raises with every change. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** Answers a record with its ETag as a header. */
export function answerRecord<Answer extends { etag: string }>(reply: FastifyReply, record: Answer): Answer {
  reply.header('etag', record.etag);
  return record;
}

function matches(header: string, version: number): boolean {
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim() === etagOf(version));
}

/**
 * Refuses a change to a record that is no longer the one that the caller has read. Ask with the row locked.
 * @throws ApiProblem precondition_required without `If-Match`, precondition_failed when it is stale.
 */
export function requireMatch({ headers }: FastifyRequest, version: number): void {
  if (headers['if-match'] === undefined) throw new ApiProblem('precondition_required');
  if (!matches(headers['if-match'], version)) throw new ApiProblem('precondition_failed');
}

/** The same for an act that may also go without: what it does is plain from its name. */
export function respectMatch({ headers }: FastifyRequest, version: number): void {
  if (headers['if-match'] !== undefined && !matches(headers['if-match'], version))
    throw new ApiProblem('precondition_failed');
}

/**
 * Answers with the ETag of the answer itself, and with 304 where that is what the caller has (`If-None-Match`), so that a
 * list can be asked for again and again while it is looked at.
 */
export function answerUnlessSame({ headers }: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  // Written out once, for its hash and for the wire.
  const body = Buffer.from(reply.serialize(answer) as string);
  // Weak: a proxy may compress it.
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  reply.header('etag', etag);
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  if (known.includes(etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}
