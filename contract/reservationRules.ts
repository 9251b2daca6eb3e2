import type { ErrorCode } from './errors.ts';
import { reservationActs } from './acts.ts';
import { type Caller, writes } from './permissions.ts';
import type { InterpreterResponse, Reservation, ReservationStatus } from './reservations.ts';

type ReservationAct = (typeof reservationActs)[number];

/** What the rules look at in the reservation that something is done to. */
export type ReservationSubject = {
  status: ReservationStatus;
  isPast: boolean;
  interpreters: readonly { id: string; response: InterpreterResponse }[];
};

/** In which states a reservation may be what is done to it. */
const possible: Record<ReservationAct, readonly ReservationStatus[]> = {
  update: ['pending', 'approved'],
  assign: ['pending', 'approved'],
  approve: ['pending', 'rejected'],
  reject: ['pending'],
  cancel: ['pending', 'approved'],
  delete: ['pending', 'rejected', 'cancelled'],
};

/** Acts that interpreters may do, by their response. They may decline after accepting while the reservation is pending. */
const ofInterpreters: Partial<Record<ReservationAct, readonly InterpreterResponse[]>> = {
  approve: ['pending'],
  reject: ['pending', 'accepted'],
};

/**
 * Why somebody may not do something to a reservation now, as a code, or null where they may. Interpreters approve and reject
 * for themselves only: nobody books a colleague.
 */
export function reservationRefusal(
  act: ReservationAct,
  person: Caller,
  { status, isPast, interpreters }: ReservationSubject,
): ErrorCode | null {
  const manages = writes('reservations', person);
  const own = interpreters.find(({ id }) => id === person.id);
  if (!manages && !own) return 'not_found';
  const responses = ofInterpreters[act];
  if (!manages && !responses) return 'forbidden';
  if (isPast) return 'reservation_past';
  if (!possible[act].includes(status)) return 'transition_refused';
  if (!manages && own && (status !== 'pending' || !responses?.includes(own.response))) return 'transition_refused';
  if (act === 'approve' && interpreters.length === 0) return 'no_interpreters_in_shift';
  return null;
}

/** What somebody may do with a reservation, answered with it. */
export function reservationVerdicts(person: Caller, subject: ReservationSubject): Reservation['can'] {
  return Object.fromEntries(
    reservationActs.map((act) => [act, reservationRefusal(act, person, subject) === null]),
  ) as Reservation['can'];
}
