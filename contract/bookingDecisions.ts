import Type, { type Static } from 'typebox';
import { Id } from './fields.ts';

/** What happens to a reservation that loses an interpreter because of an absence or a changed shift. */
export const bookingOutcomes = ['replace', 'short', 'keep'] as const;
export type BookingOutcome = (typeof bookingOutcomes)[number];

/** The decision on one reservation that loses an interpreter. */
const BookingDecision = Type.Object(
  {
    reservation: Id,
    outcome: Type.Unsafe<BookingOutcome>(
      Type.Enum([...bookingOutcomes], {
        description:
          '`replace`: `interpreter` takes part instead. `short`: the interpreter no longer takes part, nobody does instead. `keep`: nothing changes, it stays listed as not covered.',
      }),
    ),
    interpreter: Type.Optional({ ...Id, description: 'For `replace`.' }),
  },
  { additionalProperties: false },
);
export type BookingDecision = Static<typeof BookingDecision>;

/** The decisions of a planner, taken together or not at all. */
export const decisions = Type.Array(BookingDecision, { maxItems: 1000 });

/** `POST …/decide/`, `…/approve/` and `…/remove/`. */
export const BookingDecisions = Type.Object({ decisions }, { $id: 'BookingDecisions', additionalProperties: false });
export type BookingDecisions = Static<typeof BookingDecisions>;
