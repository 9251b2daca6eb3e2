import { Fragment, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DataColumn } from '#ui/list/DataTable.tsx';
import { textOf } from './textOf.ts';

/** Rows to convert, and the resolver of the promise. */
type Turn<Row> = { rows: Row[]; columns: readonly DataColumn<Row>[]; done: (texts: string[][]) => void };

/**
 * Converts rows to the texts that the list's cells show, in the reader's language: the list's own columns render them in a
 * detached element. `place` must be rendered; `say` returns the texts of each row.
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
      // Index keys are safe: every turn replaces all cells.
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
