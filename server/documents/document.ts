import { setImmediate } from 'node:timers/promises';
import type { Cell, ColumnKind } from '../../contract/figures.ts';
import type { Language } from '../../contract/languages.ts';
import type { Deployment } from '../deployment.ts';

/** A column of a table. */
export type Column = { key: string; label: string; kind: ColumnKind };

/** Something that is said of a table as a whole. */
export type Fact = { label: string; value: string };

/** A table with what is said of it; its rows are read as they are wanted, once. */
export type Table = {
  name: 'statistics' | 'report';
  title: string;
  language: Language;
  facts: Fact[];
  totals: (Column & { value: Cell })[];
  columns: Column[];
  batches: AsyncIterable<Cell[][]> | Iterable<Cell[][]>;
};

/** A table as a document of a deployment. */
export type Document = Table & {
  brand: Pick<Deployment, 'brand' | 'colours' | 'logo'>;
  /** When it was made. */
  created: Date;
  /** The heading of the totals, and the number of a page. */
  words: { totals: string; page: (page: number) => string };
};

/** Writes a document, a part at a time; the next part is made when the one before has been taken. */
export type Writer = (document: Document) => AsyncGenerator<string | Uint8Array>;

/**
 * The rows of a table in slices; after each, the process looks after its other calls.
 * @param size how many rows are written in one go: a few milliseconds' work
 */
export async function* slicesOf({ batches }: Pick<Table, 'batches'>, size = 50): AsyncGenerator<Cell[][]> {
  for await (const batch of batches)
    for (let start = 0; start < batch.length; start += size) {
      yield batch.slice(start, start + size);
      await setImmediate();
    }
}

/** How wide a column is beside the others. */
export function weightOf({ key, kind }: Column): number {
  if (key === 'note') return 20;
  return { text: 11, day: 9, time: 6, count: 9, decimal: 9, percent: 9, seconds: 9 }[kind];
}
