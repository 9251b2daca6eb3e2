import type { Insertable } from 'kysely';
import type { Repeat } from '../../contract/schedules.ts';
import type { Tables } from '../db/tables.ts';
import type { Deployment } from '../deployment.ts';
import { daysOf, occurrenceOn, type Series } from '../schedule/series.ts';
import { addDays, dayAt, daysBetween, instantAt, type Day } from '../schedule/wallTime.ts';
import { addressIn, countryWords, languageWords } from './locale.ts';
import { seededRandom, type Random } from './random.ts';

type Schedule = Insertable<Tables['schedules']>;
type Shift = Insertable<Tables['shifts']> & { day: Day; starts: Date; ends: Date };
type Reservation = Insertable<Tables['reservations']> & { starts: Date };

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

/** A day of the week, from Monday, 1. */
type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/**
 * A working pattern: hours on all days, on weekdays, or every week on some days. A duty is never called off. `bookings`:
 * how often somebody reserves it.
 */
type Pattern = {
  from: string;
  to: string;
  days: 'daily' | 'weekdays' | readonly Weekday[];
  isDuty: boolean;
  bookings: 'never' | 'sometimes' | 'daily';
};

const usual: Pattern = { from: '09:00', to: '17:00', days: 'weekdays', isDuty: false, bookings: 'sometimes' };
const early: Pattern = { ...usual, from: '08:00', to: '16:00' };
const weekend = [6, 7] as const;
const duty = { ...usual, isDuty: true };
const eveningDuty: Pattern = { ...duty, from: '16:00', to: '00:00' };
const nightDuty: Pattern = { ...duty, from: '00:00', to: '08:00', bookings: 'never' };

/** The patterns of the first interpreters. Together with the usual hours they cover every hour of the week. */
const duties: readonly Pattern[] = [
  { ...duty, from: '12:00', to: '18:00', days: 'daily', bookings: 'daily' },
  eveningDuty,
  { ...nightDuty, days: weekend },
  { ...duty, from: '08:00', to: '16:00', days: weekend },
  nightDuty,
  { ...eveningDuty, days: weekend },
];

/** The patterns of all others, in turn. */
const patterns: readonly Pattern[] = [
  usual,
  early,
  { ...usual, from: '13:00', to: '21:00' },
  usual,
  early,
  { ...usual, from: '09:00', to: '13:00', days: [6] },
];

function patternOf(index: number): Pattern {
  return duties[index] ?? patterns[(index - duties.length) % patterns.length] ?? usual;
}

/** The interpreters whose absence leaves no hour of the week without anybody. */
export const withoutDuty = (interpreters: readonly string[]): string[] => interpreters.slice(duties.length);

/** The first days of the rosters that overlap some weeks before and after a time. */
export function rostersAround(now: Date, zone: string, { before, after }: { before: number; after: number }): Day[] {
  const today = dayAt(now, zone);
  const numberOf = (day: Day) => Math.floor(daysBetween(firstMonday, day) / rosterDays);
  const [first, last] = [numberOf(addDays(today, -7 * before)), numberOf(addDays(today, 7 * after))];
  return Array.from({ length: last - first + 1 }, (_, index) => addDays(firstMonday, (first + index) * rosterDays));
}

/** The terms of an interpreter's shifts, which follow from their habits. */
function termsOf(
  deployment: Deployment,
  { from, to, isDuty, bookings }: Pattern,
  { habits, random }: { habits: Random; random: Random },
) {
  const { flags, timeZone: zone } = deployment;
  const isSite = flags.live && habits.chance(flags.online ? 0.25 : 1) && !(flags.online && isDuty);
  const isReservable = flags.reservations && (habits.chance(0.7) || bookings === 'daily') && bookings !== 'never';
  return {
    zone,
    time_from: from,
    time_to: to,
    location_type: isSite ? 'site' : 'remote',
    address: isSite ? addressIn(countryWords(deployment), random) : null,
    travel_time: isSite ? random.between(1, 3) * 15 : 0,
    request_type: isSite || !flags.online ? 'live' : 'online',
    communication_type: flags.transcription && habits.chance(0.2) ? 'both' : 'interpretation',
    allow_reservations: isReservable,
    emergency: flags.emergencySchedules && habits.chance(0.05),
  } as const;
}

/** What rosters are made for. */
type Terms = { key: string; interpreters: readonly string[]; customers: readonly string[]; now: Date };

/**
 * Makes the rosters of all interpreters and their reservations. Deterministic, except for states that depend on the current time.
 * The order of the interpreters decides who has which working hours.
 */
export class RosterMaker {
  readonly #deployment: Deployment;
  readonly #terms: Terms;
  readonly #words: ReturnType<typeof languageWords>;

  constructor(deployment: Deployment, terms: Terms) {
    this.#deployment = deployment;
    this.#terms = terms;
    this.#words = languageWords(deployment);
  }

  /** The rosters of the four weeks from a Monday. */
  from(firstDay: Day): Planned[] {
    return this.#terms.interpreters.flatMap((interpreter, index) =>
      this.#rosterOf(interpreter, firstDay, patternOf(index)),
    );
  }

  #rosterOf(interpreter: string, firstDay: Day, pattern: Pattern): Planned[] {
    const { key } = this.#terms;
    const habits = seededRandom(`${key}/habits/${interpreter}`);
    const random = seededRandom(`${key}/roster/${interpreter}/${firstDay}`);
    const terms = { interpreter_id: interpreter, ...termsOf(this.#deployment, pattern, { habits, random }) };
    const plan = (date: Day, repeat: Repeat) => this.#series(random, pattern, terms, { firstDay, date, repeat });
    if (typeof pattern.days === 'string') return [plan(firstDay, pattern.days)];
    return pattern.days.map((day) => plan(addDays(firstDay, day - 1), 'weekly'));
  }

  /** A series from `date` to the end of the four weeks, with its shifts and their reservations. */
  #series(
    random: Random,
    pattern: Pattern,
    terms: ReturnType<typeof termsOf> & { interpreter_id: string },
    { firstDay, date, repeat }: { firstDay: Day; date: Day; repeat: Repeat },
  ): Planned {
    const { now } = this.#terms;
    const { zone, time_from, time_to, travel_time } = terms;
    const until = addDays(firstDay, rosterDays - 1);
    const schedule: Schedule = {
      id: random.id(),
      ...terms,
      first_day: date,
      last_day: until,
      repeat,
      source: random.chance(0.06) ? 'external' : 'platform',
      created: new Date(Math.min(now.getTime() - hour, instantAt(addDays(firstDay, -14), '10:00', zone).getTime())),
    };
    const series: Series = { date, until, repeat, time_from, time_to, zone };
    const shifts = daysOf(series).flatMap((day) => {
      const occurrence = occurrenceOn(day, series, travel_time);
      // Each day takes the same number of random values, so that one day does not depend on another.
      const [id, isSick] = [random.id(), random.chance(0.03)];
      if (!occurrence) return [];
      const { from, to, occupiedFrom, occupiedTo } = occurrence;
      // A duty is never without its interpreter.
      const isOff = isSick && !pattern.isDuty;
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
    return { schedule, shifts, reservations: shifts.flatMap((shift) => this.#reservationsOn(shift, pattern)) };
  }

  /**
   * Reservations on a shift: one or two times on the hour that do not overlap. With daily bookings there are two: one is
   * approved, the other waits, every second day without an interpreter.
   */
  #reservationsOn(shift: Shift, { bookings }: Pattern): Planned['reservations'] {
    const { key } = this.#terms;
    const isDaily = bookings === 'daily';
    const random = seededRandom(`${key}/reservations/${shift.id}`);
    if (!shift.allow_reservations || !(random.chance(0.25) || isDaily)) return [];
    const lengths = random.chance(0.3) || isDaily ? [1, 2] : [random.between(1, 3)];
    let begins = shift.starts.getTime() + random.between(0, 2) * hour;
    return lengths.flatMap((length, index) => {
      const starts = new Date(begins);
      const ends = new Date(begins + length * hour);
      begins = ends.getTime() + hour;
      if (ends > shift.ends) return [];
      const drawn = random.next();
      const reservation = this.#reservation(random, shift, { starts, ends, chance: isDaily ? index / 2 : drawn });
      const isUnfilled = isDaily
        ? daysBetween(firstMonday, shift.day) % 2 === 0
        : seededRandom(`${key}/unfilled/${reservation.id}`).chance(0.2);
      const isOpen = reservation.status === 'pending' && isUnfilled;
      return [{ reservation, interpreter_id: isOpen ? null : shift.interpreter_id }];
    });
  }

  #reservation(
    random: Random,
    shift: Shift,
    { starts, ends, chance }: { starts: Date; ends: Date; chance: number },
  ): Planned['reservations'][number]['reservation'] {
    const { customers, now } = this.#terms;
    const status = statusAt(chance, { isOff: shift.state === 'disabled', isPast: ends <= now });
    const days = random.between(2, 20);
    const asked = Math.min(now.getTime() - hour, starts.getTime() - days * 24 * hour);
    const answeredAt = new Date(Math.min(now.getTime(), asked + random.between(1, 30) * hour));
    const isRemote = shift.location_type === 'remote';
    return {
      id: random.id(),
      name: random.pick(this.#words.reservations),
      status,
      starts,
      ends,
      location_type: shift.location_type,
      address: shift.address,
      link: isRemote ? `https://meet.${this.#deployment.id}.example/${random.digits('###-###')}` : null,
      customer_id: customers.length > 0 ? random.pick(customers) : null,
      service_kind: 'interpretation',
      emergency: false,
      note: random.chance(0.4) ? random.pick(this.#words.notes) : null,
      answered: status === 'pending' ? null : answeredAt,
      answered_by: null,
      created: new Date(asked),
    };
  }
}

/** The status of a reservation by a number from 0 to 1: approved below 0.5, then pending until it is past, rejected and cancelled. */
function statusAt(chance: number, { isOff, isPast }: { isOff: boolean; isPast: boolean }) {
  if (isOff || chance >= 0.94) return 'cancelled';
  if (chance >= 0.88) return 'rejected';
  return chance >= 0.5 && !isPast ? 'pending' : 'approved';
}
