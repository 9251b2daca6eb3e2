import type { RecoveryCodes, SecondFactors, TotpSetup } from '../../contract/factors.ts';
import { post, remove } from './http.ts';
import { query } from './query.ts';

/** What the signed-in person can sign in with besides the password. */
export const ownFactors = query<SecondFactors>('auth/factors/');

/** Makes a secret for an authenticator app, which counts once it is confirmed. */
export function setUpTotp(): Promise<TotpSetup> {
  return post('auth/totp/');
}

/** Confirms the secret with a code from the app. */
export function confirmTotp(code: string): Promise<RecoveryCodes> {
  return post('auth/totp/confirm/', { code });
}

/** Removes the authenticator app and the recovery codes. */
export function removeTotp(): Promise<void> {
  return remove('auth/totp/');
}

/** Replaces the recovery codes. */
export function renewRecoveryCodes(): Promise<RecoveryCodes> {
  return post('auth/recovery_codes/');
}
