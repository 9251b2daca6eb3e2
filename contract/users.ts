import Type, { type Static } from 'typebox';
import { userActs } from './acts.ts';
import { type ApprovalStatus, approvalStatuses } from './approval.ts';
import { anyOf, Etag, listQuery, page, verdicts } from './collection.ts';
import { CoverageDecisions } from './coverage.ts';
import { Email, Id, Instant, LastFourDigits, PersonName, Phone, Reason } from './fields.ts';
import { InterpretingLanguages } from './interpretingLanguages.ts';
import { languages, type Language } from './languages.ts';
import { roles, type Role } from './roles.ts';

/** A suspension: since when, why, and until when (null: until somebody lifts it). One that has run out is none. */
export const Suspension = Type.Object({
  since: Instant,
  reason: Type.Union([Type.String(), Type.Null()]),
  expires: Type.Union([Instant, Type.Null()]),
});

const RoleName = Type.Unsafe<Role>(Type.Enum([...roles]));
const LanguageCode = Type.Unsafe<Language>(Type.Enum([...languages]));

/** A user (specification §3). */
export const User = Type.Object(
  {
    id: Id,
    etag: Etag,
    email: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    role: RoleName,
    approval_status: Type.Unsafe<ApprovalStatus>(Type.Enum([...approvalStatuses])),
    department: Type.Union([Id, Type.Null()]),
    department_name: Type.Union([Type.String(), Type.Null()]),
    personal_number_last4: Type.Union([Type.String(), Type.Null()]),
    phone: Type.Union([Type.String(), Type.Null()], { description: 'E.164.' }),
    social_registered: Type.Boolean({ description: 'Registered through a social account.' }),
    language: Type.Union([LanguageCode, Type.Null()], { description: 'Null: the deployment’s first.' }),
    languages: InterpretingLanguages,
    suspension: Type.Union([Suspension, Type.Null()]),
    partner: Type.Union([Id, Type.Null()], { description: 'Whose people they are; only of the role `partner`.' }),
    partner_name: Type.Union([Type.String(), Type.Null()]),
    created: Instant,
    can: verdicts(userActs),
  },
  { $id: 'User' },
);
export type User = Static<typeof User>;

const editable = {
  email: Email,
  first_name: PersonName,
  last_name: PersonName,
  role: RoleName,
  department: Type.Optional(Type.Union([Id, Type.Null()])),
  personal_number_last4: Type.Optional(Type.Union([LastFourDigits, Type.Null()])),
  phone: Type.Optional(Type.Union([Phone, Type.Null()])),
  language: Type.Optional(Type.Union([LanguageCode, Type.Null()])),
  languages: Type.Optional(InterpretingLanguages),
};

/** `POST users/`. Whoever is created by staff is approved. */
export const NewUser = Type.Object(editable, { $id: 'NewUser', additionalProperties: false });
export type NewUser = Static<typeof NewUser>;

/** `PATCH users/{id}/`: what is left out stays as it is. */
export const UserChanges = Type.Partial(Type.Object({ ...editable, reservations: CoverageDecisions }), {
  $id: 'UserChanges',
  additionalProperties: false,
});
export type UserChanges = Static<typeof UserChanges>;

/** What the list of users may be ordered by: its columns (specification §2). */
export const userOrderings = ['email', 'id', 'last_name', 'created', 'role', 'approval_status'] as const;

/** `GET users/`: the query. The search looks at names, e-mail and phone. */
export const UsersQuery = listQuery(userOrderings, {
  role: anyOf(roles),
  approval_status: anyOf(approvalStatuses),
  department: Type.Optional(Id),
  partner: Type.Optional(Id),
  suspended: Type.Optional(Type.Boolean()),
  social_registered: Type.Optional(Type.Boolean()),
});
export type UsersQuery = Static<typeof UsersQuery>;

/** `GET users/`: the answer. */
export const UsersPage = page(User, 'UsersPage');

/** `POST users/{id}/suspend/`. */
export const NewSuspension = Type.Object(
  {
    reason: Reason,
    expires: Type.Optional(Type.Union([Instant, Type.Null()], { description: 'Null: until it is lifted.' })),
    reservations: CoverageDecisions,
  },
  { $id: 'NewSuspension', additionalProperties: false },
);
export type NewSuspension = Static<typeof NewSuspension>;
