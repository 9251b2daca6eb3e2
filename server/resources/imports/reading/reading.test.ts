import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { archive, sheetOf, workbook } from '../../../../tests/support/workbook.ts';
import type { Language } from '../../../../contract/languages.ts';
import { readCsv } from './csv.ts';
import { createFileReader, readContents } from './readContents.ts';
import { readXlsx } from './xlsx.ts';

const cellsOf = async (book: Promise<Buffer>) => (await readXlsx(await book)).rows.map(({ cells }) => cells);

describe('a workbook', () => {
  it.each([
    ['#,##0.00\\ _S_k', '4567', '4567'],
    ['0.00 &quot;days&quot;', '4567', '4567'],
    ['*d0', '4567', '4567'],
    ['@', '2030', '2030'],
    ['00000', '123', '00123'],
    ['000\\-00\\-0000', '12345678', '012-34-5678'],
    ['00000', '1234567', '1234567'],
    ['dd/mm/yyyy', '45419', '2024-05-07'],
    ['[$-41B]d. mmmm yyyy hh:mm:ss', '45419.354687499999', '2024-05-07 08:30:45'],
    ['hh:mm', '0.5', '12:00'],
    ['[h]:mm', '1', '24:00'],
  ])('shows a number in the format %s as it means it', async (format, number, shown) => {
    expect(await cellsOf(sheetOf([`<c s="0"><v>${number}</v></c>`], { formats: [format] }))).toEqual([[shown]]);
  });

  it.each([
    ['1', '2028-05-08'],
    ['true', '2028-05-08'],
    ['0', '2024-05-07'],
    ['false', '2024-05-07'],
  ])('with date1904="%s" counts its days from the year that this means', async (value, shown) => {
    const book = workbook({
      'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${value}"/><sheets><sheet name="One" r:id="a"/></sheets></workbook>`,
      'xl/worksheets/one.xml': '<worksheet><sheetData><row><c s="1"><v>45419</v></c></row></sheetData></worksheet>',
    });
    expect(await cellsOf(book)).toEqual([[shown]]);
  });

  it('has its parts where their relationships say, in any case', async () => {
    const relation = (type: string, target: string) =>
      `<Relationships><Relationship Id="a" Type="http://x/${type}" Target="${target}"/></Relationships>`;
    const book = archive({
      '_rels/.rels': relation('officeDocument', '/Book/Main.xml'),
      'book/main.xml': '<workbook xmlns:r="r"><sheets><sheet name="One" r:id="a"/></sheets></workbook>',
      'Book/_rels/MAIN.xml.rels': relation('worksheet', '../Sheets/first.xml'),
      'sheets/First.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
    });
    expect(await cellsOf(book)).toEqual([['1']]);
  });

  it('may escape characters, share empty texts, and leave cells empty or without their position', async () => {
    const texts = '<si><t>a_x000D_&#10;b_x005F_x0041_</t></si><si/><si><t>c</t></si>';
    const rows = [
      '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c>',
      '<c t="s"/><c t="b"/><c><v>3</v></c><c t="str"><v>_x00e9_</v></c>',
      '<c t="d"><v>2024-05-07T08:30:45.894</v></c><c t="inlineStr"><is><t>d</t><rPh><t>x</t></rPh></is></c>',
    ];
    expect(await cellsOf(sheetOf(rows, { texts }))).toEqual([
      ['a\r\nb_x0041_', '', 'c'],
      ['', '', '3', 'é'],
      ['2024-05-07 08:30:45', 'd'],
    ]);
  });

  it('without a list of its parts is refused', async () => {
    await expect(readXlsx(await workbook({ '_rels/.rels': '<Relationships/>' }))).rejects.toMatchObject({
      code: 'import_unreadable',
    });
  });
});

it.each([
  ['sep=;\nE-mail;Name, in full\na@example.org;"A, B"\n', ';'],
  ['\ufeff"sep=,"\r\nE-mail,Name; in full\r\na@example.org,A; B\r\n', ','],
])('a CSV file may name its delimiter in a line of its own', async (text, delimiter) => {
  const table = await readCsv(Buffer.from(text));
  expect(table.delimiter).toBe(delimiter);
  expect(table.rows.map(({ number, cells }) => [number, cells.length])).toEqual([
    [2, 2],
    [3, 2],
  ]);
});

it('the delimiter of a CSV file is the one that its headings have outside quotes', async () => {
  const table = await readCsv(Buffer.from('"Name, first, last";E-mail\n"A, B, C";a@example.org\n'));
  expect(table.delimiter).toBe(';');
  expect(table.rows.map(({ cells }) => cells)).toEqual([
    ['Name, first, last', 'E-mail'],
    ['A, B, C', 'a@example.org'],
  ]);
});

describe('a file that is small and means much', () => {
  const rows = (cell: string) => Array.from({ length: 2000 }, () => cell.repeat(200));
  const inline = '<c t="inlineStr"><is><t>xxxxx</t></is></c>';

  it.each([
    ['many cells', sheetOf(rows(inline)), 12],
    ['one text', sheetOf([inline.replace('x', 'x'.repeat(40_000_000))]), 24],
  ])('takes no more memory than it may for %s, and the next one is read', async (_what, book, heap) => {
    const read = createFileReader({ heap, time: 60_000 });
    await expect(read(await book)).rejects.toMatchObject({ code: 'import_too_large_inside' });
    await expect(read(Buffer.from(''))).rejects.toMatchObject({ code: 'import_empty' });
  });

  it('leaves the backend its turns to answer other callers while it is read', async () => {
    const file = Buffer.from(`${'x;'.repeat(199)}x\n`.repeat(2000));
    const reading = readContents(file);
    const end = reading.then(() => 'read');
    let turns = 0;
    while ((await Promise.race([end, nextTurn('turn')])) === 'turn') turns += 1;
    expect(await reading).toMatchObject({ rows: 1999 });
    // Without a thread it is one.
    expect(turns).toBeGreaterThan(2000);
  });

  it('takes no more time than it may', async () => {
    const read = createFileReader({ heap: 192, time: 1 });
    await expect(read(await sheetOf(rows(inline)))).rejects.toMatchObject({ code: 'import_too_large_inside' });
  });

  it('is refused if a row has more columns than a table', async () => {
    const book = sheetOf(['<c><v>1</v></c>'.repeat(300_000)]);
    await expect(readContents(await book)).rejects.toMatchObject({ code: 'import_unreadable' });
  });
});

/** The bytes of letters of the code pages that the tests use. */
const pages: Record<string, Record<string, number>> = {
  'windows-1250': { á: 0xe1, č: 0xe8, í: 0xed, š: 0x9a, ľ: 0xbe, Ž: 0x8e, ň: 0xf2 },
  'windows-1252': { é: 0xe9, ñ: 0xf1, ã: 0xe3, ç: 0xe7, õ: 0xf5, Þ: 0xde, ó: 0xf3, ð: 0xf0 },
  'windows-1257': { ė: 0xeb, Š: 0xd0, ū: 0xfb, ž: 0xfe, õ: 0xf5, ä: 0xe4, ü: 0xfc, Ü: 0xdc },
};

it.each<[Language, string, string]>([
  ['sk', 'windows-1250', 'Mária Kováčová'],
  ['sk', 'windows-1250', 'Ján Bíreš'],
  ['sk', 'windows-1250', 'Žofia Koreňová, Pavol Kráľ'],
  ['es', 'windows-1252', 'José Muñoz'],
  ['pt', 'windows-1252', 'João Conceição'],
  ['pt', 'windows-1252', 'Simões'],
  ['is', 'windows-1252', 'Þórður'],
  ['ee', 'windows-1257', 'Ülle Põder, Jüri Mägi, Annika Šmidt'],
  ['lt', 'windows-1257', 'Eglė Šimkutė'],
  ['lt', 'windows-1257', 'Rūta Kukauskienė'],
  ['is', 'windows-1250', 'Mária Koreňová'],
  ['is', 'windows-1257', 'Rūta Šimkutė'],
])('a file without a mark is read as a deployment in %s expects: %s, %s', async (language, page, name) => {
  const letters = [...`Name\n${name.replaceAll(',', ';')}\n`];
  const bytes = Buffer.from(letters.map((letter) => pages[page]?.[letter] ?? letter.charCodeAt(0)));
  const { encoding, rows } = await readCsv(bytes, { languages: [language, 'en'] });
  expect(encoding).toBe(page);
  expect(rows[1]?.cells.join()).toBe(name.replaceAll(', ', ','));
});
