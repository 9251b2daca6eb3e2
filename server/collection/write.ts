import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { isCollision } from '../db/constraints.ts';
import type { Db, Tables } from '../db/tables.ts';

/** A database inside a transaction. */
export type Trx = Transaction<Tables>;

/** Maximum number of attempts of a transaction that conflicts with others. */
const maxAttempts = 4;

/** The context of the writes in a transaction for the audit log: caller, request, time and act. */
type Caller = {
  request: Pick<FastifyRequest, 'id' | 'session'>;
  now: Date;
  /** The act's name; omitted for a plain create, update or delete. */
  act?: string;
  /** The name of a system that acts; omitted if a person does. */
  actor?: string;
};

/**
 * Sets the caller and the act for the audit log, which the database writes (`write_audit`), until the transaction ends
 * or the next call.
 */
export async function setAuditContext(trx: Trx, { request, now, act, actor }: Caller): Promise<void> {
  const person = request.session?.person;
  const call = {
    at: now.toISOString(),
    request_id: request.id,
    act,
    person_id: person?.id,
    person_email: actor ?? person?.email,
  };
  await sql`select set_config('signboard.call', ${JSON.stringify(call)}, true)`.execute(trx);
}

/** What an act without a change of a record was about. */
type ActOn = { collection: keyof Tables; id: string; after?: Record<string, unknown> | null };

/** Adds an entry to the audit log for an act that changes no record itself. Part of the transaction. */
export function addAuditEntry(trx: Trx, caller: Caller & { act: string }, on: ActOn): Promise<void> {
  return addAuditEntries(trx, caller, [on]);
}

/** The same for an act on several records. */
export async function addAuditEntries(
  trx: Trx,
  { request, now, act, actor }: Caller & { act: string },
  on: readonly ActOn[],
): Promise<void> {
  if (on.length === 0) return;
  const person = request.session?.person;
  await trx
    .insertInto('audit_entries')
    .values(
      on.map(({ collection, id, after = null }) => ({
        at: now,
        person_id: person?.id ?? null,
        person_email: actor ?? person?.email ?? null,
        request_id: request.id,
        act,
        collection,
        record_id: id,
        before: null,
        after,
      })),
    )
    .execute();
}

/** Writes of this act are not recorded in the audit log. Part of the transaction. */
export async function withoutAudit(trx: Trx, act: () => Promise<void>): Promise<void> {
  await sql`select set_config('signboard.audit', 'off', true)`.execute(trx);
  await act();
  await sql`select set_config('signboard.audit', '', true)`.execute(trx);
}

/**
 * Runs a call that writes in one transaction, with its entries in the audit log. On a deadlock or serialization failure
 * it is retried, up to four attempts, after a short random pause.
 * @param isTransient the errors after which it is retried
 * @throws the last conflict, which is sent as 409 conflict.
 */
export async function write<Result>(
  db: Db,
  caller: Caller,
  act: (trx: Trx) => Promise<Result>,
  isTransient: (error: unknown) => boolean = isCollision,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await setAuditContext(trx, caller);
        return act(trx);
      });
    } catch (error) {
      if (!isTransient(error) || attempt === maxAttempts) throw error;
      await sleep(10 * 2 ** attempt * Math.random());
    }
  }
}

/** Carries the result of a dry run out of its transaction, which the throw rolls back. */
class DryRunResult<Outcome> extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('rehearsed');
    this.outcome = outcome;
  }
}

/** A dry run: runs a call in a transaction that is always rolled back, and returns its result. */
export async function dryRun<Outcome>(db: Db, caller: Caller, act: (trx: Trx) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await write(db, caller, async (trx) => {
      throw new DryRunResult(await act(trx));
    });
  } catch (error) {
    if (error instanceof DryRunResult) return (error as DryRunResult<Outcome>).outcome;
    throw error;
  }
}
