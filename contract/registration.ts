import Type, { type Static } from 'typebox';
import { Email, PersonName, Phone } from './fields.ts';
import { languages, type Language } from './languages.ts';
import { LinkToken, NewPassword } from './passwords.ts';

/**
 * `POST auth/register/`: asks for an account, as an interpreter. A link goes to the address; the answer is the same for every
 * address. No password yet: whoever opens the link chooses it, so that nobody sets one for somebody else's mailbox.
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

/** `POST auth/register/confirm/`: the token of the link, and the password. The person then waits for approval. */
export const RegistrationConfirmation = Type.Object(
  { token: LinkToken, ...NewPassword },
  { $id: 'RegistrationConfirmation', additionalProperties: false },
);
export type RegistrationConfirmation = Static<typeof RegistrationConfirmation>;
