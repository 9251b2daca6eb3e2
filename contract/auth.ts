import Type, { type Static } from 'typebox';
import { form, named, nullable, oneOf } from './fields.ts';
import { languages } from './languages.ts';
import { type Collection, collections } from './kinds.ts';
import { backendOffers } from './offered.ts';
import type { Access } from './permissions.ts';
import { roles, staffRoles } from './roles.ts';

const LanguageCode = oneOf(languages);

const CollectionAccess = Type.Unsafe<Access>(Type.Enum(['none', 'read', 'write']));

/**
 * The permissions of the signed-in person, sent with the session; a client derives them only for a backend that omits
 * them.
 */
export const Verdicts = Type.Object({
  overview: Type.Union([Type.Literal('own'), Type.Literal('all')], {
    description: 'Whose figures the overview counts.',
  }),
  versions: Type.Boolean({ description: 'May read the version page.' }),
  users: Type.Boolean({ description: 'May open the list of users.' }),
  reports: Type.Boolean({ description: 'May open the reports; their `scope` tells whose figures they count.' }),
  feedback: Type.Boolean({ description: 'May open the list of feedback.' }),
  interpretations: Type.Boolean({ description: 'May open the lists of interpretations.' }),
  roles: Type.Array(oneOf(roles), {
    description: 'The roles that this person may assign to users.',
  }),
  collections: Type.Object(
    Object.fromEntries(collections.map((kind) => [kind, CollectionAccess])) as Record<
      Collection,
      typeof CollectionAccess
    >,
    {
      description:
        '`none`: the deployment does not have the collection, or the person may not read it; `write`: may also create records. The `can` of each record holds its permissions.',
    },
  ),
});
export type Verdicts = Static<typeof Verdicts>;

/** The signed-in person, as returned by `GET auth/me/`. */
export const Me = named('Me', {
  id: Type.String({ description: '24 hexadecimal characters (12 bytes).', pattern: '^[0-9a-f]{24}$' }),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  role: Type.Enum([...staffRoles]),
  language: nullable(LanguageCode, 'The language of mails to this person. Null: the deployment’s first.'),
  verdicts: Verdicts,
  offers: Type.Array(oneOf(backendOffers), {
    description:
      'What the backend offers people for their own account, and `events`: the stream of changes. Pages hide the rest.',
  }),
});
export type Me = Static<typeof Me>;

/** `PATCH auth/me/`: the properties of their own account that people may change. Needs no `If-Match`: the last choice of language wins. */
export const MeChanges = form('MeChanges', { language: nullable(LanguageCode, 'One that the deployment offers.') });
export type MeChanges = Static<typeof MeChanges>;

/**
 * The token that the browser stored at an earlier sign-in (`Session.deviceToken`). A known device is not slowed down
 * when strangers guess passwords of the account. It replaces neither the password nor the code.
 */
export const DeviceToken = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'The `deviceToken` of an earlier session. With it, password guesses of strangers do not slow down this sign-in.',
  }),
);

/** `POST auth/login/`: credentials. */
export const Credentials = form('Credentials', {
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
  deviceToken: DeviceToken,
});
export type Credentials = Static<typeof Credentials>;

/** A session: `token` goes into `Authorization: Token <token>` until `expiry` (ISO 8601 with offset). */
export const Session = named('Session', {
  token: Type.String(),
  expiry: Type.String({ format: 'date-time' }),
  user: Me,
  deviceToken: Type.Optional(
    Type.String({ description: 'The client stores it beyond sign-out and sends it with the next sign-in.' }),
  ),
});
export type Session = Static<typeof Session>;

/** Where the code of a sign-in comes from. */
export const codeMethods = ['email', 'totp'] as const;

/**
 * The response of `auth/login/` with two-factor sign-in: a code was sent by e-mail, or the authenticator app shows one; the
 * client posts it with `otpToken` to `auth/otp/`.
 */
export const OtpChallenge = named('OtpChallenge', {
  otpToken: Type.String(),
  otp_expiry: Type.String({ format: 'date-time' }),
  resend_after: Type.Integer({ minimum: 0, description: 'Seconds until another code may be requested.' }),
  method: Type.Optional(
    oneOf(
      codeMethods,
      'Where the code comes from; `email` by default. `totp`: the authenticator app, or a recovery code; `auth/otp/resend/` mails one instead.',
    ),
  ),
  mail_delayed: Type.Optional(
    Type.Boolean({ description: 'The mail server is slow: the code may take a few minutes to arrive.' }),
  ),
});
export type OtpChallenge = Static<typeof OtpChallenge>;

/** `auth/login/` returns a session, or a challenge for the code. */
export const LoginAnswer = Type.Union([Session, OtpChallenge]);
export type LoginAnswer = Static<typeof LoginAnswer>;

/** `POST auth/otp/`: the six-digit code from the e-mail or the authenticator app, or a recovery code. Returns a `Session`. */
export const OtpGuess = form('OtpGuess', {
  otpToken: Type.String({ minLength: 1, maxLength: 200 }),
  code: Type.String({ minLength: 1, maxLength: 32 }),
  deviceToken: DeviceToken,
});
export type OtpGuess = Static<typeof OtpGuess>;

/**
 * `POST auth/otp/resend/`: another code for the same login. Returns an `OtpChallenge`; the number of remaining guesses
 * does not change.
 */
export const OtpResend = form('OtpResend', {
  otpToken: Type.String({ minLength: 1, maxLength: 200 }),
  deviceToken: DeviceToken,
});
export type OtpResend = Static<typeof OtpResend>;
