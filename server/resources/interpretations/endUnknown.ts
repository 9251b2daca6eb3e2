import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { write } from '../../collection/write.ts';

/** After how many hours without news a request is over: from its answer or, without one, from the moment it was asked for. */
export const limits = { online: 12, relay: 12, live: 36, reserved: 400 * 24 } as const;

/** How many requests one transaction ends. */
const batch = 500;

const hoursOfKind = sql`case
  when started is null and kind = 'reserved' then ${limits.reserved}::integer
  when channel = 'live' then ${limits.live}::integer
  when session_mode = 'VRS' then ${limits.relay}::integer
  else ${limits.online}::integer end`;

/**
 * Ends requests whose end nobody has reported within the limit of their kind: their end stays unknown, and they have no duration. Each
 * has one entry in the audit log, however many processes call it. A report that comes later counts.
 */
export async function endUnknown({ database: { db }, clock }: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock();
  const caller = { request: { id: 'housekeeping', session: null }, now, act: 'end_unknown' };
  for (let count = batch; count === batch;) {
    count = await write(db, caller, async (trx) => {
      const { numAffectedRows } = await sql`
        update interpretations set end_unknown = true where id = any(array(
          select id from interpretations
          where ended is null and not end_unknown
            and coalesce(started, created) <= ${now}::timestamptz - ${hoursOfKind} * interval '1 hour'
          order by created, id limit ${batch} for update skip locked
        ))`.execute(trx);
      return Number(numAffectedRows ?? 0);
    });
  }
}
