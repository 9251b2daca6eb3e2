import Type, { type Static } from 'typebox';
import { bounds } from './bounds.ts';
import { form, named, oneOf } from './fields.ts';

/**
 * How people can prove again who they are: a passkey, their password, a code of their authenticator app or a recovery code, or a mailed
 * code if they have none of these.
 */
export const proofs = ['passkey', 'password', 'totp', 'code'] as const;
export type Proof = (typeof proofs)[number];

/** `GET auth/reauthentication/`: the proofs that the caller can give, the best first. */
export const ReauthenticationWays = named('ReauthenticationWays', { ways: Type.Array(oneOf(proofs)) });
export type ReauthenticationWays = Static<typeof ReauthenticationWays>;

/**
 * `POST auth/reauthentication/`: one proof. Sensitive acts answer 403 `insufficient_user_authentication` if the session has
 * none from the last ten minutes (after RFC 9470); the sign-in counts.
 */
export const Reauthentication = form('Reauthentication', {
  current_password: Type.Optional(Type.String({ maxLength: bounds.password.max })),
  otpToken: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'With `code`: the token of the mailed code. Without it, `code` is of the authenticator app, or a recovery code.',
    }),
  ),
  code: Type.Optional(Type.String({ maxLength: 32 })),
  passkey: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'The answer of the authenticator to the options of `auth/reauthentication/passkey/`, in JSON.',
    }),
  ),
});
export type Reauthentication = Static<typeof Reauthentication>;
