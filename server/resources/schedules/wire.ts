import type {
  BlockingReservation,
  BlockingReservations,
  Schedule,
  SchedulePreview,
} from '../../../contract/schedules.ts';
import type { CalendarBooking, CalendarShift, OpenBooking, Shift } from '../../../contract/shifts.ts';
import type { Excess } from '../../../contract/workingTime.ts';
import { etagOf } from '../../collection/etag.ts';
import { scheduleVerdicts, shiftVerdicts } from '../../../contract/recordRules.ts';
import { writes } from '../../../contract/permissions.ts';
import type { Person } from '../../policies/policy.ts';
import type { Deployment } from '../../deployment.ts';
import { holidaysBetween } from '../../schedule/holidays.ts';
import { dayAt, inZone } from '../../schedule/wallTime.ts';
import { obstacleFor, termsOnWire as reservationTerms } from '../reservations/wire.ts';
import type { BookingRow } from './bookingsRepository.ts';
import { type approvedOn, type CalendarRow, type NamedScheduleRow, type ShiftRow, stateOn } from './repository.ts';
import type { Preview } from './planning/preview.ts';
import type { Terms } from './terms.ts';

const termsOnWire = (terms: Omit<Terms, 'interpreter_id'>) => ({
  time_from: terms.time_from,
  time_to: terms.time_to,
  location_type: terms.location_type,
  address: terms.address,
  travel_time: terms.travel_time,
  request_type: terms.request_type,
  communication_type: terms.communication_type,
  allowReservations: terms.allow_reservations,
  emergency: terms.emergency,
});

/** A schedule as the API returns it to a person. */
export function scheduleOnWire(row: NamedScheduleRow, person: Person, now: Date): Schedule {
  const today = dayAt(now, row.zone);
  return {
    id: row.id,
    etag: etagOf(row.version),
    interpreter: row.interpreter_id,
    ...termsOnWire(row),
    interpreter_name: row.interpreter_name,
    date: row.first_day,
    until: row.last_day,
    repeat: row.repeat,
    days_out: row.days_out.toSorted(),
    zone: row.zone,
    state: stateOn(today, row),
    source: row.source,
    created: inZone(row.created, row.zone),
    can: scheduleVerdicts(person, { source: row.source, until: row.last_day }, today),
  };
}

/** A shift as `GET calendar/` returns it to a person, with the limits of working time that it exceeds. */
export function shiftInCalendar(
  row: CalendarRow,
  person: Person,
  now: Date,
  excess: Excess[] | undefined,
): CalendarShift {
  return {
    id: row.id,
    schedule: row.schedule_id,
    date: row.day,
    ...termsOnWire(row),
    from: inZone(row.starts, row.zone),
    to: inZone(row.ends, row.zone),
    state: row.state,
    source: row.source,
    changed_alone: row.changed_alone,
    excess,
    can: shiftVerdicts(person, row, now),
  };
}

/** A reservation that is short of people, as `GET calendar/` returns it to planners. */
export function openInCalendar(
  row: Omit<BookingRow, 'interpreter_id' | 'response' | 'takes_part' | 'obstacle' | 'travel_time'>,
  zone: string,
): OpenBooking {
  const { name, date, time_from, time_to, type, address, link, service_kind } = reservationTerms(row, zone);
  return {
    id: row.id,
    name,
    start: inZone(row.starts, zone),
    end: inZone(row.ends, zone),
    date,
    time_from,
    time_to,
    type,
    address,
    link,
    status: row.status,
    service_kind,
    emergency: row.emergency,
    customer_name: row.customer_name,
    customer_phone: row.customer_phone,
    interpreters_needed: row.interpreters_needed,
    missing: row.missing,
  };
}

/** A reservation in the lane of an interpreter, as `GET calendar/` returns it to a person. */
export function bookingInCalendar(row: BookingRow, person: Person, zone: string): CalendarBooking {
  const mayCall = row.takes_part || writes('reservations', person);
  return {
    ...openInCalendar(row, zone),
    customer_phone: mayCall ? row.customer_phone : null,
    response: row.response,
    obstacle: obstacleFor(row.obstacle, person),
    travel_time: row.travel_time,
  };
}

/** A shift as the API returns it to a person. */
export function shiftOnWire(row: ShiftRow, person: Person, now: Date): Shift {
  return {
    id: row.id,
    etag: etagOf(row.version),
    schedule: row.schedule_id,
    interpreter: row.interpreter_id,
    ...termsOnWire(row),
    interpreter_name: row.interpreter_name,
    date: row.day,
    series_date: row.series_day,
    from: inZone(row.starts, row.zone),
    to: inZone(row.ends, row.zone),
    occupied_from: inZone(row.occupied_from, row.zone),
    occupied_to: inZone(row.occupied_to, row.zone),
    state: row.state,
    source: row.source,
    changed_alone: row.changed_alone,
    can: shiftVerdicts(person, row, now),
  };
}

type Blocking = Awaited<ReturnType<typeof approvedOn>>;

const blockersOnWire = (found: Blocking, zone: string): BlockingReservation[] =>
  found.map(({ id, name, starts, ends, shifts }) => ({
    id,
    name,
    from: inZone(starts, zone),
    to: inZone(ends, zone),
    shifts,
  }));

/** The reservations that prevent a change, as the API returns them. */
export function blockingOnWire(found: Blocking, zone: string): BlockingReservations {
  const results = blockersOnWire(found, zone);
  return { count: results.length, results };
}

/** The effects of a draft or a change, with the public holidays among its days, as the API returns them. */
export async function previewOnWire(
  { days, clocks, reservations }: Preview,
  deployment: Deployment,
): Promise<SchedulePreview> {
  const zone = deployment.timeZone;
  const dates = days.map(({ day }) => day).toSorted();
  const [from_day, to_day = from_day] = [dates[0], dates.at(-1)];
  const holidays = from_day && to_day ? await holidaysBetween(deployment, { from_day, to_day }) : undefined;
  return {
    holidays: holidays?.filter(({ date }) => dates.includes(date)),
    possible: days.every(({ reasons }) => reasons.length === 0),
    occurrences: days.map(({ day, from, to, occupiedFrom, occupiedTo, effect, reasons, shifts, excess }) => ({
      date: day,
      from: inZone(from, zone),
      to: inZone(to, zone),
      occupied_from: inZone(occupiedFrom, zone),
      occupied_to: inZone(occupiedTo, zone),
      effect,
      verdict: reasons.length === 0 ? 'free' : 'refused',
      reasons,
      shifts,
      excess: [...excess],
    })),
    left_out: clocks,
    reservations: blockersOnWire(reservations, zone),
  };
}
