/** The visible parts: the index of the first, and the one after the last. */
export type Window = { first: number; last: number };

/** The offset of each part, followed by the end of the last. */
export function topsOf(heights: readonly number[]): number[] {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

/** The part at an offset: the last one that begins at or before it. */
export function partAt(tops: readonly number[], offset: number): number {
  let [low, high] = [0, Math.max(tops.length - 2, 0)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The parts between two offsets. */
export function windowOf(tops: readonly number[], from: number, to: number): Window {
  const count = tops.length - 1;
  return { first: partAt(tops, from), last: Math.min(partAt(tops, to) + 1, count) };
}
