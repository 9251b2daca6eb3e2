import { stringify } from 'csv-stringify/sync';
import { cellText } from './cells.ts';
import { slicesOf, type Writer } from './document.ts';

/** Text with any kind of line break is quoted. */
const newLine = /[\r\n]/;

/**
 * The byte order mark tells Excel the encoding; an apostrophe prevents spreadsheets from evaluating a text as a
 * formula.
 */
function lines(rows: string[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: 'windows', quoted_match: newLine });
}

/** The table, then an empty line and the totals. The header row comes first, so that programs recognise it. */
export const writeCsv: Writer = async function* writeCsv(document) {
  const { columns, totals } = document;
  yield `\uFEFF${lines([columns.map(({ label }) => label)])}`;
  for await (const rows of slicesOf(document))
    yield lines(rows.map((cells) => columns.map(({ kind }, index) => cellText(kind, cells[index] ?? null))));
  yield `\r\n${lines(totals.map(({ label, kind, value }) => [label, cellText(kind, value)]))}`;
};
