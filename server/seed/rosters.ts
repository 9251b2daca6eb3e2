import type { Insertable } from 'kysely';
import type { Repeat } from '../../contract/schedules.ts';
import type { Tables } from '../db/tables.ts';
import type { Deployment } from '../deployment.ts';
import { daysOf, occurrenceOn, type Series } from '../schedule/series.ts';
import { addDays, dayAt, daysBetween, instantAt, type Day } from '../schedule/wallTime.ts';
import { addressIn, countryWords, languageWords } from './locale.ts';
import { seededRandom, type Random } from './random.ts';

type Schedule = Insertable<Tables['schedules']>;
type Shift = Insertable<Tables['shifts']>;
type Reservation = Insertable<Tables['reservations']>;

/** A schedule with its days and their reservations. */
export type Planned = {
  schedule: Schedule;
  shifts: Shift[];
  /** `interpreter_id` is null if nobody is assigned. */
  reservations: { reservation: Reservation; interpreter_id: string | null }[];
};

/** Rosters cover four weeks, counted from this Monday. */
const firstMonday: Day = '2024-01-01';
const rosterDays = 28;
const hour = 60 * 60_000;

/** A working pattern: repetition, hours, optional day of the week (from Monday, 1), and share in percent. */
type Pattern = { repeat: Repeat; from: string; to: string; day?: number; weight: number };

const usual: Pattern = { repeat: 'weekdays', from: '09:00', to: '17:00', weight: 40 };
const patterns: Pattern[] = [
  usual,
  { repeat: 'weekdays', from: '08:00', to: '16:00', weight: 30 },
  { repeat: 'weekdays', from: '13:00', to: '21:00', weight: 12 },
  { repeat: 'weekly', from: '10:00', to: '18:00', day: 2, weight: 8 },
  { repeat: 'weekly', from: '09:00', to: '13:00', day: 6, weight: 6 },
  { repeat: 'daily', from: '18:00', to: '00:00', weight: 4 },
];

/** The first days of the rosters that overlap some weeks before and after a time. */
export function rostersAround(now: Date, zone: string, { before, after }: { before: number; after: number }): Day[] {
  const today = dayAt(now, zone);
  const numberOf = (day: Day) => Math.floor(daysBetween(firstMonday, day) / rosterDays);
  const [first, last] = [numberOf(addDays(today, -7 * before)), numberOf(addDays(today, 7 * after))];
  return Array.from({ length: last - first + 1 }, (_, index) => addDays(firstMonday, (first + index) * rosterDays));
}

/**
 * Makes an interpreter's roster and its reservations. Deterministic, except for states that depend on the current time.
 */
export function rosterMaker(
  deployment: Deployment,
  { key, customers, now }: { key: string; customers: readonly string[]; now: Date },
): (interpreter: string, firstDay: Day) => Planned {
  const { flags, timeZone: zone } = deployment;
  const country = countryWords(deployment);
  const words = languageWords(deployment);
  const weights = Object.fromEntries(patterns.map(({ weight }, index) => [index, weight]));

  /** Reservations on a shift: one or two times on the hour that do not overlap. */
  const reservationsOn = (shift: Shift & { starts: Date; ends: Date }): Planned['reservations'] => {
    const random = seededRandom(`${key}/reservations/${shift.id}`);
    if (!shift.allow_reservations || !random.chance(0.3)) return [];
    const lengths = random.chance(0.3) ? [1, 2] : [random.between(1, 3)];
    let begins = shift.starts.getTime() + random.between(0, 2) * hour;
    return lengths.flatMap((length) => {
      const starts = new Date(begins);
      const ends = new Date(begins + length * hour);
      begins = ends.getTime() + hour;
      if (ends > shift.ends) return [];
      const reservation = reservationAt(random, shift, starts, ends);
      const isUnfilled =
        reservation.status === 'pending' && seededRandom(`${key}/unfilled/${reservation.id}`).chance(0.2);
      return [{ reservation, interpreter_id: isUnfilled ? null : shift.interpreter_id }];
    });
  };

  const reservationAt = (random: Random, shift: Shift, starts: Date, ends: Date) => {
    const chance = random.next();
    const isPast = ends <= now;
    const isWaiting = !isPast && chance >= 0.5 && chance < 0.88;
    const status =
      shift.state === 'disabled' || chance >= 0.94
        ? 'cancelled'
        : isWaiting
          ? 'pending'
          : chance >= 0.88
            ? 'rejected'
            : 'approved';
    const days = random.between(2, 20);
    const asked = Math.min(now.getTime() - hour, starts.getTime() - days * 24 * hour);
    const answeredAt = new Date(Math.min(now.getTime(), asked + random.between(1, 30) * hour));
    return {
      id: random.id(),
      name: random.pick(words.reservations),
      status,
      starts,
      ends,
      location_type: shift.location_type,
      address: shift.address,
      link:
        shift.location_type === 'remote' ? `https://meet.${deployment.id}.example/${random.digits('###-###')}` : null,
      customer_id: customers.length > 0 ? random.pick(customers) : null,
      service_kind: 'interpretation',
      emergency: false,
      note: random.chance(0.4) ? random.pick(words.notes) : null,
      answered: status === 'pending' ? null : answeredAt,
      answered_by: status === 'pending' ? null : shift.interpreter_id,
      created: new Date(asked),
    } as const;
  };

  return (interpreter, firstDay) => {
    const habits = seededRandom(`${key}/habits/${interpreter}`);
    const pattern = patterns[habits.weighted(weights)] ?? usual;
    const isSite = flags.live && habits.chance(flags.online ? 0.25 : 1);
    const isReservable = flags.reservations && habits.chance(0.7);
    const random = seededRandom(`${key}/roster/${interpreter}/${firstDay}`);
    const until = addDays(firstDay, rosterDays - 1);
    const date = pattern.day ? addDays(firstDay, pattern.day - 1) : firstDay;
    const series: Series = { date, until, repeat: pattern.repeat, time_from: pattern.from, time_to: pattern.to, zone };
    const terms = {
      interpreter_id: interpreter,
      zone,
      time_from: series.time_from,
      time_to: series.time_to,
      location_type: isSite ? 'site' : 'remote',
      address: isSite ? addressIn(country, random) : null,
      travel_time: isSite ? random.between(1, 3) * 15 : 0,
      request_type: isSite || !flags.online ? 'live' : 'online',
      communication_type: flags.transcription && habits.chance(0.2) ? 'both' : 'interpretation',
      allow_reservations: isReservable,
      emergency: flags.emergencySchedules && habits.chance(0.05),
    } as const;
    const schedule: Schedule = {
      id: random.id(),
      ...terms,
      first_day: date,
      last_day: until,
      repeat: series.repeat,
      source: random.chance(0.06) ? 'external' : 'platform',
      created: new Date(Math.min(now.getTime() - hour, instantAt(addDays(firstDay, -14), '10:00', zone).getTime())),
    };
    const shifts = daysOf(series).flatMap((day) => {
      const occurrence = occurrenceOn(day, series, terms.travel_time);
      // Each day takes the same number of random values, so that one day does not depend on another.
      const [id, isOff] = [random.id(), random.chance(0.03)];
      if (!occurrence) return [];
      const { from, to, occupiedFrom, occupiedTo } = occurrence;
      return [
        {
          id,
          schedule_id: schedule.id,
          ...terms,
          day,
          series_day: day,
          starts: from,
          ends: to,
          occupied: `[${occupiedFrom.toISOString()},${occupiedTo.toISOString()})`,
          state: isOff ? ('disabled' as const) : ('enabled' as const),
          changed_alone: isOff,
        },
      ];
    });
    return { schedule, shifts, reservations: shifts.flatMap(reservationsOn) };
  };
}
