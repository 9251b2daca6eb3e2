import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { ApiProblem } from '../problem.ts';

/** EdDSA, ES256 and RS256 (COSE). The library would add ML-DSA, for which Node warns that it is experimental. */
const algorithms = [-8, -7, -257];

/** The dashboard to which passkeys belong: its host, and its origin. */
export type RelyingParty = { id: string; origin: string };

/** The relying party of a dashboard at this address; null if the backend does not know the address. */
export function relyingPartyOf(dashboardUrl: string | null): RelyingParty | null {
  if (dashboardUrl === null) return null;
  const { hostname, origin } = new URL(dashboardUrl);
  return { id: hostname, origin };
}

/** Consumes a challenge; false if it is not open. */
type TakeChallenge = (challenge: string) => Promise<boolean>;

/** Options for a new passkey: found without a user name, and only after the authenticator has checked the person. */
export function registrationOptions(
  { id: rpID }: RelyingParty,
  { brand, userId, email, known }: { brand: string; userId: string; email: string; known: readonly string[] },
) {
  return generateRegistrationOptions({
    rpName: brand,
    rpID,
    userID: new TextEncoder().encode(userId),
    userName: email,
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

/** Options for the use of a passkey. @param known credential IDs that may answer; empty: any */
export function authenticationOptions({ id: rpID }: RelyingParty, known: readonly string[]) {
  return generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    allowCredentials: known.length > 0 ? known.map((id) => ({ id })) : undefined,
  });
}

/** The library throws for answers that do not fit; a failure of the database passes through. */
async function checked<Verified extends { verified: boolean }>(
  verify: (take: TakeChallenge) => Promise<Verified>,
  take: TakeChallenge,
): Promise<Verified & { verified: true }> {
  let broken: unknown = null;
  const result = await verify((challenge) =>
    take(challenge).catch((error: unknown) => {
      broken = error;
      return false;
    }),
  ).catch((error: unknown) => {
    throw broken ?? new ApiProblem('passkey_failed', {}, { cause: error });
  });
  if (!result.verified) throw new ApiProblem('passkey_failed');
  return result as Verified & { verified: true };
}

/** Checks the answer to `registrationOptions`. @throws ApiProblem passkey_failed */
export async function verifyRegistration(
  { id, origin }: RelyingParty,
  response: Record<string, unknown>,
  take: TakeChallenge,
): Promise<WebAuthnCredential> {
  const { registrationInfo } = await checked(
    (expectedChallenge) =>
      verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }),
    take,
  );
  if (!registrationInfo) throw new ApiProblem('passkey_failed');
  return registrationInfo.credential;
}

/** Checks the answer to `authenticationOptions`, and returns the new counter. @throws ApiProblem passkey_failed */
export async function verifyAuthentication(
  { id, origin }: RelyingParty,
  { response, credential }: { response: Record<string, unknown>; credential: WebAuthnCredential },
  take: TakeChallenge,
): Promise<number> {
  const { authenticationInfo } = await checked(
    (expectedChallenge) =>
      verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: id,
        credential,
        requireUserVerification: true,
      }),
    take,
  );
  return authenticationInfo.newCounter;
}
