const halfHour = 30 * 60_000;

/** An interval of time, end exclusive. */
type Range = { from: Date; to: Date };

/** A day cut into its half hours. */
export function halfHoursOf({ from, to }: Range): Range[] {
  const count = Math.ceil((to.getTime() - from.getTime()) / halfHour);
  return Array.from({ length: count }, (_, index) => {
    const begin = from.getTime() + index * halfHour;
    return { from: new Date(begin), to: new Date(Math.min(begin + halfHour, to.getTime())) };
  });
}

/** The number of distinct ids that overlap an interval. */
export function countOverlapping(
  { from, to }: Range,
  all: readonly { id: string; starts: Date; ends: Date }[],
): number {
  return new Set(all.filter(({ starts, ends }) => starts < to && ends > from).map(({ id }) => id)).size;
}
