import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../contract/languages.ts';
import { alphabetically } from '../collection/list.ts';
import type { Db } from '../db/tables.ts';
import type { Bucket } from './buckets.ts';
import { addUp, type Sums } from './figures.ts';
import type { Selection } from './selection.ts';

/** An interval of time, end exclusive. */
type TimeSpan = Pick<Bucket, 'from' | 'to'>;

function isInList(value: RawBuilder<unknown>, list: readonly string[] | undefined): RawBuilder<boolean>[] {
  if (!list) return [];
  return [list.length > 0 ? sql<boolean>`${value} in (${sql.join([...list])})` : sql<boolean>`false`];
}

/** @param group a query for the members of some groups; evaluated once for all intervals */
function isMemberOf(
  value: RawBuilder<unknown>,
  list: readonly string[] | undefined,
  group: (ids: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<boolean>[] {
  if (!list) return [];
  return [sql<boolean>`${value} = any(array(${group(sql.join(list.length > 0 ? [...list] : [null]))}))`];
}

/** Existing partners only: a request keeps the id of a deleted partner. */
const partnersBy = (column: string) => (ids: RawBuilder<unknown>) =>
  sql`select id from partners where ${sql.ref(column)} in (${ids})`;

/** Most members of a department have never had a request: an index finds those who have. */
const interpretersOf = (
  departments: RawBuilder<unknown>,
) => sql`select id from users where department_id in (${departments})
  and exists (select from interpretations made where made.interpreter_id = users.id)`;

/** The condition that a request, `i`, or the rating of one, `f`, matches the selection; a rating has no customer. */
function isSelected(selection: Selection, of: 'i' | 'f'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  const conditions = [
    ...isInList(column('channel'), selection.channels),
    ...isInList(column('service_kind'), selection.serviceKinds),
    ...isInList(column('session_mode'), selection.sessionModes),
    ...isInList(column('location_type'), selection.locations),
    ...isMemberOf(column('partner_id'), selection.partners, partnersBy('id')),
    ...isMemberOf(column('partner_id'), selection.partnerCategories, partnersBy('category_id')),
    ...isMemberOf(column('interpreter_id'), selection.departments, interpretersOf),
    ...isInList(column('interpreter_id'), selection.interpreters),
    ...isInList(column('customer_id'), selection.customers),
  ];
  return sql.join(conditions, sql` and `);
}

const countedColumns = [
  'requests',
  'answered',
  'abandoned',
  'waiting',
  'unknown',
  'waiting_seconds',
  'in_time',
  'ended',
  'duration_seconds',
] as const;
const ratedColumns = ['ratings', 'rating_sum'] as const;

/** The ratings of the selected requests of an interval, `b`. Most selections need only columns of the rating. */
function ratingsOf(selection: Selection): RawBuilder<unknown> {
  const counted = sql`select count(f.rating)::int as ratings, coalesce(sum(f.rating), 0)::int as rating_sum from feedback f`;
  return selection.customers === undefined
    ? sql`${counted} where f.requested >= b.starts and f.requested < b.ends and ${isSelected(selection, 'f')}`
    : sql`${counted} join interpretations i on i.id = f.interpretation_id
        where i.created >= b.starts and i.created < b.ends and ${isSelected(selection, 'i')}`;
}

/** Intervals as a table `b`. */
function timeSpans(buckets: readonly TimeSpan[]): RawBuilder<unknown> {
  const instants = (name: 'from' | 'to') => buckets.map((bucket) => bucket[name].toISOString()).join();
  // A lateral join reads one index range per interval, and the planner does not mistake the intervals for many groups.
  return sql`unnest(
      string_to_array(${instants('from')}, ',')::timestamptz[],
      string_to_array(${instants('to')}, ',')::timestamptz[]
    ) with ordinality b (starts, ends, number)`;
}

/** Sums over the requests. */
async function sumRequests(
  db: Db,
  buckets: readonly TimeSpan[],
  selection: Selection,
  { withRatings }: { withRatings: boolean },
): Promise<Sums[]> {
  if (buckets.length === 0) return [];
  const { rows } = await sql<Sums>`
    select requests.*, ratings.*
    from ${timeSpans(buckets)}
    cross join lateral (
      select
        count(*)::int as requests,
        (count(*) filter (where i.outcome = 'answered'))::int as answered,
        (count(*) filter (where i.outcome = 'abandoned'))::int as abandoned,
        (count(*) filter (where i.outcome = 'waiting'))::int as waiting,
        (count(*) filter (where i.outcome = 'unknown'))::int as unknown,
        coalesce(sum(i.waiting_seconds), 0)::float8 as waiting_seconds,
        (count(*) filter (where i.waiting_seconds <= (select service_level_seconds())))::int as in_time,
        count(i.duration_seconds)::int as ended,
        coalesce(sum(i.duration_seconds), 0)::float8 as duration_seconds
      from interpretations i
      where i.created >= b.starts and i.created < b.ends and ${isSelected(selection, 'i')}
    ) requests
    cross join lateral (${withRatings ? ratingsOf(selection) : sql`select 0 as ratings, 0 as rating_sum`}) ratings
    order by b.number`.execute(db);
  return rows;
}

/** Sums over whole hours, from the ledger that the database maintains (`figure_hours`). */
async function sumLedger(
  db: Db,
  buckets: readonly TimeSpan[],
  { channels, serviceKinds, sessionModes, locations }: Selection,
  { withRatings }: { withRatings: boolean },
): Promise<Sums[]> {
  const conditions = [
    ...isInList(sql`h.channel`, channels),
    ...isInList(sql`h.service_kind`, serviceKinds),
    ...isInList(sql`h.session_mode`, sessionModes),
    ...isInList(sql`h.location_type`, locations),
  ];
  const sumOf = (column: keyof Sums) => sql`coalesce(sum(h.${sql.ref(column)}), 0)::float8 as ${sql.ref(column)}`;
  const { rows } = await sql<Sums>`
    select sums.*
    from ${timeSpans(buckets)}
    cross join lateral (
      select
        ${sql.join(countedColumns.map(sumOf))},
        ${withRatings ? sql.join(ratedColumns.map(sumOf)) : sql`0 as ratings, 0 as rating_sum`}
      from figure_hours h
      where h.hour >= b.starts and h.hour < b.ends and ${sql.join(conditions, sql` and `)}
    ) sums
    order by b.number`.execute(db);
  return rows;
}

const hour = 60 * 60_000;

/**
 * The whole hours of an interval, and the remainders before and after them; without a whole hour, the interval itself.
 */
function hoursOf({ from, to }: TimeSpan): { whole: TimeSpan; edges: TimeSpan[] } {
  const first = new Date(Math.ceil(from.getTime() / hour) * hour);
  const last = new Date(Math.floor(to.getTime() / hour) * hour);
  if (last <= first) return { whole: { from, to: from }, edges: [{ from, to }] };
  const edges = [
    { from, to: first },
    { from: last, to },
  ];
  return { whole: { from: first, to: last }, edges: edges.filter((edge) => edge.from < edge.to) };
}

/**
 * The source of all figures: the sums of each interval. Uses the ledger if the filters are columns of the ledger,
 * otherwise the requests; both give the same result.
 * @param options.withRatings false without the flag `feedback`
 */
export async function sumsOf(
  db: Db,
  buckets: readonly TimeSpan[],
  selection: Selection,
  options: { withRatings: boolean },
): Promise<Sums[]> {
  const { partners, partnerCategories, departments, interpreters, customers } = selection;
  if ([partners, partnerCategories, departments, interpreters, customers].some((list) => list !== undefined))
    return sumRequests(db, buckets, selection, options);
  const cuts = buckets.map(hoursOf);
  const [whole, beside] = await Promise.all([
    sumLedger(
      db,
      cuts.map((cut) => cut.whole),
      selection,
      options,
    ),
    sumRequests(
      db,
      cuts.flatMap(({ edges }) => edges),
      selection,
      options,
    ),
  ]);
  let next = 0;
  return cuts.map(({ edges }, index) => {
    const begin = next;
    next += edges.length;
    return addUp([...whole.slice(index, index + 1), ...beside.slice(begin, next)]);
  });
}

/** Merges new rows of the ledger with the other rows of their hours. */
export async function mergeFigures(db: Db): Promise<void> {
  await sql`select merge_figures()`.execute(db);
}

/** An interpretation in a report. */
export type ReportRow = {
  id: string;
  created: Date;
  started: Date | null;
  ended: Date | null;
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

/** Rows per batch: few, so that other queries get their turn on a database with one connection. */
const batchSize = 100;

/**
 * The interpretations, oldest first, in batches. Each batch is a query of its own that continues after the last row, so
 * that a slow reader holds no cursor, and unread rows are not fetched.
 */
export async function* readReport(
  db: Db,
  range: Pick<Bucket, 'from' | 'to'>,
  selection: Selection,
  { withRatings }: { withRatings: boolean },
): AsyncGenerator<ReportRow[]> {
  let after = sql<boolean>`i.created >= ${range.from}`;
  for (;;) {
    const { rows } = await sql<ReportRow & { moment: string }>`
      select
        i.id, i.created, i.created::text as moment, i.started, i.ended, i.channel, i.session_mode, i.service_kind, i.location_type, i.category,
        p.name as partner,
        c.first_name || ' ' || c.last_name as customer,
        t.first_name || ' ' || t.last_name as interpreter,
        i.outcome, i.waiting_seconds, i.duration_seconds,
        ${withRatings ? sql`f.rating` : sql`null::integer`} as rating,
        k.title as closure_category,
        i.note
      from (
        select * from interpretations i where ${after} and i.created < ${range.to} and ${isSelected(selection, 'i')}
        order by i.created, i.id limit ${sql.lit(batchSize)}
      ) i
      left join partners p on p.id = i.partner_id
      left join users c on c.id = i.customer_id
      left join users t on t.id = i.interpreter_id
      left join closure_categories k on k.id = i.closure_category_id
      ${withRatings ? sql`left join feedback f on f.interpretation_id = i.id` : sql``}
      order by i.created, i.id`.execute(db);
    let last = { moment: '', id: '' };
    yield rows.map(({ moment, ...row }) => {
      last = { moment, id: row.id };
      return row;
    });
    if (rows.length < batchSize) return;
    // The instant as text from the database: a Date would lose its microseconds.
    after = sql<boolean>`(i.created, i.id) > (${last.moment}::timestamptz, ${last.id})`;
  }
}

/**
 * The longest words of the names in a report, by column: some of each, as letters differ in width. Notes are left out, as
 * there may be too many.
 */
export async function longestWords(
  db: Db,
  range: Pick<Bucket, 'from' | 'to'>,
  selection: Selection,
): Promise<Record<string, string[]>> {
  const nameOf = sql`first_name || ' ' || last_name`;
  const { rows } = await sql<{ key: string; words: string[] }>`
    with chosen as materialized (
      select i.category, i.partner_id, i.customer_id, i.interpreter_id, i.closure_category_id from interpretations i
      where i.created >= ${range.from} and i.created < ${range.to} and ${isSelected(selection, 'i')}
    ), texts (key, text) as (
      select distinct 'category', category from chosen
      union all select 'partner', name from partners where id in (select partner_id from chosen)
      union all select 'customer', ${nameOf} from users where id in (select customer_id from chosen)
      union all select 'interpreter', ${nameOf} from users where id in (select interpreter_id from chosen)
      union all
      select 'closure_category', title from closure_categories where id in (select closure_category_id from chosen)
    ), words as (
      select key, word, row_number() over (partition by key order by length(word) desc) as place
      from texts cross join lateral string_to_table(text, ' ') word
    )
    select key, array_agg(word) as words from words where place <= 5 group by key`.execute(db);
  return Object.fromEntries(rows.map(({ key, words }) => [key, words]));
}

/** The expressions for the names of filter values. */
const named = {
  partner: sql`select id, name from partners`,
  partner_category: sql`select id, name from partner_categories`,
  department: sql`select id, name from departments`,
  interpreter: sql`select id, first_name || ' ' || last_name as name from users where role = 'interpreter'`,
  user: sql`select id, first_name || ' ' || last_name as name from users`,
};

/**
 * The names of filter values, in alphabetical order; deleted records have none.
 * @param interpreter only customers that this interpreter has worked for have names; null: all
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
    select name from (${named[filter]}) named where id in (${sql.join([...ids])}) ${known} order by ${alphabetically(sql`name`)}`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** The language of a user; null if none is set. */
export async function languageOf(db: Db, id: string): Promise<Language | null> {
  const { language } = await db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirstOrThrow();
  return language;
}

/** Counts the service level of all requests with a limit in seconds, if it was another one. */
export async function setServiceLevel(db: Db, seconds: number): Promise<void> {
  await sql`select set_service_level(${seconds})`.execute(db);
}
