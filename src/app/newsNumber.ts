import { atom } from 'jotai';

/** Increases whenever notifications of the person have changed. */
export const newsNumberAtom = atom(0);
