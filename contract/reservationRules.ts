import type { ErrorCode } from './errors.ts';
import { type answeringActs, type planningActs, reservationActs } from './acts.ts';
import { type Caller, writes } from './permissions.ts';
import type { CoverageObstacle, InterpreterResponse, Reservation, ReservationStatus } from './reservations.ts';

type ReservationAct = (typeof reservationActs)[number];
type PlanningAct = (typeof planningActs)[number];
type AnsweringAct = (typeof answeringActs)[number];

/** A planner may undo a decision on a reservation for this time, in milliseconds. People are told after it (Q24). */
export const undoTime = 10_000;

/** The reservation that an act concerns, as far as permission rules need it. */
export type ReservationSubject = {
  status: ReservationStatus;
  isPast: boolean;
  /** Whether it begins too soon to be handed back after it was approved (`handBackHours` of the manifest). */
  isTooLateToHandBack: boolean;
  hasBegun: boolean;
  /** The open offer, and whether its deadline is over. */
  offer: { isOver: boolean } | null;
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
  offer: ['pending', 'approved'],
  withdraw_offer: ['pending', 'approved'],
};

/** The answers of interpreters to pending and approved reservations: from which answers to which (Q24). */
export const answering = {
  accept: { from: ['not_asked', 'asked', 'offered'], to: 'accepted' },
  decline: { from: ['not_asked', 'asked', 'offered'], to: 'declined' },
  hand_back: { from: ['accepted'], to: 'handed_back' },
} as const satisfies Record<AnsweringAct, { from: readonly InterpreterResponse[]; to: InterpreterResponse }>;

/** The error code for each obstacle to covering a reservation. */
export const obstacleRefusals: Record<CoverageObstacle, ErrorCode> = {
  inactive: 'interpreter_inactive',
  never_again: 'interpreter_never_again',
  absent: 'interpreter_absent',
  no_shift: 'no_interpreters_in_shift',
  booked: 'reservation_overlap',
  travel: 'travel_too_short',
  language: 'no_requested_language',
};

/**
 * Whether an interpreter takes part in a reservation: it is not only offered to them, and they have neither declined nor
 * handed it back.
 */
export const takesPart = ({ response }: { response: InterpreterResponse }): boolean =>
  response !== 'offered' && response !== 'declined' && response !== 'handed_back';

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

/** The error code if a planner may not do an act on a reservation in its state, otherwise null. */
function planningRefusal(act: PlanningAct, subject: ReservationSubject): ErrorCode | null {
  if (subject.isPast) return 'reservation_past';
  if (!planning[act].includes(subject.status)) return 'transition_refused';
  if (act === 'withdraw_offer') return subject.offer ? null : 'transition_refused';
  if (act !== 'offer') return null;
  if (subject.offer) return 'offer_open';
  return subject.hasBegun || !isShort(subject) ? 'transition_refused' : null;
}

/** The error code if an interpreter can no longer take a reservation that was offered to them, otherwise null. */
function offerRefusal(subject: ReservationSubject): ErrorCode | null {
  if (!isShort(subject)) return 'offer_taken';
  return !subject.offer || subject.offer.isOver ? 'offer_over' : null;
}

/** The error code if an interpreter may not give an answer now, otherwise null. */
function answeringRefusal(
  act: AnsweringAct,
  response: InterpreterResponse,
  subject: ReservationSubject,
): ErrorCode | null {
  const { status, isPast, isTooLateToHandBack } = subject;
  if (isPast) return 'reservation_past';
  if (status !== 'pending' && status !== 'approved') return 'transition_refused';
  if (!answering[act].from.some((allowed) => allowed === response)) return 'transition_refused';
  if (act === 'accept' && response === 'offered') return offerRefusal(subject);
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
