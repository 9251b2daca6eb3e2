import { sql, type RawBuilder } from 'kysely';
import type { CoverageObstacle } from '../../../contract/reservations.ts';
import { personName } from '../../collection/personName.ts';
import { planForValues } from '../../db/statements.ts';
import type { Db } from '../../db/tables.ts';
import { isShort, missingPeople, obstacleOf } from '../reservations/repository.ts';
import { hasLane, longestShift, type Range, type WhoseLanes } from './repository.ts';

/** The columns of a reservation that calendars show. */
const bookingColumns = [
  'reservations.id',
  'reservations.name',
  'reservations.status',
  'reservations.starts',
  'reservations.ends',
  'reservations.location_type',
  'reservations.address',
  'reservations.link',
  'reservations.service_kind',
  'reservations.emergency',
  'reservations.interpreters_needed',
  'reservations.customer_id',
  'customer.phone as customer_phone',
  personName<string | null>('customer').as('customer_name'),
] as const;

/** The condition that a pending or approved reservation of a partner, or of all, overlaps an interval. */
function isPlannedIn({ from, to }: Range, partner: string | undefined): RawBuilder<boolean> {
  // No reservation is longer than a shift; the second condition is usable by the index.
  const earliest = new Date(from.getTime() - longestShift);
  return sql<boolean>`reservations.status in ('pending', 'approved')
    and reservations.starts > ${earliest} and reservations.starts < ${to} and reservations.ends > ${from}
    ${partner === undefined ? sql`` : sql`and reservations.partner_id = ${partner}`}`;
}

/** Whose bookings to read: in a range, of a partner or of all. */
type Asked = { range: Range; partner: string | undefined; now: Date };

/** A reservation in the lane of an interpreter. */
export type BookingRow = Awaited<ReturnType<typeof selectBookings>>[number];

function selectBookings(
  db: Db,
  { range, partner, now }: Asked,
  { interpreters, caller }: { interpreters: string[]; caller: string },
) {
  const isTheirs = sql<boolean>`person.interpreter_id = any(string_to_array(${interpreters.join()}, ','))
    and (person.takes_part or (person.response = 'offered' and person.interpreter_id = ${caller}))`;
  return db
    .selectFrom('reservation_interpreters as person')
    .innerJoin('reservations', 'reservations.id', 'person.reservation_id')
    .innerJoin('users as interpreter', 'interpreter.id', 'person.interpreter_id')
    .leftJoin('users as customer', 'customer.id', 'reservations.customer_id')
    .select([
      ...bookingColumns,
      'person.interpreter_id',
      'person.response',
      'person.takes_part',
      missingPeople(now).as('missing'),
      sql<CoverageObstacle | null>`case when reservations.ends > ${now}::timestamptz then (
        select coverage.obstacle from (select) nothing ${obstacleOf('interpreter')}) end`.as('obstacle'),
      sql<number>`case when reservations.location_type = 'site' then
        travel_minutes(person.interpreter_id, reservations.starts, reservations.ends) else 0 end`.as('travel_time'),
    ])
    .where(isTheirs)
    .where(isPlannedIn(range, partner))
    .orderBy('reservations.starts')
    .orderBy('reservations.id')
    .execute();
}

/** The reservations of some interpreters that overlap an interval, by interpreter, by start; those offered only for the caller. */
export async function bookingsByLane(
  db: Db,
  asked: Asked,
  whose: { interpreters: string[]; caller: string },
): Promise<Map<string, BookingRow[]>> {
  if (whose.interpreters.length === 0) return new Map();
  return Map.groupBy(await selectBookings(db, asked, whose), ({ interpreter_id }) => interpreter_id);
}

/** The first reservations of a range that are short of people, the soonest first, and their number. */
export async function unassignedIn(db: Db, { range, partner, now }: Asked, most: number) {
  const rows = await db
    .selectFrom('reservations')
    .leftJoin('users as customer', 'customer.id', 'reservations.customer_id')
    .select([...bookingColumns, missingPeople(now).as('missing'), sql<number>`(count(*) over ())::int`.as('count')])
    .where(isPlannedIn(range, partner))
    .where(isShort(now))
    .orderBy('reservations.starts')
    .orderBy('reservations.id')
    .limit(most)
    .execute();
  return { count: rows[0]?.count ?? 0, rows };
}

const dayIn = (zone: string) => sql<string>`to_char(reservations.starts at time zone ${zone}, 'YYYY-MM-DD')`;
const minutesLong = sql`extract(epoch from reservations.ends - reservations.starts) / 60`;

/** The minutes of approved reservations on each day of a range, for each interpreter who takes part and has a lane. */
export function bookedByDay(db: Db, whose: WhoseLanes, zone: string): Promise<{ date: string; booked: number }[]> {
  return db
    .selectFrom('reservations')
    .modifyFront(planForValues)
    .innerJoin('reservation_interpreters as person', 'person.reservation_id', 'reservations.id')
    .innerJoin('users', 'users.id', 'person.interpreter_id')
    .select([dayIn(zone).as('date'), sql<number>`sum(${minutesLong})::int`.as('booked')])
    .where('person.takes_part', '=', true)
    .where('reservations.status', '=', 'approved')
    .where(isPlannedIn(whose.range, whose.filters.partner))
    .where(hasLane(whose))
    .groupBy('date')
    .execute();
}

/** The people that reservations of each day of a range still need, and the minutes for each of them. */
export async function openByDay(
  db: Db,
  { range, partner, now }: Asked,
  zone: string,
): Promise<{ date: string; open: number; short: number }[]> {
  return db
    .with('short', (from) =>
      from
        .selectFrom('reservations')
        .select([dayIn(zone).as('date'), missingPeople(now).as('missing'), sql<number>`${minutesLong}`.as('minutes')])
        .where(isPlannedIn(range, partner))
        .where(isShort(now)),
    )
    .selectFrom('short')
    .select(['date', sql<number>`sum(missing * minutes)::int`.as('open'), sql<number>`sum(missing)::int`.as('short')])
    .groupBy('date')
    .execute();
}
