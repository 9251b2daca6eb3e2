import { type Kysely, type RawBuilder, sql } from 'kysely';
import { serviceLevelSeconds } from '../../contract/figures.ts';
import type { Tables } from '../db/tables.ts';
import type { Bucket } from './buckets.ts';
import { noSums, type Sums } from './figures.ts';
import type { Selection } from './selection.ts';

type Db = Kysely<Tables>;

function isAmong(value: RawBuilder<unknown>, list: readonly string[] | undefined): RawBuilder<boolean>[] {
  if (!list) return [];
  return [list.length > 0 ? sql<boolean>`${value} in (${sql.join([...list])})` : sql<boolean>`false`];
}

function isWithin(
  value: RawBuilder<unknown>,
  list: readonly string[] | undefined,
  group: RawBuilder<unknown>,
): RawBuilder<boolean>[] {
  return list ? [sql<boolean>`${value} in (${group} in (${sql.join(list.length > 0 ? [...list] : [null])}))`] : [];
}

/** The condition that a request, `i`, is among those that are meant. */
function isSelected(selection: Selection, { from, to }: Pick<Bucket, 'from' | 'to'>): RawBuilder<boolean> {
  const conditions = [
    sql<boolean>`i.created >= ${from}`,
    sql<boolean>`i.created < ${to}`,
    ...isAmong(sql`i.channel`, selection.channels),
    ...isAmong(sql`i.service_kind`, selection.serviceKinds),
    ...isAmong(sql`i.session_mode`, selection.sessionModes),
    ...isAmong(sql`i.location_type`, selection.locations),
    ...isAmong(sql`i.partner_id`, selection.partners),
    ...isWithin(sql`i.partner_id`, selection.partnerCategories, sql`select id from partners where category_id`),
    ...isWithin(sql`i.interpreter_id`, selection.departments, sql`select id from users where department_id`),
    ...isAmong(sql`i.interpreter_id`, selection.interpreters),
    ...isAmong(sql`i.customer_id`, selection.customers),
  ];
  return sql.join(conditions, sql` and `);
}

/**
 * The one query behind every figure: what there is to count in each of some stretches of time that follow upon one another.
 * @param options.withRatings false where feedback is off
 */
export async function sumsOf(
  db: Db,
  buckets: readonly Bucket[],
  selection: Selection,
  { withRatings }: { withRatings: boolean },
): Promise<Sums[]> {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last) return [];
  const starts = buckets.map(({ from }) => from.toISOString()).join();
  // Read once, in a query of its own: within the row's expression the list would be made anew for each row.
  const bounds = sql`(select string_to_array(${starts}, ',')::timestamptz[])`;
  const ratings = withRatings
    ? sql`count(f.rating)::int as ratings, coalesce(sum(f.rating), 0)::int as rating_sum`
    : sql`0 as ratings, 0 as rating_sum`;
  const { rows } = await sql<Sums & { bucket: number }>`
    select
      width_bucket(i.created, ${bounds}) as bucket,
      count(*)::int as requests,
      (count(*) filter (where i.outcome = 'answered'))::int as answered,
      (count(*) filter (where i.outcome = 'abandoned'))::int as abandoned,
      (count(*) filter (where i.outcome = 'waiting'))::int as waiting,
      coalesce(sum(i.waiting_seconds), 0)::float8 as waiting_seconds,
      (count(*) filter (where i.waiting_seconds <= ${sql.lit(serviceLevelSeconds)}))::int as in_time,
      count(i.duration_seconds)::int as ended,
      coalesce(sum(i.duration_seconds), 0)::float8 as duration_seconds,
      ${ratings}
    from interpretations i
    ${withRatings ? sql`left join feedback f on f.interpretation_id = i.id` : sql``}
    where ${isSelected(selection, { from: first.from, to: last.to })}
    group by 1`.execute(db);
  const found = new Map(rows.map(({ bucket, ...sums }) => [bucket, sums]));
  return buckets.map((_, index) => found.get(index + 1) ?? noSums);
}

/** An interpretation as a report has it. */
export type ReportRow = {
  id: string;
  created: Date;
  channel: string;
  session_mode: string;
  service_kind: string;
  location_type: string;
  category: string;
  partner: string | null;
  customer: string | null;
  interpreter: string | null;
  outcome: string;
  waiting_seconds: number | null;
  duration_seconds: number | null;
  rating: number | null;
  closure_category: string | null;
  note: string | null;
};

/** How many rows are read at a time: few enough for others to get in between, on a database with one connection. */
const batchSize = 500;

/**
 * The interpretations themselves, oldest first, a batch at a time. Each batch is a query of its own that goes on after the
 * last row: nothing is held while the reader is slow, and nothing is read that is not asked for.
 */
export async function* readReport(
  db: Db,
  range: Pick<Bucket, 'from' | 'to'>,
  selection: Selection,
  { withRatings }: { withRatings: boolean },
): AsyncGenerator<ReportRow[]> {
  let after = sql<boolean>`true`;
  for (;;) {
    const { rows } = await sql<ReportRow & { moment: string }>`
      select
        i.id, i.created, i.created::text as moment, i.channel, i.session_mode, i.service_kind, i.location_type, i.category,
        p.name as partner,
        c.first_name || ' ' || c.last_name as customer,
        t.first_name || ' ' || t.last_name as interpreter,
        i.outcome, i.waiting_seconds, i.duration_seconds,
        ${withRatings ? sql`f.rating` : sql`null::integer`} as rating,
        null::text as closure_category,
        i.note
      from (
        select * from interpretations i where ${isSelected(selection, range)} and ${after}
        order by i.created, i.id limit ${sql.lit(batchSize)}
      ) i
      left join partners p on p.id = i.partner_id
      left join users c on c.id = i.customer_id
      left join users t on t.id = i.interpreter_id
      ${withRatings ? sql`left join feedback f on f.interpretation_id = i.id` : sql``}
      order by i.created, i.id`.execute(db);
    let last = { moment: '', id: '' };
    yield rows.map(({ moment, ...row }) => {
      last = { moment, id: row.id };
      return row;
    });
    if (rows.length < batchSize) return;
    // The instant as the database writes it: a Date would lose its microseconds.
    after = sql<boolean>`(i.created, i.id) > (${last.moment}::timestamptz, ${last.id})`;
  }
}

/** What the filters of a call are named by. */
const named = {
  partner: sql`select id, name from partners`,
  partner_category: sql`select id, name from partner_categories`,
  department: sql`select id, name from departments`,
  interpreter: sql`select id, first_name || ' ' || last_name as name from users where role = 'interpreter'`,
  user: sql`select id, first_name || ' ' || last_name as name from users`,
};

/**
 * The names of what a filter names, in the order of the alphabet; one that is not there has none.
 * @param interpreter for whom only the customers that they have worked for have names, or null
 */
export async function namesOf(
  db: Db,
  filter: keyof typeof named,
  ids: readonly string[],
  interpreter: string | null,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const known =
    filter === 'user' && interpreter !== null
      ? sql`and exists (select from interpretations i where i.interpreter_id = ${interpreter} and i.customer_id = named.id)`
      : sql``;
  const { rows } = await sql<{ name: string }>`
    select name from (${named[filter]}) named where id in (${sql.join([...ids])}) ${known} order by lower(name)`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** The language that somebody has chosen, if any. */
export async function languageOf(db: Db, id: string): Promise<Tables['users']['language']> {
  const { language } = await db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirstOrThrow();
  return language;
}
