import { rangeBounds, type Interval } from '../../../contract/figureNames.ts';
import { addDays, addMonths, type DayRange, lengthOf } from '#lib/dates.ts';

/** The named ranges (R94, Q8). */
export const presets = ['last_7_days', 'last_30_days', 'this_month', 'last_month', 'last_year'] as const;
/** A named range, or a custom one. */
export type Period = (typeof presets)[number] | 'custom';

/** Whether two days are a valid range. */
export function isRange({ from, to }: DayRange): boolean {
  const { first, last, days } = rangeBounds;
  const areDays = [from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day) && addDays(day, 0) === day);
  return areDays && first <= from && from <= to && to <= last && lengthOf({ from, to }) <= days;
}

const monthOf = (date: string) => `${date.slice(0, 7)}-01`;

/** The days of a named range: the last n days include today; last month and last year are calendar months and years. */
export function rangeOf(preset: (typeof presets)[number], today: string): DayRange {
  const month = monthOf(today);
  const year = Number(today.slice(0, 4)) - 1;
  return {
    last_7_days: { from: addDays(today, -6), to: today },
    last_30_days: { from: addDays(today, -29), to: today },
    this_month: { from: month, to: today },
    last_month: { from: addMonths(month, -1), to: addDays(month, -1) },
    last_year: { from: `${year}-01-01`, to: `${year}-12-31` },
  }[preset];
}

/**
 * The range to compare with: for the current month the same days of the month before; for a whole month or year the one before;
 * for any other range as many days that begin on the same weekday before it.
 */
export function rangeBefore(period: Period, range: DayRange): DayRange {
  const weeks = Math.ceil(lengthOf(range) / 7);
  const before = { from: addDays(range.from, -7 * weeks), to: addDays(range.to, -7 * weeks) };
  const ranges: Partial<Record<Period, DayRange>> = {
    this_month: { from: addMonths(range.from, -1), to: addMonths(range.to, -1) },
    last_month: { from: addMonths(range.from, -1), to: addDays(range.from, -1) },
    last_year: { from: addMonths(range.from, -12), to: addMonths(range.to, -12) },
  };
  return ranges[period] ?? before;
}

/** The default interval of a range: cuts it into some ten to sixty parts. */
export function intervalFor(range: DayRange): Interval {
  const days = lengthOf(range);
  if (days <= 62) return 'days';
  return days <= 366 / 2 ? 'weeks' : 'months';
}
