import type { Digest } from '../../contract/notificationKinds.ts';
import { addDays, dayAt, instantAt, type WallTime } from '../schedule/wallTime.ts';

/** When a person is not to be disturbed, by the clock of their zone. `to` before `from` is on the next day. */
export type QuietHours = { from: WallTime; to: WallTime; zone: string };

const hour = 60 * 60_000;

/** When the daily e-mail is sent. */
const morning: WallTime = '07:00';

/** The end of the quiet hours that an instant is in; null if it is in none. */
export function quietUntil(now: Date, { from, to, zone }: QuietHours): Date | null {
  const today = dayAt(now, zone);
  for (const day of [addDays(today, -1), today]) {
    const begin = instantAt(day, from, zone);
    const end = instantAt(to > from ? day : addDays(day, 1), to, zone);
    if (begin <= now && now < end) return end;
  }
  return null;
}

/** When the next e-mail of a digest is sent. */
export function nextDigest(now: Date, digest: Digest, zone: string): Date {
  if (digest === 'at_once') return now;
  if (digest === 'hourly') return new Date((Math.floor(now.getTime() / hour) + 1) * hour);
  const today = dayAt(now, zone);
  const due = instantAt(today, morning, zone);
  return due > now ? due : instantAt(addDays(today, 1), morning, zone);
}
