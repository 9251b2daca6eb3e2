import { ApiProblem } from '../problem.ts';

/** Returns the row, which must exist. @throws ApiProblem not_found */
export function orNotFound<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new ApiProblem('not_found');
  return row;
}
