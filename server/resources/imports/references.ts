import { type RawBuilder, sql } from 'kysely';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { ImportReference } from '../../../contract/importKinds.ts';
import type { Db } from '../../db/tables.ts';
import { customerRoles } from '../reservations/repository.ts';

/** What a text refers to: the id of one record, or why it is none. */
export type Referred = { id: string } | { code: ErrorCode };

const person = (condition: RawBuilder<unknown>) => sql`
  select id, lower(email) as called from users where ${condition}
  union all select id, lower(first_name || ' ' || last_name) from users where ${condition}
  union all select id, lower(last_name || ' ' || first_name) from users where ${condition}`;

/** What records are called, in lower case, and the kind of their external ids. */
const names: Record<ImportReference, { kind: string; called: RawBuilder<unknown> }> = {
  departments: { kind: 'departments', called: sql`select id, lower(name) as called from departments` },
  partners: {
    kind: 'partners',
    called: sql`select id, lower(name) as called from partners union all select id, slug from partners`,
  },
  partner_categories: {
    kind: 'partner_categories',
    called: sql`select id, lower(name) as called from partner_categories`,
  },
  closure_categories: {
    kind: 'closure_categories',
    called: sql`select id, lower(title) as called from closure_categories`,
  },
  venues: { kind: 'venues', called: sql`select id, lower(name) as called from venues` },
  interpreters: { kind: 'users', called: person(sql`role = 'interpreter'`) },
  customers: { kind: 'users', called: person(sql`role in (${sql.join([...customerRoles])})`) },
};

/** What texts refer to: an external id counts before a name. */
export async function findReferences(
  db: Db,
  what: ImportReference,
  texts: readonly string[],
): Promise<Map<string, Referred>> {
  if (texts.length === 0) return new Map();
  const { kind, called } = names[what];
  const { rows } = await sql<{ given: string; ids: string[]; external: string | null }>`
    with given as (select distinct value as given from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) as value)
    select given.given,
      (select record_id from external_ids where external_ids.kind = ${kind} and external_ids.external_id = given.given) as external,
      coalesce(array_agg(distinct records.id) filter (where records.id is not null), '{}') as ids
    from given left join (${called}) as records on records.called = lower(given.given)
    group by given.given`.execute(db);
  return new Map(
    rows.map(({ given, ids, external }): [string, Referred] => {
      const [id, ...others] = external === null ? ids : [external];
      if (id === undefined) return [given, { code: 'reference_unknown' }];
      return [given, others.length > 0 ? { code: 'reference_ambiguous' } : { id }];
    }),
  );
}

/** The names of records, by id. */
export async function namesOf(db: Db, what: ImportReference, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const isPerson = what === 'interpreters' || what === 'customers';
  const name = isPerson ? sql`first_name || ' ' || last_name` : what === 'closure_categories' ? sql`title` : sql`name`;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${name} as name from ${sql.table(isPerson ? 'users' : what)} where id = any(${[...ids]}::text[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
