import type { File } from '../../../contract/files.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { etagOf } from '../../collection/etag.ts';
import type { Person } from '../../policies/policy.ts';
import { reservationVerdicts, type ReservationSubject } from '../../../contract/reservationRules.ts';
import { dayIn, inZone } from '../../schedule/wallTime.ts';
import type { ReservationRow } from './repository.ts';

const isoTime = { from: 11, to: 16 };

const timeIn = (iso: string) => iso.slice(isoTime.from, isoTime.to);
const span = (from: string, to: string) => `${from}–${to}`;

/** The local time in a zone, `HH:mm`. */
export function timeAt(instant: Date, zone: string): string {
  return timeIn(inZone(instant, zone));
}

/** A reservation's local start and end time in a zone. */
export function timeOf({ starts, ends }: Pick<ReservationRow, 'starts' | 'ends'>, zone: string): string {
  return span(timeAt(starts, zone), timeAt(ends, zone));
}

/** The properties of a reservation that permission rules need. */
export function subjectOf({ status, ends, interpreters }: ReservationRow, now: Date): ReservationSubject {
  return { status, isPast: ends <= now, interpreters };
}

/** Whether an interpreter cannot take a reservation, or too few are assigned. */
export function isUncovered({ interpreters, interpreters_needed }: ReservationRow): boolean {
  return interpreters.length < interpreters_needed || interpreters.some(({ obstacle }) => obstacle !== null);
}

/** Whether enough interpreters are assigned, and all have accepted and can take it. */
export function isAccepted(row: ReservationRow): boolean {
  return !isUncovered(row) && row.interpreters.every(({ response }) => response === 'accepted');
}

/** Whether a reservation is pending, not over, and without interpreters. */
export function isUnfilled({ status, ends, interpreters }: ReservationRow, now: Date): boolean {
  return status === 'pending' && ends > now && interpreters.length === 0;
}

/**
 * A reservation as the API returns it to a person.
 * @param context `isCoverable`: whether any interpreter could cover it; used only if it is unfilled
 */
export function reservationOnWire(
  row: ReservationRow,
  context: { person: Person; now: Date; zone: string; files: File[]; isCoverable: boolean },
): Reservation {
  const { person, now, zone, files, isCoverable } = context;
  const subject = subjectOf(row, now);
  const isWithoutInterpreters =
    row.interpreters.length > 0 ? row.interpreters.some(({ obstacle }) => obstacle !== null) : !isCoverable;
  const [start, end] = [inZone(row.starts, zone), inZone(row.ends, zone)];
  const [time_from, time_to] = [timeIn(start), timeIn(end)];
  return {
    id: row.id,
    etag: etagOf(row.version),
    name: row.name,
    start,
    end,
    date: dayIn(start),
    time: span(time_from, time_to),
    time_from,
    time_to,
    type: row.location_type,
    address: row.address,
    link: row.link,
    status: row.status,
    interpreters: row.interpreters.map(({ responded, ...one }) => ({
      ...one,
      responded: responded && new Date(responded).toISOString(),
    })),
    interpreters_needed: row.interpreters_needed,
    customer: row.customer_id,
    customer_name: row.customer_name,
    partner: row.partner_id,
    partner_name: row.partner_name,
    service_kind: row.service_kind,
    emergency: row.emergency,
    languages: row.languages,
    note: row.note,
    answer: row.answer,
    answered: row.answered?.toISOString() ?? null,
    answered_by_name: row.answered_by_name,
    is_past: subject.isPast,
    files,
    no_interpreters_in_shift: !subject.isPast && row.status === 'pending' && isWithoutInterpreters,
    uncovered: !subject.isPast && row.status === 'approved' && isUncovered(row),
    created: row.created.toISOString(),
    can: reservationVerdicts(person, subject),
  };
}
