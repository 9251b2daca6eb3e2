import { objectOf, readStoredObject, storage } from '#lib/storage.ts';

/** The storage key of the session (R39). */
export const authKey = 'auth';

/** A session (`token` until `expiry`), or a sign-in that waits for its code (`otpToken`). */
export type TokenState = { token?: string; expiry?: string; otpToken?: string };

/** Reads the stored tokens; invalid content counts as none. */
export function readTokens(): TokenState {
  const stored = readStoredObject(authKey);
  const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);
  return { token: text(stored?.token), expiry: text(stored?.expiry), otpToken: text(stored?.otpToken) };
}

/** Replaces the stored tokens; an empty state removes them. */
export function writeTokens(tokens: TokenState): void {
  if (tokens.token || tokens.otpToken) storage.set(authKey, JSON.stringify(tokens));
  else storage.remove(authKey);
}

/** Removes the tokens of a session that has expired. Other tabs see the value that is stored for this moment. */
export function removeExpiredTokens(): void {
  storage.set(authKey, JSON.stringify({ isExpired: true }));
  storage.remove(authKey);
}

/** Whether a value that another tab stored says that the session has expired. */
export function saysExpired(value: string | null): boolean {
  return objectOf(value)?.isExpired === true;
}
