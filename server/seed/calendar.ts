import type { Insertable } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { addDays, daysBetween, endAt, instantAt, weekday } from '../schedule/wallTime.ts';
import type { Deployment } from '../deployment.ts';
import { addressIn, type CountryWords, countryWords } from './locale.ts';
import { seededRandom, type Random } from './random.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The length of a series, in days. */
const seriesDays = 91;

/** Working hours: from, to. */
const turns = [
  ['07:00', '13:00'],
  ['08:00', '16:00'],
  ['09:00', '17:00'],
  ['12:00', '20:00'],
] as const;

type Rows<Name extends keyof Tables> = Insertable<Tables[Name]>[];

/** The calendar of one interpreter, in the order for inserting. */
export type Calendar = {
  schedules: Rows<'schedules'>;
  shifts: Rows<'shifts'>;
  reservations: Rows<'reservations'>;
  reservation_interpreters: Pick<
    Insertable<Tables['reservation_interpreters']>,
    'reservation_id' | 'interpreter_id' | 'response' | 'responded'
  >[];
};

/** The answer of the interpreter of a demo reservation. Of approved reservations, every fourth has no answer yet; the others are accepted. */
export function answerOf({
  id,
  status,
  created,
}: Pick<Insertable<Tables['reservations']>, 'id' | 'status' | 'created'>) {
  const hasAccepted = status === 'approved' && Number.parseInt(id.slice(-1), 16) % 4 !== 0;
  return hasAccepted
    ? { response: 'accepted' as const, responded: created }
    : { response: 'asked' as const, responded: null };
}

/** Where and how an interpreter works in a series. */
function termsOf({ timeZone: zone, flags }: Deployment, country: CountryWords, random: Random) {
  const [time_from, time_to] = random.pick(turns);
  const isSite = flags.live && random.chance(0.2);
  return {
    zone,
    time_from,
    time_to,
    location_type: isSite ? ('site' as const) : ('remote' as const),
    address: isSite ? addressIn(country, random) : null,
    travel_time: isSite ? 30 : 0,
    request_type: isSite ? ('live' as const) : ('online' as const),
    communication_type: 'interpretation' as const,
    allow_reservations: flags.reservations && random.chance(0.7),
    emergency: false,
  };
}

type Series = { schedule_id: string; interpreter_id: string } & ReturnType<typeof termsOf>;

function shiftOn(day: string, series: Series, random: Random): Rows<'shifts'>[number] {
  const { zone, time_from, time_to, travel_time } = series;
  const [starts, ends] = [instantAt(day, time_from, zone), endAt(day, { time_from, time_to }, zone)];
  const travel = travel_time * minute;
  const [from, to] = [new Date(starts.getTime() - travel), new Date(ends.getTime() + travel)];
  return {
    id: random.id(),
    ...series,
    day,
    series_day: day,
    starts,
    ends,
    occupied: `[${from.toISOString()},${to.toISOString()})`,
    state: random.chance(0.03) ? 'disabled' : 'enabled',
    changed_alone: false,
  };
}

/** A reservation in a shift. Most past ones were approved. */
function reservationOn(
  shift: Rows<'shifts'>[number],
  { customers, now }: { customers: readonly string[]; now: Date },
  random: Random,
): Rows<'reservations'>[number] {
  const starts = new Date(shift.starts.getTime() + random.between(0, 3) * hour);
  const isPast = starts < now;
  return {
    id: random.id(),
    name: 'Reservation',
    status: random.chance(isPast ? 0.9 : 0.5) ? 'approved' : random.chance(0.5) ? 'pending' : 'rejected',
    starts,
    ends: new Date(starts.getTime() + random.between(1, 2) * hour),
    location_type: shift.location_type,
    address: shift.address,
    link: null,
    customer_id: random.pick(customers),
    partner_id: null,
    service_kind: 'interpretation',
    note: null,
    answer: null,
    answered: null,
    answered_by: null,
    created: new Date(starts.getTime() - random.between(2, 20) * 24 * hour),
  };
}

/**
 * Makes the calendars of interpreters: series on weekdays, one after another, and reservations on some of their days.
 * All of it satisfies the database's constraints: nobody is double-booked, and approved reservations are within
 * reservable shifts.
 */
export function calendarMaker(
  deployment: Deployment,
  customers: readonly string[],
  { key, fromDay, toDay, now }: { key: string; fromDay: string; toDay: string; now: Date },
): (interpreter: string) => Calendar {
  const { timeZone: zone } = deployment;
  const country = countryWords(deployment);
  const workdays = Array.from({ length: daysBetween(fromDay, toDay) + 1 }, (_, index) =>
    addDays(fromDay, index),
  ).filter((day) => weekday(day) <= 5);

  return (interpreter) => {
    const random = seededRandom(`${key}/calendar/${interpreter}`);
    const made: Calendar = { schedules: [], shifts: [], reservations: [], reservation_interpreters: [] };
    for (let first = fromDay; first <= toDay; first = addDays(first, seriesDays)) {
      const last = addDays(first, seriesDays - 1) < toDay ? addDays(first, seriesDays - 1) : toDay;
      const terms = { interpreter_id: interpreter, ...termsOf(deployment, country, random) };
      const schedule_id = random.id();
      const created = new Date(instantAt(first, '08:00', zone).getTime() - 30 * 24 * hour);
      made.schedules.push({
        id: schedule_id,
        ...terms,
        first_day: first,
        last_day: last,
        repeat: 'weekdays',
        source: 'platform',
        days_out: [],
        created,
      });
      for (const day of workdays.filter((workday) => workday >= first && workday <= last)) {
        const shift = shiftOn(day, { schedule_id, ...terms }, random);
        made.shifts.push(shift);
        if (!terms.allow_reservations || shift.state === 'disabled' || !random.chance(0.15)) continue;
        const reservation = reservationOn(shift, { customers, now }, random);
        made.reservations.push(reservation);
        made.reservation_interpreters.push({
          reservation_id: reservation.id,
          interpreter_id: interpreter,
          ...answerOf(reservation),
        });
      }
    }
    return made;
  };
}
