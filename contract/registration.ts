import Type, { type Static } from 'typebox';
import { Email, PersonName, Phone } from './fields.ts';
import { languages, type Language } from './languages.ts';
import { LinkToken, NewPassword } from './passwords.ts';

/**
 * `POST auth/register/`: requests an account as an interpreter. A link is mailed; the response is the same for every
 * address. The password is chosen after opening the link, so that nobody can set one for another person's mailbox.
 */
export const Registration = Type.Object(
  {
    email: Email,
    first_name: PersonName,
    last_name: PersonName,
    phone: Type.Optional(Type.Union([Phone, Type.Null()])),
    language: Type.Optional(Type.Union([Type.Unsafe<Language>(Type.Enum([...languages])), Type.Null()])),
  },
  { $id: 'Registration', additionalProperties: false },
);
export type Registration = Static<typeof Registration>;

/** `POST auth/register/confirm/`: the token of the link, and the password. The account then waits for approval. */
export const RegistrationConfirmation = Type.Object(
  { token: LinkToken, ...NewPassword },
  { $id: 'RegistrationConfirmation', additionalProperties: false },
);
export type RegistrationConfirmation = Static<typeof RegistrationConfirmation>;
