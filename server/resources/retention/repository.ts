import type { NotNull, Selectable } from 'kysely';
import type { RetentionKind } from '../../../contract/retentionKinds.ts';
import type { Db, Tables } from '../../db/tables.ts';

/** A period in force. */
export type PeriodRow = Selectable<Tables['retention_periods']> & { days: number; since: Date };

/** The periods in force, by kind. A kind without one is kept. */
export async function readPeriods(db: Db): Promise<Map<string, PeriodRow>> {
  const rows = await db
    .selectFrom('retention_periods')
    .selectAll()
    .where('days', 'is not', null)
    .$narrowType<{ days: NotNull; since: NotNull }>()
    .execute();
  return new Map(rows.map((row) => [row.kind, row]));
}

/** Puts a period into force; a confirmed one is carried out by the next run. A shorter one later is announced again. */
export async function setPeriod(
  db: Db,
  { kind, days, now, by }: { kind: RetentionKind; days: number; now: Date; by: string | null },
): Promise<void> {
  const row = { days, since: now, confirmed_by: by, last_run: null, announced_days: null, announced: null };
  await db
    .insertInto('retention_periods')
    .values({ kind, ...row })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
    .execute();
}

/** Notes that owners are notified of a period; false if the last notice was of the same one, or later than a time. */
export async function noteNotice(
  trx: Db,
  { kind, days, now, lastBefore }: { kind: RetentionKind; days: number; now: Date; lastBefore: Date },
): Promise<boolean> {
  const noted = await trx
    .insertInto('retention_periods')
    .values({ kind, announced_days: days, announced: now })
    .onConflict((conflict) =>
      conflict
        .column('kind')
        .doUpdateSet({ announced_days: days, announced: now })
        .where((eb) =>
          eb.or([
            eb('retention_periods.announced', 'is', null),
            eb.and([
              eb('retention_periods.announced_days', '<>', days),
              eb('retention_periods.announced', '<=', lastBefore),
            ]),
          ]),
        ),
    )
    .returning('kind')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Forgets the notices of kinds that do not wait, except those sent later than a time. */
export async function forgetNotices(db: Db, kinds: readonly RetentionKind[], lastBefore: Date): Promise<void> {
  if (kinds.length === 0) return;
  await db
    .updateTable('retention_periods')
    .set({ announced_days: null, announced: null })
    .where('kind', 'in', [...kinds])
    .where('announced', '<=', lastBefore)
    .execute();
}

/** Ends a period: the kind is kept. */
export async function endPeriod(db: Db, kind: RetentionKind): Promise<void> {
  await db
    .updateTable('retention_periods')
    .set({ days: null, since: null, confirmed_by: null, last_run: null })
    .where('kind', '=', kind)
    .execute();
}

/** Claims the run of a kind for this process, if the last one was before a time. Returns the period, or null. */
export async function claimRun(
  db: Db,
  kind: RetentionKind,
  { now, lastBefore }: { now: Date; lastBefore: Date },
): Promise<number | null> {
  const row = await db
    .updateTable('retention_periods')
    .set({ last_run: now })
    .where('kind', '=', kind)
    .where('days', 'is not', null)
    .where((eb) => eb.or([eb('last_run', 'is', null), eb('last_run', '<=', lastBefore)]))
    .returning('days')
    .executeTakeFirst();
  return row?.days ?? null;
}

/** Counts what a run has deleted, in the transaction that deletes it. */
export async function addDeleted(trx: Db, kind: RetentionKind, count: number): Promise<void> {
  await trx
    .updateTable('retention_periods')
    .set((eb) => ({ deleted: eb('deleted', '+', count) }))
    .where('kind', '=', kind)
    .execute();
}

/** Takes the counts of what was deleted and sets them to 0. */
export async function takeDeleted(trx: Db): Promise<Record<string, number>> {
  const rows = await trx
    .selectFrom('retention_periods')
    .select(['kind', 'deleted'])
    .where('deleted', '>', 0)
    .orderBy('kind')
    .forUpdate()
    .execute();
  if (rows.length > 0)
    await trx.updateTable('retention_periods').set({ deleted: 0 }).where('deleted', '>', 0).execute();
  return Object.fromEntries(rows.map(({ kind, deleted }) => [kind, deleted]));
}
