import { useState } from 'react';
import type { Selection } from './DataTable.tsx';

/** Records by their ids, as they were when they were chosen. */
export type Chosen<Row> = ReadonlyMap<string, Row>;

/** What is chosen in a list, also on pages of it that are not in sight. */
export function useChosen<Row extends { id: string | number }>() {
  const [chosen, setChosen] = useState<Chosen<Row>>(new Map());
  const selection: Pick<Selection<Row>, 'has' | 'toggle'> = {
    has: ({ id }) => chosen.has(String(id)),
    toggle: (rows, isSelected) => {
      const next = new Map(chosen);
      for (const row of rows) {
        if (isSelected) next.set(String(row.id), row);
        else next.delete(String(row.id));
      }
      setChosen(next);
    },
  };
  return { chosen, setChosen, selection };
}
