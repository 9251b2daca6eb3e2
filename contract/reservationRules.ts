import type { ErrorCode } from './errors.ts';
import { reservationActs } from './acts.ts';
import { type Caller, writes } from './permissions.ts';
import type { InterpreterResponse, Reservation, ReservationStatus } from './reservations.ts';

type ReservationAct = (typeof reservationActs)[number];

/** The reservation that an act concerns, as far as permission rules need it. */
export type ReservationSubject = {
  status: ReservationStatus;
  isPast: boolean;
  interpreters: readonly { id: string; response: InterpreterResponse }[];
};

/** The statuses in which each act is possible. */
const allowedStatuses: Record<ReservationAct, readonly ReservationStatus[]> = {
  update: ['pending', 'approved'],
  assign: ['pending', 'approved'],
  approve: ['pending', 'rejected'],
  reject: ['pending'],
  cancel: ['pending', 'approved'],
  delete: ['pending', 'rejected', 'cancelled'],
};

/**
 * The acts of interpreters, with the responses that allow them. Accepting can be withdrawn while the reservation is
 * pending.
 */
const interpreterActs: Partial<Record<ReservationAct, readonly InterpreterResponse[]>> = {
  approve: ['pending'],
  reject: ['pending', 'accepted'],
};

/**
 * The error code if a person may not do an act on a reservation now, otherwise null. Interpreters approve and reject for themselves only.
 */
export function reservationRefusal(
  act: ReservationAct,
  person: Caller,
  { status, isPast, interpreters }: ReservationSubject,
): ErrorCode | null {
  const manages = writes('reservations', person);
  const own = interpreters.find(({ id }) => id === person.id);
  if (!manages && !own) return 'not_found';
  const responses = interpreterActs[act];
  if (!manages && !responses) return 'forbidden';
  if (isPast) return 'reservation_past';
  if (!allowedStatuses[act].includes(status)) return 'transition_refused';
  if (!manages && own && (status !== 'pending' || !responses?.includes(own.response))) return 'transition_refused';
  if (act === 'approve' && interpreters.length === 0) return 'no_interpreters_in_shift';
  return null;
}

/** The permissions of a person for a reservation. */
export function reservationVerdicts(person: Caller, subject: ReservationSubject): Reservation['can'] {
  return Object.fromEntries(
    reservationActs.map((act) => [act, reservationRefusal(act, person, subject) === null]),
  ) as Reservation['can'];
}
