import { ApiProblem } from '../problem.ts';

/** A record that must be there. @throws ApiProblem not_found */
export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new ApiProblem('not_found');
  return row;
}
