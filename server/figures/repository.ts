import { type Kysely, type RawBuilder, sql } from 'kysely';
import { serviceLevelSeconds } from '../../contract/figureNames.ts';
import type { Language } from '../../contract/languages.ts';
import { alphabetically } from '../collection/list.ts';
import type { Tables } from '../db/tables.ts';
import type { Bucket } from './buckets.ts';
import { addUp, type Sums } from './figures.ts';
import type { Selection } from './selection.ts';

type Db = Kysely<Tables>;

/** A stretch of time, half-open. */
type Stretch = Pick<Bucket, 'from' | 'to'>;

function isAmong(value: RawBuilder<unknown>, list: readonly string[] | undefined): RawBuilder<boolean>[] {
  if (!list) return [];
  return [list.length > 0 ? sql<boolean>`${value} in (${sql.join([...list])})` : sql<boolean>`false`];
}

/** @param group what selects the members of some groups; looked up once for all stretches of time */
function isWithin(
  value: RawBuilder<unknown>,
  list: readonly string[] | undefined,
  group: (ids: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<boolean>[] {
  if (!list) return [];
  return [sql<boolean>`${value} = any(array(${group(sql.join(list.length > 0 ? [...list] : [null]))}))`];
}

/** Only partners that are there: a request keeps the id of one that has been deleted. */
const partnersBy = (column: string) => (ids: RawBuilder<unknown>) =>
  sql`select id from partners where ${sql.ref(column)} in (${ids})`;

/** Most people of a department have never been asked for: an index tells them apart from those who have. */
const interpretersOf = (
  departments: RawBuilder<unknown>,
) => sql`select id from users where department_id in (${departments})
  and exists (select from interpretations made where made.interpreter_id = users.id)`;

/** The condition that a request, `i`, or the rating of one, `f`, is among those that are meant; a rating knows no customer. */
function isSelected(selection: Selection, of: 'i' | 'f'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  const conditions = [
    ...isAmong(column('channel'), selection.channels),
    ...isAmong(column('service_kind'), selection.serviceKinds),
    ...isAmong(column('session_mode'), selection.sessionModes),
    ...isAmong(column('location_type'), selection.locations),
    ...isWithin(column('partner_id'), selection.partners, partnersBy('id')),
    ...isWithin(column('partner_id'), selection.partnerCategories, partnersBy('category_id')),
    ...isWithin(column('interpreter_id'), selection.departments, interpretersOf),
    ...isAmong(column('interpreter_id'), selection.interpreters),
    ...isAmong(column('customer_id'), selection.customers),
  ];
  return sql.join(conditions, sql` and `);
}

const countedColumns = [
  'requests',
  'answered',
  'abandoned',
  'waiting',
  'waiting_seconds',
  'in_time',
  'ended',
  'duration_seconds',
] as const;
const ratedColumns = ['ratings', 'rating_sum'] as const;

/** The ratings of the selected requests of a stretch, `b`. Most selections need nothing but what the rating has itself. */
function ratingsOf(selection: Selection): RawBuilder<unknown> {
  const counted = sql`select count(f.rating)::int as ratings, coalesce(sum(f.rating), 0)::int as rating_sum from feedback f`;
  return selection.customers === undefined
    ? sql`${counted} where f.requested >= b.starts and f.requested < b.ends and ${isSelected(selection, 'f')}`
    : sql`${counted} join interpretations i on i.id = f.interpretation_id
        where i.created >= b.starts and i.created < b.ends and ${isSelected(selection, 'i')}`;
}

/** Stretches of time as a table `b`. */
function stretches(buckets: readonly Stretch[]): RawBuilder<unknown> {
  const instants = (name: 'from' | 'to') => buckets.map((bucket) => bucket[name].toISOString()).join();
  // A stretch at a time: each is one piece of an index, and the planner cannot mistake the stretches for many groups.
  return sql`unnest(
      string_to_array(${instants('from')}, ',')::timestamptz[],
      string_to_array(${instants('to')}, ',')::timestamptz[]
    ) with ordinality b (starts, ends, number)`;
}

/** What the requests themselves add up to. */
async function countEach(
  db: Db,
  buckets: readonly Stretch[],
  selection: Selection,
  { withRatings }: { withRatings: boolean },
): Promise<Sums[]> {
  if (buckets.length === 0) return [];
  const { rows } = await sql<Sums>`
    select requests.*, ratings.*
    from ${stretches(buckets)}
    cross join lateral (
      select
        count(*)::int as requests,
        (count(*) filter (where i.outcome = 'answered'))::int as answered,
        (count(*) filter (where i.outcome = 'abandoned'))::int as abandoned,
        (count(*) filter (where i.outcome = 'waiting'))::int as waiting,
        coalesce(sum(i.waiting_seconds), 0)::float8 as waiting_seconds,
        (count(*) filter (where i.waiting_seconds <= ${sql.lit(serviceLevelSeconds)}))::int as in_time,
        count(i.duration_seconds)::int as ended,
        coalesce(sum(i.duration_seconds), 0)::float8 as duration_seconds
      from interpretations i
      where i.created >= b.starts and i.created < b.ends and ${isSelected(selection, 'i')}
    ) requests
    cross join lateral (${withRatings ? ratingsOf(selection) : sql`select 0 as ratings, 0 as rating_sum`}) ratings
    order by b.number`.execute(db);
  return rows;
}

/** What whole hours add up to in the ledger that the database keeps (migration 023). */
async function addHours(
  db: Db,
  buckets: readonly Stretch[],
  { channels, serviceKinds, sessionModes, locations }: Selection,
  { withRatings }: { withRatings: boolean },
): Promise<Sums[]> {
  const conditions = [
    ...isAmong(sql`h.channel`, channels),
    ...isAmong(sql`h.service_kind`, serviceKinds),
    ...isAmong(sql`h.session_mode`, sessionModes),
    ...isAmong(sql`h.location_type`, locations),
  ];
  const sumOf = (column: keyof Sums) => sql`coalesce(sum(h.${sql.ref(column)}), 0)::float8 as ${sql.ref(column)}`;
  const { rows } = await sql<Sums>`
    select sums.*
    from ${stretches(buckets)}
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

/** The whole hours of a stretch, and what is left of it before and after them; all of it, where it has none. */
function hoursOf({ from, to }: Stretch): { whole: Stretch; edges: Stretch[] } {
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
 * The one way to every figure: what there is to count in each of some stretches of time. Where requests are told
 * apart by no more than the ledger tells them apart by, it is asked, else the requests are; both say the same.
 * @param options.withRatings false where feedback is off
 */
export async function sumsOf(
  db: Db,
  buckets: readonly Stretch[],
  selection: Selection,
  options: { withRatings: boolean },
): Promise<Sums[]> {
  const { partners, partnerCategories, departments, interpreters, customers } = selection;
  if ([partners, partnerCategories, departments, interpreters, customers].some((list) => list !== undefined))
    return countEach(db, buckets, selection, options);
  const cuts = buckets.map(hoursOf);
  const [whole, beside] = await Promise.all([
    addHours(
      db,
      cuts.map((one) => one.whole),
      selection,
      options,
    ),
    countEach(
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

/** Puts new lines of the ledger together with the others of their hours. */
export async function mergeFigures(db: Db): Promise<void> {
  await sql`select merge_figures()`.execute(db);
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
const batchSize = 100;

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
  let after = sql<boolean>`i.created >= ${range.from}`;
  for (;;) {
    const { rows } = await sql<ReportRow & { moment: string }>`
      select
        i.id, i.created, i.created::text as moment, i.channel, i.session_mode, i.service_kind, i.location_type, i.category,
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
    select name from (${named[filter]}) named where id in (${sql.join([...ids])}) ${known} order by ${alphabetically(sql`name`)}`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** The language that somebody has chosen, if any. */
export async function languageOf(db: Db, id: string): Promise<Language | null> {
  const { language } = await db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirstOrThrow();
  return language;
}
