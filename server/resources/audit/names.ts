import { sql } from 'kysely';
import type { AuditedKind, AuditEntry } from '../../../contract/audit.ts';
import type { Db } from '../../db/tables.ts';
import type { EntryRow } from './repository.ts';

/** The name of a record, and the kind of its page, if it has one. */
type Named = { id: string; name: string | null; kind: AuditedKind | null; partner: string | null };

const person = sql`first_name || ' ' || last_name`;

/** The queries that name records by id. The first ones have pages of their own. */
const sources = [
  sql`select id, ${person} as name, 'users' as kind, null as partner from users`,
  sql`select id, name, 'departments', null from departments`,
  sql`select id, name, 'contacts', null from contacts`,
  sql`select id, name, 'partner_categories', null from partner_categories`,
  sql`select id, name, 'partners', null from partners`,
  sql`select id, name, 'venues', partner_id from venues`,
  sql`select id, title, 'videos', partner_id from videos`,
  sql`select id, title, 'sliders', null from sliders`,
  sql`select id, title, 'closure_categories', null from closure_categories`,
  sql`select id, name, 'reservations', null from reservations`,
  sql`select absences.id, ${person}, 'absences', null from absences join users on users.id = absences.interpreter_id`,
  sql`select interpretations.id, ${person}, channel, null
    from interpretations left join users on users.id = interpretations.customer_id`,
  sql`select id, name, null, null from video_categories`,
  sql`select id, name, null, null from files`,
  sql`select id, description, null, null from webhooks`,
];

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value);

/** Names records that exist, in one query. */
async function findNames(db: Db, ids: readonly string[]): Promise<Map<string, Named>> {
  if (ids.length === 0) return new Map();
  const found = sources.map((source) => sql`select * from (${source}) as one where id = any(${[...ids]}::text[])`);
  const { rows } = await sql<Named>`${sql.join(found, sql` union all `)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

type Values = Record<string, unknown>;

/** The name that a record had, from its values: its own, or that of the person whom it is about. */
function formerName(
  { name, title, description, first_name, last_name, ...values }: Values,
  names: Map<string, Named>,
): string | null {
  if (typeof first_name === 'string' && typeof last_name === 'string') return `${first_name} ${last_name}`;
  const label = name ?? title ?? description;
  if (typeof label === 'string') return label;
  const about = [values.interpreter_id, values.customer_id].find(isId);
  return (about && names.get(about)?.name) ?? null;
}

/** Entries of the audit log as the API answers them, with the names of the people and records that they mention. */
export async function nameEntries(db: Db, rows: readonly EntryRow[]): Promise<AuditEntry[]> {
  const idsIn = ({ person_id, record_id, before, after }: EntryRow) =>
    [person_id, record_id, ...Object.values(before ?? {}), ...Object.values(after ?? {})].filter(isId);
  const names = await findNames(db, [...new Set(rows.flatMap(idsIn))]);
  return rows.map((row) => {
    const { at, person_id, record_id, before, after, ...entry } = row;
    const record = names.get(record_id);
    const mentioned = idsIn(row).flatMap((id) => {
      const name = names.get(id)?.name;
      return name ? [[id, name] as const] : [];
    });
    return {
      ...entry,
      at: at.toISOString(),
      person: person_id,
      record: record_id,
      before,
      after,
      person_name: (person_id && names.get(person_id)?.name) ?? null,
      record_name: record?.name ?? formerName(after ?? before ?? {}, names),
      page: record?.kind ? { kind: record.kind, id: record_id, partner: record.partner } : null,
      names: Object.fromEntries(mentioned),
    };
  });
}
