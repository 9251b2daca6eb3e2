import { errorCodes, type ErrorCode, type Problem } from '../contract/errors.ts';

type Details = Partial<
  Pick<Problem, 'retry_after' | 'attempts_left' | 'errors' | 'limits' | 'values' | 'reservations' | 'days'>
>;

/** An error of the catalogue, thrown from anywhere below a route. The error mapper sends it. */
export class ApiProblem extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}, options?: ErrorOptions) {
    super(code, options);
    this.name = 'ApiProblem';
    this.code = code;
    this.status = errorCodes[code];
    this.details = details;
  }
}
