import { fitAnswer, type Reader, UnfitAnswer } from './answers.ts';
import { ApiError } from './problem.ts';

export { readForeignProblem } from './foreignProblem.ts';

/**
 * Fits the answer of a call into the contract. Throws `ApiError` if the answer is not JSON data, or if a required field is
 * missing; the latter is logged to the console for developers.
 */
export function readAnswer<Answer>(data: unknown, call: { method: string; path: string }, reader: Reader): Answer {
  try {
    return fitAnswer(data, call, reader) as Answer;
  } catch (error) {
    if (!(error instanceof UnfitAnswer)) throw error;
    console.error(error.message);
    throw new ApiError(typeof data === 'string' ? 'backend_unreachable' : 'something_went_wrong', { cause: error });
  }
}
