/** An instant (ISO 8601) as `HH:mm` on the clock of whoever looks at it. */
export function ownTime(iso: string): string {
  const at = new Date(iso);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
