import Type, { type Static } from 'typebox';
import { Email, form, Instant, named, nullable } from './fields.ts';
import { LinkToken } from './passwords.ts';

/** `GET auth/email/`: the caller's e-mail address and the unconfirmed change, if any. */
export const OwnEmail = named('OwnEmail', {
  email: Type.String({ description: 'The address in use.' }),
  pending: nullable(
    Type.Object({
      email: Type.String({ description: 'The address that the confirmation link was sent to.' }),
      expires: Type.String({ format: 'date-time', description: 'When the link expires.' }),
    }),
    'The new address, until it is confirmed through the link mailed to it.',
  ),
});
export type OwnEmail = Static<typeof OwnEmail>;

/**
 * `POST auth/email/`: requests a new e-mail address for the signed-in user. Needs a recent authentication
 * (`auth/reauthentication/`). The server mails a confirmation link to the new address.
 */
export const NewOwnEmail = form('NewOwnEmail', { email: Email });
export type NewOwnEmail = Static<typeof NewOwnEmail>;

/** The token of a mailed link: `auth/email/confirm/`, `auth/email/undo/`, `auth/openid/confirm/`. */
export const MailedLink = form('MailedLink', { token: LinkToken });
export type MailedLink = Static<typeof MailedLink>;

/** The response of `auth/email/undo/`: a token for `auth/reset_password/`, as the former password no longer works. */
export const EmailUndone = named(
  'EmailUndone',
  { token: Type.String(), expires: Instant },
  { description: 'Sent with a new password to `auth/reset_password/`.' },
);
export type EmailUndone = Static<typeof EmailUndone>;
