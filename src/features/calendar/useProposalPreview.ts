import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { isSame, type Proposal } from './proposal.ts';

/** The proposal is kept in atoms, outside of React's state: only the preview re-renders, the lanes do not. */
function createAtoms() {
  const proposal = atom<Proposal | null>(null);
  return {
    proposal,
    movingShift: atom((read) => read(proposal)?.shift ?? null),
    show: atom(null, (read, write, next: Proposal | null) => {
      if (!isSame(read(proposal), next)) write(proposal, next);
    }),
  };
}

/** What is being dragged or moved by keys, for `DragPreview`; `show(null)` hides the preview. */
export function useProposalPreview() {
  const [atoms] = useState(createAtoms);
  return { proposal: atoms.proposal, movingShift: useAtomValue(atoms.movingShift), show: useSetAtom(atoms.show) };
}
