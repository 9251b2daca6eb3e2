import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { ListQuery } from '../../../contract/collection.ts';
import type { scheduleOrderings, SchedulesQuery, ShiftState } from '../../../contract/schedules.ts';
import type { CalendarQuery } from '../../../contract/shifts.ts';
import { alphabetically, type Orderings, pageOf, searchIn, searchIndexed } from '../../collection/list.ts';
import { type Trx, write } from '../../collection/write.ts';
import { personName } from '../../collection/personName.ts';
import { planForValues } from '../../db/statements.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { ApiProblem } from '../../problem.ts';
import type { Occurrence } from '../../schedule/series.ts';

/** A row of `schedules`. */
export type ScheduleRow = Selectable<Tables['schedules']>;
/** A schedule with the interpreter's name. */
export type NamedScheduleRow = ScheduleRow & {
  interpreter_name: string;
  /** The day of its last shift, and of the last that is not cancelled; null without any. */
  last_planned: string | null;
  last_taking_place: string | null;
};
/** A shift with the bounds of its occupied time, the source of its series, and the interpreter’s name. */
export type ShiftRow = Omit<Selectable<Tables['shifts']>, 'occupied'> & {
  occupied_from: Date;
  occupied_to: Date;
  source: ScheduleRow['source'];
  interpreter_name: string;
};

/** The terms of a shift; columns of a series and of each of its days. */
export const termColumns = [
  'interpreter_id',
  'zone',
  'time_from',
  'time_to',
  'location_type',
  'address',
  'travel_time',
  'request_type',
  'communication_type',
  'allow_reservations',
  'emergency',
] as const;

/** The columns of a shift that are written, apart from its id and its occupied time. */
const writtenColumns = [
  ...termColumns,
  'schedule_id',
  'day',
  'series_day',
  'starts',
  'ends',
  'state',
  'changed_alone',
] as const;

/** The columns of a shift that queries return. */
const shiftColumns = [
  'shifts.id' as const,
  ...writtenColumns.map((column) => `shifts.${column}` as const),
  'schedules.source' as const,
];

/** The longest shift in milliseconds: a whole day, and no day is longer than 25 hours. Nights are shorter (Q21). */
export const longestShift = 26 * 60 * 60_000;

/** Locks the time of some interpreters until the transaction ends, always in the same order. */
export async function lockInterpreters(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`select lock_interpreters(array[${sql.join([...ids])}]::text[])`.execute(trx);
}

/**
 * A transaction that first locks the time of some interpreters, so that what it reads stays valid until it ends,
 * without deadlocks. A violation of the database constraint has the same error code.
 */
export function withInterpreters<Result>(
  db: Db,
  caller: Parameters<typeof write>[1],
  ids: readonly string[],
  act: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  return write(db, caller, async (trx) => {
    await lockInterpreters(trx, ids);
    return act(trx);
  });
}

/** Whether a user is an interpreter who may get shifts. */
export async function isInterpreter(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'interpreter')
    .where('approval_status', '=', 'approved')
    .executeTakeFirst();
  return found !== undefined;
}

const interpreterName = personName('users');

const lastPlanned = sql<string | null>`(select max(day) from shifts where schedule_id = schedules.id)`;
const lastTakingPlace = sql<string | null>`
  (select max(day) from shifts where schedule_id = schedules.id and state <> 'disabled')`;

function selectSchedules(db: Db) {
  return db
    .selectFrom('schedules')
    .innerJoin('users', 'users.id', 'schedules.interpreter_id')
    .selectAll('schedules')
    .select([
      interpreterName.as('interpreter_name'),
      lastPlanned.as('last_planned'),
      lastTakingPlace.as('last_taking_place'),
    ]);
}

/** The state of a series on a day. */
export function stateOn(today: string, { last_day, last_planned, last_taking_place }: NamedScheduleRow): ShiftState {
  if (last_day < today) return 'completed';
  const isPlanned = last_planned !== null && last_planned >= today;
  const takesPlace = last_taking_place !== null && last_taking_place >= today;
  return isPlanned && !takesPlace ? 'disabled' : 'enabled';
}

/** The same in SQL, for the filter. */
const stateInSql = (today: string) => sql<ShiftState>`case
  when schedules.last_day < ${today}::date then 'completed'
  when ${lastPlanned} >= ${today}::date and coalesce(${lastTakingPlace} < ${today}::date, true) then 'disabled'
  else 'enabled' end`;

const orderings: Orderings<(typeof scheduleOrderings)[number]> = {
  date: [sql`schedules.first_day`],
  until: [sql`schedules.last_day`],
  created: [sql`schedules.created`],
  interpreter: [alphabetically(sql`users.first_name`), alphabetically(sql`users.last_name`), sql`schedules.first_day`],
};

/** One page of the schedules; of some interpreters, or all. */
export function listSchedules(
  db: Db,
  { from_day, to_day, repeat, state, location_type, request_type, source, emergency, search, ...query }: SchedulesQuery,
  interpreters: string[] | undefined,
  today: string,
) {
  const found = searchIn(search, [interpreterName, sql`schedules.address`]);
  let schedules = selectSchedules(db);
  if (interpreters) schedules = schedules.where('schedules.interpreter_id', 'in', interpreters);
  if (from_day) schedules = schedules.where('schedules.last_day', '>=', from_day);
  if (to_day) schedules = schedules.where('schedules.first_day', '<=', to_day);
  if (state?.length) schedules = schedules.where(stateInSql(today), 'in', state);
  if (repeat?.length) schedules = schedules.where('schedules.repeat', 'in', repeat);
  if (location_type) schedules = schedules.where('schedules.location_type', '=', location_type);
  if (request_type) schedules = schedules.where('schedules.request_type', '=', request_type);
  if (source) schedules = schedules.where('schedules.source', '=', source);
  if (emergency !== undefined) schedules = schedules.where('schedules.emergency', '=', emergency);
  if (found) schedules = schedules.where(found);
  return pageOf(db, schedules, query, { orderings, fallback: '-date', tiebreak: sql`schedules.id` });
}

/** A schedule; limited to one interpreter, or not. */
export async function findSchedule(db: Db, id: string, onlyInterpreter: string | null): Promise<NamedScheduleRow> {
  const found = await selectSchedules(db)
    .where('schedules.id', '=', id)
    .$if(onlyInterpreter !== null, (query) => query.where('schedules.interpreter_id', '=', onlyInterpreter))
    .executeTakeFirst();
  if (!found) throw new ApiProblem('schedule_not_found');
  return found;
}

function selectShifts(db: Db) {
  return db
    .selectFrom('shifts')
    .innerJoin('schedules', 'schedules.id', 'shifts.schedule_id')
    .innerJoin('users', 'users.id', 'shifts.interpreter_id')
    .select(shiftColumns)
    .select([
      'shifts.version',
      sql<Date>`lower(shifts.occupied)`.as('occupied_from'),
      sql<Date>`upper(shifts.occupied)`.as('occupied_to'),
      interpreterName.as('interpreter_name'),
    ]);
}

/** A shift; limited to one interpreter, or not. */
export async function findShift(db: Db, id: string, onlyInterpreter: string | null): Promise<ShiftRow> {
  const found = await selectShifts(db)
    .where('shifts.id', '=', id)
    .$if(onlyInterpreter !== null, (query) => query.where('shifts.interpreter_id', '=', onlyInterpreter))
    .executeTakeFirst();
  if (!found) throw new ApiProblem('schedule_not_found');
  return found;
}

/** The days of a schedule, in the order of the series. */
export async function shiftsOf(db: Db, scheduleId: string): Promise<ShiftRow[]> {
  return selectShifts(db).where('shifts.schedule_id', '=', scheduleId).orderBy('shifts.series_day').execute();
}

/** An interval of time, end exclusive. */
export type Range = { from: Date; to: Date };

type ShiftFilters = Pick<
  CalendarQuery,
  'state' | 'location_type' | 'request_type' | 'source' | 'emergency' | 'schedule' | 'partner'
>;

/** The condition that a shift overlaps an interval. */
function overlaps({ from, to }: Range): RawBuilder<boolean> {
  // Implied by the last condition, but usable by the index.
  const earliest = new Date(from.getTime() - longestShift);
  return sql<boolean>`shifts.starts < ${to} and shifts.starts > ${earliest} and shifts.ends > ${from}`;
}

/** The condition that a shift overlaps an interval and matches the filters. */
function matchesFilters(range: Range, filters: ShiftFilters): RawBuilder<boolean> {
  const conditions = [overlaps(range)];
  if (filters.state?.length) conditions.push(sql`shifts.state in (${sql.join([...filters.state])})`);
  if (filters.location_type) conditions.push(sql`shifts.location_type = ${filters.location_type}`);
  if (filters.request_type) conditions.push(sql`shifts.request_type = ${filters.request_type}`);
  if (filters.source)
    conditions.push(sql`exists (
      select from schedules where schedules.id = shifts.schedule_id and schedules.source = ${filters.source})`);
  if (filters.emergency !== undefined) conditions.push(sql`shifts.emergency = ${filters.emergency}`);
  if (filters.schedule) conditions.push(sql`shifts.schedule_id = ${filters.schedule}`);
  if (filters.partner)
    conditions.push(sql`exists (
      select from reservation_interpreters person
      join reservations on reservations.id = person.reservation_id
      where person.interpreter_id = shifts.interpreter_id and person.takes_part
        and reservations.partner_id = ${filters.partner}
        and reservations.status in ('pending', 'approved')
        and reservations.starts < shifts.ends and reservations.ends > shifts.starts)`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Shifts that overlap an interval, by start. */
export async function listShifts(
  db: Db,
  range: Range,
  filters: ShiftFilters,
  interpreters: string[] | undefined,
): Promise<ShiftRow[]> {
  let query = selectShifts(db).where(matchesFilters(range, filters));
  if (interpreters) query = query.where('shifts.interpreter_id', 'in', interpreters);
  return query.orderBy('shifts.starts').orderBy('shifts.id').execute();
}

const calendarOrderings: Orderings<'interpreter'> = {
  interpreter: [alphabetically(sql`users.first_name`), alphabetically(sql`users.last_name`)],
};

/** The lanes of a calendar: some interpreters or all (undefined), by name, with or without shifts. */
export type WhoseLanes = {
  search: string | undefined;
  interpreters: string[] | undefined;
  people: CalendarQuery['people'];
  range: Range;
  filters: ShiftFilters;
  now: Date;
};

/** A time as the shortest range, for functions that take a beginning and an end. */
const instantOf = (time: Date) => sql`${time}::timestamptz, ${time}::timestamptz + interval '1 microsecond'`;

/** The condition that an interpreter is on shift at a time, and neither absent, nor booked, nor in a call. */
const isFreeAt = (now: Date) => sql`
  is_active_interpreter(users, ${instantOf(now)})
  and not exists (select from absences_in_force(users.id, ${instantOf(now)}))
  and exists (
    select from shifts
    where shifts.interpreter_id = users.id and shifts.state = 'enabled'
      and shifts.starts <= ${now}::timestamptz and shifts.ends > ${now}::timestamptz)
  and not exists (
    select from reservation_interpreters booked
    where booked.interpreter_id = users.id and booked.period @> ${now}::timestamptz)
  and not exists (
    select from interpretations
    where interpretations.interpreter_id = users.id and interpretations.started is not null
      and interpretations.ended is null and not interpretations.end_unknown)`;

/** The condition that a user has a lane in a calendar. */
export function hasLane({ search, interpreters, people, range, filters, now }: WhoseLanes): RawBuilder<boolean> {
  const conditions = [sql<boolean>`users.role = 'interpreter' and users.approval_status = 'approved'`];
  const found = searchIndexed(search, sql`users.search_text`);
  if (interpreters) conditions.push(sql`users.id in (${sql.join(interpreters)})`);
  if (found) conditions.push(found);
  if (people === 'free')
    conditions.push(sql`not exists (
      select from shifts where shifts.interpreter_id = users.id and shifts.state <> 'disabled' and ${overlaps(range)})`);
  if (people === 'free_now') conditions.push(sql`${isFreeAt(now)}`);
  if (people === 'busy')
    conditions.push(sql`exists (
      select from shifts where shifts.interpreter_id = users.id and ${matchesFilters(range, filters)})`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** One page of the interpreters of a calendar: some or all, with a matching shift, or without any. */
export function listInterpreters(
  db: Db,
  { search, ...query }: ListQuery<'interpreter'>,
  whose: Omit<WhoseLanes, 'search'>,
) {
  const people = db
    .selectFrom('users')
    .select([
      'users.id',
      interpreterName.as('name'),
      sql<boolean>`is_active_interpreter(users, ${instantOf(whose.now)})`.as('active'),
      'users.suspension_expires as suspended_until',
    ])
    .where(hasLane({ search, ...whose }));
  return pageOf(db, people, query, {
    orderings: calendarOrderings,
    fallback: 'interpreter',
    tiebreak: sql`users.id`,
  });
}

/** The columns of a shift that calendars show. */
export type CalendarRow = Omit<ShiftRow, 'occupied_from' | 'occupied_to' | 'interpreter_name' | 'version'>;

/** The shifts of some interpreters that overlap an interval, by interpreter, by start. */
export async function listForCalendar(
  db: Db,
  range: Range,
  filters: ShiftFilters,
  interpreters: string[],
): Promise<Map<string, CalendarRow[]>> {
  if (interpreters.length === 0) return new Map();
  const rows = await db
    .selectFrom('shifts')
    .innerJoin('schedules', 'schedules.id', 'shifts.schedule_id')
    .select(shiftColumns)
    .where(sql<boolean>`shifts.interpreter_id = any(string_to_array(${interpreters.join()}, ','))`)
    .where(matchesFilters(range, filters))
    .orderBy('shifts.starts')
    .orderBy('shifts.id')
    .execute();
  return Map.groupBy(rows, ({ interpreter_id }) => interpreter_id);
}

/**
 * The number of shifts of some interpreters that begin after a time, and optionally before another; without cancelled
 * ones.
 */
export async function countShiftsAhead(
  db: Db,
  interpreters: readonly string[],
  { after, before }: { after: Date; before: Date | null },
): Promise<number> {
  let shifts = db
    .selectFrom('shifts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('interpreter_id', 'in', [...interpreters])
    .where('starts', '>', after)
    .where('state', '=', 'enabled');
  if (before) shifts = shifts.where('starts', '<', before);
  return (await shifts.executeTakeFirstOrThrow()).count;
}

/** A time that somebody is to work, with a name for the answer. `occupied` includes travel. */
export type WantedTime = { key: string; interpreter: string } & Pick<
  Occurrence,
  'from' | 'to' | 'occupiedFrom' | 'occupiedTo'
>;

/** The keys of the times at which their interpreter is inactive: suspended, not approved or not an interpreter. */
export async function inactiveAmong(db: Db, times: readonly WantedTime[]): Promise<Set<string>> {
  const wanted = times.map(({ key, interpreter, from, to }) => ({ key, interpreter, a: from, b: to }));
  const { rows } = await sql<{ key: string }>`
    select wanted.key
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted (key text, interpreter text, a timestamptz, b timestamptz)
    join users on users.id = wanted.interpreter
    where not is_active_interpreter(users, wanted.a, wanted.b)`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

const wantedOf = (interpreter: string, occurrences: readonly Occurrence[]): WantedTime[] =>
  occurrences.map(({ day, ...times }) => ({ key: day, interpreter, ...times }));

/** The days of occurrences on which an interpreter is inactive. */
export function inactiveDays(db: Db, interpreterId: string, occurrences: readonly Occurrence[]): Promise<Set<string>> {
  return inactiveAmong(db, wantedOf(interpreterId, occurrences));
}

/**
 * The number and the minutes of the shifts that take place on each day of a range. Cancelled ones count only if the filters
 * include them.
 */
export function shiftsByDay(db: Db, whose: WhoseLanes): Promise<{ date: string; count: number; planned: number }[]> {
  const { range, filters } = whose;
  const isCounted = filters.state?.includes('disabled') ? sql`true` : sql`shifts.state <> 'disabled'`;
  return db
    .selectFrom('shifts')
    .modifyFront(planForValues)
    .innerJoin('users', 'users.id', 'shifts.interpreter_id')
    .select([
      'shifts.day as date',
      sql<number>`(count(*) filter (where ${isCounted}))::int`.as('count'),
      sql<number>`coalesce(
        sum(extract(epoch from shifts.ends - shifts.starts) / 60) filter (where ${isCounted}), 0)::int`.as('planned'),
    ])
    .where(matchesFilters(range, filters))
    .where(hasLane(whose))
    .groupBy('shifts.day')
    .orderBy('shifts.day')
    .execute();
}

/** The shifts of an interpreter that each occurrence would overlap, by day; some shifts are ignored. */
export function overlapsOf(
  db: Db,
  interpreterId: string,
  occurrences: readonly Occurrence[],
  ignoredShifts: readonly string[],
): Promise<Map<string, string[]>> {
  return overlapsAmong(db, wantedOf(interpreterId, occurrences), ignoredShifts);
}

/** The shifts of their interpreter that each time would overlap, by its key; some shifts are ignored. */
export async function overlapsAmong(
  db: Db,
  times: readonly WantedTime[],
  ignoredShifts: readonly string[],
): Promise<Map<string, string[]>> {
  const wanted = times.map(({ key, interpreter, occupiedFrom, occupiedTo }) => ({
    key,
    interpreter,
    a: occupiedFrom,
    b: occupiedTo,
  }));
  const { rows } = await sql<{ key: string; shifts: string[] }>`
    select wanted.key, array_agg(shifts.id order by shifts.starts) as shifts
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted (key text, interpreter text, a timestamptz, b timestamptz)
    join shifts on shifts.interpreter_id = wanted.interpreter
      and shifts.occupied && tstzrange(wanted.a, wanted.b)
      and shifts.state <> 'disabled'
    where shifts.id not in (select jsonb_array_elements_text(${JSON.stringify(ignoredShifts)}::jsonb))
    group by wanted.key`.execute(db);
  return new Map(rows.map(({ key, shifts }) => [key, shifts]));
}

/** When shifts were last called off, by id, as far as the audit log knows it. */
export async function calledOffAt(db: Db, ids: readonly string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('audit_entries')
    .select(['record_id', (eb) => eb.fn.max('at').as('at')])
    .where('collection', '=', 'shifts')
    .where('record_id', 'in', [...ids])
    .where(sql<boolean>`before ->> 'state' <> 'disabled' and after ->> 'state' = 'disabled'`)
    .groupBy('record_id')
    .execute();
  return new Map(rows.map(({ record_id, at }) => [record_id, at]));
}

/**
 * The approved reservations (only they have a period) in some shifts, by start.
 * @param after leaves out those that end before
 */
export async function approvedOn(
  db: Db,
  shiftIds: readonly string[],
  after: Date | null = null,
): Promise<{ id: string; name: string; starts: Date; ends: Date; shifts: string[]; people: string[] }[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof approvedOn>>[number]>`
    select reservations.id, reservations.name, reservations.starts, reservations.ends,
      array_agg(shifts.id order by shifts.starts, shifts.id) as shifts,
      array_agg(distinct shifts.interpreter_id) as people
    from shifts
    join reservation_interpreters person on person.interpreter_id = shifts.interpreter_id
      and person.period && tstzrange(shifts.starts, shifts.ends)
    join reservations on reservations.id = person.reservation_id
    where shifts.id in (select jsonb_array_elements_text(${JSON.stringify(shiftIds)}::jsonb))
      and shifts.state <> 'disabled'
      and (${after}::timestamptz is null or reservations.ends > ${after}::timestamptz)
    group by reservations.id
    order by reservations.starts, reservations.id`.execute(db);
  return rows;
}

type NewShift = Omit<ShiftRow, 'source' | 'interpreter_name' | 'version'>;

/** The columns to update of existing shifts: all written ones. */
const excluded = Object.fromEntries(
  [...writtenColumns, 'occupied'].map((column) => [column, sql.ref<never>(`excluded.${column}`)]),
);

/** Upserts shifts. Constraints are deferred, as moved shifts may overlap temporarily. */
export async function saveShifts(trx: Trx, shifts: readonly NewShift[]): Promise<void> {
  if (shifts.length === 0) return;
  await sql`set constraints shifts_one_place, shifts_one_per_day deferred`.execute(trx);
  await trx
    .insertInto('shifts')
    .values(
      shifts.map(({ occupied_from, occupied_to, ...shift }) => ({
        ...shift,
        occupied: `[${occupied_from.toISOString()},${occupied_to.toISOString()})`,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doUpdateSet(excluded))
    .execute();
}

/** Moves shifts to another schedule. */
export async function moveShifts(trx: Trx, ids: readonly string[], scheduleId: string): Promise<void> {
  if (ids.length > 0) await trx.updateTable('shifts').set({ schedule_id: scheduleId }).where('id', 'in', ids).execute();
}

/** Deletes shifts. */
export async function deleteShifts(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('shifts').where('id', 'in', ids).execute();
}

/** Upserts a schedule. */
export async function saveSchedule(trx: Trx, schedule: ScheduleRow & Partial<NamedScheduleRow>): Promise<void> {
  const {
    id,
    created,
    version: _version,
    interpreter_name: _name,
    last_planned: _planned,
    last_taking_place: _takingPlace,
    ...values
  } = schedule;
  await trx
    .insertInto('schedules')
    .values({ id, created, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** Deletes a schedule with all its days. */
export async function deleteSchedule(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('schedules').where('id', '=', id).execute();
}
