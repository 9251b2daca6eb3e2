import Type, { type Static } from 'typebox';
import { DeviceToken } from './auth.ts';
import { Id, Instant, line } from './fields.ts';

/** An object of the Web Authentication API in its JSON form (WebAuthn Level 3). */
const WebAuthnJson = Type.Record(Type.String(), Type.Unknown());

/** A passkey of the caller. */
export const Passkey = Type.Object(
  { id: Id, name: Type.String(), added: Type.Union([Instant, Type.Null()]), used: Type.Union([Instant, Type.Null()]) },
  { $id: 'Passkey' },
);
export type Passkey = Static<typeof Passkey>;

/** `GET auth/passkeys/`: the caller's passkeys, the oldest first. */
export const Passkeys = Type.Object({ results: Type.Array(Passkey) }, { $id: 'Passkeys' });
export type Passkeys = Static<typeof Passkeys>;

/**
 * The options for `navigator.credentials.create` (`auth/passkeys/options/`) or `.get` (`auth/passkeys/challenge/`,
 * `auth/reauthentication/passkey/`). They are valid once, for five minutes.
 */
export const PasskeyOptions = Type.Object({ options: WebAuthnJson }, { $id: 'PasskeyOptions' });
export type PasskeyOptions = Static<typeof PasskeyOptions>;

/** `POST auth/passkeys/`: the authenticator's answer, and a name for the passkey. */
export const NewPasskey = Type.Object(
  { name: line({ min: 1, max: 60 }), response: WebAuthnJson },
  { $id: 'NewPasskey', additionalProperties: false },
);
export type NewPasskey = Static<typeof NewPasskey>;

/** `POST auth/passkeys/sign_in/`: the authenticator's answer. Returns a `Session`. */
export const PasskeySignIn = Type.Object(
  { response: WebAuthnJson, deviceToken: DeviceToken },
  { $id: 'PasskeySignIn', additionalProperties: false },
);
export type PasskeySignIn = Static<typeof PasskeySignIn>;
