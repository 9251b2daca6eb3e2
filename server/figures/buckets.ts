import { type Interval, rangeBounds } from '../../contract/figureNames.ts';
import { startOfDay } from '../days.ts';
import { ApiProblem } from '../problem.ts';
import { addDays, type Day, daysBetween, weekday } from '../schedule/wallTime.ts';

/** A range of days, both inclusive, and the interval that they cover (end exclusive). */
export type Bucket = { fromDay: Day; toDay: Day; from: Date; to: Date };

/** A first and a last day, both inclusive. */
export type DayRange = { fromDay: Day; toDay: Day };

function isDay(text: string): boolean {
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * The validated range of days of a call.
 * @throws ApiProblem `check_dates`, with the wrong field.
 */
export function readRange({ from_day, to_day }: { from_day: string; to_day: string }): DayRange {
  const { first, last, days } = rangeBounds;
  const wrong = Object.entries({ from_day, to_day })
    .filter(([, day]) => !isDay(day) || day < first || day > last)
    .map(([field]) => field);
  const isRange = wrong.length > 0 || (from_day <= to_day && daysBetween(from_day, to_day) < days);
  if (!isRange) wrong.push('to_day');
  if (wrong.length > 0)
    throw new ApiProblem('check_dates', { errors: Object.fromEntries(wrong.map((field) => [field, ['check_dates']])) });
  return { fromDay: from_day, toDay: to_day };
}

/** The last day of the interval that contains a day. */
function lastDayOf(day: Day, interval: Interval): Day {
  if (interval === 'days') return day;
  if (interval === 'weeks') return addDays(day, 7 - weekday(day));
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** A range of days as instants in a zone. */
export function bucketOf({ fromDay, toDay }: DayRange, zone: string): Bucket {
  return { fromDay, toDay, from: startOfDay(fromDay, zone), to: startOfDay(addDays(toDay, 1), zone) };
}

/**
 * A range cut into intervals without gaps, as instants in a zone. The range may cut the first and the last interval
 * short. Days have 23 or 25 hours when the clocks change.
 */
export function intervalsOf(range: DayRange, interval: Interval, zone: string): Bucket[] {
  const buckets: Bucket[] = [];
  let from = startOfDay(range.fromDay, zone);
  for (let fromDay = range.fromDay; fromDay <= range.toDay;) {
    const end = lastDayOf(fromDay, interval);
    const toDay = end < range.toDay ? end : range.toDay;
    const next = addDays(toDay, 1);
    const to = startOfDay(next, zone);
    buckets.push({ fromDay, toDay, from, to });
    [fromDay, from] = [next, to];
  }
  return buckets;
}
