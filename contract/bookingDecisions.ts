import Type, { type Static } from 'typebox';
import { form, Id, oneOf } from './fields.ts';

/** What happens to a reservation that loses an interpreter because of an absence or a changed shift. */
export const bookingOutcomes = ['replace', 'short', 'keep'] as const;

/** The decision on one reservation that loses an interpreter. */
const BookingDecision = Type.Object(
  {
    reservation: Id,
    outcome: oneOf(
      bookingOutcomes,
      '`replace`: `interpreter` takes part instead. `short`: the interpreter no longer takes part, nobody does instead. `keep`: nothing changes, it stays listed as not covered.',
    ),
    interpreter: Type.Optional({ ...Id, description: 'For `replace`.' }),
  },
  { additionalProperties: false },
);
export type BookingDecision = Static<typeof BookingDecision>;

/** The decisions of a planner, taken together or not at all. */
export const decisions = Type.Array(BookingDecision, { maxItems: 1000 });

/** `POST …/decide/`, `…/approve/` and `…/remove/`. */
export const BookingDecisions = form('BookingDecisions', { decisions });
export type BookingDecisions = Static<typeof BookingDecisions>;
