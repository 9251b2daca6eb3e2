/**
 * Parses a typed time of day (`8`, `830`, `0800`, `8:30`, `8.30`, `08:30`) to `HH:mm`; null if it is invalid. As an end,
 * `24:00` and `00:00` both mean the midnight at the end of the day (Q21).
 */
export function parseTime(typed: string, { isEnd = false }: { isEnd?: boolean } = {}): string | null {
  const [, hour = '', minute = '00'] = /^\s*(\d{1,2})(?:\s*[:.]?\s*(\d{2}))?\s*$/.exec(typed) ?? [];
  if (hour === '') return null;
  const time = `${hour.padStart(2, '0')}:${minute}`;
  if (isEnd && time === '24:00') return '00:00';
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : null;
}
