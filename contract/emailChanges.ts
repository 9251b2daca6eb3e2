import Type, { type Static } from 'typebox';
import { bounds, Email, Instant } from './fields.ts';
import { LinkToken } from './passwords.ts';

/** `GET auth/email/`: the caller's e-mail address and the unconfirmed change, if any. */
export const OwnEmail = Type.Object(
  {
    email: Type.String({ description: 'The address that counts.' }),
    pending: Type.Union(
      [
        Type.Object({
          email: Type.String({ description: 'Where the link went.' }),
          expires: Type.String({ format: 'date-time', description: 'Until when the link is good.' }),
        }),
        Type.Null(),
      ],
      { description: 'The new address that waits to be confirmed at itself.' },
    ),
    proof: Type.Union([Type.Literal('password'), Type.Literal('code')], {
      description: 'What a change asks for: the current password, or a code by e-mail for people who have none.',
    }),
  },
  { $id: 'OwnEmail' },
);
export type OwnEmail = Static<typeof OwnEmail>;

/**
 * `POST auth/email/`: asks to change one's own e-mail address, with the current password, or with a code
 * (`auth/email/code/`) for people who have none. A link goes to the new address.
 */
export const NewOwnEmail = Type.Object(
  {
    email: Email,
    current_password: Type.Optional(Type.String({ maxLength: bounds.password.max })),
    otpToken: Type.Optional(Type.String({ maxLength: 200 })),
    code: Type.Optional(Type.String({ maxLength: 32 })),
  },
  { $id: 'NewOwnEmail', additionalProperties: false },
);
export type NewOwnEmail = Static<typeof NewOwnEmail>;

/** The token of a link from a mail: `auth/email/confirm/`, `auth/email/undo/`, `auth/openid/confirm/`. */
export const MailedLink = Type.Object({ token: LinkToken }, { $id: 'MailedLink', additionalProperties: false });
export type MailedLink = Static<typeof MailedLink>;

/** The answer of `auth/email/undo/`: a token for `auth/reset_password/`, as the former password no longer works. */
export const EmailUndone = Type.Object(
  { token: Type.String(), expires: Instant },
  { $id: 'EmailUndone', description: 'Goes with a new password to `auth/reset_password/`.' },
);
export type EmailUndone = Static<typeof EmailUndone>;
