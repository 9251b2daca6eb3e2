import type { ErrorCode } from './errors.ts';
import { reservationActs } from './acts.ts';
import { type Caller, writes } from './permissions.ts';
import type { Reservation, ReservationStatus } from './reservations.ts';

type ReservationAct = (typeof reservationActs)[number];

/** What the rules look at in the reservation that something is done to. */
export type ReservationSubject = { status: ReservationStatus; isPast: boolean; interpreters: readonly string[] };

/** In which states a reservation may be what is done to it. */
const possible: Record<ReservationAct, readonly ReservationStatus[]> = {
  update: ['pending', 'approved'],
  assign: ['pending', 'approved'],
  approve: ['pending', 'rejected'],
  reject: ['pending'],
  cancel: ['pending', 'approved'],
  delete: ['pending', 'rejected', 'cancelled'],
};

/** What interpreters may do: answer what waits for them. */
const ofInterpreters: readonly ReservationAct[] = ['approve', 'reject'];

/**
 * Why somebody may not do something to a reservation now, as a code, or null where they may. Interpreters answer those that
 * are theirs alone: nobody books a colleague.
 */
export function reservationRefusal(
  act: ReservationAct,
  person: Caller,
  { status, isPast, interpreters }: ReservationSubject,
): ErrorCode | null {
  const manages = writes('reservations', person);
  if (!manages && !interpreters.includes(person.id)) return 'not_found';
  if (!manages && (!ofInterpreters.includes(act) || interpreters.length > 1)) return 'forbidden';
  if (isPast) return 'reservation_past';
  if (!possible[act].includes(status) || (!manages && status !== 'pending')) return 'transition_refused';
  if (act === 'approve' && interpreters.length === 0) return 'no_interpreters_in_shift';
  return null;
}

/** What somebody may do with a reservation, answered with it. */
export function reservationVerdicts(person: Caller, subject: ReservationSubject): Reservation['can'] {
  return Object.fromEntries(
    reservationActs.map((act) => [act, reservationRefusal(act, person, subject) === null]),
  ) as Reservation['can'];
}
