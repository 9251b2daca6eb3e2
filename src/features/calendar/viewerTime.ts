/** An instant (ISO 8601) as `HH:mm` in the viewer's time zone. */
export function viewerTime(iso: string): string {
  const at = new Date(iso);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
