import { atom } from 'jotai';

/** The dialogs that open over any page. */
export type Overlay = 'palette' | 'help' | 'settings';

export type OverlayProps = { isOpen: boolean; onClose: () => void };

/** The open one. */
export const overlayAtom = atom<Overlay | null>(null);
