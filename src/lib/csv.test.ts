import { expect, test } from '@jest/globals';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { csvLines } from './csv.ts';

test('formulas get an apostrophe, separators and quotes are quoted', () => {
  expect(csvLines([['=1+1', '+372 5', 'a,b', 'a"b', 'two\nlines', 'Þula', '']])).toBe(
    '\'=1+1,\'+372 5,"a,b","a""b","two\nlines",Þula,\r\n',
  );
});

test('a file of the screen is written as a file of the server is', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[=+\-@\t\r＝＋－＠"',;\n ]{0,3}\w{0,3}$/));
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      expect(csvLines(rows)).toBe(
        stringify(rows, { escape_formulas: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ }),
      );
    }),
  );
});
