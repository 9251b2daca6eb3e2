import { getDefaultStore } from 'jotai';
import { signedOutBecauseAtom, userAtom } from './session.ts';

/** What was typed and not saved: whose it is, in which form, and since when. */
type Draft = { person: string; place: string; at: number; values: object };

/** Where the tab keeps it (decision 164). */
const key = 'draft';

/** How long it is kept, in milliseconds: who comes back later begins anew. */
const lasts = 30 * 60_000;

const store = getDefaultStore();

/** Keeps what was typed at `place`, if it leaves the screen because the session ended, and not because `person` left. */
export function keepDraft(place: string, person: string, values: object): void {
  if (store.get(userAtom) === null && store.get(signedOutBecauseAtom) === 'unauthorized')
    setAside(place, person, values);
}

/** Keeps what `person` typed at `place` while they see to something else first. */
export function setAside(place: string, person: string, values: object): void {
  const draft: Draft = { person, place, at: Date.now(), values };
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Where storage is refused, or what was typed cannot be written down, it is lost with the page.
  }
}

function read(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

/** Forgets what was kept. */
function dropDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Refused storage holds nothing.
  }
}

/** What `person` had typed at `place` and is kept, once; nobody else gets it. */
export function takeDraft<Values extends object>(place: string, person: string): Values | null {
  const draft = read();
  if (draft?.place !== place || draft.person !== person) return null;
  dropDraft();
  return Date.now() - draft.at < lasts ? (draft.values as Values) : null;
}

/** Forgets what was kept of anybody but `person`, and what is too old; null: of everybody. */
export function dropOldDraft(person: string | null): void {
  const draft = read();
  if (draft && (draft.person !== person || Date.now() - draft.at >= lasts)) dropDraft();
}
