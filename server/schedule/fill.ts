/** Somebody who could take a booking, and their way to it in minutes. */
export type Choice = { interpreter: string; way: number };

/** A booking that lacks somebody, and who could take it by itself, the best first. One that lacks two people is listed twice. */
export type Opening = { starts: Date; ends: Date; place: string | null; choices: readonly Choice[] };

const minute = 60_000;

const lengthOf = (opening: Opening | undefined) =>
  opening ? (opening.ends.getTime() - opening.starts.getTime()) / minute : 0;

type BestFor = (at: number, free: readonly Choice[], minutesOf: (interpreter: string) => number) => Choice | undefined;

/** Whether nobody can take both: they overlap, or are at two places with too little time for the longer of the two ways. */
export function clash(a: Opening, b: Opening, longestWay: number): boolean {
  const gap = Math.max(a.starts.getTime() - b.ends.getTime(), b.starts.getTime() - a.ends.getTime());
  if (gap < 0) return true;
  return a.place !== null && b.place !== null && a.place !== b.place && gap < longestWay * minute;
}

/**
 * Chooses somebody for each opening, or null, so that nobody is in two places: first the opening with the fewest people left,
 * with the best of them; then, for those left without anybody, others make way who can be replaced themselves.
 * @param kept who is chosen already, by opening; they stay
 * @param bestFor the best of those who are free for an opening, given the minutes that each has been chosen for
 */
export function fill(
  openings: readonly Opening[],
  kept: readonly (Choice | null)[] = [],
  bestFor: BestFor = (_at, [first]) => first,
): (Choice | null)[] {
  const chosen = openings.map<Choice | null>(() => null);
  const work = new Map<string, Set<number>>();
  const put = (at: number, choice: Choice | null) => {
    const before = chosen[at];
    if (before) work.get(before.interpreter)?.delete(at);
    chosen[at] = choice;
    if (choice) work.set(choice.interpreter, (work.get(choice.interpreter) ?? new Set()).add(at));
  };
  const minutesOf = (interpreter: string) =>
    [...(work.get(interpreter) ?? [])].reduce((sum, at) => sum + lengthOf(openings[at]), 0);
  /** The openings of a person that keep them from another one. */
  const inTheWay = (opening: Opening, { interpreter, way }: Choice) =>
    [...(work.get(interpreter) ?? [])].filter((at) => {
      const other = openings[at];
      return other && clash(opening, other, Math.max(way, chosen[at]?.way ?? 0));
    });
  kept.forEach((choice, at) => put(at, choice));
  const freeFor = (opening: Opening) => opening.choices.filter((choice) => inTheWay(opening, choice).length === 0);

  /** Fills an opening, if need be with somebody for whom others can be filled anew; `tried` are not asked again. */
  const exchange = (at: number, tried: Set<number>): boolean => {
    tried.add(at);
    const opening = openings[at];
    const [free] = opening ? freeFor(opening) : [];
    if (free) put(at, free);
    if (!opening || free) return free !== undefined;
    return opening.choices.some((choice) => {
      const others = inTheWay(opening, choice);
      if (others.some((other) => tried.has(other) || kept[other])) return false;
      const before = [...chosen];
      for (const other of others) put(other, null);
      put(at, choice);
      if (others.every((other) => exchange(other, tried))) return true;
      before.forEach((former, index) => put(index, former));
      return false;
    });
  };

  let open = openings.flatMap((opening, at) => (kept[at] ? [] : { opening, at, free: freeFor(opening) }));
  while (open.length > 0) {
    const scarcest = open.reduce((least, opening) => (opening.free.length < least.free.length ? opening : least));
    const taken = bestFor(scarcest.at, scarcest.free, minutesOf);
    put(scarcest.at, taken ?? null);
    const isFree = (opening: Opening, choice: Choice) =>
      choice.interpreter !== taken?.interpreter || inTheWay(opening, choice).length === 0;
    open = open.flatMap(({ opening, at, free }) =>
      at === scarcest.at ? [] : { opening, at, free: free.filter((choice) => isFree(opening, choice)) },
    );
  }
  const fillsOneMore = () => chosen.some((choice, at) => choice === null && exchange(at, new Set()));
  while (fillsOneMore());
  return chosen;
}
