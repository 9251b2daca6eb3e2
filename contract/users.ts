import Type, { type Static } from 'typebox';
import { userActs } from './acts.ts';
import { approvalStatuses } from './approval.ts';
import { anyOf, Etag, listQuery, page, verdicts } from './collection.ts';
import { CoverageDecisions } from './coverage.ts';
import {
  Email,
  form,
  Id,
  Instant,
  LastFourDigits,
  named,
  nullable,
  oneOf,
  partialForm,
  PersonName,
  Phone,
  Reason,
} from './fields.ts';
import { InterpretingLanguages } from './interpretingLanguages.ts';
import { languages } from './languages.ts';
import { roles } from './roles.ts';
import { deviceName } from './sessions.ts';

/** A suspension: start, reason, and end (null: open-ended). Expired suspensions are not returned. */
export const Suspension = Type.Object({
  since: Instant,
  reason: nullable(Type.String()),
  expires: nullable(Instant),
});

/** The states of an invitation. */
export const invitationStates = ['not_sent', 'sent', 'expired'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** The invitation of a person who has neither a password nor a national ID to sign in with yet. */
export const Invitation = Type.Object({
  state: oneOf(invitationStates, '`expired`: the link of the latest one no longer works.'),
  sent: nullable(Instant),
  expires: nullable(Instant),
});

const RoleName = oneOf(roles);
const LanguageCode = oneOf(languages);

/** A user (R139). */
export const User = named('User', {
  id: Id,
  etag: Etag,
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  role: RoleName,
  approval_status: oneOf(approvalStatuses),
  department: nullable(Id),
  department_name: nullable(Type.String()),
  personal_number_last4: nullable(Type.String()),
  phone: nullable(Type.String(), 'E.164.'),
  social_registered: Type.Boolean({ description: 'Registered through a social account.' }),
  language: nullable(LanguageCode, 'Null: the deployment’s first.'),
  languages: InterpretingLanguages,
  suspension: nullable(Suspension),
  invitation: nullable(
    Invitation,
    'Null: they can sign in, or their role or approval keeps them out of the dashboard.',
  ),
  rejection_reason: nullable(Type.String(), 'Null unless they are rejected.'),
  partner: nullable(Id, 'The partner that a user of the role `partner` belongs to.'),
  partner_name: nullable(Type.String()),
  created: Instant,
  can: verdicts(userActs),
});
export type User = Static<typeof User>;

const editable = {
  email: Email,
  first_name: PersonName,
  last_name: PersonName,
  role: RoleName,
  department: Type.Optional(nullable(Id)),
  personal_number_last4: Type.Optional(nullable(LastFourDigits)),
  phone: Type.Optional(nullable(Phone)),
  language: Type.Optional(nullable(LanguageCode)),
  languages: Type.Optional(InterpretingLanguages),
};

/** `POST users/`. Accounts created by staff are approved. */
export const NewUser = form('NewUser', {
  ...editable,
  invite: Type.Optional(
    Type.Boolean({
      description:
        'Mails a link to choose a password, if the role may sign in to the dashboard. By default true, if mails can contain links.',
    }),
  ),
});
export type NewUser = Static<typeof NewUser>;

/** `PATCH users/{id}/`: omitted fields stay unchanged. */
export const UserChanges = partialForm('UserChanges', { ...editable, reservations: CoverageDecisions });
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
export const SignIns = named('SignIns', {
  sessions: Type.Array(
    Type.Object({
      id: Type.Optional(Id),
      ...deviceName,
      started: Instant,
      used: nullable(Instant, 'The last use, to about a minute.'),
      expires: Instant,
    }),
    { description: 'Sessions that have not ended, the last used first.' },
  ),
  devices: Type.Array(Type.Object({ first: Instant, last: Instant }), {
    description: 'Known browsers: their first and their last complete sign-in.',
  }),
});
export type SignIns = Static<typeof SignIns>;

/** `POST users/{id}/suspend/`. */
export const NewSuspension = form('NewSuspension', {
  reason: Reason,
  expires: Type.Optional(nullable(Instant, 'Null: open-ended.')),
  reservations: CoverageDecisions,
});
export type NewSuspension = Static<typeof NewSuspension>;
