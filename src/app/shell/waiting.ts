import { atom } from 'jotai';

/** People who wait for an answer now. */
export type Waiting = {
  /** Who waits, with their number. */
  text: string;
  count: number;
  /** Since when the first has waited (ISO 8601); null: unknown. */
  since: string | null;
  /** The page of the first, or their list. */
  to: string;
  /** What can be done there. */
  act: string;
};

/** Those who wait, besides emergencies: the pill in the top bar. Null: nobody. */
export const waitingAtom = atom<Waiting | null>(null);
