import type { CoverageDecision, CoverageOutcome } from '../../../contract/coverage.ts';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { FreeInterpreter, FreeInterpreters, Reservation } from '../../../contract/reservations.ts';

/** A person's choice for a reservation; an empty list picks the best interpreters. */
export type Choice = { outcome: CoverageOutcome; interpreters: readonly string[] };

/** The planned outcome of one reservation: who stays, candidates for the free places (best first), and who is picked. */
export type Plan = {
  reservation: Reservation;
  kept: readonly string[];
  /** The people who are being removed. */
  concerned: readonly string[];
  candidates: readonly FreeInterpreter[];
  picks: readonly string[];
  /** Whether there is a candidate for every free place. */
  canReassign: boolean;
  decision: CoverageDecision;
};

type Asked = {
  reservations: readonly Reservation[];
  /** The free interpreters of each reservation by its id, as far as they are loaded. */
  free: Readonly<Record<string, FreeInterpreters>>;
  /** The people who are being removed. */
  concerned: readonly string[];
  /** Choices by the id of the reservation. */
  chosen: Readonly<Record<string, Choice>>;
  /** Of an absence: who is proposed in place of the one who is absent, by the id of the reservation. */
  replacements?: Replacements | undefined;
};

/** Who is proposed for each reservation, by its id; null: nobody. */
export type Replacements = Readonly<Record<string, FreeInterpreter | null>>;

const overlap = (a: Reservation, b: Reservation) =>
  Date.parse(a.start) < Date.parse(b.end) && Date.parse(b.start) < Date.parse(a.end);

/**
 * Plans the outcome of reservations that lose their coverage: a person's choice, otherwise the best free interpreter in shift,
 * otherwise back to pending. Nobody is picked for two that overlap.
 */
export function planCoverage({ reservations, free, concerned, chosen, replacements }: Asked): Plan[] {
  const plans: Plan[] = [];
  for (const reservation of reservations) {
    const choice = chosen[reservation.id];
    const proposed = replacements?.[reservation.id];
    const kept = reservation.interpreters
      .filter(takesPart)
      .flatMap(({ id, obstacle }) => (obstacle === null && !concerned.includes(id) ? [id] : []));
    const missing = replacements ? 1 : Math.max(0, reservation.interpreters_needed - kept.length);
    const taken = new Set([
      ...concerned,
      ...kept,
      ...plans
        .filter((plan) => plan.decision.outcome === 'reassign' && overlap(plan.reservation, reservation))
        .flatMap(({ picks }) => picks),
      ...reservations
        .filter((other) => other !== reservation && overlap(other, reservation))
        .flatMap(({ id }) => wishesOf(chosen[id], replacements?.[id])),
    ]);
    const results = free[reservation.id]?.results ?? [];
    const isListed = results.some(({ interpreter }) => interpreter === proposed?.interpreter);
    const candidates = (proposed && !isListed ? [proposed, ...results] : results).filter(
      ({ interpreter, shift }) => shift !== null && !taken.has(interpreter),
    );
    const picks = pickBest(
      candidates,
      wishesOf({ outcome: 'reassign', interpreters: choice?.interpreters ?? [] }, proposed),
      missing,
    );
    const canReassign = picks.length === missing;
    const preferred = choice?.outcome ?? 'reassign';
    const outcome = preferred === 'reassign' && !canReassign ? 'pending' : preferred;
    const decision: CoverageDecision = {
      reservation: reservation.id,
      outcome,
      interpreters: outcome === 'reassign' ? [...kept, ...picks] : undefined,
    };
    plans.push({ reservation, kept, concerned, candidates, picks, canReassign, decision });
  }
  return plans;
}

/** Who is wanted for a reservation: those whom somebody chose, otherwise the one who is proposed. */
function wishesOf(choice: Choice | undefined, proposed: FreeInterpreter | null | undefined): readonly string[] {
  if (choice && (choice.outcome !== 'reassign' || choice.interpreters.length > 0))
    return choice.outcome === 'reassign' ? choice.interpreters : [];
  return proposed ? [proposed.interpreter] : [];
}

/** Picks a candidate for each of `places`: the wanted one if possible, otherwise the best one left. */
function pickBest(candidates: readonly FreeInterpreter[], preferred: readonly string[], places: number): string[] {
  const able = candidates.map(({ interpreter }) => interpreter);
  const picks: string[] = [];
  for (let place = 0; place < places; place += 1) {
    const wish = preferred[place];
    const others = able.filter((id) => !picks.includes(id) && !preferred.slice(place + 1).includes(id));
    const pick = wish && able.includes(wish) && !picks.includes(wish) ? wish : others[0];
    if (pick) picks.push(pick);
  }
  return picks;
}
