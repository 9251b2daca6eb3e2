import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { paths } from '#paths.ts';
import { keepDraft, setAside } from '#session/drafts.ts';
import { userAtom } from '#session/session.ts';
import { useTakenDraft } from '#session/useTakenDraft.ts';
import type { Scope } from './scope.ts';
import type { ShiftValues } from './shiftForm.ts';

/** Unsaved changes of the values of a shift's form, and the part of the series that they change. */
export type ShiftDraft = { scope: Scope; values: Partial<ShiftValues> };

const placeOf = (id: string) => `${paths.calendar.list.href()}?shift=${id}`;

/** The draft of a shift's form, and how to store one: when the session ends, or when the person leaves to look at conflicting reservations. */
export function useShiftDraft(id: string) {
  // When the draft is stored the person is signed out already.
  const [owner] = useState(useAtomValue(userAtom)?.id ?? '');
  return {
    draft: useTakenDraft<ShiftDraft>(placeOf(id), owner),
    aside: (draft: ShiftDraft) => setAside(placeOf(id), owner, draft),
    overSignIn: (draft: ShiftDraft) => keepDraft(placeOf(id), owner, draft),
  };
}
