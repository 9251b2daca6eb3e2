import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { AppParts } from '../../appParts.ts';
import type { Tables } from '../../db/tables.ts';
import { insertEvents } from '../securityEvents/repository.ts';

type Db = Kysely<Tables>;

/** The interval of the job, in milliseconds: an entry is in the chain one to two intervals after its transaction. */
const interval = 60_000;

/** The newest entry at some time, and the next transaction id some time later. */
type Horizon = { upTo: number; next: bigint | null };

/**
 * Returns a function that chains the entries that are final, and stores the anchor of the day; call it at intervals. It
 * returns whether the entries that it noted at an earlier call were final.
 * An entry is final once every transaction has ended that may hold a lower id: ids are taken before transactions end,
 * and no lock of writers is needed.
 * @param isForwarded the anchor is sent to another system, too
 */
export function createAuditChain(db: Db, clock: () => Date, isForwarded: boolean): () => Promise<boolean> {
  let horizon: Horizon | null = null;

  const settle = async (): Promise<number | null> => {
    const { rows } = await sql<{ oldest: string; next: string; newest: number | null }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
        pg_snapshot_xmax(pg_current_snapshot())::text as next,
        (select max(id) from audit_entries) as newest`.execute(db);
    const [now] = rows;
    if (!now) return null;
    if (horizon) horizon.next ??= BigInt(now.next);
    const isOver = horizon !== null && horizon.next !== null && BigInt(now.oldest) >= horizon.next;
    const settled = isOver ? (horizon?.upTo ?? null) : null;
    if (isOver) horizon = null;
    if (!horizon && now.newest !== null) horizon = { upTo: now.newest, next: null };
    return settled;
  };

  const extend = async (upTo: number): Promise<void> => {
    for (;;) {
      const { rows } = await sql<{ added: number }>`select extend_audit_chain(${upTo}) as added`.execute(db);
      if (!rows[0]?.added) return;
    }
  };

  const anchor = () =>
    db.transaction().execute(async (trx) => {
      const now = clock();
      const { rows } = await sql<{ position: number; hash: Buffer }>`
        select position, hash from anchor_audit_chain(${now})`.execute(trx);
      const nobody = { reason: null, person_id: null, typed_email: null, challenge: null, subject_id: null };
      const from = { address: null, user_agent: null, request_id: 'audit-chain' };
      const events = rows.map(({ position, hash }) => ({
        ...({ ...nobody, ...from, at: now.toISOString(), event: 'audit_anchor', object: 'audit' } as const),
        ...{ object_id: Buffer.from(hash).toString('hex'), rows: position },
      }));
      if (events.length > 0) await insertEvents(trx, events, { isForwarded });
    });

  return async () => {
    const upTo = await settle();
    if (upTo === null) return false;
    await extend(upTo);
    await anchor();
    return true;
  };
}

/** Chains the audit log at intervals. Several processes may do so. Starts and stops with the app. */
export function chainAuditLog(
  app: FastifyInstance,
  { database: { db }, clock }: AppParts,
  { isForwarded }: { isForwarded: boolean },
): void {
  const chain = createAuditChain(db, clock, isForwarded);
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = running
      .then(chain)
      .catch((error: unknown) => app.log.warn({ err: error }, 'the audit log could not be chained; retrying'));
  };
  const timer = setInterval(run, interval).unref();
  app.addHook('onReady', async () => run());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
