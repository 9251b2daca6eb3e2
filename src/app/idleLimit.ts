import { getDefaultStore } from 'jotai';
import { readMe } from '#api/auth.ts';
import { onStorageChange, storage } from '#lib/storage.ts';
import { isAuthenticatedAtom, signOut } from '#session/session.ts';

/** The storage key with the time of the last input in any tab, in milliseconds since 1970. */
const inputKey = 'input';

/** Screen readers and voice control may press a button without keys and pointer: `click`. */
const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'click'] as const;

/** How often the time of the last input is stored, in milliseconds. */
const precision = 1000;

const minute = 60_000;

/** How often the time since the last input is looked at, in milliseconds. */
const pause = minute / 4;

/** How long before its end people are warned, in minutes; half of a limit that is shorter than ten. */
const warningMinutes = 5;

/**
 * Ends the session after `minutes` without keys and pointer in any tab. The server cannot measure this, because open pages poll it.
 * While a person works without calls, the page calls the server to keep the session. Before the end, `warn` gets the minutes that are
 * left, and null as soon as there is input in any tab. Returns how to stop.
 */
export function watchInput(minutes: number, warn: (minutesLeft: number | null) => void): () => void {
  const longest = minutes * minute;
  const warningTime = Math.min(warningMinutes * minute, longest / 2);
  const last = () => Number(storage.get(inputKey));
  let reported = Date.now();
  let isWarned = false;
  const check = () => {
    const left = last() + longest - Date.now();
    if (left <= 0) return void signOut('unauthorized');
    isWarned = left <= warningTime;
    warn(isWarned ? Math.ceil(left / minute) : null);
    if (last() > reported && Date.now() - reported >= longest / 4) {
      reported = Date.now();
      readMe().catch(() => undefined);
    }
    return undefined;
  };
  const note = () => {
    // A computer that slept past the end wakes with input.
    if (Date.now() - last() >= longest) return check();
    if (Date.now() - last() >= precision) storage.set(inputKey, String(Date.now()));
    return isWarned ? check() : undefined;
  };
  storage.set(inputKey, String(Date.now()));
  for (const input of inputs) window.addEventListener(input, note, { passive: true, capture: true });
  const unfollow = onStorageChange(inputKey, check);
  const timer = setInterval(check, pause);
  return () => {
    clearInterval(timer);
    unfollow();
    for (const input of inputs) window.removeEventListener(input, note, { capture: true });
    // Other tabs measure with it while the session lasts.
    if (!getDefaultStore().get(isAuthenticatedAtom)) storage.remove(inputKey);
  };
}
