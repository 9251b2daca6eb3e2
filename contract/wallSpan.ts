/** A start and an end as local times, `HH:mm`. */
export type WallTimes = { time_from: string; time_to: string };

/** The longest time, in hours, from a start to an end on the next day (Q21). */
export const longestNight = 16;

const midnight = '00:00';
const dayMinutes = 24 * 60;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/**
 * What a start and an end mean: the minutes between them on a day without a change of clocks, and whether the end is on
 * the next day. 00:00 as an end closes the day; another end before its start is on the next day (Q21).
 * @returns null for equal times and longer nights than `longestNight`: “Please check dates” (R182)
 */
export function wallSpan({ time_from, time_to }: WallTimes): { minutes: number; isNextDay: boolean } | null {
  const from = minutesOf(time_from);
  const to = minutesOf(time_to);
  if (time_to === midnight) return { minutes: dayMinutes - from, isNextDay: false };
  if (to > from) return { minutes: to - from, isNextDay: false };
  const minutes = dayMinutes - from + to;
  return to < from && minutes <= longestNight * 60 ? { minutes, isNextDay: true } : null;
}

/** A start and an end in one text: `09:00–17:00`, or `22:00–06:00 +1` where the end is on the next day. */
export function spanText({ time_from, time_to }: WallTimes): string {
  const isNextDay = time_to !== midnight && time_to < time_from;
  return `${time_from}–${time_to}${isNextDay ? ' +1' : ''}`;
}
