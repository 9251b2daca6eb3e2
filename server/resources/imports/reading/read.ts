import type { ImportEncoding } from '../../../../contract/importKinds.ts';
import type { Language } from '../../../../contract/languages.ts';
import { plainText } from '../../../../contract/plainText.ts';
import { ApiProblem } from '../../../problem.ts';
import { readCsv } from './csv.ts';
import type { Table } from './table.ts';
import { readXlsx } from './xlsx.ts';

/** How a file is read, if that is not to be detected, and the languages of the deployment, the likely ones of the file. */
export type ReadingWishes = {
  encoding?: ImportEncoding | undefined;
  sheet?: string | undefined;
  languages?: readonly Language[];
};

/** A file below its headings. */
export type Contents = Omit<Table, 'rows'> & {
  headers: string[];
  /** The number of its rows. */
  rows: number;
  /** Its first rows. */
  sample: string[][];
  /** Its rows as JSON, each a list of `TableRow`: many short texts take several times the memory. */
  slices: string[];
};

/** How many rows the page shows. */
export const sampleRows = 5;

/** How many rows one statement writes. */
const rowsPerSlice = 1000;

/** The beginning of a ZIP archive, which XLSX is. */
const zip = Buffer.from('PK\u0003\u0004', 'latin1');

/**
 * A cell without null characters, which PostgreSQL cannot store, and without the apostrophe that keeps our files from being formulas. Line
 * breaks have one form.
 */
function plainCell(cell: string): string {
  const text = cell
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
  return plainText(text);
}

/**
 * Reads a CSV or XLSX file. Its first row has the headings; rows without a value are left out.
 * @throws ApiProblem import_unreadable, import_empty, import_too_large_inside, import_too_many_rows
 */
export async function parseFile(bytes: Buffer, { sheet, ...wishes }: ReadingWishes): Promise<Contents> {
  const isXlsx = bytes.subarray(0, zip.length).equals(zip);
  const { rows: all, ...table } = isXlsx ? await readXlsx(bytes, sheet) : await readCsv(bytes, wishes);
  const filled = all
    .map(({ number, cells }) => ({ number, cells: cells.map(plainCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [head, ...rows] = filled;
  if (!head || rows.length === 0) throw new ApiProblem('import_empty');
  const slices: string[] = [];
  for (let start = 0; start < rows.length; start += rowsPerSlice)
    slices.push(JSON.stringify(rows.slice(start, start + rowsPerSlice)));
  const sample = rows.slice(0, sampleRows).map(({ cells }) => cells);
  return { ...table, headers: head.cells, rows: rows.length, sample, slices };
}
