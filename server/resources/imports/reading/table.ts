import { type ImportEncoding, importLimits } from '../../../../contract/importKinds.ts';
import { ApiProblem } from '../../../problem.ts';

/** A row of a file, with its line in the file. */
export type TableRow = { number: number; cells: string[] };

/** The rows of a file, the headings first. */
export type Table = {
  encoding: ImportEncoding | null;
  delimiter: string | null;
  sheet: string | null;
  sheets: string[];
  rows: TableRow[];
};

/** @throws ApiProblem import_too_many_rows, import_unreadable */
export function assertWithinLimits(rows: readonly TableRow[]): void {
  const { rows: most, columns, cell } = importLimits;
  // The headings are no row.
  if (rows.length > most + 1) throw new ApiProblem('import_too_many_rows', { values: { max: String(most) } });
  const { cells = [] } = rows.at(-1) ?? {};
  if (cells.length > columns || cells.some(({ length }) => length > cell)) throw new ApiProblem('import_unreadable');
}
