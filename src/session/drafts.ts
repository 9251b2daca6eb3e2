import { getDefaultStore } from 'jotai';
import { signedOutBecauseAtom, userAtom } from './session.ts';

/** Unsaved form values: the person, the form, and the time. */
type Draft = { person: string; place: string; at: number; values: object };

/** The key in session storage. */
const key = 'draft';

/** The lifetime of a draft, in milliseconds. */
const lifetime = 30 * 60_000;

const store = getDefaultStore();

/** Stores a draft if the form unmounts because the session has expired; not if the person signed out. */
export function keepDraft(place: string, person: string, values: object): void {
  if (store.get(userAtom) === null && store.get(signedOutBecauseAtom) === 'unauthorized')
    setAside(place, person, values);
}

/** Stores a draft while the person looks at another page, or the page reloads. */
export function setAside(place: string, person: string, values: object): void {
  const draft: Draft = { person, place, at: Date.now(), values };
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Refused storage or values without a JSON form: the draft is lost.
  }
}

function read(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

/** Removes the draft. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Refused storage has nothing to remove.
  }
}

/** Returns the draft of a person for a form; null for anybody else, and after half an hour. Changes nothing. */
export function draftOf<Values extends object>(place: string, person: string): Values | null {
  const draft = read();
  if (draft?.place !== place || draft.person !== person) return null;
  return Date.now() - draft.at < lifetime ? (draft.values as Values) : null;
}

/** Removes the draft if it is too old, or of anybody but `person`; null: of anybody. */
export function dropOldDraft(person: string | null): void {
  const draft = read();
  if (draft && (draft.person !== person || Date.now() - draft.at >= lifetime)) dropDraft();
}
