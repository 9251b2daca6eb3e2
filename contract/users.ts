import Type, { type Static } from 'typebox';
import { userActs } from './acts.ts';
import { type ApprovalStatus, approvalStatuses } from './approval.ts';
import { anyOf, Etag, listQuery, page, verdicts } from './collection.ts';
import { CoverageDecisions } from './coverage.ts';
import { Email, Id, Instant, LastFourDigits, PersonName, Phone, Reason } from './fields.ts';
import { InterpretingLanguages } from './interpretingLanguages.ts';
import { languages, type Language } from './languages.ts';
import { roles, type Role } from './roles.ts';
import { deviceName } from './sessions.ts';

/** A suspension: start, reason, and end (null: open-ended). Expired suspensions are not returned. */
export const Suspension = Type.Object({
  since: Instant,
  reason: Type.Union([Type.String(), Type.Null()]),
  expires: Type.Union([Instant, Type.Null()]),
});

/** The states of an invitation. */
export const invitationStates = ['not_sent', 'sent', 'expired'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** The invitation of a person who has neither a password nor a national ID to sign in with yet. */
export const Invitation = Type.Object({
  state: Type.Unsafe<InvitationState>(
    Type.Enum([...invitationStates], { description: '`expired`: the link of the latest one no longer works.' }),
  ),
  sent: Type.Union([Instant, Type.Null()]),
  expires: Type.Union([Instant, Type.Null()]),
});

const RoleName = Type.Unsafe<Role>(Type.Enum([...roles]));
const LanguageCode = Type.Unsafe<Language>(Type.Enum([...languages]));

/** A user (R139). */
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
    invitation: Type.Union([Invitation, Type.Null()], {
      description: 'Null: they can sign in, or their role or approval keeps them out of the dashboard.',
    }),
    rejection_reason: Type.Union([Type.String(), Type.Null()], { description: 'Null unless they are rejected.' }),
    partner: Type.Union([Id, Type.Null()], {
      description: 'The partner that a user of the role `partner` belongs to.',
    }),
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

/** `POST users/`. Accounts created by staff are approved. */
export const NewUser = Type.Object(
  {
    ...editable,
    invite: Type.Optional(
      Type.Boolean({
        description:
          'Mails a link to choose a password, if the role may sign in to the dashboard. By default true, if mails can contain links.',
      }),
    ),
  },
  { $id: 'NewUser', additionalProperties: false },
);
export type NewUser = Static<typeof NewUser>;

/** `PATCH users/{id}/`: omitted fields stay unchanged. */
export const UserChanges = Type.Partial(Type.Object({ ...editable, reservations: CoverageDecisions }), {
  $id: 'UserChanges',
  additionalProperties: false,
});
export type UserChanges = Static<typeof UserChanges>;

/** The sort keys of the list of users: its columns (R120). */
export const userOrderings = ['email', 'id', 'last_name', 'created', 'role', 'approval_status'] as const;

/** `GET users/`: the query. The search covers names, e-mail and phone. */
export const UsersQuery = listQuery(userOrderings, {
  role: anyOf(roles),
  approval_status: anyOf(approvalStatuses),
  department: Type.Optional(Id),
  partner: Type.Optional(Id),
  suspended: Type.Optional(Type.Boolean()),
  social_registered: Type.Optional(Type.Boolean()),
});
export type UsersQuery = Static<typeof UsersQuery>;

/** `GET users/`: the response. */
export const UsersPage = page(User, 'UsersPage');

/** `GET users/{id}/sign_ins/`: what is stored of a person's sign-ins, the latest first. */
export const SignIns = Type.Object(
  {
    sessions: Type.Array(
      Type.Object({
        id: Type.Optional(Id),
        ...deviceName,
        started: Instant,
        used: Type.Union([Instant, Type.Null()], { description: 'The last use, to about a minute.' }),
        expires: Instant,
      }),
      { description: 'Sessions that have not ended, the last used first.' },
    ),
    devices: Type.Array(Type.Object({ first: Instant, last: Instant }), {
      description: 'Known browsers: their first and their last complete sign-in.',
    }),
  },
  { $id: 'SignIns' },
);
export type SignIns = Static<typeof SignIns>;

/** `POST users/{id}/suspend/`. */
export const NewSuspension = Type.Object(
  {
    reason: Reason,
    expires: Type.Optional(Type.Union([Instant, Type.Null()], { description: 'Null: open-ended.' })),
    reservations: CoverageDecisions,
  },
  { $id: 'NewSuspension', additionalProperties: false },
);
export type NewSuspension = Static<typeof NewSuspension>;
