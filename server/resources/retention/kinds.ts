import { type RawBuilder, sql } from 'kysely';
import type { RetentionKind } from '../../../contract/retentionKinds.ts';
import type { Db } from '../../db/tables.ts';

/** What a period concerns now. */
type Due = { due: number; held: number; oldest: Date | null };

/** How rows of one kind are counted and deleted. */
type KindOfRows = {
  count: (db: Db) => Promise<number>;
  /** What is older than `before`. */
  due: (db: Db, before: Date, now: Date) => Promise<Due>;
  /** Deletes some rows that are older than `before` and returns their number; 0 if none is left. Null: another job deletes them. */
  remove: ((trx: Db, before: Date, now: Date) => Promise<number>) | null;
};

/** How many rows one transaction deletes. */
const batch = 500;

/** Whether a legal hold keeps the rows of a person. */
export const isHeld = (person: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql<boolean>`is_held(${person}, ${now}::timestamptz)`;

const anyOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

async function counted(db: Db, table: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${table}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function readDue(
  db: Db,
  {
    table,
    at,
    before,
    held,
  }: { table: RawBuilder<unknown>; at: RawBuilder<unknown>; before: Date; held: RawBuilder<boolean> },
): Promise<Due> {
  const { rows } = await sql<Due>`
    select (count(*) filter (where not ${held}))::int as due, (count(*) filter (where ${held}))::int as held,
      min(${at}) filter (where not ${held}) as oldest
    from ${table} where ${at} < ${before}::timestamptz`.execute(db);
  return rows[0] ?? { due: 0, held: 0, oldest: null };
}

/** Rows of a table with a time and people. */
function rowsOf(
  name: 'interpretations' | 'reservations' | 'absences' | 'feedback',
  { at: column, held }: { at: string; held: (now: Date) => RawBuilder<boolean> },
): KindOfRows {
  const [table, at] = [sql.table(name), sql.ref(`${name}.${column}`)];
  return {
    count: (db) => counted(db, table),
    due: (db, before, now) => readDue(db, { table, at, before, held: held(now) }),
    remove: async (trx, before, now) => {
      const { numAffectedRows } = await sql`
        delete from ${table} where id in (
          select id from ${table} where ${at} < ${before}::timestamptz and not ${held(now)} order by ${at} limit ${batch}
        )`.execute(trx);
      return Number(numAffectedRows ?? 0);
    },
  };
}

/** The database does not delete newer events (`delete_security_events`). */
const newestDeletable = sql`now() - interval '30 days'`;

/** The database does not erase newer values (`erase_old_audit_values`). */
const newestErasable = sql`now() - interval '365 days'`;

/** Each kind of data with a period. The names of columns are those of the tables. */
export const kindsOfRows: Record<RetentionKind, KindOfRows> = {
  recordings: {
    count: (db) => counted(db, sql`recordings`),
    // Each recording has its end, and housekeeping deletes it within ten minutes.
    due: async () => ({ due: 0, held: 0, oldest: null }),
    remove: null,
  },
  security_events: {
    count: (db) => counted(db, sql`security_events`),
    due: (db, before, now) =>
      readDue(db, {
        table: sql`(select * from security_events where at < ${newestDeletable}) as security_events`,
        at: sql`at`,
        before,
        held: anyOf([isHeld(sql`person_id`, now), isHeld(sql`subject_id`, now)]),
      }),
    remove: async (trx, before) => {
      const older = () =>
        counted(trx, sql`security_events where at < least(${before}::timestamptz, ${newestDeletable})`);
      const all = await older();
      await sql`select delete_security_events(${before})`.execute(trx);
      return all - (await older());
    },
  },
  audit: {
    count: (db) => counted(db, sql`audit_entries where num_nonnulls(person_email, before, after) > 0`),
    due: (db, before, now) =>
      readDue(db, {
        table: sql`(
          select * from audit_entries where num_nonnulls(person_email, before, after) > 0 and at < ${newestErasable}
        ) as entries`,
        at: sql`at`,
        before,
        held: anyOf([isHeld(sql`person_id`, now), isHeld(sql`record_id`, now)]),
      }),
    remove: async (trx, before) => {
      const { rows } = await sql<{
        erased: number;
      }>`select erase_old_audit_values(${before}, ${batch}) as erased`.execute(trx);
      return rows[0]?.erased ?? 0;
    },
  },
  interpretations: rowsOf('interpretations', {
    at: 'created',
    held: (now) => anyOf([isHeld(sql`customer_id`, now), isHeld(sql`interpreter_id`, now)]),
  }),
  reservations: rowsOf('reservations', {
    at: 'ends',
    held: (now) =>
      anyOf([
        isHeld(sql`customer_id`, now),
        sql<boolean>`exists (
          select from reservation_interpreters assigned
          where assigned.reservation_id = reservations.id and ${isHeld(sql`assigned.interpreter_id`, now)})`,
      ]),
  }),
  absences: rowsOf('absences', { at: 'ends', held: (now) => isHeld(sql`interpreter_id`, now) }),
  feedback: rowsOf('feedback', {
    at: 'created',
    held: (now) =>
      anyOf([
        isHeld(sql`interpreter_id`, now),
        sql<boolean>`exists (
          select from interpretations request
          where request.id = feedback.interpretation_id and ${isHeld(sql`request.customer_id`, now)})`,
      ]),
  }),
};
