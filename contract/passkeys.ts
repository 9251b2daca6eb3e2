import Type, { type Static } from 'typebox';
import { DeviceToken } from './auth.ts';
import { form, Id, Instant, line, named, nullable } from './fields.ts';

/** An object of the Web Authentication API in its JSON form (WebAuthn Level 3). */
const WebAuthnJson = Type.Record(Type.String(), Type.Unknown());

/** A passkey of the caller. */
export const Passkey = named('Passkey', {
  id: Id,
  name: Type.String(),
  added: nullable(Instant),
  used: nullable(Instant),
});
export type Passkey = Static<typeof Passkey>;

/** `GET auth/passkeys/`: the caller's passkeys, the oldest first. */
export const Passkeys = named('Passkeys', { results: Type.Array(Passkey) });
export type Passkeys = Static<typeof Passkeys>;

/**
 * The options for `navigator.credentials.create` (`auth/passkeys/options/`) or `.get` (`auth/passkeys/challenge/`,
 * `auth/reauthentication/passkey/`). They are valid once, for five minutes.
 */
export const PasskeyOptions = named('PasskeyOptions', { options: WebAuthnJson });
export type PasskeyOptions = Static<typeof PasskeyOptions>;

/** `POST auth/passkeys/`: the authenticator's answer, and a name for the passkey. */
export const NewPasskey = form('NewPasskey', { name: line({ min: 1, max: 60 }), response: WebAuthnJson });
export type NewPasskey = Static<typeof NewPasskey>;

/** `POST auth/passkeys/sign_in/`: the authenticator's answer. Returns a `Session`. */
export const PasskeySignIn = form('PasskeySignIn', { response: WebAuthnJson, deviceToken: DeviceToken });
export type PasskeySignIn = Static<typeof PasskeySignIn>;
