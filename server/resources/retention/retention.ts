import { type Kysely, sql } from 'kysely';
import { type RetentionKind, retentionKinds, type RetentionPeriods } from '../../../contract/retentionKinds.ts';
import type { AppParts } from '../../appParts.ts';
import { addAuditEntry } from '../../collection/write.ts';
import type { Tables } from '../../db/tables.ts';
import { kindsOfRows } from './kinds.ts';
import { addDeleted, claimRun, endPeriod, readPeriods, setPeriod, takeDeleted } from './repository.ts';

type Db = Kysely<Tables>;

const day = 24 * 60 * 60_000;

/** Kinds that were deleted before there was a table of periods: their first period needs no confirmation. */
const alwaysDeleted: readonly RetentionKind[] = ['recordings', 'security_events'];

/** The time before which rows are older than a number of days. */
export const timeBefore = (days: number, now: Date): Date => new Date(now.getTime() - days * day);

/**
 * Puts the periods of the manifest into force that take nothing from anybody: longer ones, the end of one, and those that no row
 * is old enough for. Shorter ones wait for an owner (decision 342).
 */
export async function adoptPeriods(db: Db, asked: RetentionPeriods, now: Date): Promise<void> {
  const inForce = await readPeriods(db);
  for (const kind of retentionKinds) {
    const days = asked[kind];
    const current = inForce.get(kind)?.days ?? null;
    if (days === current) continue;
    if (days === null) await endPeriod(db, kind);
    else {
      const isLonger = current !== null && current < days;
      const isFirst = current === null && alwaysDeleted.includes(kind);
      const takes = async () => (await kindsOfRows[kind].due(db, timeBefore(days, now), now)).due > 0;
      if (isLonger || isFirst || !(await takes())) await setPeriod(db, { kind, days, now, by: null });
    }
  }
}

/** Deletes some rows with their count. The audit log gets one entry per run, not the values of each row. */
function removeSome(db: Db, kind: RetentionKind, before: Date, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('signboard.audit', 'off', true)`.execute(trx);
    const count = (await kindsOfRows[kind].remove?.(trx, before, now)) ?? 0;
    if (count > 0) await addDeleted(trx, kind, count);
    return count;
  });
}

/**
 * Deletes what is older than its period, once a day per kind, in small steps, and adds one entry to the audit log with the
 * numbers. Several processes may call it.
 * @param isStopping ends the run between two steps; the next one continues
 */
export async function runRetention(
  { database: { db }, deployment, clock }: Pick<AppParts, 'database' | 'deployment' | 'clock'>,
  isStopping: () => boolean,
): Promise<void> {
  const now = clock();
  await adoptPeriods(db, deployment.retention, now);
  for (const kind of retentionKinds) {
    const days = await claimRun(db, kind, { now, lastBefore: timeBefore(1, now) });
    if (days === null) continue;
    const before = timeBefore(days, now);
    while (!isStopping() && (await removeSome(db, kind, before, now)) > 0);
  }
  await db.transaction().execute(async (trx) => {
    const counts = await takeDeleted(trx);
    if (Object.keys(counts).length === 0) return;
    const caller = { request: { id: 'retention', session: null }, now, act: 'retention' };
    await addAuditEntry(trx, caller, {
      collection: 'retention_periods',
      id: now.toISOString().slice(0, 10),
      after: counts,
    });
  });
}
