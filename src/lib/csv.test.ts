import { expect, test } from '@jest/globals';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { csvSeparator } from '../../contract/csv.ts';
import { csvLines } from './csv.ts';

test('formulas get an apostrophe, separators and quotes are quoted', () => {
  const cells = ['=1+1', '+372 5', 'a,b', 'a;b', 'a"b', 'two\nlines', 'Þula', ''];
  expect(csvLines([cells], ',')).toBe('\'=1+1,\'+372 5,"a,b",a;b,"a""b","two\nlines",Þula,\r\n');
  expect(csvLines([cells], ';')).toBe('\'=1+1;\'+372 5;a,b;"a;b";"a""b";"two\nlines";Þula;\r\n');
});

test('a file of the screen is written as a file of the server is', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[=+\-@\t\r＝＋－＠"',;\n ]{0,3}\w{0,3}$/));
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1 }),
      fc.constantFrom(',', ';'),
      (rows, delimiter) => {
        expect(csvLines(rows, delimiter)).toBe(
          stringify(rows, { delimiter, escape_formulas: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ }),
        );
      },
    ),
  );
});

test.each([
  ['is-IS', ';'],
  ['pt-PT', ';'],
  ['pt-BR', ';'],
  ['et-EE', ';'],
  ['en-CA', ','],
  ['en', ','],
  ['es-AR', ';'],
  ['lt-LT', ';'],
])('the spreadsheets of %s separate columns with %s', (locale, separator) => {
  expect(csvSeparator(locale)).toBe(separator);
});
