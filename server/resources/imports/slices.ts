import { setImmediate as nextTurn } from 'node:timers/promises';

/** How many rows one statement reads or writes. */
const rowsPerStatement = 1000;

/** How many rows are looked at before other calls are answered. */
const rowsPerTurn = 100;

/** Runs an act on the items in slices, one after the other. */
export async function inSlices<Item>(
  items: readonly Item[],
  act: (slice: Item[]) => Promise<void>,
  size = rowsPerStatement,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) await act(items.slice(start, start + size));
}

/** Runs an act on each item, and lets other calls be answered meanwhile. */
export function takingTurns<Item>(items: readonly Item[], act: (item: Item) => void): Promise<void> {
  return inSlices(
    items,
    async (slice) => {
      slice.forEach(act);
      await nextTurn();
    },
    rowsPerTurn,
  );
}
