import { candidateGroups, freeReasons, type FreeInterpreter, type FreeReason } from '../../../contract/reservations.ts';
import type { InterpretingLanguage } from '../../../contract/interpretingCodes.ts';
import type { CandidateRow, Hindrance } from './repository.ts';

/** The length of a one-way journey that scores no points, in minutes. */
const longWay = 120;
/** The reserved minutes per week that score no points. */
const fullWeek = 40 * 60;
/** Past work with a customer that scores all points. */
const wellKnown = 5;

const share = (part: number) => Math.min(1, Math.max(0, part));
const worthOfLoad = (minutes: number) => share(1 - minutes / fullWeek);

/** The requirements that the ranking considers. */
export type Requirements = { isSite: boolean; languages: readonly InterpretingLanguage[] };

/** The figure behind each criterion, and the share of its points that it scores, from 0 to 1. */
function figuresOf(
  row: CandidateRow,
  { isSite, languages }: Requirements,
): Record<FreeReason, { value: number; worth: number }> {
  const way = isSite && !row.is_at_address ? (row.travel_time ?? longWay) : 0;
  const spoken = languages.filter((language) => row.languages.includes(language)).length;
  return {
    shift: { value: row.shift ? 1 : 0, worth: row.shift ? 1 : 0 },
    travel: { value: way, worth: share(1 - way / longWay) },
    load: { value: row.load_minutes, worth: worthOfLoad(row.load_minutes) },
    languages: { value: spoken, worth: languages.length === 0 ? 1 : spoken / languages.length },
    past_work: { value: row.past_work, worth: share(row.past_work / wellKnown) },
  };
}

const hasLeft = ({ response }: FreeInterpreter) => response === 'declined' || response === 'handed_back';

const sumOf = (reasons: FreeInterpreter['reasons']) => reasons.reduce((sum, { points }) => sum + points, 0);

/** A candidate with the points of each criterion; the score is their sum. */
export function ranked(row: CandidateRow, wish: Requirements): FreeInterpreter {
  const judged = figuresOf(row, wish);
  const reasons = (Object.keys(freeReasons) as FreeReason[]).map((reason) => ({
    reason,
    points: Math.round(freeReasons[reason] * judged[reason].worth),
    of: freeReasons[reason],
    value: judged[reason].value,
  }));
  return {
    interpreter: row.id,
    interpreter_name: row.name,
    group: row.group,
    obstacle: row.obstacle,
    in_the_way: null,
    response: row.response,
    preferred_by: row.preferred_by,
    shift: row.shift,
    score: sumOf(reasons),
    reasons,
  };
}

/** Within a group those who have not declined first, then those who are preferred, then the highest score. The rows are sorted by name, and sorting is stable. */
export function byScore(a: FreeInterpreter, b: FreeInterpreter): number {
  const byGroup = candidateGroups.indexOf(a.group) - candidateGroups.indexOf(b.group);
  if (byGroup !== 0 || a.group === 'impossible') return byGroup;
  return (
    Number(hasLeft(a)) - Number(hasLeft(b)) ||
    Number(b.preferred_by !== null) - Number(a.preferred_by !== null) ||
    b.score - a.score
  );
}

/** A candidate who would work so many minutes more in the week, with the points that this leaves. */
export function withMoreLoad(candidate: FreeInterpreter, minutes: number): FreeInterpreter {
  const reasons = candidate.reasons.map((reason) => {
    const value = reason.value + minutes;
    return reason.reason === 'load' ? { ...reason, value, points: Math.round(reason.of * worthOfLoad(value)) } : reason;
  });
  return { ...candidate, reasons, score: sumOf(reasons) };
}

/** Whether a shift or another reservation is what keeps a candidate from it. */
export const hasRecordInTheWay = ({ obstacle }: FreeInterpreter): boolean =>
  obstacle === 'no_shift' || obstacle === 'booked' || obstacle === 'travel';

/** An impossible candidate with what keeps them from it: for want of a shift the other shift, otherwise the reservation. */
export function hindered(candidate: FreeInterpreter, hindrances: readonly Hindrance[]): FreeInterpreter {
  const wanted = candidate.obstacle === 'no_shift' ? 'shift' : 'reservation';
  const found = hindrances.find(({ interpreter, kind }) => interpreter === candidate.interpreter && kind === wanted);
  if (!found) return candidate;
  const { kind, id, name, starts, ends } = found;
  return { ...candidate, in_the_way: { kind, id, name, from: starts.toISOString(), to: ends.toISOString() } };
}
