import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import { seededRandom } from '../../server/seed/random.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** A Monday; the bookings are in its week. */
const monday = Date.UTC(2024, 4, 6);
const languages = ['icl', 'isl', 'pol'] as const;
const kind = { communication_type: 'interpretation', request_type: 'live', emergency: false } as const;

/** The days of `addOpenWeek`. */
export const openWeek = { from: '2024-05-06', to: '2024-05-12' } as const;

/**
 * Adds interpreters with shifts, absences, languages and wishes against them, and bookings of one week: two of three are short of one
 * or two people, the others take some of their time. The wall times of shifts are those of UTC.
 */
export async function addOpenWeek(
  db: Kysely<Tables>,
  { people, bookings, seed }: { people: number; bookings: number; seed: string },
): Promise<void> {
  const { between, pick: some, chance: is, id: randomId } = seededRandom(seed);
  const upTo = (end: number) => between(0, end - 1);
  const created = new Date('2024-05-01T09:00:00Z');
  const user = (role: 'interpreter' | 'deaf', last_name: string) => {
    const id = randomId();
    const spoken = role === 'deaf' || is(0.3) ? [] : languages.filter(() => is(0.6));
    const email = `${id}@testland.example`;
    return {
      id,
      email,
      first_name: 'Anna',
      last_name,
      role,
      languages: spoken,
      approval_status: 'approved',
      created,
    } as const;
  };
  const interpreters = Array.from({ length: people }, (_, index) => user('interpreter', `Túlkur ${index}`));
  const customers = Array.from({ length: 8 }, (_, index) => user('deaf', `Sveinn ${index}`));
  await db
    .insertInto('users')
    .values([...interpreters, ...customers])
    .execute();

  const timed = (from: number, hours: number, site: boolean, travel_time: number) => ({
    starts: new Date(from),
    ends: new Date(from + hours * hour),
    occupied: `[${new Date(from - travel_time * 60_000).toISOString()},${new Date(from + hours * hour + travel_time * 60_000).toISOString()})`,
    location_type: site ? ('site' as const) : ('remote' as const),
    address: site ? 'Hlemmur 1' : null,
    travel_time,
  });
  const clockOf = (instant: Date) => instant.toISOString().slice(11, 16);
  const shifts = interpreters.flatMap(({ id: interpreter_id }) =>
    [0, 1, 2, 3, 4].flatMap((number) => {
      const starts = monday + number * day + (7 + upTo(3)) * hour;
      const [first, second] = [is(0.5), is(0.5)];
      return [
        timed(starts, 4, first, first ? some([15, 30, 45]) : 0),
        timed(starts + 6 * hour, 3 + upTo(3), second, second ? some([15, 30, 45]) : 0),
      ]
        .filter(() => is(0.85))
        .map((times) => ({ ...times, interpreter_id, id: randomId(), schedule_id: randomId(), zone: 'UTC' }));
    }),
  );
  const walls = ({ starts, ends }: { starts: Date; ends: Date }) => ({
    time_from: clockOf(starts),
    time_to: clockOf(ends),
  });
  const dayOf = ({ starts }: { starts: Date }) => starts.toISOString().slice(0, 10);
  await db
    .insertInto('schedules')
    .values(
      shifts.map(({ id: _id, schedule_id, starts, ends, occupied: _occupied, ...shift }) => {
        const first_day = dayOf({ starts });
        const terms = { ...shift, ...kind, ...walls({ starts, ends }), first_day, last_day: first_day, created };
        return {
          ...terms,
          id: schedule_id,
          repeat: 'once' as const,
          allow_reservations: true,
          source: 'platform' as const,
        };
      }),
    )
    .execute();
  await db
    .insertInto('shifts')
    .values(
      shifts.map((shift) => {
        const on = dayOf(shift);
        return { ...shift, ...kind, ...walls(shift), day: on, series_day: on, allow_reservations: is(0.9) };
      }),
    )
    .execute();

  await db
    .insertInto('absences')
    .values(
      interpreters
        .filter(() => is(0.2))
        .map(({ id: interpreter_id }) => {
          const from = monday + upTo(5) * day;
          const first_day = new Date(from).toISOString().slice(0, 10);
          const times = { starts: new Date(from), ends: new Date(from + day), first_day, last_day: first_day };
          const terms = {
            absence_kind: 'illness',
            state: some(['reported', 'requested', 'refused'] as const),
          } as const;
          return { ...times, ...terms, id: randomId(), interpreter_id, created };
        }),
    )
    .execute();
  await db
    .insertInto('interpreter_preferences')
    .values(
      customers.flatMap(({ id: customer_id }) =>
        interpreters
          .filter(() => is(0.1))
          .map(({ id: interpreter_id }) => {
            const preference = is(0.5) ? ('never' as const) : ('preferred' as const);
            return { id: randomId(), customer_id, interpreter_id, preference, created };
          }),
      ),
    )
    .execute();

  const booked = Array.from({ length: bookings }, (_, index) => {
    const starts = new Date(monday + upTo(5) * day + 8 * hour + upTo(18) * (hour / 2));
    const place = is(0.4)
      ? ({ location_type: 'site', address: `Place ${upTo(6)}` } as const)
      : ({ location_type: 'remote', address: null } as const);
    return {
      ...place,
      id: randomId(),
      name: `Booking ${index}`,
      status: is(0.5) ? ('pending' as const) : ('approved' as const),
      starts,
      ends: new Date(starts.getTime() + (1 + upTo(4)) * (hour / 2)),
      customer_id: some(customers).id,
      languages: is(0.5) ? [] : [some(languages)],
      interpreters_needed: is(0.8) ? 1 : 2,
      created,
    };
  });
  const team = booked.flatMap(({ id: reservation_id, interpreters_needed, status, starts, ends }, index) => {
    const isFull = index % 3 === 0;
    const taking = Array.from(
      { length: isFull ? interpreters_needed : interpreters_needed - 1 },
      () => 'not_asked' as const,
    );
    const left = is(0.2) ? [some(['declined', 'handed_back'] as const)] : [];
    return [...taking, ...left].map((response) => ({
      reservation_id,
      interpreter_id: some(interpreters).id,
      response,
      period:
        status === 'approved' && response === 'not_asked' ? `[${starts.toISOString()},${ends.toISOString()})` : null,
    }));
  });
  await db.transaction().execute(async (trx) => {
    // Nothing checks that approved ones are covered.
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx.insertInto('reservations').values(booked).execute();
    // Nobody is in two approved ones at one time: that row is left out.
    await trx
      .insertInto('reservation_interpreters')
      .values(team)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  await sql`analyze`.execute(db);
}
