import { readMe } from '#api/auth.ts';
import { storage } from '#lib/storage.ts';
import { signOut } from '#session/session.ts';

/** The storage key with the time of the last input in any tab, in milliseconds since 1970. */
const inputKey = 'input';

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/** How often the time of the last input is stored, in milliseconds. */
const precision = 1000;

/**
 * Ends the session after `minutes` without keys and pointer in any tab. The server cannot measure this, because open pages poll it.
 * While a person works without calls, the page calls the server to keep the session. Returns how to stop.
 */
export function watchInput(minutes: number): () => void {
  const longest = minutes * 60_000;
  const last = () => Number(storage.get(inputKey));
  let reported = Date.now();
  const note = () => {
    if (Date.now() - last() >= precision) storage.set(inputKey, String(Date.now()));
  };
  const check = () => {
    if (Date.now() - last() >= longest) void signOut('unauthorized');
    else if (last() > reported && Date.now() - reported >= longest / 4) {
      reported = Date.now();
      readMe().catch(() => undefined);
    }
  };
  note();
  for (const input of inputs) window.addEventListener(input, note, { passive: true });
  const timer = setInterval(check, longest / 20);
  return () => {
    clearInterval(timer);
    for (const input of inputs) window.removeEventListener(input, note);
  };
}
