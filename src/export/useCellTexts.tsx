import { Fragment, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DataColumn } from '#ui/list/DataTable.tsx';
import { textOf } from './textOf.ts';

/** Rows to convert, and the resolver of the promise. */
type Conversion<Row> = { rows: Row[]; columns: readonly DataColumn<Row>[]; done: (texts: string[][]) => void };

/**
 * Converts rows to the texts that the list's cells show, in the reader's language: the list's own columns render them in a
 * detached element. `portal` must be rendered; `toTexts` returns the texts of each row.
 */
export function useCellTexts<Row>(): {
  portal: ReactNode;
  toTexts: (rows: Row[], columns: readonly DataColumn<Row>[]) => Promise<string[][]>;
} {
  const [conversion, setConversion] = useState<Conversion<Row> | null>(null);
  const [container] = useState(() => document.createElement('div'));
  const handled = useRef<Conversion<Row> | null>(null);
  useLayoutEffect(() => {
    if (!conversion || handled.current === conversion) return;
    handled.current = conversion;
    const cells = [...container.children].map(textOf);
    const { length } = conversion.columns;
    conversion.done(conversion.rows.map((_, at) => cells.slice(at * length, (at + 1) * length)));
  }, [conversion, container]);
  const toTexts = useCallback(
    (rows: Row[], columns: readonly DataColumn<Row>[]) =>
      new Promise<string[][]>((done) => setConversion({ rows, columns, done })),
    [],
  );
  const portal = createPortal(
    conversion?.rows.map((row, at) => (
      // Index keys are safe: every conversion replaces all cells.
      <Fragment key={at}>
        {conversion.columns.map(({ key, cell, text }) => (
          <div key={key}>{(text ?? cell)(row)}</div>
        ))}
      </Fragment>
    )),
    container,
  );
  return { portal, toTexts };
}
