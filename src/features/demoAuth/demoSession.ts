import { atom } from 'jotai';

/** The token of the demo session, in memory only. */
export const demoTokenAtom = atom<string | null>(null);
