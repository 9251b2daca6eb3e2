import Type, { type Static } from 'typebox';
import { bulkMax } from './bounds.ts';
import { Id, Instant } from './fields.ts';
import { Reservation, reservationBounds } from './reservations.ts';
import { roles, type Role } from './roles.ts';

/** What can become of an approved reservation that loses its coverage. */
export const coverageOutcomes = ['reassign', 'pending', 'cancel'] as const;
/** What can become of an approved reservation that loses its coverage. */
export type CoverageOutcome = (typeof coverageOutcomes)[number];

/** What becomes of one reservation that an act would leave uncovered. */
export const CoverageDecision = Type.Object(
  {
    reservation: Id,
    outcome: Type.Unsafe<CoverageOutcome>(
      Type.Enum([...coverageOutcomes], {
        description:
          '`reassign`: it stays approved with the given interpreters. `pending`: it waits for an answer again, without those who cannot take it. `cancel`: it is called off.',
      }),
    ),
    interpreters: Type.Optional(
      Type.Array(Id, {
        maxItems: reservationBounds.interpreters,
        uniqueItems: true,
        description: 'For `reassign`: all of its interpreters from now on.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type CoverageDecision = Static<typeof CoverageDecision>;

/** Decisions for the reservations that an act affects; one that is missing is answered with 409 `reservations_affected`. */
export const CoverageDecisions = Type.Optional(Type.Array(CoverageDecision, { maxItems: 1000 }));

/** Acts on people that can leave reservations uncovered. */
export const coverageActs = ['delete', 'suspend', 'reject', 'change_role'] as const;
/** Acts on people that can leave reservations uncovered. */
export type CoverageAct = (typeof coverageActs)[number];

/** `GET users/affected/`: what an act on some people would affect, so that it can be said and decided before. */
export const AffectedQuery = Type.Object(
  {
    act: Type.Unsafe<CoverageAct>(Type.Enum([...coverageActs])),
    id: Type.Array(Id, { minItems: 1, maxItems: bulkMax, uniqueItems: true }),
    expires: Type.Optional({ ...Instant, description: 'For `suspend`: when it ends. Without it: until it is lifted.' }),
    role: Type.Optional(
      Type.Unsafe<Role>(Type.Enum([...roles], { description: 'For `change_role`: the role that they would have.' })),
    ),
  },
  { additionalProperties: false },
);
export type AffectedQuery = Static<typeof AffectedQuery>;

/** `GET users/affected/`: the answer. */
export const Affected = Type.Object(
  {
    reservations: Type.Array(Reservation, {
      description: 'Approved ones to come that would lose their coverage, the next first. Each needs a decision.',
    }),
    pending: Type.Integer({ minimum: 0, description: 'Pending ones to come that would lose an interpreter.' }),
    shifts: Type.Integer({ minimum: 0, description: 'Shifts to come that would be deleted or stand empty.' }),
    people: Type.Integer({ minimum: 0, description: 'Customers and other interpreters who would be told.' }),
  },
  { $id: 'Affected' },
);
export type Affected = Static<typeof Affected>;

/** `POST users/{id}/reject/`. */
export const Rejection = Type.Object(
  { reservations: CoverageDecisions },
  { $id: 'Rejection', additionalProperties: false },
);

/** `POST users/bulk_delete/`. */
export const UserDeletion = Type.Object(
  {
    ids: Type.Array(Id, { minItems: 1, maxItems: bulkMax, uniqueItems: true }),
    reservations: CoverageDecisions,
  },
  { $id: 'UserDeletion', additionalProperties: false },
);
export type UserDeletion = Static<typeof UserDeletion>;
