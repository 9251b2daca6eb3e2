import Type, { type Static } from 'typebox';
import { bulkMax } from './bounds.ts';
import { form, Id, Instant, named, nullable, oneOf, Reason } from './fields.ts';
import { InterpretingLanguages } from './interpretingLanguages.ts';
import { FreeInterpreter, Reservation, reservationBounds } from './reservations.ts';
import { roles } from './roles.ts';

/** The ways to resolve an approved reservation that loses its coverage. */
export const coverageOutcomes = ['reassign', 'pending', 'cancel'] as const;
export type CoverageOutcome = (typeof coverageOutcomes)[number];

/** The decision on one reservation that an act would leave uncovered. */
export const CoverageDecision = Type.Object(
  {
    reservation: Id,
    outcome: oneOf(
      coverageOutcomes,
      '`reassign`: it stays approved with the given interpreters. `pending`: it waits for an answer again, without the interpreters who cannot take it. `cancel`: it is cancelled.',
    ),
    interpreters: Type.Optional(
      Type.Array(Id, {
        maxItems: reservationBounds.interpreters,
        uniqueItems: true,
        description: 'For `reassign`: the complete new list of interpreters.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type CoverageDecision = Static<typeof CoverageDecision>;

/**
 * Decisions on the reservations that an act affects; a missing decision is refused with 409 `reservations_affected`.
 */
export const CoverageDecisions = Type.Optional(Type.Array(CoverageDecision, { maxItems: 1000 }));

/** Acts on people that can leave reservations uncovered. */
export const coverageActs = ['delete', 'suspend', 'reject', 'change_role', 'change_languages'] as const;
export type CoverageAct = (typeof coverageActs)[number];

/**
 * `GET users/affected/`: the consequences of an act on some people, to be shown and decided on before the act; `languages` are the
 * new ones, for `change_languages`.
 */
export const AffectedQuery = Type.Object(
  {
    act: oneOf(coverageActs),
    id: Type.Array(Id, { minItems: 1, maxItems: bulkMax, uniqueItems: true }),
    expires: Type.Optional({
      ...Instant,
      description: 'For `suspend`: when it ends. Omitted: the suspension is lifted by hand.',
    }),
    role: Type.Optional(oneOf(roles, 'For `change_role`: the new role.')),
    languages: Type.Optional(InterpretingLanguages),
  },
  { additionalProperties: false },
);
export type AffectedQuery = Static<typeof AffectedQuery>;

/** `GET users/affected/`: the response. */
export const Affected = named('Affected', {
  reservations: Type.Array(Reservation, {
    description: 'Future approved reservations that would lose their coverage, the next first. Each needs a decision.',
  }),
  pending: Type.Integer({ minimum: 0, description: 'Future pending reservations that would lose an interpreter.' }),
  shifts: Type.Integer({ minimum: 0, description: 'Future shifts that would be deleted or lose their interpreter.' }),
  people: Type.Integer({ minimum: 0, description: 'Customers and other interpreters who would be notified.' }),
});
export type Affected = Static<typeof Affected>;

const RejectionReason = Type.Optional(nullable(Reason, 'The person reads it in the e-mail that tells them.'));

/** `POST users/{id}/reject/`. */
export const Rejection = form('Rejection', { reason: RejectionReason, reservations: CoverageDecisions });
export type Rejection = Static<typeof Rejection>;

/** `POST users/bulk_reject/`: one reason for all of them. */
export const BulkRejection = form('BulkRejection', {
  ids: Type.Array(Id, { minItems: 1, maxItems: bulkMax, uniqueItems: true }),
  reason: RejectionReason,
  reservations: CoverageDecisions,
});
export type BulkRejection = Static<typeof BulkRejection>;

/** `POST users/bulk_delete/`. */
export const UserDeletion = form('UserDeletion', {
  ids: Type.Array(Id, { minItems: 1, maxItems: bulkMax, uniqueItems: true }),
  reservations: CoverageDecisions,
});
export type UserDeletion = Static<typeof UserDeletion>;

/** The reservations that lose an interpreter because of an absence or a changed shift, each with a proposed replacement. */
export const takenBookings = Type.Array(
  Type.Object({
    reservation: Reservation,
    people: Type.Array(Id, { description: 'The interpreters whom it loses.' }),
    replacement: nullable(FreeInterpreter),
    ready: Type.Integer({ minimum: 0, description: 'How many interpreters could take it, taken by itself.' }),
  }),
  {
    description:
      'Those that are not over, the next first: of an absence the pending and approved ones, of a change of shifts the approved ones. `replacement`: who is proposed; nobody is proposed for two at one time. Null: nobody is left.',
  },
);
export type TakenBookings = Static<typeof takenBookings>;

/** `POST …/affected/` of a shift, of it and the following, and of a schedule. Nothing is written. */
export const ShiftsAffected = named('ShiftsAffected', { bookings: takenBookings });
export type ShiftsAffected = Static<typeof ShiftsAffected>;
