import Type, { type Static } from 'typebox';
import { Email, form, nullable, oneOf, PersonName, Phone } from './fields.ts';
import { languages } from './languages.ts';
import { LinkToken, NewPassword } from './passwords.ts';

/**
 * `POST auth/register/`: requests an account as an interpreter. A link is mailed; the response is the same for every
 * address. The password is chosen after opening the link, so that nobody can set one for another person's mailbox.
 */
export const Registration = form('Registration', {
  email: Email,
  first_name: PersonName,
  last_name: PersonName,
  phone: Type.Optional(nullable(Phone)),
  language: Type.Optional(nullable(oneOf(languages))),
});
export type Registration = Static<typeof Registration>;

/** `POST auth/register/confirm/`: the token of the link, and the password. The account then waits for approval. */
export const RegistrationConfirmation = form('RegistrationConfirmation', { token: LinkToken, ...NewPassword });
export type RegistrationConfirmation = Static<typeof RegistrationConfirmation>;
