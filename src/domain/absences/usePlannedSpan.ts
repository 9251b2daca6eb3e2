import { useFormats } from '#i18n/useFormats.ts';
import { addDays, parseDay } from '#lib/dates.ts';
import { parseTime } from '#lib/times.ts';

/** A day and times as people type them. */
type TypedTime = { date: string; time_from: string; time_to: string };

/** The time that a form plans, in milliseconds; null while it is not complete. */
export function usePlannedSpan({ date, time_from, time_to }: TypedTime): { from: number; to: number } | null {
  const { dates } = useFormats();
  const day = parseDay(date);
  const [from, to] = [parseTime(time_from), parseTime(time_to, { isEnd: true })];
  if (day === null || from === null || to === null) return null;
  const span = {
    from: dates.at(day, from),
    to: to === '00:00' ? dates.startOfDay(addDays(day, 1)) : dates.at(day, to),
  };
  return span.from < span.to ? span : null;
}
