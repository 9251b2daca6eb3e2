import Type, { type Static } from 'typebox';
import { Instant } from './fields.ts';

/** `GET auth/factors/`: what the caller can sign in with besides the password. */
export const SecondFactors = Type.Object(
  {
    totp: Type.Union([Type.Object({ added: Instant, used: Type.Union([Instant, Type.Null()]) }), Type.Null()], {
      description: 'The authenticator app; null: none.',
    }),
    recovery_codes: Type.Integer({ minimum: 0, description: 'Recovery codes that are left.' }),
  },
  { $id: 'SecondFactors' },
);
export type SecondFactors = Static<typeof SecondFactors>;

/** `POST auth/totp/`: a new secret for an authenticator app. It counts once a code has confirmed it. */
export const TotpSetup = Type.Object(
  {
    secret: Type.String({ description: 'Base32, for typing into the app.' }),
    qr: Type.String({ description: 'The secret as QR code: an SVG document.' }),
  },
  { $id: 'TotpSetup' },
);
export type TotpSetup = Static<typeof TotpSetup>;

/** `POST auth/totp/confirm/`: a code from the app. */
export const TotpConfirmation = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 32 }) },
  { $id: 'TotpConfirmation', additionalProperties: false },
);
export type TotpConfirmation = Static<typeof TotpConfirmation>;

/** Recovery codes, returned once; each replaces the code of the app once. Earlier ones no longer work. */
export const RecoveryCodes = Type.Object({ codes: Type.Array(Type.String()) }, { $id: 'RecoveryCodes' });
export type RecoveryCodes = Static<typeof RecoveryCodes>;
