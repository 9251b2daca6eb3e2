import { sql, type Kysely } from 'kysely';
import type { auditOrderings, AuditQuery } from '../../../contract/audit.ts';
import { type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import type { Tables } from '../../db/tables.ts';

const orderings: Orderings<(typeof auditOrderings)[number]> = { at: [sql`at`] };

/**
 * One page of the audit log that the database keeps (migration 003), limited to all given intervals (end exclusive).
 */
export function listEntries(
  db: Kysely<Tables>,
  { collection, record, person, act, search, ...query }: Omit<AuditQuery, 'from' | 'to' | 'from_day' | 'to_day'>,
  spans: readonly { from: Date | null; to: Date | null }[],
) {
  const found = searchIn(search, [sql`person_email`, sql`collection`, sql`act`, sql`record_id`]);
  let entries = db
    .selectFrom('audit_entries')
    .select([
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
    ]);
  if (collection) entries = entries.where('collection', '=', collection);
  if (record) entries = entries.where('record_id', '=', record);
  if (person) entries = entries.where('person_id', '=', person);
  if (act) entries = entries.where('act', '=', act);
  for (const { from, to } of spans) {
    if (from) entries = entries.where('at', '>=', from);
    if (to) entries = entries.where('at', '<', to);
  }
  if (found) entries = entries.where(found);
  return pageOf(db, entries, query, { orderings, fallback: '-at', tiebreak: sql`id` });
}
