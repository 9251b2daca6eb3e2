import { useState } from 'react';
import type { Selection } from './DataTable.tsx';

/** The selected records by id, as they were when a list has last shown them. */
export type Chosen<Row> = ReadonlyMap<string, Row>;

/** The selection of a list, across its pages. `shown` are the rows of the present page, which others may have changed; undefined while loading. */
export function useChosen<Row extends { id: string | number }>(shown: readonly Row[] | undefined) {
  const [chosen, setChosen] = useState<Chosen<Row>>(new Map());
  const [seen, setSeen] = useState(shown);
  if (shown !== seen) {
    setSeen(shown);
    const now = new Map(shown?.map((row) => [String(row.id), row]));
    setChosen(new Map([...chosen].map(([id, row]) => [id, now.get(id) ?? row])));
  }
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
