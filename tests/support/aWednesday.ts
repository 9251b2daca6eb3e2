/**
 * A Wednesday (`YYYY-MM-DD`) at least this many days ahead in every time zone. Interpreters work on it, and clocks do not change.
 */
export function aWednesday(daysAhead = 1): string {
  // The day may be over in one zone before it begins in another.
  const day = new Date(Date.now() + daysAhead * 86_400_000);
  do day.setUTCDate(day.getUTCDate() + 1);
  while (day.getUTCDay() !== 3);
  return day.toISOString().slice(0, 10);
}
