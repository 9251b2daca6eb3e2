import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { plainLetters } from '../plainLetters.ts';
import { ApiProblem } from '../problem.ts';

/** Whose password it is; what stands in these words is guessed first. */
export type PasswordOwner = { email: string; first_name: string; last_name: string };

/** The estimate takes longer than linear time; a password that long is hard to guess by its length, or repeats itself early. */
const looksAt = 40;

/**
 * Guesses that a password has to withstand, as a power of ten: zxcvbn's "somewhat guessable" and below is refused. The door
 * allows some 26,000 guesses a day (decision 238), so 10^8 last for ten years.
 */
const leastGuesses = 8;

let estimator: ZxcvbnFactory | null = null;

/** A text, its words, and both in plain letters: `Anna Tamm` is `anna tamm`, `annatamm`, `anna`, `tamm`. */
function partsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{Letter}\p{Number}]+/u);
  const written = [text.toLowerCase(), words.join(''), ...words];
  return [...written, ...written.map(plainLetters)].filter((word) => word.length >= 3);
}

/**
 * Refuses a new password that is easy to guess: one of the 49,000 most common and breached ones, a row of keys, a repetition,
 * or little more than the person's own name, address, or the brand's name. Works without a network.
 * @throws ApiProblem invalid with password_common
 */
export function assertUncommon(password: string, { email, first_name, last_name }: PasswordOwner, brand: string): void {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const own = [email, first_name, last_name, `${first_name} ${last_name}`, `${last_name} ${first_name}`, brand];
  const { guessesLog10 } = estimator.check(password.normalize('NFKC').slice(0, looksAt), own.flatMap(partsOf));
  if (guessesLog10 < leastGuesses) throw new ApiProblem('invalid', { errors: { password: ['password_common'] } });
}
