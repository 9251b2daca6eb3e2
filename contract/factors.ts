import Type, { type Static } from 'typebox';
import { form, Instant, named, nullable } from './fields.ts';

/** `GET auth/factors/`: what the caller can sign in with besides the password. */
export const SecondFactors = named('SecondFactors', {
  totp: nullable(Type.Object({ added: Instant, used: nullable(Instant) }), 'The authenticator app; null: none.'),
  recovery_codes: Type.Integer({ minimum: 0, description: 'Recovery codes that are left.' }),
});
export type SecondFactors = Static<typeof SecondFactors>;

/** `POST auth/totp/`: a new secret for an authenticator app. It counts once a code has confirmed it. */
export const TotpSetup = named('TotpSetup', {
  secret: Type.String({ description: 'Base32, for typing into the app.' }),
  qr: Type.String({ description: 'The secret as QR code: an SVG document.' }),
});
export type TotpSetup = Static<typeof TotpSetup>;

/** `POST auth/totp/confirm/`: a code from the app. */
export const TotpConfirmation = form('TotpConfirmation', { code: Type.String({ minLength: 1, maxLength: 32 }) });
export type TotpConfirmation = Static<typeof TotpConfirmation>;

/** Recovery codes, returned once; each replaces the code of the app once. Earlier ones no longer work. */
export const RecoveryCodes = named('RecoveryCodes', { codes: Type.Array(Type.String()) });
export type RecoveryCodes = Static<typeof RecoveryCodes>;
