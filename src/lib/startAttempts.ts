import { furtherAttempts, pause } from './attempts.ts';
import { tabStorage } from './tabStorage.ts';

/** The key of the number of attempts to start the page, in session storage. */
const key = 'startAttempts';

/** The highest number of attempts. */
const limit = 6;

/** Asks for a script until a server has it. The browser then keeps it for the page that is loaded again. */
async function find(source: string): Promise<void> {
  for (let attempt = 0; attempt < furtherAttempts; attempt += 1) {
    await pause();
    const answer = await fetch(source).catch(() => null);
    if (answer?.ok) return;
  }
}

/**
 * Loads the page again if one of its own scripts is missing: during a rolling update, a server of the release before may be asked for
 * it. Waits until the script is found, or a few seconds: a balancer that asks its servers in turn would give each load the same servers.
 * Lazily loaded scripts are left to `loadChunk`.
 */
export function reloadWithoutScripts(): void {
  const missed = async ({ target }: Event): Promise<void> => {
    if (!(target instanceof HTMLScriptElement) || !target.defer) return;
    window.removeEventListener('error', missed, true);
    const attempt = Number(tabStorage.take(key)) + 1;
    tabStorage.set(key, String(attempt));
    if (attempt > limit) return;
    await find(target.src);
    location.reload();
  };
  window.addEventListener('error', missed, true);
}

/** Forgets the attempts once the page has started. */
export const hasStarted = (): void => void tabStorage.take(key);
