/** A record with a position on its level, and its children. */
export type Arranged<Item> = { id: string; name: string; below?: readonly Item[] };

/** The moves to another position. */
export const places = ['up', 'down', 'first', 'last'] as const;
type Place = (typeof places)[number];

/** The level of a record, and its parent; undefined if there is no such record. */
export function levelOf<Item extends Arranged<Item>>(
  items: readonly Item[],
  id: string,
  parent: string | null = null,
): { parent: string | null; items: readonly Item[] } | undefined {
  if (items.some((item) => item.id === id)) return { parent, items };
  for (const item of items) {
    const level = levelOf(item.below ?? [], id, item.id);
    if (level) return level;
  }
  return undefined;
}

/** The ids of a level after one has moved before or after another. */
export function movedTo(
  level: readonly { id: string }[],
  moved: string,
  target: string,
  position: 'before' | 'after',
): string[] {
  const ids = level.map(({ id }) => id).filter((id) => id !== moved);
  const at = ids.indexOf(target);
  return at < 0 ? level.map(({ id }) => id) : ids.toSpliced(at + (position === 'after' ? 1 : 0), 0, moved);
}

/** The ids of a level after the one at `at` has moved; null if it is there already. */
export function stepped(level: readonly { id: string }[], at: number, place: Place): string[] | null {
  const last = level.length - 1;
  const to = { up: at - 1, down: at + 1, first: 0, last }[place];
  const moved = level[at]?.id;
  if (moved === undefined || to === at || to < 0 || to > last) return null;
  return level
    .map(({ id }) => id)
    .toSpliced(at, 1)
    .toSpliced(to, 0, moved);
}
