import { unzipSync } from 'fflate';
import { JSDOM } from 'jsdom';
import { getDocumentProxy } from 'unpdf';
import type { ColumnKind } from '../../contract/figures.ts';

/** A file as a program shows it: the table with its heading, cell by cell, and all other text. */
export type OpenedTable = { table: string[][]; words: string };

type Columns = { key: string; label: string; kind: ColumnKind }[];

function partsOf(file: Buffer): (path: string) => string {
  const parts = unzipSync(new Uint8Array(file));
  return (path) => {
    const part = parts[path];
    if (!part) throw new Error(`${path} is missing in it; it contains ${Object.keys(parts).join(', ')}.`);
    return Buffer.from(part).toString('utf8');
  };
}

function parseXml(text: string): Document {
  return new JSDOM(text, { contentType: 'text/xml' }).window.document;
}

function all(within: Document | Element, name: string): Element[] {
  return [...within.getElementsByTagName(name)];
}

/** The fields of a line; quoted ones may contain separators and quotes. */
function fieldsOf(line: string, separator: string): string[] {
  const field = new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^"${separator}]*))`, 'g');
  return [...line.matchAll(field)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
  );
}

/** Opens CSV as a spreadsheet of a country does that separates columns with `separator`; an apostrophe protects formulas. */
export function readCsv(file: Buffer, separator: string): OpenedTable {
  const text = file.toString('utf8');
  if (!text.startsWith('\uFEFF')) throw new Error('There is no byte order mark.');
  const lines = text.slice(1).split('\r\n');
  const end = lines.indexOf('');
  const table = lines.slice(0, end).map((line) => fieldsOf(line, separator));
  return { table, words: lines.slice(end).join('\n') };
}

const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');

function dayOfSerial(serial: number): string {
  const day = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10);
  return day.split('-').toReversed().join('-');
}

function timeOfSerial(serial: number): string {
  const total = Math.round((serial % 1) * 1440);
  return `${twoDigits(total / 60)}:${twoDigits(total % 60)}`;
}

function numberWith(digits: number) {
  return (value: number, locale: string) =>
    value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** What a spreadsheet shows for a number in each format; a bracketed unit is not limited by the next larger one. */
const numberFormats: Record<string, (value: number, locale: string) => string> = {
  'dd\\-mm\\-yyyy': dayOfSerial,
  'dd\\-mm\\-yyyy hh:mm': (serial) => `${dayOfSerial(serial)} ${timeOfSerial(serial)}`,
  'hh:mm': timeOfSerial,
  '[m]:ss': (serial) => {
    const seconds = Math.round(serial * 86_400);
    return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
  },
  'mm:ss': (serial) => {
    const seconds = Math.round(serial * 86_400);
    return `${twoDigits((seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  },
  '0.0': numberWith(1),
  '0.00': numberWith(2),
  '#,##0': numberWith(0),
};

/** The formats that spreadsheets know by number. */
const builtInFormats: Record<string, string> = { 2: '0.00', 3: '#,##0' };

/** The format of each cell style of a workbook, by the style's index. */
function formatsOf(styles: Document): string[] {
  const formatsOfFile = Object.fromEntries(
    all(styles, 'numFmt').map((format) => [format.getAttribute('numFmtId'), format.getAttribute('formatCode') ?? '']),
  );
  const known: Record<string, string> = { ...builtInFormats, ...formatsOfFile };
  const [list] = all(styles, 'cellXfs');
  return [...(list?.children ?? [])].map((style) => known[style.getAttribute('numFmtId') ?? ''] ?? '');
}

/** The text that a spreadsheet of the locale shows for a cell. */
function shownInSheet(
  cell: Element | undefined,
  kind: ColumnKind,
  { formats, locale }: { formats: readonly string[]; locale: string },
): string {
  if (!cell) return '';
  const text = cell.textContent ?? '';
  const isText = cell.getAttribute('t') === 'inlineStr';
  if (all(cell, 'f').length > 0) throw new Error(`${text} is a formula.`);
  if (isText !== (kind === 'text'))
    throw new Error(`${text} is ${isText ? 'text' : 'a number'} in a column of ${kind}.`);
  if (isText) return text;
  const code = formats[Number(cell.getAttribute('s'))] ?? '';
  const format = numberFormats[code];
  if (!format) throw new Error(`${text} has the format "${code}", which this reader does not know.`);
  return format(Number(text), locale);
}

function readXlsx(file: Buffer, columns: Columns, locale: string): OpenedTable {
  const part = partsOf(file);
  if (!part('xl/media/logo.png').slice(1).startsWith('PNG')) throw new Error('There is no logo.');
  const formats = formatsOf(parseXml(part('xl/styles.xml')));
  const rows = all(parseXml(part('xl/worksheets/sheet2.xml')), 'row');
  const table = rows.map((row, number) => {
    const cells = new Map(all(row, 'c').map((cell) => [cell.getAttribute('r')?.replace(/\d+/, ''), cell]));
    return columns.map(({ kind }, index) =>
      shownInSheet(cells.get(String.fromCharCode(65 + index)), number === 0 ? 'text' : kind, { formats, locale }),
    );
  });
  const words = all(parseXml(part('xl/worksheets/sheet1.xml')), 'c').map(({ textContent }) => textContent);
  return { table, words: words.join('\n') };
}

function readDocx(file: Buffer): OpenedTable {
  const part = partsOf(file);
  if (!part('word/media/logo.png').slice(1).startsWith('PNG')) throw new Error('There is no logo.');
  const document = parseXml(part('word/document.xml'));
  const tables = all(document, 'w:tbl');
  const rowsOf = (table: Element) =>
    all(table, 'w:tr').map((row) => all(row, 'w:tc').map(({ textContent }) => textContent ?? ''));
  const table = tables.at(-1);
  const words = all(document, 'w:p').map(({ textContent }) => textContent);
  return { table: table ? rowsOf(table) : [], words: words.join('\n') };
}

/** The cells of a DOCX file: their text, the width beside their margins and the size of their letters, in points. */
export function docxCells(file: Buffer): { text: string; width: number; size: number }[] {
  const document = parseXml(partsOf(file)('word/document.xml'));
  const points = (element: Element | undefined, name: string) => Number(element?.getAttribute(name));
  const margins = all(document, 'w:tblCellMar').map((margin) => points(margin.children[0], 'w:w') / 20);
  return all(document, 'w:tc').map((cell) => ({
    text: cell.textContent ?? '',
    width: points(all(cell, 'w:tcW')[0], 'w:w') / 20 - 2 * (margins[0] ?? 0),
    size: points(all(cell, 'w:sz')[0], 'w:val') / 2,
  }));
}

/** The headings of a DOCX file with their styles, and the rows that are repeated on each page, cell by cell. */
export function docxStructure(file: Buffer): { headings: [string, string][]; repeated: string[][] } {
  const part = partsOf(file);
  const named = all(parseXml(part('word/styles.xml')), 'w:style').map(
    (style) => [style.getAttribute('w:styleId'), all(style, 'w:name')[0]?.getAttribute('w:val') ?? ''] as const,
  );
  const names = new Map(named);
  const document = parseXml(part('word/document.xml'));
  return {
    headings: all(document, 'w:pStyle').map((style) => [
      names.get(style.getAttribute('w:val')) ?? '',
      style.parentElement?.parentElement?.textContent ?? '',
    ]),
    repeated: all(document, 'w:tblHeader').map((mark) => {
      const row = mark.parentElement?.parentElement;
      return row ? all(row, 'w:tc').map(({ textContent }) => textContent ?? '') : [];
    }),
  };
}

function readHtml(file: Buffer): OpenedTable {
  const { document } = new JSDOM(file.toString('utf8')).window;
  if (document.querySelector('script')) throw new Error('There is a script.');
  if (!document.querySelector('img')?.src.startsWith('data:image/svg+xml;base64,'))
    throw new Error('There is no logo.');
  const rows = [...document.querySelectorAll('table tr')];
  const table = rows.map((row) => [...row.children].map(({ textContent }) => textContent ?? ''));
  return { table, words: document.body.textContent ?? '' };
}

/** A text on a page of a PDF. */
type Piece = { text: string; left: number; right: number; y: number };

/** The left and the right edge of each column: those of its heading, whose lines lie over each other. */
function columnsOf(heading: readonly Piece[]): { left: number; right: number }[] {
  const found: { left: number; right: number }[] = [];
  for (const { left, right } of heading.toSorted((a, b) => a.left - b.left)) {
    const last = found.at(-1);
    if (last && left < last.right) last.right = Math.max(last.right, right);
    else found.push({ left, right });
  }
  return found;
}

/**
 * Texts belong to the column whose heading begins where they begin, or, in numbers, ends where they end. Spaces are removed,
 * as line breaks replace spaces; `words` has one entry per line of a cell.
 */
async function readPdf(file: Buffer, columns: Columns): Promise<OpenedTable> {
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const foot = 48;
  const table: string[][] = [];
  const words: string[] = [];
  const [first = ''] = columns.map(({ label }) => label.split(' ')[0]);
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const pieces = items.flatMap((item): Piece[] => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [left = 0, y = 0] = (item.transform as number[]).slice(4);
      return [{ text: item.str.trimEnd(), left, right: left + item.width, y }];
    });
    words.push(...pieces.map(({ text }) => text));
    const isRow = ({ text, left }: Piece) => left < 40 && /^\d\d-\d\d-\d{4}$/.test(text);
    const rowAt = pieces.findIndex(isRow);
    const headAt = pieces.findLastIndex(({ text, left }, at) => at < rowAt && left < 40 && text.startsWith(first));
    if (rowAt === -1 || headAt === -1) continue;
    const edges = columnsOf(pieces.slice(headAt, rowAt));
    if (edges.length !== columns.length) throw new Error(`${edges.length} headings for ${columns.length} columns.`);
    for (const piece of pieces.slice(rowAt)) {
      if (piece.y < foot) continue;
      if (isRow(piece)) table.push(columns.map(() => ''));
      const distances = columns.map(({ kind }, at) => {
        const { left, right } = edges[at] ?? { left: 0, right: 0 };
        const isText = ['text', 'day', 'time', 'moment'].includes(kind);
        return Math.abs(isText ? piece.left - left : piece.right - right);
      });
      const place = distances.indexOf(Math.min(...distances));
      const row = table.at(-1);
      if (row) row[place] += piece.text.replace(/\s/g, '');
    }
  }
  if (!file.includes('/Subtype /Image')) throw new Error('There is no logo.');
  return { table, words: words.join(' ') };
}

/**
 * Opens a downloaded file as a program of the locale's country does. A PDF's table has no heading and no spaces.
 *
 * @param separator the separator of columns in CSV files of the country
 */
export async function openTable(
  output: string,
  file: Buffer,
  { columns, locale, separator }: { columns: Columns; locale: string; separator: string },
): Promise<OpenedTable> {
  if (output === 'csv') return readCsv(file, separator);
  if (output === 'xlsx') return readXlsx(file, columns, locale);
  if (output === 'docx') return readDocx(file);
  return output === 'html' ? readHtml(file) : readPdf(file, columns);
}
