import Type, { type Static } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { form, Id, Instant, named, nullable, oneOf } from './fields.ts';
import { coverageObstacles, FreeInterpreter, Reservation } from './reservations.ts';
import { Day } from './schedules.ts';

/** The bounds of a plan: days, reservations (also the lines that are applied at once), and pairs that are not proposed. */
export const planBounds = { days: 7, reservations: 300, dropped: 1000 } as const;

/** A reservation and an interpreter for it. */
export const PlanPair = Type.Object({ reservation: Id, interpreter: Id }, { additionalProperties: false });
export type PlanPair = Static<typeof PlanPair>;

/** The body of `POST reservations/plan/`: the reservations, by days or by id, and the decisions that the planner has made. */
export const ReservationPlanRequest = form('ReservationPlanRequest', {
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  reservations: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: planBounds.reservations,
      uniqueItems: true,
      description: 'Instead of `from` and `to`, which are at most seven days.',
    }),
  ),
  locked: Type.Optional(
    Type.Array(PlanPair, {
      maxItems: planBounds.reservations,
      description:
        'Lines that stay as they are. Their interpreters are not proposed for another reservation at that time.',
    }),
  ),
  dropped: Type.Optional(
    Type.Array(PlanPair, { maxItems: planBounds.dropped, description: 'Pairs that are not proposed.' }),
  ),
});
export type ReservationPlanRequest = Static<typeof ReservationPlanRequest>;

/** One person whom a reservation lacks, and who is proposed. */
export const PlanLine = Type.Object({
  reservation: Reservation,
  interpreter: nullable(FreeInterpreter, 'Null: nobody is left.'),
  is_locked: Type.Boolean(),
  ready: Type.Integer({ minimum: 0, description: 'How many interpreters could take it, taken by itself.' }),
  asked_elsewhere: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How many of them are asked for another one at that time, or offered one, and so not proposed.',
    }),
  ),
  needs_shift: Type.Optional(
    Type.Integer({ minimum: 0, description: 'How many others could with a shift, and have none at that time.' }),
  ),
  obstacles: Type.Array(
    Type.Object({
      obstacle: oneOf(coverageObstacles),
      people: Type.Integer({ minimum: 1 }),
    }),
    { description: 'Why the others cannot, with the number of people.' },
  ),
});
export type PlanLine = Static<typeof PlanLine>;

/** The response of `POST reservations/plan/`, the soonest line first. A reservation that lacks two people has two lines. */
export const ReservationPlan = named('ReservationPlan', {
  lines: Type.Array(PlanLine),
  left_off: Type.Integer({
    minimum: 0,
    description: 'How many later reservations are not in the plan, because it has at most 300.',
  }),
});
export type ReservationPlan = Static<typeof ReservationPlan>;

/** What is done with the lines of a plan. */
export const planActs = ['assign', 'offer'] as const;
export type PlanAct = (typeof planActs)[number];

/** The body of `POST reservations/plan/apply/`. */
export const PlanApplication = form('PlanApplication', {
  act: oneOf(
    planActs,
    '`assign` adds the interpreters to those who take part, as `assign/` does. `offer` offers each reservation to the interpreters of its lines with the suggested deadline. It is approved when enough accept, and offered to everybody suitable after the deadline.',
  ),
  lines: Type.Array(PlanPair, { minItems: 1, maxItems: planBounds.reservations, uniqueItems: true }),
});
export type PlanApplication = Static<typeof PlanApplication>;

/** Why one of several records is refused; null: it is not. */
const Refusal = nullable(
  Type.Object({
    code: Type.Unsafe<ErrorCode>(Type.String({ description: 'A code of the error catalogue.' })),
    values: Type.Record(Type.String(), Type.String(), {
      description: 'Values for the placeholders of the translated message.',
    }),
  }),
  'Null: it was done. A refused one changes nothing.',
);

/** The response of `POST reservations/plan/apply/`, in the order of the lines. */
export const PlanResults = named('PlanResults', {
  results: Type.Array(Type.Object({ reservation: Id, interpreter: Id, refusal: Refusal })),
  undo_until: Type.Optional(
    nullable(Instant, 'Until when the caller may undo it; nobody is told before. Null: nothing can be undone.'),
  ),
});
export type PlanResults = Static<typeof PlanResults>;

/** The body of `POST reservations/plan/undo/`: reservations of a plan that was applied. */
export const PlanUndo = form('PlanUndo', {
  reservations: Type.Array(Id, { minItems: 1, maxItems: planBounds.reservations, uniqueItems: true }),
});
export type PlanUndo = Static<typeof PlanUndo>;

/** The response of `POST reservations/plan/undo/`, in the order of the reservations. */
export const PlanUndoResults = named('PlanUndoResults', {
  results: Type.Array(Type.Object({ reservation: Id, refusal: Refusal })),
});
export type PlanUndoResults = Static<typeof PlanUndoResults>;
