import { stringify } from 'csv-stringify/sync';
import { shown } from './cells.ts';
import { slicesOf, type Writer } from './document.ts';

/** What stands in two lines is quoted whichever way they end. */
const newLine = /[\r\n]/;

/** With the mark that tells Excel the encoding; a text that a spreadsheet would calculate gets an apostrophe in front. */
function lines(rows: string[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: 'windows', quoted_match: newLine });
}

/** The table, then an empty line and the totals. Names of columns come first, so that programs find them. */
export const writeCsv: Writer = async function* writeCsv(document) {
  const { columns, totals } = document;
  yield `\uFEFF${lines([columns.map(({ label }) => label)])}`;
  for await (const rows of slicesOf(document))
    yield lines(rows.map((cells) => columns.map(({ kind }, index) => shown(kind, cells[index] ?? null))));
  yield `\r\n${lines(totals.map(({ label, kind, value }) => [label, shown(kind, value)]))}`;
};
