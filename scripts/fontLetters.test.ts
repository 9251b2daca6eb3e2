import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { lettersFont, reduceFont } from './fontLetters.ts';

it('keeps the letters of the installed font (otherwise run node scripts/fontLetters.ts)', async () => {
  expect(readFileSync(lettersFont).equals(await reduceFont())).toBe(true);
});
