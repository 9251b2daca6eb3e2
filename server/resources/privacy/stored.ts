import { type RawBuilder, sql } from 'kysely';
import type { StoredData } from '../../../contract/privacy.ts';
import { dataKinds, handlings } from '../../../contract/privacyNames.ts';
import type { Db } from '../../db/tables.ts';
import type { Deployment } from '../../deployment.ts';
import { exportedColumns } from './personalColumns.ts';
import { keptUntil } from './retention.ts';
import { sources, type Subject } from './sources.ts';

/** The number of rows of a kind with one handling, and how many of them an erasure keeps. */
export type Tally = Pick<StoredData, 'kind' | 'handling' | 'count' | 'held'> & { since: Date | null };

const earlier = (a: Date | null, b: Date | null) => (a && b ? (a < b ? a : b) : (a ?? b));

/** Adds up tallies of the same kind and handling, in the order of the contract; those without rows are omitted. */
export function addUpTallies(tallies: readonly Tally[]): Tally[] {
  return dataKinds.flatMap((kind) =>
    handlings.flatMap((handling) => {
      const alike = tallies.filter((tally) => tally.kind === kind && tally.handling === handling && tally.count > 0);
      const [first, ...others] = alike;
      if (!first) return [];
      return others.reduce(
        (sum, { count, held, since }) => ({
          ...sum,
          count: sum.count + count,
          held: sum.held + held,
          since: earlier(sum.since, since),
        }),
        first,
      );
    }),
  );
}

type Counted = { count: number; held: number; since: Date | null };

/** What both logs contain about a person. */
async function tallyLogs(db: Db, { id, now }: Subject): Promise<Tally[]> {
  const { rows } = await sql<Counted & { kind: 'audit_log' | 'security_log' }>`
    select 'audit_log' as kind, count(*)::int as count, 0 as held, min(at) as since
      from audit_entries where id in (select entries_about(${id}, ${now}, true))
    union all
    select 'security_log', count(*)::int, 0, min(at) from security_events
      where person_id = ${id} and num_nonnulls(person_email, address, user_agent) > 0`.execute(db);
  return rows.map((row) => ({ handling: 'blank' as const, ...row }));
}

/** What is stored about a person: rows per kind and handling. */
export async function tallyOf(db: Db, subject: Subject): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const { kind, table, handling, rows: fits, held, since } of sources) {
    const { rows } = await sql<Counted>`
      select count(*)::int as count, ${held ? sql`(count(*) filter (where ${held(subject)}))::int` : sql`0`} as held,
        min(${sql.ref(since)}) as since
      from ${sql.table(table)} where ${fits(subject)}`.execute(db);
    const [counted] = rows;
    if (counted) tallies.push({ kind, handling, ...counted });
  }
  return addUpTallies([...tallies, ...(await tallyLogs(db, subject))]);
}

/** Tallies as the API answers them. */
export function storedData(tallies: readonly Tally[], deployment: Deployment): StoredData[] {
  return tallies.map(({ since, ...tally }) => ({
    ...tally,
    since: since?.toISOString() ?? null,
    kept_days: keptUntil(tally.kind, deployment),
  }));
}

/** A row about a person, for an export. */
export type PersonalRow = { kind: StoredData['kind']; table: string; values: Record<string, unknown> };

/** The number of rows that are read at a time. */
const pageSize = 500;

/** Rows of a query in pages. */
async function* pagesOf(db: Db, select: (offset: number) => RawBuilder<Record<string, unknown>>) {
  for (let offset = 0; ; offset += pageSize) {
    const { rows } = await select(offset).execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
  }
}

/**
 * All rows about a person in pages, without proofs such as hashes of passwords. Of the audit log: what the person did, and
 * the values of their own account; values of other records would be data of others.
 */
export async function* personalRows(db: Db, subject: Subject): AsyncGenerator<PersonalRow[]> {
  const seen = new Set<string>();
  const inOrder = sources.toSorted((a, b) => dataKinds.indexOf(a.kind) - dataKinds.indexOf(b.kind));
  for (const { kind, table, rows: fits, since, omits } of inOrder.filter(({ isOfOthers }) => !isOfOthers)) {
    const columns = exportedColumns(table)
      .filter((name) => !omits?.includes(name))
      .map((name) => sql.ref(name));
    const pages = pagesOf(
      db,
      (offset) => sql<
        Record<string, unknown>
      >`select ${sql.join(columns)} from ${sql.table(table)} where ${fits(subject)}
        order by ${sql.ref(since)}, ctid limit ${sql.lit(pageSize)} offset ${sql.lit(offset)}`,
    );
    for await (const rows of pages)
      yield rows.flatMap((values) => {
        // A person may be the customer and the interpreter of a record.
        const key = typeof values.id === 'string' ? `${table} ${values.id}` : null;
        if (key !== null && seen.has(key)) return [];
        if (key !== null) seen.add(key);
        // What a mailed link is about is named like the columns of other tables.
        const { details, ...others } = values;
        return [{ kind, table, values: inJson({ ...others, ...(details as object | undefined) }) }];
      });
  }
  const events = pagesOf(
    db,
    (offset) => sql<
      Record<string, unknown>
    >`select at, event, reason, person_email, object, object_id, rows, address, user_agent
      from security_events where person_id = ${subject.id}
      order by id limit ${sql.lit(pageSize)} offset ${sql.lit(offset)}`,
  );
  for await (const rows of events)
    yield rows.map((values) => ({ kind: 'security_log' as const, table: 'security_events', values: inJson(values) }));
  const entries = pagesOf(
    db,
    (offset) => sql<Record<string, unknown>>`select at, person_email, act, collection, record_id,
        case when record_id = ${subject.id} then before end as before,
        case when record_id = ${subject.id} then after end as after
      from audit_entries where person_id = ${subject.id} or (collection = 'users' and record_id = ${subject.id})
      order by id limit ${sql.lit(pageSize)} offset ${sql.lit(offset)}`,
  );
  for await (const rows of entries)
    yield rows.map((values) => ({ kind: 'audit_log' as const, table: 'audit_entries', values: inJson(values) }));
}

/** Values as JSON has them: bytes are hexadecimal, instants ISO 8601. */
function inJson(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (value instanceof Uint8Array) return [name, Buffer.from(value).toString('hex')];
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  );
}
