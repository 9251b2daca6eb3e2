import { useEffect, useState } from 'react';
import type { ReservationPlan, ReservationPlanRequest } from '../../../contract/reservationPlans.ts';
import { ApiError } from '#api/problem.ts';
import { reservations } from '#api/reservations.ts';

type Answer = { query: string; plan: ReservationPlan | null; error: unknown };

/**
 * The plan for a request, computed again when the request changes or somebody asks for it. The last plan stays until the next one
 * is there; changes of others do not move it.
 */
export function useReservationPlan(request: ReservationPlanRequest) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const query = JSON.stringify({ request, attempt });
  useEffect(() => {
    const abort = new AbortController();
    const compute = async () => {
      try {
        const asked = JSON.parse(query) as { request: ReservationPlanRequest };
        setAnswer({ query, plan: await reservations.plan(asked.request, abort.signal), error: null });
      } catch (error) {
        if (error instanceof ApiError) setAnswer((before) => ({ query, plan: before?.plan ?? null, error }));
      }
    };
    void compute();
    return () => abort.abort();
  }, [query]);
  const isComputing = answer?.query !== query;
  return {
    plan: answer?.plan ?? null,
    error: isComputing ? null : answer.error,
    isComputing,
    computeAgain: () => setAttempt((before) => before + 1),
  };
}
