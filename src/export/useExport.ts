import { useRef, useState } from 'react';
import { csvSeparator } from '../../contract/csv.ts';
import type { Page } from '#api/collection.ts';
import { reportExport } from '#api/securityEvents.ts';
import { csvLines, csvMark } from '#lib/csv.ts';
import { saveFile } from '#lib/saveFile.ts';
import type { DataColumn } from '#ui/list/DataTable.tsx';
import { readAll } from './readAll.ts';
import { useCellTexts } from './useCellTexts.tsx';

/** The progress of an export: records written of all; or its error. */
export type ExportState = { done: number; count: number; error?: unknown };

type ExportOf<Item> = {
  /** The name of the file, without extension. */
  name: string;
  /** The reader's locale (BCP 47). */
  locale: string;
  columns: readonly DataColumn<Item>[];
  /** The path of the list, for the security log. */
  path: string;
  read: (page: number, size: number, signal: AbortSignal) => Promise<Page<Item>>;
};

/** Writes all records of a list to a CSV file. `state` is null while no export runs; `portal` must be rendered. */
export function useExport<Item extends { id: string | number }>({ name, locale, columns, path, read }: ExportOf<Item>) {
  const { portal, toTexts } = useCellTexts<Item>();
  const [state, setState] = useState<ExportState | null>(null);
  const running = useRef<AbortController | null>(null);

  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setState(null);
  };
  /** Returns the number of records written; null if it was cancelled or failed. */
  const start = async (): Promise<number | null> => {
    if (running.current) return null;
    const run = new AbortController();
    running.current = run;
    const isOver = () => run.signal.aborted;
    setState({ done: 0, count: 0 });
    const separator = csvSeparator(locale);
    const parts = [csvMark, csvLines([columns.map(({ label }) => label)], separator)];
    let done = 0;
    try {
      for await (const { items, count } of readAll((page, size) => read(page, size, run.signal))) {
        if (isOver()) return null;
        if (items.length > 0) parts.push(csvLines(await toTexts(items, columns), separator));
        done += items.length;
        if (isOver()) return null;
        setState({ done, count });
      }
      await reportExport({ list: path, rows: done });
      if (isOver()) return null;
      saveFile(`${name}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }));
      cancel();
      return done;
    } catch (error) {
      if (!isOver()) setState({ done, count: 0, error });
      running.current = null;
      return null;
    }
  };
  return { state, start, cancel, portal };
}
