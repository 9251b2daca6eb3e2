/**
 * A time of day as people type it (`8`, `830`, `0800`, `8:30`, `8.30`, `08:30`) as `HH:mm`; null where it is none. As an
 * end, `24:00` is the midnight that closes the day, and so is `00:00` (Q21).
 */
export function parseTime(typed: string, { isEnd = false }: { isEnd?: boolean } = {}): string | null {
  const [, hour = '', minute = '00'] = /^\s*(\d{1,2})(?:\s*[:.]?\s*(\d{2}))?\s*$/.exec(typed) ?? [];
  if (hour === '') return null;
  const time = `${hour.padStart(2, '0')}:${minute}`;
  if (isEnd && time === '24:00') return '00:00';
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : null;
}
