import { useState } from 'react';
import type {
  PlanAct,
  PlanLine,
  PlanPair,
  PlanResults,
  PlanUndoResults,
  ReservationPlan,
} from '../../../contract/reservationPlans.ts';
import type { FreeInterpreter } from '../../../contract/reservations.ts';
import { ApiError } from '#api/problem.ts';
import { isIn, type PlanState, textOf } from './planState.ts';

/** One row of a plan: a person whom a reservation lacks, and who is proposed. */
export type PlanRow = {
  key: string;
  line: PlanLine;
  /** Null: a gap. */
  pair: PlanPair | null;
  isLeftOut: boolean;
  /** What was done with it; null as long as nothing was. */
  done: PlanAct | null;
  /** Why that was refused; of a row that is done, why it cannot be undone. */
  refusal: { act: PlanAct; error: ApiError } | null;
};

/** A row that can be assigned or offered. */
export type OpenRow = PlanRow & { pair: PlanPair; line: PlanLine & { interpreter: FreeInterpreter } };

/** `undoError`: why it could not be undone. */
type Done = { line: PlanLine; act: PlanAct; undoError?: ApiError | undefined };
/** Refusals hold for the plan that was applied: another one is computed with what is so then. */
type Refused = { plan: ReservationPlan | null; act: PlanAct; errors: Map<string, ApiError> };

const pairOf = ({ reservation, interpreter }: PlanLine): PlanPair | null =>
  interpreter && { reservation: reservation.id, interpreter: interpreter.interpreter };

const errorOf = ({ refusal }: PlanResults['results'][number] | PlanUndoResults['results'][number]) =>
  refusal ? new ApiError(refusal.code, { values: refusal.values }) : undefined;

const isOpen = (row: PlanRow): row is OpenRow => row.pair !== null && row.done === null && !row.isLeftOut;

/** The rows of a plan, the soonest first: what was done stays in sight, while the rest is computed again. */
export function usePlanRows(plan: ReservationPlan | null, { out }: PlanState) {
  const [done, setDone] = useState<readonly Done[]>([]);
  const [refused, setRefused] = useState<Refused>({ plan: null, act: 'assign', errors: new Map() });
  const isDone = (pair: PlanPair | null) =>
    pair !== null &&
    isIn(
      done.flatMap(({ line }) => pairOf(line) ?? []),
      pair,
    );
  const waiting = (plan?.lines ?? []).filter((line) => !isDone(pairOf(line)));
  const rows = [...done, ...waiting.map((line) => ({ line, act: null, undoError: undefined }))]
    .toSorted((a, b) => Date.parse(a.line.reservation.start) - Date.parse(b.line.reservation.start))
    .map(({ line, act, undoError }, at, all): PlanRow => {
      const pair = pairOf(line);
      // The place in the team: the row stays the same when somebody else is proposed.
      const place = all.slice(0, at).filter((other) => other.line.reservation.id === line.reservation.id).length;
      const refusal = pair && refused.plan === plan ? refused.errors.get(textOf(pair)) : undefined;
      const error = act === null ? refusal : undoError;
      return {
        key: `${line.reservation.id} ${place}`,
        line,
        pair,
        isLeftOut: act === null && pair !== null && isIn(out, pair),
        done: act,
        refusal: error ? { act: act ?? refused.act, error } : null,
      };
    });
  const open = rows.filter(isOpen);
  /** Keeps what was done with the open rows. Returns those that were not refused. */
  const settle = (act: PlanAct, { results }: PlanResults) => {
    const errors = new Map<string, ApiError>();
    for (const result of results) {
      const error = errorOf(result);
      if (error) errors.set(textOf(result), error);
    }
    const taken = open.filter(({ pair }) => isIn(results, pair) && !errors.has(textOf(pair)));
    setDone((before) => [...before, ...taken.map(({ line }) => ({ line, act }))]);
    setRefused({ plan, act, errors });
    return taken;
  };
  /** Opens rows again that were undone; the others say why they were not. */
  const takeBack = (those: readonly OpenRow[], { results }: PlanUndoResults) => {
    const errors = new Map(results.map((result) => [result.reservation, errorOf(result)]));
    const isOfThose = ({ line }: Done) => those.some((row) => row.line === line);
    setDone((before) =>
      before.flatMap((row) => {
        if (!isOfThose(row)) return row;
        const undoError = errors.get(row.line.reservation.id);
        return undoError ? { ...row, undoError } : [];
      }),
    );
  };
  return { rows, open, settle, takeBack };
}
