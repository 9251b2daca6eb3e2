import { freeReasons, type FreeInterpreter, type FreeReason } from '../../../contract/reservations.ts';
import type { InterpretingLanguage } from '../../../contract/interpretingCodes.ts';
import type { FreeRow } from './repository.ts';

/** The way that is so long that it counts nothing, one way in minutes. */
const longWay = 120;
/** The minutes reserved in a week that fill it. */
const fullWeek = 40 * 60;
/** How often somebody must have worked with a customer to count fully. */
const wellKnown = 5;

const share = (part: number) => Math.min(1, Math.max(0, part));

/** What is asked for, as far as the ranking looks at it. */
export type Wish = { isSite: boolean; languages: readonly InterpretingLanguage[] };

/** What each reason looks at in somebody, and how much of its points that is worth, from 0 to 1. */
function judge(row: FreeRow, { isSite, languages }: Wish): Record<FreeReason, { value: number; worth: number }> {
  const way = isSite && !row.is_at_address ? (row.travel_time ?? longWay) : 0;
  const spoken = languages.filter((language) => row.languages.includes(language)).length;
  return {
    shift: { value: row.shift ? 1 : 0, worth: row.shift ? 1 : 0 },
    travel: { value: way, worth: share(1 - way / longWay) },
    load: { value: row.load_minutes, worth: share(1 - row.load_minutes / fullWeek) },
    languages: { value: spoken, worth: languages.length === 0 ? 1 : spoken / languages.length },
    past_work: { value: row.past_work, worth: share(row.past_work / wellKnown) },
  };
}

/** Somebody who is free, with the points of each reason; their sum is the score. */
export function ranked(row: FreeRow, wish: Wish): FreeInterpreter {
  const judged = judge(row, wish);
  const reasons = (Object.keys(freeReasons) as FreeReason[]).map((reason) => ({
    reason,
    points: Math.round(freeReasons[reason] * judged[reason].worth),
    of: freeReasons[reason],
    value: judged[reason].value,
  }));
  return {
    interpreter: row.id,
    interpreter_name: row.name,
    shift: row.shift,
    score: reasons.reduce((sum, { points }) => sum + points, 0),
    reasons,
  };
}

/** The best first. Rows come in the order of names, which equals keep. */
export function byScore(one: FreeInterpreter, other: FreeInterpreter): number {
  return other.score - one.score;
}
