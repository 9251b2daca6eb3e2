import { useState } from 'react';
import type { Selection } from './DataTable.tsx';

/** Records by their ids, with the names that people know them by. */
export type Chosen = ReadonlyMap<string, string>;

/** What is chosen in a list, also on pages of it that are not in sight. */
export function useChosen<Row extends { id: string | number }>(nameOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const selection: Pick<Selection<Row>, 'has' | 'toggle'> = {
    has: ({ id }) => chosen.has(String(id)),
    toggle: (rows, isSelected) => {
      const next = new Map(chosen);
      for (const row of rows) {
        if (isSelected) next.set(String(row.id), nameOf(row));
        else next.delete(String(row.id));
      }
      setChosen(next);
    },
  };
  return { chosen, setChosen, selection };
}
