import { useState } from 'react';
import type { CoverageOutcome } from '../../../contract/coverage.ts';
import type { FreeInterpreters, Reservation } from '../../../contract/reservations.ts';
import { useQueries } from '#api/query.ts';
import { freeFor } from '#api/reservations.ts';
import { type Choice, planCoverage } from './plan.ts';

/**
 * What becomes of reservations that lose the people `concerned`. Choices are kept by reservation: a list that is loaded again has them still.
 */
export function useDecisions(reservations: readonly Reservation[], concerned: readonly string[]) {
  const [chosen, setChosen] = useState<Record<string, Choice>>({});
  const { data, error, isValidating, retry } = useQueries(reservations.map(({ id }) => freeFor(id)));
  // What is known stays while a longer list is read.
  const [known, setKnown] = useState<{ from: typeof data; free: Record<string, FreeInterpreters> }>({
    from: undefined,
    free: {},
  });
  if (data && data !== known.from) {
    const read = reservations.flatMap(({ id }, at) => (data[at] ? [[id, data[at]] as const] : []));
    setKnown({ from: data, free: { ...known.free, ...Object.fromEntries(read) } });
  }
  const plans = planCoverage({ reservations, free: known.free, concerned, chosen });
  return {
    plans,
    /** Without knowing who is free nobody can be picked; the other outcomes can be chosen. */
    isReady: error !== undefined || reservations.every(({ id }) => known.free[id] !== undefined),
    failure: error,
    isRetrying: isValidating,
    retry: () => void retry(),
    choose: (id: string, choice: Choice) => setChosen((before) => ({ ...before, [id]: choice })),
    chooseForAll: (outcome: CoverageOutcome) =>
      setChosen((before) => ({
        ...before,
        ...Object.fromEntries(
          reservations.map(({ id }) => [id, { outcome, interpreters: before[id]?.interpreters ?? [] }]),
        ),
      })),
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
