import { atom, getDefaultStore } from 'jotai';

/** How long the app waits for BACKEND_URL, and how often it tries, in milliseconds (R24). */
const configWait = 3000;
const configPoll = 100;

/** After it has given up: how long the app waits for an answer, and between two looks, in milliseconds. */
const lateConfigWait = 60_000;
const lateConfigPoll = 5000;

/** State of the runtime configuration; `missing` shows a banner with Retry (Q3). */
export const configStateAtom = atom<'waiting' | 'ready' | 'missing'>('waiting');

const store = getDefaultStore();

/** Validates BACKEND_URL: an absolute http(s) URL without credentials. Returns it with one trailing slash. */
function readBackendUrl(config: unknown): string {
  const value: unknown =
    typeof config === 'object' && config !== null && 'BACKEND_URL' in config ? config.BACKEND_URL : undefined;
  if (typeof value !== 'string' || !URL.canParse(value)) {
    throw new Error(`config.json has no usable BACKEND_URL: ${JSON.stringify(value)}`);
  }
  const url = new URL(value);
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new Error(`BACKEND_URL must be a plain http(s) address: ${value}`);
  }
  return url.href.replace(/\/*$/, '/');
}

async function fetchBackendUrl(deadline: AbortSignal): Promise<string> {
  const answer = await fetch('/config.json', { cache: 'no-store', signal: deadline });
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}`);
  return readBackendUrl(await answer.json());
}

async function waitForBackendUrl(): Promise<string | null> {
  const deadline = new AbortController();
  const giveUp = setTimeout(() => deadline.abort(new Error(`no BACKEND_URL within ${configWait} ms`)), configWait);
  const logged = new Set<string>();
  while (!deadline.signal.aborted) {
    const nextLook = new Promise((look) => setTimeout(look, configPoll));
    try {
      const url = await fetchBackendUrl(deadline.signal);
      clearTimeout(giveUp);
      return url;
    } catch (error) {
      const reason = String(error);
      // Thirty attempts that fail alike are logged once.
      if (!logged.has(reason)) console.error('The runtime configuration could not be loaded.', error);
      logged.add(reason);
    }
    await nextLook;
  }
  return null;
}

let waiting: Promise<string | null> = Promise.resolve(null);
let attempt: object = {};

/** Goes on looking without a limit, because a slow server may answer later, until BACKEND_URL is found or another attempt has begun. */
async function findLateConfig(thisAttempt: object): Promise<void> {
  if (attempt !== thisAttempt) return;
  const url = await fetchBackendUrl(AbortSignal.timeout(lateConfigWait)).catch(() => null);
  if (attempt !== thisAttempt) return;
  if (url === null) {
    setTimeout(() => void findLateConfig(thisAttempt), lateConfigPoll);
    return;
  }
  waiting = Promise.resolve(url);
  store.set(configStateAtom, 'ready');
}

/**
 * Loads `/config.json`, trying every 100 ms for at most 3000 ms; called at the start and by Retry. Returns whether BACKEND_URL
 * was found. If not, the app goes on looking: `configStateAtom` then becomes `ready` by itself.
 */
export async function loadConfig(): Promise<boolean> {
  const thisAttempt = {};
  attempt = thisAttempt;
  store.set(configStateAtom, 'waiting');
  waiting = waitForBackendUrl();
  const isConfigured = (await waiting) !== null;
  if (attempt !== thisAttempt) return isConfigured;
  store.set(configStateAtom, isConfigured ? 'ready' : 'missing');
  if (!isConfigured) void findLateConfig(thisAttempt);
  return isConfigured;
}

/** The base URL of every call, with a trailing slash; null if the deployment has none: calls then fail at once (Q3). */
export function backendUrl(): Promise<string | null> {
  return waiting;
}
