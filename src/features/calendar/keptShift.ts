import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { paths } from '#paths.ts';
import { keepDraft, setAside, takeDraft } from '#session/drafts.ts';
import { userAtom } from '#session/session.ts';
import type { Scope } from './scope.ts';
import type { ShiftValues } from './shiftForm.ts';

/** What was typed about a shift and is not saved yet, and of what of its series. */
export type ShiftDraft = { scope: Scope; values: ShiftValues };

const placeOf = (id: string) => `${paths.calendar.list.href()}?shift=${id}`;

/** Keeps what was typed about a shift: over an ended session, or while one sees to what stands in its way. */
export function useKeptShift(id: string) {
  // The person is gone by the time the draft is kept.
  const [owner] = useState(useAtomValue(userAtom)?.id ?? '');
  return {
    take: () => takeDraft<ShiftDraft>(placeOf(id), owner),
    aside: (draft: ShiftDraft) => setAside(placeOf(id), owner, draft),
    overSignIn: (draft: ShiftDraft) => keepDraft(placeOf(id), owner, draft),
  };
}
