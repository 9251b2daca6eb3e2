import { useState } from 'react';
import type { CoverageOutcome } from '../../../contract/coverage.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useQueries } from '#api/query.ts';
import { freeFor } from '#api/reservations.ts';
import { type Choice, planCoverage } from './plan.ts';

/**
 * What becomes of reservations that lose the people `concerned`. Choices are kept by reservation: a list that is loaded again has them still.
 */
export function useDecisions(reservations: readonly Reservation[], concerned: readonly string[]) {
  const [chosen, setChosen] = useState<Record<string, Choice>>({});
  const { data, error, isValidating, retry } = useQueries(reservations.map(({ id }) => freeFor(id)));
  const plans = planCoverage({ reservations, free: data, concerned, chosen });
  return {
    plans,
    /** Without knowing who is free nobody can be picked; the other outcomes can be chosen. */
    isReady: data !== undefined || error !== undefined || reservations.length === 0,
    failure: data === undefined ? error : undefined,
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
