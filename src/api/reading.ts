import { fitAnswer, type Reader, UnfitAnswer } from './answers.ts';
import { ApiError } from './problem.ts';

export { readForeignProblem } from './foreignProblem.ts';

/**
 * The answer of a call as the contract has it. Throws `ApiError`: what is no data was not written by the backend, and what
 * lacks something that must be there goes to the console for whoever runs it.
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
