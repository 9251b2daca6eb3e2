import { atom } from 'jotai';

/** The token of whoever is signed in to the demo, in memory alone. */
export const demoTokenAtom = atom<string | null>(null);
