import { sql } from 'kysely';
import { type RetentionKind, retentionKinds, type RetentionPeriods } from '../../../contract/retentionKinds.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addAuditEntry } from '../../collection/write.ts';
import type { Db } from '../../db/tables.ts';
import type { WaitingPeriod } from '../../notifications/events.ts';
import type { Notify } from '../../notifications/notifications.ts';
import { staffOf } from '../auth/repository.ts';
import { kindsOfRows } from './kinds.ts';
import {
  addDeleted,
  claimRun,
  endPeriod,
  forgetNotices,
  noteNotice,
  readPeriods,
  setPeriod,
  takeDeleted,
} from './repository.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** Kinds that were deleted before there was a table of periods: their first period needs no confirmation. */
const alwaysDeleted: readonly RetentionKind[] = ['recordings', 'security_events'];

/** The time before which rows are older than a number of days. */
export const timeBefore = (days: number, now: Date): Date => new Date(now.getTime() - days * day);

/**
 * Puts the periods of the manifest into force that take nothing from anybody: longer ones, the end of one, and those that no row
 * is old enough for. Returns the shorter ones, which wait for an owner (decision 342).
 */
async function adoptPeriods(db: Db, asked: RetentionPeriods, now: Date): Promise<WaitingPeriod[]> {
  const inForce = await readPeriods(db);
  const waiting: WaitingPeriod[] = [];
  for (const kind of retentionKinds) {
    const days = asked[kind];
    const current = inForce.get(kind)?.days ?? null;
    if (days === current) continue;
    if (days === null) {
      await endPeriod(db, kind);
      continue;
    }
    const isLonger = current !== null && current < days;
    const isFirst = current === null && alwaysDeleted.includes(kind);
    const { due, oldest } =
      isLonger || isFirst ? { due: 0, oldest: null } : await kindsOfRows[kind].due(db, timeBefore(days, now), now);
    if (due === 0) await setPeriod(db, { kind, days, now, by: null });
    else waiting.push({ kind, days, inForce: current, due, oldest });
  }
  return waiting;
}

/**
 * Notifies owners of the periods that have begun to wait, once for each. Within an hour of a notice nothing changes: during a rollout, processes
 * with the former and the new manifest run at the same time.
 */
async function announce(db: Db, waiting: readonly WaitingPeriod[], notify: Notify, now: Date): Promise<void> {
  const lastBefore = new Date(now.getTime() - hour);
  const others = retentionKinds.filter((kind) => !waiting.some((period) => period.kind === kind));
  await forgetNotices(db, others, lastBefore);
  if (waiting.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const owners = await staffOf(trx, ['owner'], now);
    if (owners.length === 0) return;
    const periods: WaitingPeriod[] = [];
    for (const period of waiting) {
      const { kind, days, due } = period;
      if (!(await noteNotice(trx, { kind, days, now, lastBefore }))) continue;
      periods.push(period);
      const caller = { request: { id: 'retention', session: null }, now, act: 'announce_retention' };
      await addAuditEntry(trx, caller, { collection: 'retention_periods', id: kind, after: { days, due } });
    }
    if (periods.length > 0) await notify(trx, null, [{ about: 'retention', periods, to: owners }]);
  });
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
 * Notifies owners of periods that wait for them. Deletes what is older than its period, once a day per kind, in small steps, and adds one entry
 * to the audit log with the numbers. Several processes may call it.
 * @param isStopping ends the run between two steps; the next one continues
 */
export async function runRetention(
  {
    database: { db },
    deployment,
    clock,
    notify,
  }: Pick<Dependencies, 'database' | 'deployment' | 'clock'> & { notify: Notify },
  isStopping: () => boolean,
): Promise<void> {
  const now = clock();
  await announce(db, await adoptPeriods(db, deployment.retention, now), notify, now);
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
