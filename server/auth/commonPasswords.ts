import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { plainLetters } from '../../contract/plainLetters.ts';
import { ApiProblem } from '../problem.ts';

/** The owner of a password; attackers guess passwords from these words first. */
export type PasswordOwner = { email: string; first_name: string; last_name: string };

/**
 * Only this many characters are estimated, as the time grows faster than linearly; longer passwords are hard to guess
 * by their length, or repeat themselves early.
 */
const estimatedLength = 40;

/**
 * Guesses that a password has to withstand, as a power of ten: zxcvbn's "somewhat guessable" and below are refused.
 * Sign-in allows about 26,000 guesses a day (decision 238), so 10^8 last for ten years.
 */
const minGuessesLog10 = 8;

/** Minimum number of letters and digits besides the words of the password's owner. */
const minOtherCharacters = 6;

let estimator: ZxcvbnFactory | null = null;

/** A text, its words, and both in plain letters: `Anna Tamm` is `anna tamm`, `annatamm`, `anna`, `tamm`. */
function partsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{Letter}\p{Number}]+/u);
  const written = [text.toLowerCase(), words.join(''), ...words];
  return [...written, ...written.map(plainLetters)].filter((word) => word.length >= 3);
}

/** Whether little remains of a password without its owner's words. */
function consistsOfOwnWords(password: string, ownWords: readonly string[]): boolean {
  const plain = plainLetters(password);
  const words = ownWords.map(plainLetters).filter((word) => word.length >= 3);
  const rest = words.toSorted((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, ''), plain);
  return rest !== plain && rest.replaceAll('-', '').length < minOtherCharacters;
}

/**
 * Refuses a new password that is easy to guess: one of the 49,000 most common and breached ones, a row of keys, a
 * repetition, or little more than the owner's name, e-mail address or the brand. Works offline.
 * @throws ApiProblem invalid with password_common
 */
export function assertUncommon(password: string, { email, first_name, last_name }: PasswordOwner, brand: string): void {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const facts = [email, first_name, last_name, `${first_name} ${last_name}`, `${last_name} ${first_name}`, brand];
  const words = facts.flatMap(partsOf);
  const { guessesLog10 } = estimator.check(password.normalize('NFKC').slice(0, estimatedLength), words);
  if (guessesLog10 < minGuessesLog10 || consistsOfOwnWords(password, words))
    throw new ApiProblem('invalid', { errors: { password: ['password_common'] } });
}
