import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PatternSearch } from './PatternSearch.ts';

describe('the search for many patterns', () => {
  it('finds the same as a search for each pattern', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'č', '#'), minLength: 0, maxLength: 200 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', 'č', '#'), minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(text, fc.uniqueArray(pattern, { minLength: 1, maxLength: 8 }), (content, patterns) => {
        const bytes = Buffer.from(content);
        const expected = patterns.flatMap((word, index) => {
          const places: string[] = [];
          for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1))
            places.push(`${index} at ${at}`);
          return places;
        });
        const found = new PatternSearch(patterns.map((word) => Buffer.from(word))).in(bytes);
        expect(found.map((match) => `${match.pattern} at ${match.offset}`).sort()).toEqual(expected.sort());
      }),
      { numRuns: 500 },
    );
  });

  it('refuses a pattern that is too short', () => {
    expect(() => new PatternSearch([Buffer.from('ab')])).toThrow('at least 3 bytes');
  });
});
