import { readStoredObject, storage } from '#lib/storage.ts';

/** Where the browser keeps the session (specification §4). */
export const authKey = 'auth';

/** The stored token state: a session (`token` until `expiry`), or a login that waits for its code (`otpToken`). */
export type TokenState = { token?: string; expiry?: string; otpToken?: string };

/** What is stored under `auth`; corrupt or foreign contents read as nothing. */
export function readTokens(): TokenState {
  const stored = readStoredObject(authKey);
  const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);
  return { token: text(stored?.token), expiry: text(stored?.expiry), otpToken: text(stored?.otpToken) };
}

/** Replaces what is stored; an empty state removes it. */
export function writeTokens(tokens: TokenState): void {
  if (tokens.token || tokens.otpToken) storage.set(authKey, JSON.stringify(tokens));
  else storage.remove(authKey);
}
