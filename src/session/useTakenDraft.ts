import { useEffect, useState } from 'react';
import { draftOf, dropDraft } from './drafts.ts';

/**
 * The draft of a person for the form at a place, or null; shown once, so it leaves the storage. Only a form on the page takes it:
 * React may throw a first render away and begin again.
 */
export function useTakenDraft<Values extends object>(place: string, person: string): Values | null {
  const [draft] = useState(() => draftOf<Values>(place, person));
  useEffect(() => {
    if (draft) dropDraft();
  }, [draft]);
  return draft;
}
