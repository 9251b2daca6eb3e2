import { setImmediate } from 'node:timers/promises';
import type { Cell, ColumnKind } from '../../contract/figures.ts';
import type { Language } from '../../contract/languages.ts';
import type { Deployment } from '../deployment.ts';

/** A column of a table. */
export type Column = { key: string; label: string; kind: ColumnKind };

/** A labelled property of a table, such as its range. */
export type Fact = { label: string; value: string };

/** A table and its properties; its rows are streamed, once. */
export type Table = {
  name: 'statistics' | 'report' | 'person';
  title: string;
  language: Language;
  /** The BCP 47 locale of its numbers. */
  locale: string;
  facts: Fact[];
  totals: (Column & { value: Cell })[];
  columns: Column[];
  /** The longest words of columns by key, so that layouts can keep them whole; columns with short cells may be missing. */
  longest: Record<string, readonly string[]>;
  batches: AsyncIterable<Cell[][]> | Iterable<Cell[][]>;
};

/** A table as a document of a deployment. */
export type Document = Table & {
  brand: Pick<Deployment, 'brand' | 'colours' | 'logo'>;
  /** The time of creation. */
  created: Date;
  /** Translated texts: the heading of the totals, and the page number. */
  words: { totals: string; page: (page: number) => string };
};

/** Writes a document in parts; each part is made when the consumer asks for it. */
export type Writer = (document: Document) => AsyncIterable<string | Uint8Array>;

/**
 * The rows of a table in slices, yielding to the event loop after each.
 * @param size rows per slice: a few milliseconds of work
 */
export async function* slicesOf({ batches }: Pick<Table, 'batches'>, size = 50): AsyncGenerator<Cell[][]> {
  for await (const batch of batches)
    for (let start = 0; start < batch.length; start += size) {
      yield batch.slice(start, start + size);
      await setImmediate();
    }
}
