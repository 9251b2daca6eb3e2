import type { ImportEncoding } from '../../../../contract/importKinds.ts';
import { plainText } from '../../../../contract/plainText.ts';
import { ApiProblem } from '../../../problem.ts';
import { readCsv } from './csv.ts';
import type { Table, TableRow } from './table.ts';
import { readXlsx } from './xlsx.ts';

/** The rows of a file below its headings. */
export type Contents = Omit<Table, 'rows'> & { headers: string[]; rows: TableRow[] };

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
export async function readContents(
  bytes: Buffer,
  { encoding, sheet }: { encoding?: ImportEncoding | undefined; sheet?: string | undefined },
): Promise<Contents> {
  const isXlsx = bytes.subarray(0, zip.length).equals(zip);
  const { rows: all, ...table } = isXlsx ? await readXlsx(bytes, sheet) : await readCsv(bytes, encoding);
  const filled = all
    .map(({ number, cells }) => ({ number, cells: cells.map(plainCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [head, ...rows] = filled;
  if (!head || rows.length === 0) throw new ApiProblem('import_empty');
  return { ...table, headers: head.cells, rows };
}
