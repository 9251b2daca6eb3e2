import type { File } from '../../../contract/files.ts';
import type { CoverageObstacle, Reservation } from '../../../contract/reservations.ts';
import { writes } from '../../../contract/permissions.ts';
import { spanText } from '../../../contract/wallSpan.ts';
import { etagOf } from '../../collection/etag.ts';
import type { Person } from '../../policies/policy.ts';
import {
  approvalRefusal,
  isShort,
  reservationRefusal,
  reservationVerdicts,
  type ReservationSubject,
  takesPart,
} from '../../../contract/reservationRules.ts';
import { dayIn, inZone } from '../../schedule/wallTime.ts';
import type { ReservationRow } from './repository.ts';

const isoTime = { from: 11, to: 16 };

const timeIn = (iso: string) => iso.slice(isoTime.from, isoTime.to);

/** The local time in a zone, `HH:mm`. */
export function timeAt(instant: Date, zone: string): string {
  return timeIn(inZone(instant, zone));
}

/** A reservation's local start and end time in a zone. */
export function timeOf({ starts, ends }: Pick<ReservationRow, 'starts' | 'ends'>, zone: string): string {
  return spanText({ time_from: timeAt(starts, zone), time_to: timeAt(ends, zone) });
}

const hour = 60 * 60_000;

/** The time, and the hours before a reservation until which its interpreters may hand it back. */
export type AnswerTimes = { now: Date; handBackHours: number };

/** The properties of a reservation that permission rules need. */
export function subjectOf(
  { status, starts, ends, interpreters, interpreters_needed, offer_deadline }: ReservationRow,
  { now, handBackHours }: AnswerTimes,
): ReservationSubject {
  return {
    status,
    isPast: ends <= now,
    hasBegun: starts <= now,
    offer: offer_deadline && { isOver: offer_deadline <= now },
    isTooLateToHandBack: starts.getTime() - now.getTime() < handBackHours * hour,
    interpreters,
    interpreters_needed,
  };
}

/** The ids of the interpreters to whom a reservation is offered. */
export const offeredIn = ({ interpreters }: Pick<ReservationRow, 'interpreters'>): string[] =>
  interpreters.filter(({ response }) => response === 'offered').map(({ id }) => id);

/** The interpreters of a reservation who take part. */
export const teamOf = ({ interpreters }: Pick<ReservationRow, 'interpreters'>) => interpreters.filter(takesPart);

/** Whether an interpreter who takes part cannot take a reservation, or too few take part. */
export function isUncovered(row: ReservationRow): boolean {
  return isShort(row) || teamOf(row).some(({ obstacle }) => obstacle !== null);
}

/** Whether a reservation is pending, not over, and nobody takes part in it. */
export function isUnfilled(row: ReservationRow, now: Date): boolean {
  return row.status === 'pending' && row.ends > now && teamOf(row).length === 0;
}

/** The terms of a reservation as the API returns them. */
export function termsOnWire(
  row: Pick<
    ReservationRow,
    'name' | 'starts' | 'ends' | 'location_type' | 'address' | 'link' | 'customer_id' | 'service_kind'
  >,
  zone: string,
) {
  const [start, end] = [inZone(row.starts, zone), inZone(row.ends, zone)];
  return {
    name: row.name,
    date: dayIn(start),
    time_from: timeIn(start),
    time_to: timeIn(end),
    type: row.location_type,
    address: row.address,
    link: row.link,
    customer: row.customer_id,
    service_kind: row.service_kind,
  };
}

/** The open offer of a reservation as a person reads it: planners all of it, those to whom it is offered the deadline. */
function offerOnWire(row: ReservationRow, person: Person): Reservation['offer'] {
  if (!row.offer_deadline) return null;
  const deadline = row.offer_deadline.toISOString();
  if (!writes('reservations', person))
    return offeredIn(row).includes(person.id)
      ? { deadline, made: null, made_by_name: null, approves: null, next: null }
      : null;
  return {
    deadline,
    made: row.offer_made?.toISOString() ?? null,
    made_by_name: row.offer_made_by_name,
    approves: row.offer_approves,
    next: row.offer_next,
  };
}

/**
 * The interpreters of a reservation whom a person reads: besides planners nobody reads to whom else it is offered, what others have
 * answered in words, or why somebody is taken who speaks none of its languages.
 */
function interpretersFor({ interpreters }: ReservationRow, person: Person): ReservationRow['interpreters'] {
  if (writes('reservations', person)) return interpreters;
  return interpreters
    .filter(({ id, response }) => id === person.id || response !== 'offered')
    .map((interpreter) => ({
      ...interpreter,
      message: interpreter.id === person.id ? interpreter.message : null,
      language_reason: null,
    }));
}

/** An obstacle as a person reads it: only planners learn that somebody is never wanted again. */
export function obstacleFor(obstacle: CoverageObstacle | null, person: Person): CoverageObstacle | null {
  return obstacle === 'never_again' && !writes('reservations', person) ? null : obstacle;
}

/**
 * A reservation as the API returns it to a person.
 * @param context `isCoverable`: whether any interpreter could cover it; used only if it is unfilled
 */
export function reservationOnWire(
  stored: ReservationRow,
  context: AnswerTimes & { person: Person; zone: string; files: File[]; isCoverable: boolean },
): Reservation {
  const { person, zone, isCoverable } = context;
  const interpreters = stored.interpreters.map((member) => ({
    ...member,
    obstacle: obstacleFor(member.obstacle, person),
  }));
  const row = { ...stored, interpreters };
  const subject = subjectOf(row, context);
  const team = teamOf(row);
  const readsFiles = writes('reservations', person) || team.some(({ id }) => id === person.id);
  const isWithoutInterpreters = team.length > 0 ? team.some(({ obstacle }) => obstacle !== null) : !isCoverable;
  const mayCall = writes('reservations', person) || team.some(({ id }) => id === person.id);
  const [start, end] = [inZone(row.starts, zone), inZone(row.ends, zone)];
  const terms = termsOnWire(row, zone);
  return {
    id: row.id,
    etag: etagOf(row.version),
    ...terms,
    start,
    end,
    time: spanText(terms),
    status: row.status,
    interpreters: interpretersFor(row, person).map(({ responded, ...interpreter }) => ({
      ...interpreter,
      responded: responded && new Date(responded).toISOString(),
    })),
    interpreters_needed: row.interpreters_needed,
    customer_name: row.customer_name,
    customer_phone: mayCall ? row.customer_phone : null,
    customer_email: mayCall ? row.customer_email : null,
    partner: row.partner_id,
    partner_name: row.partner_name,
    partner_phone: mayCall ? row.partner_phone : null,
    emergency: row.emergency,
    languages: row.languages,
    note: row.note,
    answer: row.answer,
    answered: row.answered?.toISOString() ?? null,
    answered_by_name: row.answered_by_name,
    is_past: subject.isPast,
    files: readsFiles ? context.files : [],
    no_interpreters_in_shift: !subject.isPast && row.status === 'pending' && isWithoutInterpreters,
    uncovered: !subject.isPast && row.status === 'approved' && isUncovered(row),
    offer: offerOnWire(row, person),
    created: row.created.toISOString(),
    approve_refused: reservationRefusal('approve', person, subject) ?? approvalRefusal(subject),
    undo_until: row.undo?.person === person.id ? new Date(row.undo.until).toISOString() : null,
    can: reservationVerdicts(person, subject),
  };
}
