import Type, { type Static } from 'typebox';
import { reservationActs } from './acts.ts';
import type { ErrorCode } from './errors.ts';
import { anyOf, Etag, listQuery, page, verdicts } from './collection.ts';
import { File } from './files.ts';
import {
  Address,
  bounds,
  day,
  form,
  Id,
  Instant,
  line,
  Link,
  maybe,
  Name,
  named,
  nullable,
  oneOf,
  partialForm,
  Reason,
  text,
} from './fields.ts';
import { InterpretingLanguages } from './interpretingLanguages.ts';
import { locationTypes, serviceKinds } from './interpretations.ts';
import { preferenceOwners } from './preferenceNames.ts';
import { Day } from './schedules.ts';
import { Excess } from './workingTime.ts';

/** The statuses of a reservation. Only planners change them (Q24). */
export const reservationStatuses = ['pending', 'approved', 'rejected', 'cancelled'] as const;
export type ReservationStatus = (typeof reservationStatuses)[number];

/** Maximum length of a reservation's note in characters, and maximum number of its interpreters. */
export const reservationBounds = { note: bounds.note, interpreters: bounds.reservationInterpreters } as const;

const Status = oneOf(reservationStatuses);
const Place = oneOf(locationTypes);
const Kind = oneOf(serviceKinds);
const WallTime = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description:
    '`HH:mm` in the deployment’s time zone; as an end, 00:00 is midnight at the end of the day, and a time before the start is on the next day, at most 16 hours later.',
});

/** The reasons why an interpreter does not cover a reservation; the first that applies is reported. */
export const coverageObstacles = [
  'inactive',
  'never_again',
  'absent',
  'no_shift',
  'booked',
  'travel',
  'language',
] as const;
export type CoverageObstacle = (typeof coverageObstacles)[number];

/** The answers of an interpreter to a reservation (Q24). Nobody else gives them. */
export const interpreterResponses = ['not_asked', 'asked', 'offered', 'accepted', 'declined', 'handed_back'] as const;
export type InterpreterResponse = (typeof interpreterResponses)[number];

/** An interpreter of a reservation. */
export const ReservationInterpreter = Type.Object({
  id: Id,
  name: Type.String(),
  obstacle: nullable(
    oneOf(
      coverageObstacles,
      'Why they do not cover it; null if they do. `inactive`: suspended, not approved or not an interpreter. `absent`: ill, on leave or otherwise away. `never_again`, for planners only: its customer or partner never wants them again. `no_shift`: no reservable shifts of its kind over its whole time. `booked`: another approved reservation at that time. `travel`: too little time to travel from or to another one. `language`: they speak none of the requested languages; whose languages are not recorded is not excluded.',
    ),
  ),
  response: oneOf(
    interpreterResponses,
    'The interpreter’s own answer. `not_asked`: a planner has booked them without asking. `offered`: they may take it, and do not count until they accept. `declined` and `handed_back`: they no longer take part, and do not count.',
  ),
  responded: nullable(Instant),
  message: nullable(Type.String({ description: 'The message sent with the answer; of others, for planners only.' })),
  language_reason: nullable(
    Type.String({
      description:
        'For planners: why they are taken although they speak none of the requested languages; null: no such reason.',
    }),
  ),
  booked_by_name: nullable(
    Type.String({ description: 'Who has booked them for an approved reservation; null if nobody has, or is known.' }),
  ),
});

/** What happens after the deadline of an offer: planners are told, or everybody else who could take it is offered it. */
export const offerNexts = ['planners', 'everybody'] as const;
export type OfferNext = (typeof offerNexts)[number];

const Next = oneOf(
  offerNexts,
  'What happens if it is still short of people after the deadline, or once all have declined. `planners`: they are told. `everybody`: everybody else who could take it is offered it, and planners are told.',
);

/** The open offer of a reservation. Interpreters to whom it is offered read the deadline only. */
export const ReservationOffer = Type.Object({
  deadline: Instant,
  made: nullable(Instant),
  made_by_name: nullable(Type.String()),
  approves: nullable(
    Type.Boolean({ description: 'Whether it is approved as soon as enough have accepted and all are free.' }),
  ),
  next: nullable(Next),
});

/** A reservation (R148): a customer requests interpreters in advance and gets an answer. */
export const Reservation = named('Reservation', {
  id: Id,
  etag: Etag,
  name: Type.String(),
  start: Instant,
  end: Instant,
  date: Day,
  time: Type.String({
    description: '`HH:mm–HH:mm` in the deployment’s time zone, followed by ` +1` if it ends on the next day.',
  }),
  time_from: WallTime,
  time_to: WallTime,
  type: Place,
  address: nullable(Type.String()),
  link: nullable(Type.String()),
  status: Status,
  interpreters: Type.Array(ReservationInterpreter),
  interpreters_needed: Type.Integer({ minimum: 1, description: 'The number of interpreters requested.' }),
  customer: nullable(Id),
  customer_name: nullable(Type.String()),
  customer_phone: nullable(Type.String({ description: 'For planners and the interpreters who take part.' })),
  customer_email: nullable(Type.String({ description: 'For planners and the interpreters who take part.' })),
  partner: nullable(Id),
  partner_name: nullable(Type.String()),
  partner_phone: nullable(Type.String({ description: 'For planners and the interpreters who take part.' })),
  service_kind: Kind,
  emergency: Type.Boolean(),
  languages: InterpretingLanguages,
  note: nullable(Type.String()),
  answer: nullable(Type.String({ description: 'The message sent with the last decision of a planner.' })),
  answered: nullable(Instant),
  answered_by_name: nullable(Type.String()),
  is_past: Type.Boolean({ description: 'Over: it can no longer be changed.' }),
  files: Type.Array(File),
  no_interpreters_in_shift: Type.Boolean({
    description:
      'Pending and cannot be approved: an assigned interpreter cannot take it; or none is assigned and nobody is available. Always false if it is past or not pending.',
  }),
  uncovered: Type.Boolean({
    description:
      'Approved, not over, and not covered: an interpreter who takes part cannot take it, or too few take part.',
  }),
  offer: nullable(ReservationOffer),
  created: Instant,
  approve_refused: nullable(
    Type.Unsafe<ErrorCode>(
      Type.String({ description: 'The code of the error with which an approval would be refused now; null: none.' }),
    ),
  ),
  undo_until: nullable({
    ...Instant,
    description:
      'Until when the caller may undo their last decision, of which nobody is told before; null: there is none, or it is too late. Always null where the backend has no undo.',
  }),
  can: verdicts(reservationActs),
});
export type Reservation = Static<typeof Reservation>;

const editable = {
  name: Name,
  date: Day,
  time_from: WallTime,
  time_to: WallTime,
  type: Place,
  address: maybe(Address),
  link: maybe(Link),
  customer: maybe(Id),
  partner: maybe(Id),
  service_kind: Type.Optional(Kind),
  emergency: Type.Optional(Type.Boolean()),
  interpreters_needed: Type.Optional(Type.Integer({ minimum: 1, maximum: reservationBounds.interpreters })),
  languages: Type.Optional(InterpretingLanguages),
  note: maybe(text({ max: reservationBounds.note })),
};

const Interpreters = Type.Array(Id, { maxItems: reservationBounds.interpreters, uniqueItems: true });

/** `POST reservations/`. Every new reservation is pending, also when a manager or owner creates it. */
export const NewReservation = form('NewReservation', { ...editable, interpreters: Type.Optional(Interpreters) });
export type NewReservation = Static<typeof NewReservation>;

/** `PATCH reservations/{id}/`: omitted fields stay unchanged. Changing to remote removes the address. */
export const ReservationChanges = partialForm('ReservationChanges', editable);
export type ReservationChanges = Static<typeof ReservationChanges>;

const LanguageExceptions = Type.Optional(
  Type.Array(Type.Object({ interpreter: Id, reason: Reason }, { additionalProperties: false }), {
    maxItems: reservationBounds.interpreters,
    description:
      'Who is taken although they speak none of the requested languages, each with the reason, which is kept. Without it they are refused with 409 `no_requested_language`.',
  }),
);
/** Who is taken for a reservation although they speak none of the requested languages, and why. */
export type LanguageException = { interpreter: string; reason: string };

/**
 * `POST reservations/{id}/assign/`: all interpreters who take part. Those who have declined or handed it back stay
 * listed with their answer; naming one of them asks again.
 */
export const Assignment = form('Assignment', { interpreters: Interpreters, language_exceptions: LanguageExceptions });

/** `POST reservations/{id}/files/`: a file that the caller has uploaded with `POST files/?purpose=reservation`. */
export const ReservationFile = form('ReservationFile', { file: Id });

/** The path of a file of a reservation. */
export const ReservationFilePath = Type.Object({
  id: Type.String({ maxLength: 100 }),
  file: Type.String({ maxLength: 100 }),
});

const answer = maybe(text({ max: bounds.answer }));

/**
 * `POST reservations/{id}/reject/`, `…/cancel/`, `…/withdraw_offer/`, `…/accept/`, `…/decline/`, `…/hand_back/`: an optional message to the
 * people who are notified.
 */
export const ReservationAnswer = form('ReservationAnswer', { answer });

/**
 * `POST reservations/{id}/approve/`: an optional message to the people concerned, and optionally all interpreters who
 * take part, as for `assign/`: those who are new to it get one message, which says that they are booked.
 */
export const ReservationApproval = form('ReservationApproval', {
  answer,
  interpreters: Type.Optional(Interpreters),
  language_exceptions: LanguageExceptions,
});

/**
 * `POST reservations/{id}/offer/`: to whom; until when they may accept, before it begins; and a message to them.
 */
export const NewReservationOffer = form('NewReservationOffer', {
  interpreters: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
  deadline: Instant,
  approves: Type.Optional(Type.Boolean({ default: true, description: 'Approve it once enough have accepted.' })),
  next: Type.Optional(Next),
  message: answer,
  language_exceptions: LanguageExceptions,
});
export type NewReservationOffer = Static<typeof NewReservationOffer>;

/** The sort keys of the list: its columns (R125). */
export const reservationOrderings = ['name', 'start', 'type', 'address', 'status', 'created'] as const;

/** `GET reservations/`: the query. The search covers name, address, note, customer, partner and interpreters. */
export const ReservationsQuery = listQuery(reservationOrderings, {
  status: anyOf(reservationStatuses),
  from_day: Type.Optional(day('Ends on this day or later.')),
  to_day: Type.Optional(day('Starts on this day or before.')),
  interpreter: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  customer: Type.Optional(Id),
  partner: Type.Optional(Id),
  type: Type.Optional(Place),
  emergency: Type.Optional(Type.Boolean()),
  past: Type.Optional(Type.Boolean()),
  open: Type.Optional(Type.Boolean({ description: 'Pending and not over. false: the others.' })),
  unfilled: Type.Optional(Type.Boolean({ description: 'Open, and no interpreter takes part. false: the others.' })),
  short: Type.Optional(
    Type.Boolean({
      description: 'Pending or approved, not over, and fewer interpreters take part than requested. false: the others.',
    }),
  ),
  uncovered: Type.Optional(Type.Boolean({ description: 'Approved, not over, and not covered. false: the others.' })),
  unanswered: Type.Optional(
    Type.Boolean({
      description:
        'Pending or approved, not over, and the caller has been asked and has not answered. false: the others.',
    }),
  ),
  taking_part: Type.Optional(
    Type.Boolean({
      description:
        'The caller takes part: it is not only offered to them, and they have neither declined nor handed it back. false: the others.',
    }),
  ),
});
export type ReservationsQuery = Static<typeof ReservationsQuery>;

/** `GET reservations/`: the response. */
export const ReservationsPage = page(Reservation, 'ReservationsPage');

const waitingNumber = (description: string) => Type.Integer({ minimum: 0, description });

/** `GET reservations/work/`: how many reservations wait for the caller. */
export const ReservationWork = named('ReservationWork', {
  to_answer: waitingNumber('Listed by `open=true`. For an interpreter: by `unanswered=true`.'),
  short: waitingNumber('Listed by `short=true`. 0 for an interpreter.'),
  uncovered: waitingNumber('Listed by `uncovered=true`. 0 for an interpreter.'),
  today: waitingNumber('Pending or approved, and today in the deployment’s time zone. For an interpreter: their own.'),
  waiting: waitingNumber('To answer, short or not covered, each counted once.'),
});
export type ReservationWork = Static<typeof ReservationWork>;

/** The maximum points for each criterion of a free interpreter; 100 in total. */
export const freeReasons = { shift: 30, travel: 20, load: 20, languages: 15, past_work: 15 } as const;
export type FreeReason = keyof typeof freeReasons;

/** How near interpreters are to taking a reservation: they can, they could with a shift, or they cannot. */
export const candidateGroups = ['ready', 'needs_shift', 'impossible'] as const;
export type CandidateGroup = (typeof candidateGroups)[number];

/**
 * `GET interpreters/free/`: for a time, or for a reservation: its time, place, customer and languages are used, it is not
 * counted as an obstacle itself, and those who take part in it are left out. `group`: `ready` and `needs_shift` by
 * default.
 */
export const FreeInterpretersQuery = Type.Object(
  {
    reservation: Type.Optional(Id),
    group: anyOf(candidateGroups),
    interpreter: Type.Optional(
      Type.Array(Id, {
        maxItems: 100,
        description:
          'Only these, whatever their group, also if they take part. The number of results is still `limit`.',
      }),
    ),
    from: Type.Optional({ ...Instant, examples: ['2030-01-07T09:00:00Z'] }),
    to: Type.Optional({ ...Instant, examples: ['2030-01-07T10:00:00Z'] }),
    location_type: Type.Optional(Place),
    service_kind: Type.Optional(Kind),
    address: Type.Optional(line({ max: bounds.address.max })),
    customer: Type.Optional(Id),
    partner: Type.Optional(Id),
    languages: Type.Optional(InterpretingLanguages),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '20 by default.' })),
  },
  { additionalProperties: false },
);
export type FreeInterpretersQuery = Static<typeof FreeInterpretersQuery>;

/** The ranking of an interpreter: points and underlying figure of each criterion. */
export const FreeInterpreter = Type.Object({
  interpreter: Id,
  interpreter_name: Type.String(),
  group: oneOf(
    candidateGroups,
    '`ready`: covers it. `needs_shift`: would with a shift, and has none at that time. `impossible`: `obstacle` says why.',
  ),
  obstacle: nullable(
    oneOf(
      coverageObstacles,
      'Why they do not cover it: first what a shift would not remedy, then `no_shift`. An impossible one with `no_shift` has another shift at that time, which does not carry it.',
    ),
  ),
  in_the_way: nullable(
    Type.Object(
      {
        kind: Type.Enum(['reservation', 'shift']),
        id: Id,
        name: nullable(Type.String({ description: 'The name of the reservation.' })),
        from: Instant,
        to: Instant,
      },
      { description: 'For an impossible one: the other reservation or shift that keeps them from it.' },
    ),
  ),
  excess: Type.Optional(
    Type.Array(Excess, {
      description:
        'The limits of working time that their shift exceeds, or would if they got one for exactly this time. If the deployment refuses that, they are `impossible` with `no_shift`.',
    }),
  ),
  response: nullable(oneOf(interpreterResponses, 'Their answer to the reservation, if they have been asked.')),
  preferred_by: nullable(oneOf(preferenceOwners, 'Who prefers them; those come first within a group.')),
  shift: nullable(Type.String({ description: 'The shift that would contain the reservation; null if it needs none.' })),
  score: Type.Integer({ minimum: 0, maximum: 100, description: 'The sum of the points.' }),
  reasons: Type.Array(
    Type.Object({
      reason: Type.Unsafe<FreeReason>(Type.Enum(Object.keys(freeReasons) as FreeReason[])),
      points: Type.Integer({ minimum: 0 }),
      of: Type.Integer({ minimum: 0, description: 'The maximum points.' }),
      value: Type.Number({
        description:
          'shift: 1 in shift, 0 not. travel: minutes on the way there. load: reserved minutes in the week (from Monday). languages: how many of the requested languages the interpreter works in. past_work: interpretations and reservations with the customer in the last year.',
      }),
    }),
  ),
});
export type FreeInterpreter = Static<typeof FreeInterpreter>;

/**
 * `GET interpreters/free/`: by group; within it those who have not declined first, then those who are preferred, then by
 * score, then by name. The impossible ones: first those whom only a limit of working time keeps from it, then the others by name.
 */
export const FreeInterpreters = named('FreeInterpreters', {
  count: Type.Integer({ minimum: 0, description: 'The total number in the requested groups.' }),
  impossible: Type.Integer({ minimum: 0, description: 'The number of interpreters who cannot take it.' }),
  results: Type.Array(FreeInterpreter),
});
export type FreeInterpreters = Static<typeof FreeInterpreters>;
