const minute = 60_000;

/** The shortest and the longest time to accept an offer, in milliseconds. */
const waits = { shortest: 15 * minute, longest: 24 * 60 * minute } as const;

/**
 * The suggested deadline of an offer, to the minute: a quarter of the time left until the reservation starts, at least
 * 15 minutes and at most 24 hours. If less than 15 minutes are left, half of them.
 */
export function suggestedDeadline(now: Date, starts: Date): Date {
  const left = starts.getTime() - now.getTime();
  const wait =
    left > waits.shortest ? Math.min(Math.max(left / 4, waits.shortest), waits.longest) : Math.max(left, 0) / 2;
  const end = now.getTime() + wait;
  const whole = Math.floor(end / minute) * minute;
  return new Date(whole > now.getTime() ? whole : end);
}
