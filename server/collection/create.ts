import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/tables.ts';
import { sessionOf } from '../http/guard.ts';
import { ApiProblem } from '../problem.ts';
import { sendRecord } from './etag.ts';
import { type Trx, write } from './write.ts';

/** How long the response to a key is stored, in milliseconds. */
const keyLifetime = 24 * 60 * 60_000;

function hashOf({ method, url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url.replace(/\/$/, ''), body]))
    .digest();
}

/**
 * Creates a record once per `Idempotency-Key` of a person. The key is claimed in the transaction of the record: a
 * second call with it waits for the first and gets its response; if the first fails, the key is free again.
 * @throws ApiProblem idempotency_conflict if the key was used with another body.
 */
export async function createOnce<Answer extends { etag: string }>(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  { now, insert }: { now: Date; insert: (trx: Trx) => Promise<Answer> },
): Promise<Answer> {
  const key = request.headers['idempotency-key'];
  const answer = await write(db, { request, now }, async (trx) => {
    if (typeof key !== 'string') return insert(trx);
    const claim = { person_id: sessionOf(request).person.id, key };
    const request_hash = hashOf(request);
    await trx
      .deleteFrom('idempotency_keys')
      .where('person_id', '=', claim.person_id)
      .where('key', '=', key)
      .where('expires', '<=', now)
      .execute();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('idempotency_keys')
      .values({
        ...claim,
        request_hash,
        status: 201,
        answer: null,
        created: now,
        expires: new Date(now.getTime() + keyLifetime),
      })
      .onConflict((conflict) => conflict.columns(['person_id', 'key']).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) {
      const before = await trx
        .selectFrom('idempotency_keys')
        .select(['request_hash', 'answer'])
        .where('person_id', '=', claim.person_id)
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      if (!request_hash.equals(before.request_hash)) throw new ApiProblem('idempotency_conflict');
      return before.answer as Answer;
    }
    const inserted = await insert(trx);
    await trx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(inserted) })
      .where('person_id', '=', claim.person_id)
      .where('key', '=', key)
      .execute();
    return inserted;
  });
  return sendRecord(reply, answer);
}

/** Deletes expired keys. */
export async function deleteExpiredKeys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('expires', '<=', now).execute();
}
