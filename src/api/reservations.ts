import type {
  CandidateGroup,
  FreeInterpreters,
  LanguageException,
  NewReservation,
  NewReservationOffer,
  Reservation,
  ReservationChanges,
  ReservationWork,
} from '../../contract/reservations.ts';
import type {
  PlanApplication,
  PlanResults,
  PlanUndo,
  PlanUndoResults,
  ReservationPlan,
  ReservationPlanRequest,
} from '../../contract/reservationPlans.ts';
import type { BlockingReservations } from '../../contract/schedules.ts';
import { collection } from './collection.ts';
import { post, remove } from './http.ts';
import { query } from './query.ts';

/** What a planner decides about a reservation, and what an interpreter answers for themselves. */
export type AnswerAct = 'approve' | 'reject' | 'cancel' | 'withdraw_offer' | 'accept' | 'decline' | 'hand_back';

/** The acts on an open offer. */
const offerActs: ReadonlySet<AnswerAct> = new Set(['withdraw_offer', 'accept', 'decline'] as const);

const path = 'reservations/';
const at = (id: string, rest: string) => `${path}${id}/${rest}`;

/** `reservations/`, and actions on the version `etag`. Every call throws `ApiError`. */
export const reservations = {
  ...collection<Reservation, NewReservation, ReservationChanges>(path),
  /** Of an open offer the version does not matter: each answer of somebody else makes a new one. */
  answer: ({ id, etag, offer }: Reservation, act: AnswerAct, answer: string | null) =>
    post<Reservation>(at(id, `${act}/`), { answer }, offer && offerActs.has(act) ? {} : { ifMatch: etag }),
  /** Approves it for these interpreters, who may be new to it. */
  approveWith: ({ id, etag }: Reservation, interpreters: readonly string[], answer: string | null) =>
    post<Reservation>(at(id, 'approve/'), { answer, interpreters }, { ifMatch: etag }),
  /** `exceptions` go only to backends that know them: nobody else refuses for the languages. */
  assign: ({ id, etag }: Reservation, interpreters: string[], exceptions: LanguageException[] = []) =>
    post<Reservation>(
      at(id, 'assign/'),
      exceptions.length > 0 ? { interpreters, language_exceptions: exceptions } : { interpreters },
      { ifMatch: etag },
    ),
  offer: ({ id, etag }: Reservation, offer: NewReservationOffer) =>
    post<Reservation>(at(id, 'offer/'), offer, { ifMatch: etag }),
  /** Undoes the last decision of the caller, until `undo_until`. */
  undo: ({ id }: Reservation) => post<Reservation>(at(id, 'undo/')),
  /** Proposes interpreters for reservations that are short of people. Writes nothing. */
  plan: (request: ReservationPlanRequest, signal: AbortSignal) =>
    post<ReservationPlan>(`${path}plan/`, request, { signal }),
  /** Assigns or offers the lines of a plan, each for itself. */
  applyPlan: (application: PlanApplication) => post<PlanResults>(`${path}plan/apply/`, application),
  /** Undoes what a plan has done to reservations, until its `undo_until`. */
  undoPlan: (ids: string[]) => post<PlanUndoResults>(`${path}plan/undo/`, { reservations: ids } satisfies PlanUndo),
  attach: ({ id, etag }: Reservation, file: string) => post<Reservation>(at(id, 'files/'), { file }, { ifMatch: etag }),
  detach: ({ id, etag }: Reservation, file: string) => remove(at(id, `files/${file}/`), { ifMatch: etag }),
};

/** How many reservations wait for this person. */
export const reservationWork = query<ReservationWork>(`${path}work/`);

/** Interpreters who could take a reservation, the best first; or those of other groups, or some of them by their ids. */
export const freeFor = (
  reservation: string,
  asked: { group?: CandidateGroup[]; interpreter?: readonly string[]; limit?: number } = {},
) => query<FreeInterpreters>('interpreters/free/', { reservation, limit: 20, ...asked });

/** Interpreters who can take a reservation as they are, the best first. */
export const readyFor = (reservation: string) =>
  query<FreeInterpreters>('interpreters/free/', { reservation, group: ['ready'], limit: 100 });

/** The approved reservations that prevent a change of a shift, or of a whole schedule. */
export const blocking = (kind: 'shifts' | 'schedules', id: string) =>
  query<BlockingReservations>(`${kind}/${id}/blocking_reservations/`);
