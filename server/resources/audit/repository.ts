import { type RawBuilder, sql } from 'kysely';
import type { auditOrderings, AuditQuery } from '../../../contract/audit.ts';
import { audited } from '../../../contract/kinds.ts';
import { type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import type { Db } from '../../db/tables.ts';

const orderings: Orderings<(typeof auditOrderings)[number]> = { at: [sql`at`] };

/** These kinds come before reservations: an absence or a change of a shift is the reason for what is decided about reservations with it. */
const leading = ['users', 'absences', 'schedules', 'shifts'];
const inOrder = [...leading, ...audited.filter((name) => !leading.includes(name))];

/** The order of the entries of one request: first what was added or deleted, then what was changed or decided because of it. */
const rankOf = (entry: string) => {
  const [act, collection, id] = ['act', 'collection', 'id'].map((name) => sql.ref(`${entry}.${name}`));
  return sql`(${act} = 'update' or ${collection} in ('reservations', 'reservation_interpreters') and ${act} not in ('create', 'delete')),
    coalesce(array_position(${sql.lit(`{${inOrder.join(',')}}`)}::text[], ${collection}), ${sql.lit(inOrder.length + 1)}), ${id}`;
};

type Filters = Omit<AuditQuery, 'from' | 'to' | 'from_day' | 'to_day' | 'grouped' | 'page' | 'page_size' | 'ordering'>;
type Span = { from: Date | null; to: Date | null };

/** The conditions of a query for the entries under an alias. */
function conditionsOf(
  { collection, record, person, act, request_id, search }: Filters,
  spans: readonly Span[],
  entry: string,
): RawBuilder<boolean>[] {
  const column = (name: string) => sql.ref(`${entry}.${name}`);
  const equal = { collection, record_id: record, person_id: person, act, request_id };
  const found = searchIn(search, ['person_email', 'collection', 'act', 'record_id'].map(column));
  return [
    ...Object.entries(equal).flatMap(([name, value]) => (value ? [sql<boolean>`${column(name)} = ${value}`] : [])),
    ...spans.flatMap(({ from, to }) => [
      ...(from ? [sql<boolean>`${column('at')} >= ${from}`] : []),
      ...(to ? [sql<boolean>`${column('at')} < ${to}`] : []),
    ]),
    ...(found ? [found] : []),
  ];
}

/** An entry as the query returns it. */
export type EntryRow = Awaited<ReturnType<typeof listEntries>>['rows'][number];

/**
 * One page of the audit log that the database keeps (`write_audit`), limited to all given intervals (end exclusive).
 * With `grouped` it has one entry per request: the main one of those that match.
 */
export function listEntries(
  db: Db,
  { grouped, page, page_size, ordering, ...filters }: Omit<AuditQuery, 'from' | 'to' | 'from_day' | 'to_day'>,
  spans: readonly Span[],
) {
  let entries = db.selectFrom('audit_entries').select([
    'id',
    'at',
    'person_id',
    'person_email',
    'request_id',
    'act',
    'collection',
    'record_id',
    'before',
    'after',
    sql<number>`(select count(*)::int from audit_entries other
        where other.request_id = audit_entries.request_id and other.id <> audit_entries.id)`.as('others'),
  ]);
  for (const condition of conditionsOf(filters, spans, 'audit_entries')) entries = entries.where(condition);
  if (grouped) {
    const better = [
      sql`other.request_id = audit_entries.request_id`,
      sql`(${rankOf('other')}) < (${rankOf('audit_entries')})`,
      ...conditionsOf(filters, spans, 'other'),
    ];
    entries = entries.where(
      sql<boolean>`not exists (select from audit_entries other where ${sql.join(better, sql` and `)})`,
    );
  }
  return pageOf(
    db,
    entries,
    { page, page_size, ordering, search: filters.search },
    // Counting the requests of a long log would take longer than everything else.
    { orderings, fallback: '-at', tiebreak: sql`id`, isCountBounded: grouped ?? false },
  );
}
