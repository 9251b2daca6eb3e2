import type { PlanPair, ReservationPlanRequest } from '../../../contract/reservationPlans.ts';
import { addDays } from '#lib/dates.ts';

/** How many days a plan has at most. */
const mostDays = 7;

/** The lists of pairs in the address of a plan. */
const lists = ['locked', 'dropped', 'out'] as const;

/**
 * What the address of a plan says: the days, or the reservations, and about which pairs of reservation and interpreter the planner
 * has decided. `locked` stay, `dropped` are not proposed again, `out` are in the plan and left out.
 */
export type PlanState = {
  from: string;
  to: string;
  reservations: string[];
} & Record<(typeof lists)[number], PlanPair[]>;

const isDay = (text: string) => /^(19|20)\d\d-\d\d-\d\d$/.test(text) && addDays(text, 0) === text;

/** A pair as text, which is unique in a plan. */
export const textOf = ({ reservation, interpreter }: PlanPair): string => `${reservation}.${interpreter}`;

/** Whether a pair is one of several. */
export const isIn = (pairs: readonly PlanPair[], pair: PlanPair): boolean =>
  pairs.some((other) => textOf(other) === textOf(pair));

/** `pairs` without those of `others`. */
export const without = (pairs: readonly PlanPair[], ...others: readonly PlanPair[]): PlanPair[] =>
  pairs.filter((pair) => !isIn(others, pair));

/** Reads the address of a plan. Without days it has those from today. */
export function readPlan(address: URLSearchParams, today: string): PlanState {
  const valuesOf = (name: string) => (address.get(name) ?? '').split(',').filter(Boolean);
  const pairsOf = (name: string) =>
    valuesOf(name).flatMap((text) => {
      const [, reservation, interpreter] = /^([0-9a-f]{24})\.([0-9a-f]{24})$/.exec(text) ?? [];
      return reservation && interpreter ? [{ reservation, interpreter }] : [];
    });
  const [first, last] = [address.get('from') ?? '', address.get('to') ?? ''];
  const from = isDay(first) ? first : today;
  const end = addDays(from, mostDays - 1);
  return {
    from,
    to: isDay(last) && last >= from && last <= end ? last : end,
    reservations: valuesOf('reservation').filter((id) => /^[0-9a-f]{24}$/.test(id)),
    locked: pairsOf('locked'),
    dropped: pairsOf('dropped'),
    out: pairsOf('out'),
  };
}

/** The address with other decisions. */
export function writePlan(address: URLSearchParams, changes: Partial<Pick<PlanState, (typeof lists)[number]>>) {
  const next = new URLSearchParams(address);
  for (const name of lists) {
    const pairs = changes[name];
    if (pairs?.length === 0) next.delete(name);
    else if (pairs) next.set(name, pairs.map(textOf).join(','));
  }
  return next;
}

/** What the backend is asked for. */
export function requestOf({ from, to, reservations, locked, dropped }: PlanState): ReservationPlanRequest {
  const subject = reservations.length > 0 ? { reservations } : { from, to };
  return { ...subject, locked, dropped };
}
