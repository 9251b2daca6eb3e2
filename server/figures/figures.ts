import type { Figures } from '../../contract/figures.ts';

/** The sums that the database computes; every figure is derived from them, for any range. */
export type Sums = {
  requests: number;
  answered: number;
  abandoned: number;
  waiting: number;
  unknown: number;
  waiting_seconds: number;
  /** Answered within the limit of the service level. */
  in_time: number;
  ended: number;
  duration_seconds: number;
  ratings: number;
  rating_sum: number;
};

/** No requests. */
const noSums: Sums = {
  requests: 0,
  answered: 0,
  abandoned: 0,
  waiting: 0,
  unknown: 0,
  waiting_seconds: 0,
  in_time: 0,
  ended: 0,
  duration_seconds: 0,
  ratings: 0,
  rating_sum: 0,
};

/** The total of several sums. */
export function addUp(all: readonly Sums[]): Sums {
  const total = { ...noSums };
  for (const sums of all) for (const key of Object.keys(total) as (keyof Sums)[]) total[key] += sums[key];
  return total;
}

/** A quotient rounded to some decimals, or null for a divisor of 0. */
function mean(sum: number, count: number, decimals: number): number | null {
  return count === 0 ? null : Number((sum / count).toFixed(decimals));
}

/** The definitions of all figures, for overview, statistics, report and files (R32, R34, R86). */
export function figuresOf(sums: Sums): Figures {
  const { requests, answered, abandoned, waiting, unknown, ended, duration_seconds, ratings } = sums;
  return {
    requests,
    answered,
    abandoned,
    waiting,
    unknown,
    average_waiting: mean(sums.waiting_seconds, answered, 0),
    service_level: mean(100 * sums.in_time, answered + abandoned, 1),
    average_duration: mean(duration_seconds, ended, 0),
    total_duration: duration_seconds,
    average_feedback: mean(sums.rating_sum, ratings, 2),
    feedback_count: ratings,
  };
}
