import { addDays, type Day, dayAt, endAt, instantAt, type WallTime, weekday } from './wallTime.ts';

/** When people of the organisation are at work; null: around the clock. `days` are from Monday, 1, to Sunday, 7. */
export type OfficeHours = { days: readonly number[]; from: WallTime; until: WallTime } | null;

/** The zone and the office hours of a deployment. */
type Office = { zone: string; officeHours: OfficeHours };

const hour = 60 * 60_000;
/** When a day begins without office hours, and on days on which nobody is at work. */
const usualBegin = '08:00';

/** The instant at which people have been at work for so many hours since another one. */
export function afterHours(since: Date, hours: number, { zone, officeHours }: Office): Date {
  let left = hours * hour;
  if (!officeHours) return new Date(since.getTime() + left);
  for (let day = dayAt(since, zone); ; day = addDays(day, 1)) {
    if (!officeHours.days.includes(weekday(day))) continue;
    const from = Math.max(since.getTime(), instantAt(day, officeHours.from, zone).getTime());
    const open = endAt(day, { time_from: officeHours.from, time_to: officeHours.until }, zone).getTime() - from;
    if (open >= left) return new Date(from + left);
    left -= Math.max(0, open);
  }
}

/** When the work of a day begins. */
export function beginOfWork(day: Day, { zone, officeHours }: Office): Date {
  return instantAt(day, officeHours?.days.includes(weekday(day)) ? officeHours.from : usualBegin, zone);
}
