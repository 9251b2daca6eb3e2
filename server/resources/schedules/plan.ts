import { daysOf, occurrenceOn, type Occurrence, type Series } from '../../schedule/series.ts';
import type { ScheduleRow, ShiftRow } from './repository.ts';
import { termsOf, type Terms } from './terms.ts';

/** The part of a schedule that its days are derived from. */
export const seriesOf = (row: ScheduleRow): Series => ({
  date: row.first_day,
  until: row.last_day,
  repeat: row.repeat,
  time_from: row.time_from,
  time_to: row.time_to,
  zone: row.zone,
});

/** The instants of a shift, as columns. */
export const timesOf = ({ from, to, occupiedFrom, occupiedTo }: Occurrence) => ({
  starts: from,
  ends: to,
  occupied_from: occupiedFrom,
  occupied_to: occupiedTo,
});

/** A shift as a day of a series. */
export function occurrenceOf(shift: ShiftRow): Occurrence {
  return {
    day: shift.day,
    from: shift.starts,
    to: shift.ends,
    occupiedFrom: shift.occupied_from,
    occupiedTo: shift.occupied_to,
  };
}

const isSame = (shift: ShiftRow, other: ReturnType<typeof timesOf> & Terms): boolean =>
  (Object.keys(other) as (keyof typeof other)[]).every((key) => {
    const [before, after] = [shift[key], other[key]];
    return before instanceof Date && after instanceof Date ? before.getTime() === after.getTime() : before === after;
  });

/** A day with a shift of the series, and the existing shift, if any. */
export type PlannedDay = { before: ShiftRow | undefined; occurrence: Occurrence };

/** The effect of a series on its future days. */
export type Plan = {
  /** Days with the terms of the series, existing or new. */
  planned: PlannedDay[];
  /** The new and changed ones among them. */
  changed: PlannedDay[];
  /** Shifts that are deleted. */
  removed: ShiftRow[];
  /** Future shifts that the series does not change: changed individually, or completed. */
  unaffected: ShiftRow[];
  /** Days left out. */
  out: Occurrence[];
  /** Days on which the change of clocks skips the whole time. */
  clocks: string[];
};

/** The effect of a series on the future days. Past days stay, and so do days changed individually on which it still has a shift. */
export function planOf(row: ScheduleRow, existing: readonly ShiftRow[], now: Date): Plan {
  const isSettled = ({ starts, changed_alone, state }: ShiftRow) =>
    starts <= now || changed_alone || state === 'completed';
  const all = daysOf(seriesOf(row));
  const days = new Set(all.filter((day) => !row.days_out.includes(day)));
  const isToCome = ({ starts }: ShiftRow) => starts > now;
  const settled = new Map(existing.filter(isSettled).map((shift) => [shift.series_day, shift]));
  const open = new Map(existing.filter((shift) => !isSettled(shift)).map((shift) => [shift.series_day, shift]));
  const gone = existing.filter((shift) => isToCome(shift) && !days.has(shift.series_day));
  const planned: PlannedDay[] = [];
  const clocks: string[] = [];
  for (const day of days) {
    if (settled.has(day)) continue;
    const before = open.get(day);
    const occurrence = occurrenceOn(day, row, row.travel_time);
    if (!occurrence) clocks.push(day);
    if (!occurrence && before) gone.push(before);
    // Missing shifts in the past are not added.
    if (occurrence && (before || occurrence.from > now)) planned.push({ before, occurrence });
  }
  const terms = termsOf(row);
  return {
    planned,
    changed: planned.filter(
      ({ before, occurrence }) => !before || !isSame(before, { ...terms, ...timesOf(occurrence) }),
    ),
    removed: gone,
    unaffected: [...settled.values()].filter((shift) => isToCome(shift) && days.has(shift.series_day)),
    out: all
      .filter((day) => !days.has(day))
      .flatMap((day) => occurrenceOn(day, row, row.travel_time) ?? [])
      .filter(({ day, from }) => from > now && !gone.some(({ series_day }) => series_day === day)),
    clocks,
  };
}
