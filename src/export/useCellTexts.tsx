import { Fragment, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DataColumn } from '#ui/list/DataTable.tsx';
import { textOf } from './textOf.ts';

/** Rows to be said, and who waits for them. */
type Turn<Row> = { rows: Row[]; columns: readonly DataColumn<Row>[]; done: (texts: string[][]) => void };

/**
 * Says what the cells of rows show, in the reader's language: they are drawn by the list's own columns, beside the page.
 * `place` has to be drawn for that; `say` answers the texts of each row.
 */
export function useCellTexts<Row>(): {
  place: ReactNode;
  say: (rows: Row[], columns: readonly DataColumn<Row>[]) => Promise<string[][]>;
} {
  const [turn, setTurn] = useState<Turn<Row> | null>(null);
  const [aside] = useState(() => document.createElement('div'));
  const told = useRef<Turn<Row> | null>(null);
  useLayoutEffect(() => {
    if (!turn || told.current === turn) return;
    told.current = turn;
    const cells = [...aside.children].map(textOf);
    const { length } = turn.columns;
    turn.done(turn.rows.map((_, at) => cells.slice(at * length, (at + 1) * length)));
  }, [turn, aside]);
  const say = useCallback(
    (rows: Row[], columns: readonly DataColumn<Row>[]) =>
      new Promise<string[][]>((done) => setTurn({ rows, columns, done })),
    [],
  );
  const place = createPortal(
    turn?.rows.map((row, at) => (
      // Each turn draws anew: what was in a cell before is nothing to the next one.
      <Fragment key={at}>
        {turn.columns.map(({ key, cell, text }) => (
          <div key={key}>{(text ?? cell)(row)}</div>
        ))}
      </Fragment>
    )),
    aside,
  );
  return { place, say };
}
