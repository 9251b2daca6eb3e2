import { atom, getDefaultStore } from 'jotai';
import type { Credentials, LoginAnswer, Me, OtpChallenge, Session } from '../../contract/auth.ts';
import { guessOtp, login, logout, readMe, resendOtp } from '#api/auth.ts';
import { bindSession } from '#api/http.ts';
import { readProviderLogout } from '#api/openid.ts';
import { ApiError } from '#api/problem.ts';
import { onStorageChange } from '#lib/storage.ts';
import { keepDevice, ownDevice } from './deviceToken.ts';
import { authKey, readTokens, removeExpiredTokens, saysExpired, writeTokens } from './tokenStore.ts';

/** Whether the stored session has been checked (R50). */
export const isInitializedAtom = atom(false);
/** The signed-in person with their permissions; null when signed out. */
export const userAtom = atom<Me | null>(null);
/** Whether somebody is signed in. */
export const isAuthenticatedAtom = atom((get) => get(userAtom) !== null);
/** Incremented for each session, so that each starts with an empty cache. */
export const cacheNumberAtom = atom(0);
/** Why the session ended; the sign-in page shows it once. */
export const signedOutBecauseAtom = atom<'unauthorized' | 'signOut' | null>(null);

/** The e-mail address that sign-in forms begin with: the typed one, or that of the session that expired. Never stored. */
export const signInEmailAtom = atom('');

/** Why the stored session was not restored: the server did not answer (`isKept`), or it refused the person. Null otherwise. */
export const startFailureAtom = atom<{ error: ApiError; isKept: boolean } | null>(null);

const store = getDefaultStore();
/** How long the start waits for the server to confirm the stored session, in milliseconds. */
const startTimeout = 10_000;
/** The limit of `setTimeout` (32 bits): longer timers would fire at once. */
const longestTimer = 2 ** 31 - 1;
const shortestCheck = 60_000;

/** The token with which the current session began. */
let sessionToken: string | undefined;
let expiryTimer: ReturnType<typeof setTimeout> | undefined;

/** Asks the server when the session expires: its answer ends the session, so a wrong local clock does not. */
function watchExpiry(expiry: string | undefined): void {
  clearTimeout(expiryTimer);
  const left = expiry ? Date.parse(expiry) - Date.now() : Number.NaN;
  if (Number.isNaN(left)) return;
  const wait = Math.min(Math.max(left, shortestCheck), longestTimer);
  expiryTimer = setTimeout(() => {
    watchExpiry(expiry);
    readMe().catch(() => undefined);
  }, wait);
}

/** Empties the cache, so that everything is read again. */
export function emptyCache(): void {
  store.set(cacheNumberAtom, (number) => number + 1);
}

function begin(user: Me): void {
  store.set(signedOutBecauseAtom, null);
  store.set(startFailureAtom, null);
  emptyCache();
  store.set(userAtom, user);
  store.set(signInEmailAtom, user.email);
  store.set(isInitializedAtom, true);
  const { token, expiry } = readTokens();
  sessionToken = token;
  watchExpiry(expiry);
}

function end(
  because: 'unauthorized' | 'signOut' | null,
  failure: { error: ApiError; isKept: boolean } | null = null,
): void {
  clearTimeout(expiryTimer);
  store.set(startFailureAtom, failure);
  sessionToken = undefined;
  if (because !== 'unauthorized') store.set(signInEmailAtom, '');
  store.set(signedOutBecauseAtom, because);
  store.set(userAtom, null);
  store.set(isInitializedAtom, true);
}

bindSession({
  token: () => readTokens().token ?? null,
  person: () => store.get(userAtom),
  refused: (token) => {
    // Of several calls refused together only the first ends the session: the token of the others is gone already.
    if (!store.get(isAuthenticatedAtom) && token === null) return;
    if ((readTokens().token ?? null) !== token) return;
    removeExpiredTokens();
    end('unauthorized');
  },
});

let restored: Promise<void> = Promise.resolve();

/** Resolves when the stored session has been checked. */
export function whenInitialized(): Promise<void> {
  return restored;
}

/**
 * Restores the stored session: asks the server for its person (R39, R40). After a failure nobody is signed in; a token
 * that was not refused is kept for another attempt.
 */
export function restoreSession(): Promise<void> {
  restored = takeUp();
  return restored;
}

async function takeUp(): Promise<void> {
  const { token, otpToken } = readTokens();
  if (!token) {
    // Whatever else is stored there cannot be read.
    if (!otpToken) writeTokens({});
    return end(null);
  }
  const deadline = new AbortController();
  const giveUp = setTimeout(() => deadline.abort(), startTimeout);
  try {
    const user = await readMe(deadline.signal);
    // Another tab may have signed in or out during the call.
    if (readTokens().token !== token) return takeUp();
    begin(user);
  } catch (error) {
    const failure = error instanceof ApiError ? error : new ApiError('backend_unreachable', { cause: error });
    if (failure.status === 401) return undefined;
    // A refusal is final; a server that does not answer may do so later.
    const isKept = !(failure.status > 0 && failure.status < 500);
    if (!isKept) writeTokens({});
    end(null, { error: failure, isKept });
  } finally {
    clearTimeout(giveUp);
  }
  return undefined;
}

/** Follows sign-ins and sign-outs of other tabs. Returns how to stop. */
export function followSession(): () => void {
  const unfollow = onStorageChange(authKey, (value) => {
    const { token } = readTokens();
    if (token === sessionToken) return;
    if (token) void restoreSession();
    else end(saysExpired(value) ? 'unauthorized' : 'signOut');
  });
  return () => {
    unfollow();
    clearTimeout(expiryTimer);
  };
}

/** Starts a session that the server has opened. */
export function accept({ token, expiry, user, deviceToken }: Session): void {
  keepDevice(deviceToken);
  writeTokens({ token, expiry });
  begin(user);
}

/** Signs in. Returns the challenge if the server mailed a code; null if the session has begun. Throws `ApiError`. */
export async function signIn(credentials: Omit<Credentials, 'deviceToken'>): Promise<OtpChallenge | null> {
  return acceptAnswer(await login({ ...credentials, ...ownDevice() }));
}

/** Starts the session of an answer, and returns null; or keeps the challenge and returns it. */
export function acceptAnswer(answer: LoginAnswer): OtpChallenge | null {
  if ('otpToken' in answer) {
    writeTokens({ otpToken: answer.otpToken });
    return answer;
  }
  accept(answer);
  return null;
}

/** Whether a sign-in waits for its code. */
export function awaitsCode(): boolean {
  return readTokens().otpToken !== undefined;
}

/** The token of the sign-in that waits for its code. Throws if another tab has cancelled it. */
function waitingLogin(): string {
  const { otpToken } = readTokens();
  if (!otpToken) throw new ApiError('otp_expired');
  return otpToken;
}

/** Answers the challenge with the mailed code, and starts the session. Throws `ApiError`. */
export async function enterCode(code: string): Promise<void> {
  accept(await guessOtp({ otpToken: waitingLogin(), code, ...ownDevice() }));
}

/** Requests another code for the waiting sign-in. Throws `ApiError`. */
export async function resendCode(): Promise<OtpChallenge> {
  const challenge = await resendOtp({ otpToken: waitingLogin(), ...ownDevice() });
  writeTokens({ otpToken: challenge.otpToken });
  return challenge;
}

/** Cancels the waiting sign-in. */
export function forgetCode(): void {
  writeTokens({});
}

/** Signs out in all tabs, and on the server; if the call fails, the token stays valid until it expires. */
export async function signOut(because: 'signOut' | 'unauthorized' = 'signOut'): Promise<void> {
  const serverLogout = logout().catch(() => undefined);
  if (because === 'unauthorized') removeExpiredTokens();
  else writeTokens({});
  end(because);
  await serverLogout;
}

/** Signs out here, and at the provider of single sign-on if the session began there: its page opens, and leads back. */
export async function signOutEverywhere(): Promise<void> {
  const { logout_url } = await readProviderLogout().catch(() => ({ logout_url: null }));
  await signOut();
  if (logout_url !== null && /^https?:$/.test(new URL(logout_url).protocol)) location.assign(logout_url);
}
