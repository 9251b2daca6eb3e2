import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { isCollision } from '../db/constraints.ts';
import type { Tables } from '../db/tables.ts';

/** A database inside a transaction. */
export type Trx = Transaction<Tables>;

/** How often a transaction is tried that others got in the way of. */
const tries = 4;

/** What the audit trail says of the writes in a transaction: who calls, in which request, when, and what for. */
type Caller = {
  request: Pick<FastifyRequest, 'id' | 'session'>;
  now: Date;
  /** The act's name; left out where it is a plain create, update or delete. */
  act?: string;
};

/** Names the caller and the act for the audit log, which the database keeps (migration 003), until the transaction ends or the next call. */
export async function actAs(trx: Trx, { request, now, act }: Caller): Promise<void> {
  const person = request.session?.person;
  const call = {
    at: now.toISOString(),
    request_id: request.id,
    ...(act ? { act } : {}),
    ...(person ? { person_id: person.id, person_email: person.email } : {}),
  };
  await sql`select set_config('signboard.call', ${JSON.stringify(call)}, true)`.execute(trx);
}

/** Writes a line into the trail for an act that changes no record itself, with what is worth knowing of it. Goes with the transaction. */
export async function note(
  trx: Trx,
  { request, now, act }: Required<Caller>,
  { collection, id, after = null }: { collection: keyof Tables; id: string; after?: Record<string, unknown> | null },
): Promise<void> {
  const person = request.session?.person;
  await trx
    .insertInto('audit_entries')
    .values({
      at: now,
      person_id: person?.id ?? null,
      person_email: person?.email ?? null,
      request_id: request.id,
      act,
      collection,
      record_id: id,
      before: null,
      after,
    })
    .execute();
}

/**
 * One transaction for a call that writes: all or nothing, with its lines in the audit trail. Where another transaction got
 * in the way (deadlock, serialization), it is done over, up to four times, after a short pause of random length.
 * @throws the last collision, which is answered as 409 conflict.
 */
export async function write<Result>(
  db: Kysely<Tables>,
  caller: Caller,
  act: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await actAs(trx, caller);
        return act(trx);
      });
    } catch (error) {
      if (!isCollision(error) || attempt === tries) throw error;
      await sleep(10 * 2 ** attempt * Math.random());
    }
  }
}

/** Carries the outcome of a rehearsal out of its transaction, which the throw rolls back. */
class Rehearsed<Outcome> extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('rehearsed');
    this.outcome = outcome;
  }
}

/** What a call would do: runs it in a transaction that is always rolled back, and answers its outcome. */
export async function rehearse<Outcome>(
  db: Kysely<Tables>,
  caller: Caller,
  act: (trx: Trx) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await write(db, caller, async (trx) => {
      throw new Rehearsed(await act(trx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return (error as Rehearsed<Outcome>).outcome;
    throw error;
  }
}
