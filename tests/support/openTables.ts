import { unzipSync } from 'fflate';
import { JSDOM } from 'jsdom';
import { getDocumentProxy } from 'unpdf';
import type { ColumnKind } from '../../contract/figures.ts';
import { weightOf } from '../../server/documents/document.ts';

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

/** Quoted fields may contain commas and quotes; an apostrophe protects formulas. */
function readCsv(file: Buffer): OpenedTable {
  const text = file.toString('utf8');
  if (!text.startsWith('\uFEFF')) throw new Error('There is no byte order mark.');
  const lines = text.slice(1).split('\r\n');
  const cellsOf = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, bare]) =>
      quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
    );
  const end = lines.indexOf('');
  return { table: lines.slice(0, end).map(cellsOf), words: lines.slice(end).join('\n') };
}

/** The text of a cell with the style of its column. */
function shownInSheet(cell: Element | undefined, kind: ColumnKind): string {
  if (!cell) return '';
  const text = cell.textContent ?? '';
  const isText = cell.getAttribute('t') === 'inlineStr';
  if (all(cell, 'f').length > 0) throw new Error(`${text} is a formula.`);
  if (isText !== (kind === 'text'))
    throw new Error(`${text} is ${isText ? 'text' : 'a number'} in a column of ${kind}.`);
  if (isText) return text;
  const value = Number(text);
  const minutes = (all_: number) => [Math.floor(all_ / 60), Math.round(all_ % 60)].map((part) => String(part));
  if (kind === 'day') {
    const day = new Date(Date.UTC(1899, 11, 30) + value * 86_400_000).toISOString().slice(0, 10);
    return day.split('-').toReversed().join('-');
  }
  if (kind === 'time')
    return minutes(Math.round(value * 1440))
      .map((part) => part.padStart(2, '0'))
      .join(':');
  if (kind === 'seconds') {
    const [whole = '', rest = ''] = minutes(Math.round(value * 86_400));
    return `${whole}:${rest.padStart(2, '0')}`;
  }
  if (kind === 'decimal') return value.toFixed(2);
  return kind === 'percent' ? value.toFixed(1) : String(value);
}

function readXlsx(file: Buffer, columns: Columns): OpenedTable {
  const part = partsOf(file);
  if (!part('xl/media/logo.png').slice(1).startsWith('PNG')) throw new Error('There is no logo.');
  const rows = all(parseXml(part('xl/worksheets/sheet2.xml')), 'row');
  const table = rows.map((row, number) => {
    const cells = new Map(all(row, 'c').map((cell) => [cell.getAttribute('r')?.replace(/\d+/, ''), cell]));
    return columns.map(({ kind }, index) =>
      shownInSheet(cells.get(String.fromCharCode(65 + index)), number === 0 ? 'text' : kind),
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

function readHtml(file: Buffer): OpenedTable {
  const { document } = new JSDOM(file.toString('utf8')).window;
  if (document.querySelector('script')) throw new Error('There is a script.');
  if (!document.querySelector('img')?.src.startsWith('data:image/svg+xml;base64,'))
    throw new Error('There is no logo.');
  const rows = [...document.querySelectorAll('table tr')];
  const table = rows.map((row) => [...row.children].map(({ textContent }) => textContent ?? ''));
  return { table, words: document.body.textContent ?? '' };
}

/** Texts are assigned to cells by position; spaces are removed, as line breaks replace spaces. */
async function readPdf(file: Buffer, columns: Columns): Promise<OpenedTable> {
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const { margin, width, foot } = { margin: 32, width: 841.89, foot: 48 };
  const total = columns.reduce((sum, column) => sum + weightOf(column), 0);
  const ends: number[] = [];
  for (const column of columns) ends.push((ends.at(-1) ?? margin) + (weightOf(column) / total) * (width - 2 * margin));
  const table: string[][] = [];
  const words: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    let row: string[] | null = null;
    let top = Number.NaN;
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [x = 0, y = 0] = (item.transform as number[]).slice(4);
      words.push(item.str);
      if (y < foot) continue;
      const place = ends.findIndex((end) => x + item.width / 2 < end);
      const isDay = /^\d\d-\d\d-\d{4}$/.test(item.str);
      if (place === 0 && isDay && y !== top) {
        row = columns.map(() => '');
        top = y;
        table.push(row);
      }
      if (row) row[place] += item.str.replaceAll(' ', '');
    }
  }
  if (!file.includes('/Subtype /Image')) throw new Error('There is no logo.');
  return { table, words: words.join(' ') };
}

/** Opens a downloaded file. A PDF's table has no heading and no spaces. */
export async function openTable(output: string, file: Buffer, columns: Columns): Promise<OpenedTable> {
  if (output === 'csv') return readCsv(file);
  if (output === 'xlsx') return readXlsx(file, columns);
  if (output === 'docx') return readDocx(file);
  return output === 'html' ? readHtml(file) : readPdf(file, columns);
}
