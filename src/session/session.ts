import { atom, getDefaultStore } from 'jotai';
import type { Credentials, Me, OtpChallenge, Session } from '../../contract/auth.ts';
import { guessOtp, login, logout, readMe, resendOtp } from '#api/auth.ts';
import { bindSession } from '#api/http.ts';
import { ApiError } from '#api/problem.ts';
import { onStorageChange } from '#lib/storage.ts';
import { keepDevice, ownDevice } from './deviceToken.ts';
import { authKey, readTokens, writeTokens } from './tokenStore.ts';

/** Whether the stored session has been looked at (specification §3, R50). */
export const isInitializedAtom = atom(false);
/** The signed-in person with what they may do; null when signed out. */
export const userAtom = atom<Me | null>(null);
export const isAuthenticatedAtom = atom((get) => get(userAtom) !== null);
/** Counts caches: each session begins with an empty one. */
export const cacheNumberAtom = atom(0);
/** Why nobody is signed in any more: the login page says so once. */
export const signedOutBecauseAtom = atom<'unauthorized' | 'signOut' | null>(null);

/**
 * Why the stored session could not be taken up at the start: the server did not answer, and it is kept; or it refused the
 * person. Null otherwise.
 */
export const startFailureAtom = atom<{ error: ApiError; isKept: boolean } | null>(null);

const store = getDefaultStore();
/** How long the start waits for the server to say whose the stored session is, in milliseconds. */
const startPatience = 10_000;
/** `setTimeout` counts in 32 bits: longer waits would end at once. */
const longestTimer = 2 ** 31 - 1;
const shortestCheck = 60_000;

/** The token that the session under way was begun with. */
let sessionToken: string | undefined;
let expiryTimer: ReturnType<typeof setTimeout> | undefined;

/** At the expiry the server is asked: its answer ends the session, and a wrong clock on this side does not. */
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

/** Forgets what has been read, so that the next look asks the server. */
export function emptyCache(): void {
  store.set(cacheNumberAtom, (number) => number + 1);
}

function begin(user: Me): void {
  store.set(signedOutBecauseAtom, null);
  store.set(startFailureAtom, null);
  emptyCache();
  store.set(userAtom, user);
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
  store.set(signedOutBecauseAtom, because);
  store.set(userAtom, null);
  store.set(isInitializedAtom, true);
}

bindSession({
  token: () => readTokens().token ?? null,
  person: () => store.get(userAtom),
  refused: (token) => {
    // Of many calls refused together the first ends the session; the others carried a token that is gone.
    if (!store.get(isAuthenticatedAtom) && token === null) return;
    if ((readTokens().token ?? null) !== token) return;
    writeTokens({});
    end('unauthorized');
  },
});

let restored: Promise<void> = Promise.resolve();

/** Resolves when the stored session has been looked at. */
export function whenInitialized(): Promise<void> {
  return restored;
}

/**
 * Takes up the stored session: asks the server who its token belongs to (specification §4). Any failure leaves the
 * person signed out; a token that was not refused is kept, so that the same can be tried once the server is back.
 */
export function restoreSession(): Promise<void> {
  restored = takeUp();
  return restored;
}

async function takeUp(): Promise<void> {
  const { token } = readTokens();
  if (!token) return end(null);
  const patience = new AbortController();
  const giveUp = setTimeout(() => patience.abort(), startPatience);
  try {
    const user = await readMe(patience.signal);
    // Another tab may have signed out, or in as somebody else, while the server was asked.
    if (readTokens().token !== token) return takeUp();
    begin(user);
  } catch (error) {
    const failure = error instanceof ApiError ? error : new ApiError('backend_unreachable', { cause: error });
    if (failure.status === 401) return undefined;
    // A server that answers no to this person means it; one that does not answer may do so in a moment.
    const isKept = !(failure.status > 0 && failure.status < 500);
    if (!isKept) writeTokens({});
    end(null, { error: failure, isKept });
  } finally {
    clearTimeout(giveUp);
  }
  return undefined;
}

/** Follows sign-in and sign-out in other tabs. Answers how to stop. */
export function followSession(): () => void {
  const unfollow = onStorageChange(authKey, () => {
    const { token } = readTokens();
    if (token === sessionToken) return;
    if (token) void restoreSession();
    else end('signOut');
  });
  return () => {
    unfollow();
    clearTimeout(expiryTimer);
  };
}

/** Takes up a session that the server has just opened. */
export function accept({ token, expiry, user, deviceToken }: Session): void {
  keepDevice(deviceToken);
  writeTokens({ token, expiry });
  begin(user);
}

/**
 * Signs in. Answers the challenge where the server sent a code to the person's e-mail, null where the session has begun.
 * Throws `ApiError`.
 */
export async function signIn(credentials: Omit<Credentials, 'deviceToken'>): Promise<OtpChallenge | null> {
  const answer = await login({ ...credentials, ...ownDevice() });
  if ('otpToken' in answer) {
    writeTokens({ otpToken: answer.otpToken });
    return answer;
  }
  accept(answer);
  return null;
}

/** Whether a login waits for its code. */
export function awaitsCode(): boolean {
  return readTokens().otpToken !== undefined;
}

/** The token of the login that waits. Another tab may have given it up: then the login has to begin again. */
function waitingLogin(): string {
  const { otpToken } = readTokens();
  if (!otpToken) throw new ApiError('otp_expired');
  return otpToken;
}

/** Answers the challenge with the code from the e-mail, and begins the session. Throws `ApiError`. */
export async function enterCode(code: string): Promise<void> {
  accept(await guessOtp({ otpToken: waitingLogin(), code, ...ownDevice() }));
}

/** Asks for another code for the login that waits. Throws `ApiError`. */
export async function resendCode(): Promise<OtpChallenge> {
  const challenge = await resendOtp({ otpToken: waitingLogin(), ...ownDevice() });
  writeTokens({ otpToken: challenge.otpToken });
  return challenge;
}

/** Gives up a login that waits for its code. */
export function forgetCode(): void {
  writeTokens({});
}

/** Signs out here and in all tabs, and tells the server; a server that does not hear it forgets the token at its expiry. */
export async function signOut(): Promise<void> {
  const told = logout().catch(() => undefined);
  writeTokens({});
  end('signOut');
  await told;
}
