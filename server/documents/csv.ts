import { stringify } from 'csv-stringify/sync';
import { csvSeparator } from '../../contract/csv.ts';
import { formatForSheets } from './cells.ts';
import { slicesOf, type Writer } from './document.ts';

/** Text with any kind of line break is quoted. */
const newLine = /[\r\n]/;

/**
 * The byte order mark tells Excel the encoding; an apostrophe prevents spreadsheets from evaluating a text as a
 * formula.
 */
function lines(rows: string[][], delimiter: string): string {
  return stringify(rows, { delimiter, escape_formulas: true, record_delimiter: 'windows', quoted_match: newLine });
}

/**
 * The table, then an empty line and the totals. The header row comes first, so that programs recognise it. Separator and
 * decimal mark are those of the locale, so that its spreadsheets open the file as columns.
 */
export const writeCsv: Writer = async function* writeCsv(document) {
  const { columns, totals, locale } = document;
  const separator = csvSeparator(locale);
  const format = formatForSheets(locale);
  const headings = columns.map(({ label }) => label);
  yield `\uFEFF${lines([headings], separator)}`;
  for await (const rows of slicesOf(document)) {
    const texts = rows.map((cells) => columns.map(({ kind }, index) => format(kind, cells[index] ?? null)));
    yield lines(texts, separator);
  }
  const sums = totals.map(({ label, kind, value }) => [label, format(kind, value)]);
  yield `\r\n${lines(sums, separator)}`;
};
