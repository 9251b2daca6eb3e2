import { atom } from 'jotai';

/** The windows that open over any page. */
export type Overlay = 'palette' | 'help' | 'settings';

export type OverlayProps = { isOpen: boolean; onClose: () => void };

/** Which of them is open. */
export const overlayAtom = atom<Overlay | null>(null);
