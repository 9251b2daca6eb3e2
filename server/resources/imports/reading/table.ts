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

/**
 * Returns a function that takes the rows of a file one by one and refuses the first one that is too much. A text that many cells share
 * counts once per cell.
 * @throws ApiProblem import_too_many_rows, import_unreadable, import_too_large_inside
 */
export function rowLimits(): (row: TableRow) => void {
  const { rows: mostRows, columns, cell, text: mostText } = importLimits;
  let rows = 0;
  let text = 0;
  return ({ cells }) => {
    rows += 1;
    // The headings are no row.
    if (rows > mostRows + 1) throw new ApiProblem('import_too_many_rows', { values: { max: String(mostRows) } });
    if (cells.length > columns || cells.some(({ length }) => length > cell)) throw new ApiProblem('import_unreadable');
    for (const { length } of cells) text += length;
    if (text > mostText) throw new ApiProblem('import_too_large_inside');
  };
}
