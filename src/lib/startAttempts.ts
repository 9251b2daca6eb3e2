import { tabStorage } from './tabStorage.ts';

/** The key of the number of attempts to start the page, in session storage. */
const key = 'startAttempts';

/** The highest number of attempts. */
const limit = 6;

/** The delay before the page is loaded again, in milliseconds, times the number of the attempt. */
const pause = 400;

/**
 * Loads the page again if one of its own scripts is missing: during a rolling update, a server of the release before may be asked for
 * it. Lazily loaded scripts are left to `loadChunk`.
 */
export function reloadWithoutScripts(): void {
  const missed = ({ target }: Event): void => {
    if (!(target instanceof HTMLScriptElement) || !target.defer) return;
    window.removeEventListener('error', missed, true);
    const attempt = Number(tabStorage.take(key)) + 1;
    tabStorage.set(key, String(attempt));
    if (attempt > limit) return;
    setTimeout(() => location.reload(), pause * attempt);
  };
  window.addEventListener('error', missed, true);
}

/** Forgets the attempts once the page has started. */
export const hasStarted = (): void => void tabStorage.take(key);
