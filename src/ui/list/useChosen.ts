import { useState } from 'react';
import type { Selection } from './DataTable.tsx';

/** The selected records by id, as they were when they were selected. */
export type Chosen<Row> = ReadonlyMap<string, Row>;

/** The selection of a list, across its pages. */
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
