/**
 * Writes `src/ui/fonts/inter-european-letters.woff2`: the installed Inter, reduced to the letters of European languages beyond
 * Latin-1. Needed when the font's package changes; a test says so.
 *
 * Usage: node scripts/fontLetters.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const repository = join(import.meta.dirname, '..');

/** U+0100 to U+017F, and Ș ș Ț ț. */
const letters = [...Array.from({ length: 0x80 }, (_, index) => 0x100 + index), 0x218, 0x219, 0x21a, 0x21b];

/** The file with these letters. */
export const lettersFont = join(repository, 'src/ui/fonts/inter-european-letters.woff2');

/** These letters of the installed font, with its variable weight. Equal inputs give equal bytes. */
export const reduceFont = async (): Promise<Buffer> =>
  subsetFont(
    readFileSync(join(repository, 'node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2')),
    String.fromCodePoint(...letters),
    { targetFormat: 'woff2' },
  );

if (import.meta.main) writeFileSync(lettersFont, await reduceFont());
