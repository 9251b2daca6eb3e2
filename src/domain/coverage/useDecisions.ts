import { useState } from 'react';
import type { CoverageOutcome } from '../../../contract/coverage.ts';
import type { FreeInterpreters, Reservation } from '../../../contract/reservations.ts';
import { useQueries } from '#api/query.ts';
import { freeFor } from '#api/reservations.ts';
import { type Choice, planCoverage, type Replacements } from './plan.ts';

/**
 * The decisions about reservations that lose the people `concerned`. Choices are stored by reservation, so they survive a
 * reload of the list.
 */
export function useDecisions(
  reservations: readonly Reservation[],
  concerned: readonly string[],
  replacements?: Replacements,
) {
  const [chosen, setChosen] = useState<Record<string, Choice>>({});
  const { data, error, isValidating, retry } = useQueries(reservations.map(({ id }) => freeFor(id)));
  // Earlier answers stay while a longer list loads.
  const [known, setKnown] = useState<{ from: typeof data; free: Record<string, FreeInterpreters> }>({
    from: undefined,
    free: {},
  });
  if (data && data !== known.from) {
    const read = reservations.flatMap(({ id }, at) => (data[at] ? [[id, data[at]] as const] : []));
    setKnown({ from: data, free: { ...known.free, ...Object.fromEntries(read) } });
  }
  const plans = planCoverage({ reservations, free: known.free, concerned, chosen, replacements });
  return {
    plans,
    /** Ready as well if free interpreters could not be loaded: then only the other outcomes can be chosen. */
    isReady: error !== undefined || reservations.every(({ id }) => known.free[id] !== undefined),
    failure: error,
    isRetrying: isValidating,
    retry: () => void retry(),
    choose: (id: string, choice: Choice) => setChosen((before) => ({ ...before, [id]: choice })),
    chooseForAll: (outcome: CoverageOutcome) =>
      setChosen((before) => ({
        ...before,
        ...Object.fromEntries(reservations.map(({ id }) => [id, { outcome, interpreters: [] }])),
      })),
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
