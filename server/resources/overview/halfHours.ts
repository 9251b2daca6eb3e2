const halfHour = 30 * 60_000;

/** A stretch of time, half-open. */
type Range = { from: Date; to: Date };

/** A day cut into half hours from its beginning; as many as it has. */
export function halfHoursOf({ from, to }: Range): Range[] {
  const count = Math.ceil((to.getTime() - from.getTime()) / halfHour);
  return Array.from({ length: count }, (_, index) => {
    const begin = from.getTime() + index * halfHour;
    return { from: new Date(begin), to: new Date(Math.min(begin + halfHour, to.getTime())) };
  });
}

/** How many different ones, by id, are on at some time of a range. */
export function touching({ from, to }: Range, all: readonly { id: string; starts: Date; ends: Date }[]): number {
  return new Set(all.filter(({ starts, ends }) => starts < to && ends > from).map(({ id }) => id)).size;
}
