import type { WorkingTime } from '../../tenants/inheritance.ts';

type Span = { starts: Date; ends: Date };
type WorkedShift = Span & {
  id: string;
  interpreter_id: string;
  day: string;
  state: string;
  allow_reservations: boolean;
};

const hour = 3_600_000;
const overlap = (a: Span, b: Span) => a.starts < b.ends && b.starts < a.ends;
const hoursOf = (shifts: readonly Span[]) =>
  shifts.reduce((sum, { starts, ends }) => sum + (ends.getTime() - starts.getTime()) / hour, 0);

/** The items by key. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** The pairs of spans of one person that overlap. */
export function inTwoPlaces<Item extends Span>(spans: readonly Item[], personOf: (span: Item) => string): Item[][] {
  return [...grouped(spans, personOf).values()].flatMap((theirs) =>
    theirs.flatMap((span, index) =>
      theirs.slice(index + 1).flatMap((other) => (overlap(span, other) ? [[span, other]] : [])),
    ),
  );
}

/** Whether reservable shifts of a person, one after the other, hold a time without a gap. */
export function isOnShift(shifts: readonly WorkedShift[], interpreter: string, { starts, ends }: Span): boolean {
  const theirs = shifts
    .filter((shift) => shift.interpreter_id === interpreter && shift.state === 'enabled' && shift.allow_reservations)
    .toSorted((a, b) => a.starts.getTime() - b.starts.getTime());
  let coveredTo = starts;
  for (const shift of theirs) if (shift.starts <= coveredTo && shift.ends > coveredTo) coveredTo = shift.ends;
  return coveredTo >= ends;
}

const mondayOf = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
};

/** The days, weeks and nights in which people work more than the limits allow. */
export function overworked(shifts: readonly WorkedShift[], { hoursPerDay, hoursPerWeek, rest }: WorkingTime): string[] {
  const worked = shifts.filter(({ state }) => state !== 'disabled');
  const above = (keyOf: (shift: WorkedShift) => string, limit: number) =>
    [...grouped(worked, keyOf)].flatMap(([key, group]) =>
      hoursOf(group) > limit ? [`${key}: ${hoursOf(group)} h`] : [],
    );
  const tooShort = [...grouped(worked, ({ interpreter_id }) => interpreter_id)].flatMap(([person, theirs]) => {
    const ordered = theirs.toSorted((a, b) => a.starts.getTime() - b.starts.getTime());
    return ordered.flatMap((first, index) => {
      let [before, pause] = [first, 0];
      for (const shift of ordered.slice(index + 1)) {
        pause = Math.max(pause, (shift.starts.getTime() - before.ends.getTime()) / hour);
        const isOneDayOfWork = shift.ends.getTime() - first.starts.getTime() <= (24 - rest.limit) * hour;
        if (!isOneDayOfWork) return pause < rest.limit ? [`${person} ${shift.day}: ${pause} h of rest`] : [];
        before = shift;
      }
      return [];
    });
  });
  return [
    ...above(({ interpreter_id, day }) => `${interpreter_id} ${day}`, hoursPerDay.limit),
    ...above(({ interpreter_id, day }) => `${interpreter_id} week of ${mondayOf(day)}`, hoursPerWeek.limit),
    ...tooShort,
  ];
}
