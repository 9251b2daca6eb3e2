import { getDefaultStore } from 'jotai';
import { signedOutBecauseAtom, userAtom } from './session.ts';

type Draft = { person: string; values: object };

/** What was typed when the session ended, by the place of its form. In memory alone: it may be about people. */
const drafts = new Map<string, Draft>();

const store = getDefaultStore();

/** Keeps what was typed at `place`, if it leaves the screen because the session ended, and not because `person` left. */
export function keepDraft(place: string, person: string, values: object): void {
  const isSignedOut = store.get(userAtom) === null && store.get(signedOutBecauseAtom) === 'unauthorized';
  if (isSignedOut) drafts.set(place, { person, values });
}

/** What `person` had typed at `place` before the session ended, once; nobody else gets it. */
export function takeDraft<Values extends object>(place: string, person: string): Values | null {
  const draft = drafts.get(place);
  drafts.delete(place);
  return draft?.person === person ? (draft.values as Values) : null;
}
