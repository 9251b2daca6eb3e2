/** The visible items: the index of the first, and the index after the last. */
export type Window = { first: number; last: number };

/** The offset of each item, followed by the end of the last. */
export function topsOf(heights: readonly number[]): number[] {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

/** The index of the item at an offset: the last one that starts at or before it. */
export function partAt(tops: readonly number[], offset: number): number {
  let [low, high] = [0, Math.max(tops.length - 2, 0)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The items between two offsets. */
export function windowOf(tops: readonly number[], from: number, to: number): Window {
  const count = tops.length - 1;
  return { first: partAt(tops, from), last: Math.min(partAt(tops, to) + 1, count) };
}
