import type { ErrorCode } from './errors.ts';
import { type answeringActs, type planningActs, reservationActs } from './acts.ts';
import { type Caller, writes } from './permissions.ts';
import type { CoverageObstacle, InterpreterResponse, Reservation, ReservationStatus } from './reservations.ts';

type ReservationAct = (typeof reservationActs)[number];
type PlanningAct = (typeof planningActs)[number];
type AnsweringAct = (typeof answeringActs)[number];

/** The reservation that an act concerns, as far as permission rules need it. */
export type ReservationSubject = {
  status: ReservationStatus;
  isPast: boolean;
  /** Whether it begins too soon to be handed back after it was approved (`handBackHours` of the manifest). */
  isTooLateToHandBack: boolean;
  interpreters_needed: number;
  interpreters: readonly { id: string; response: InterpreterResponse; obstacle: CoverageObstacle | null }[];
};

/** The statuses in which planners may do each act (Q24). */
const planning: Record<PlanningAct, readonly ReservationStatus[]> = {
  update: ['pending', 'approved'],
  assign: ['pending', 'approved'],
  approve: ['pending', 'rejected'],
  reject: ['pending'],
  cancel: ['pending', 'approved'],
  delete: ['pending', 'rejected', 'cancelled'],
};

/** The answers of interpreters to pending and approved reservations: from which answers to which (Q24). */
export const answering = {
  accept: { from: ['not_asked', 'asked'], to: 'accepted' },
  decline: { from: ['not_asked', 'asked'], to: 'declined' },
  hand_back: { from: ['accepted'], to: 'handed_back' },
} as const satisfies Record<AnsweringAct, { from: readonly InterpreterResponse[]; to: InterpreterResponse }>;

/** The error code for each obstacle to covering a reservation. */
export const obstacleRefusals: Record<CoverageObstacle, ErrorCode> = {
  inactive: 'interpreter_inactive',
  no_shift: 'no_interpreters_in_shift',
  booked: 'reservation_overlap',
  travel: 'travel_too_short',
};

/** Whether an interpreter takes part in a reservation: they have neither declined nor handed it back. */
export const takesPart = ({ response }: { response: InterpreterResponse }): boolean =>
  response !== 'declined' && response !== 'handed_back';

/** Whether fewer interpreters take part in a reservation than it needs. */
export const isShort = ({
  interpreters,
  interpreters_needed,
}: Pick<ReservationSubject, 'interpreters' | 'interpreters_needed'>) =>
  interpreters.filter(takesPart).length < interpreters_needed;

const isAnswering = (act: ReservationAct): act is AnsweringAct => act in answering;

/**
 * The error code if the interpreters of a reservation do not allow its approval, otherwise null (R92, Q24). An
 * approval does not book interpreters who have declined.
 */
export function approvalRefusal(subject: ReservationSubject): ErrorCode | null {
  const team = subject.interpreters.filter(takesPart);
  if (team.length === 0) return 'no_interpreters_in_shift';
  const obstacle = team.map((interpreter) => interpreter.obstacle).find((found) => found !== null);
  if (obstacle) return obstacleRefusals[obstacle];
  return isShort(subject) ? 'too_few_interpreters' : null;
}

/** The error code if a planner may not do an act on a reservation in its status, otherwise null. */
function planningRefusal(act: PlanningAct, { status, isPast }: ReservationSubject): ErrorCode | null {
  if (isPast) return 'reservation_past';
  return planning[act].includes(status) ? null : 'transition_refused';
}

/** The error code if an interpreter may not give an answer now, otherwise null. */
function answeringRefusal(
  act: AnsweringAct,
  response: InterpreterResponse,
  { status, isPast, isTooLateToHandBack }: ReservationSubject,
): ErrorCode | null {
  if (isPast) return 'reservation_past';
  if (status !== 'pending' && status !== 'approved') return 'transition_refused';
  if (!answering[act].from.some((allowed) => allowed === response)) return 'transition_refused';
  return act === 'hand_back' && status === 'approved' && isTooLateToHandBack ? 'hand_back_too_late' : null;
}

/**
 * The error code if a person may not do an act on a reservation now, otherwise null. Planners decide about it;
 * interpreters answer for themselves. The interpreters are checked by `approvalRefusal`, because an approval may bring
 * others.
 */
export function reservationRefusal(act: ReservationAct, person: Caller, subject: ReservationSubject): ErrorCode | null {
  const manages = writes('reservations', person);
  const member = subject.interpreters.find(({ id }) => id === person.id);
  if (!manages && !member) return 'not_found';
  if (isAnswering(act)) return member ? answeringRefusal(act, member.response, subject) : 'forbidden';
  return manages ? planningRefusal(act, subject) : 'forbidden';
}

/** The permissions of a person for a reservation. */
export function reservationVerdicts(person: Caller, subject: ReservationSubject): Reservation['can'] {
  const may = (act: ReservationAct) =>
    reservationRefusal(act, person, subject) === null && (act !== 'approve' || approvalRefusal(subject) === null);
  return Object.fromEntries(reservationActs.map((act) => [act, may(act)])) as Reservation['can'];
}
