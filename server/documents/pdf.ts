import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { Cell } from '../../contract/figures.ts';
import { isoLanguage } from '../../contract/languages.ts';
import { formatForPeople, isNumeric } from './cells.ts';
import { type Layout, layOutColumns } from './columns.ts';
import { type Column, type Document, slicesOf, type Writer } from './document.ts';
import { pictureOf } from './logo.ts';

const { resolve } = createRequire(import.meta.url);
/** Noto Sans covers all our languages, and Greek and Cyrillic for names. */
const fonts = {
  regular: resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
};
type Face = keyof typeof fonts;

/** In points: A4 landscape. */
const sheet = { width: 841.89, height: 595.28, margin: 32 };
const bottom = sheet.height - sheet.margin - 16;
/** The width between the margins. */
const room = sheet.width - 2 * sheet.margin;
const padding = 2;

/** Lays out text by character widths. Widths are cached: measuring every text would cost more than drawing it. */
function typesetter(pdf: PDFKit.PDFDocument) {
  const known: Record<Face, Map<string, number>> = { regular: new Map(), bold: new Map() };
  const widthOf = (text: string, face: Face, size: number) => {
    let width = 0;
    for (const letter of text) {
      let advance = known[face].get(letter);
      if (advance === undefined) {
        advance = pdf.font(face).fontSize(1000).widthOfString(letter);
        known[face].set(letter, advance);
      }
      width += advance;
    }
    return (width * size) / 1000;
  };
  /** Splits a word that is wider than its column. */
  const cutWord = (word: string, width: number, face: Face, size: number): string[] => {
    const pieces: string[] = [];
    let piece = '';
    for (const letter of word) {
      if (piece && widthOf(piece + letter, face, size) > width) {
        pieces.push(piece);
        piece = '';
      }
      piece += letter;
    }
    return [...pieces, piece];
  };
  const linesOf = (text: string, width: number, face: Face, size: number): string[] => {
    if (widthOf(text, face, size) <= width) return text ? [text] : [];
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ')) {
      const longer = line ? `${line} ${word}` : word;
      if (widthOf(longer, face, size) <= width) {
        line = longer;
        continue;
      }
      if (line) lines.push(line);
      const pieces = widthOf(word, face, size) <= width ? [word] : cutWord(word, width, face, size);
      line = pieces.pop() ?? '';
      lines.push(...pieces);
    }
    return line ? [...lines, line] : lines;
  };
  return { widthOf, linesOf };
}

/** Columns whose words hardly repeat: pdfkit would keep the layout of each word, 1.6 kB, until the document ends. */
const variedColumns: ReadonlySet<string> = new Set(['customer', 'id', 'note']);

/** The style of a text. `isVaried`: its words hardly repeat. */
type Style = { face: Face; points: number; colour: string; isVaried?: boolean };

/** The position of each column, in points from the left edge. */
function placesOf(
  columns: readonly Column[],
  { widths }: Layout,
): { x: number; width: number; isEnd: boolean; isVaried: boolean }[] {
  let left = sheet.margin;
  return columns.map((column, index) => {
    const width = widths[index] ?? 0;
    left += width;
    return { x: left - width, width, isEnd: isNumeric(column.kind), isVaried: variedColumns.has(column.key) };
  });
}

/** Draws the parts of a document from top to bottom, on as many pages as they need. */
function createPrinter(pdf: PDFKit.PDFDocument, document: Document) {
  const { brand, title, columns, words, locale } = document;
  const format = formatForPeople(locale);
  const { accent, onAccent, text: ink, textMuted } = brand.colours;
  const { widthOf, linesOf } = typesetter(pdf);
  const layout = layOutColumns(document, {
    room,
    padding,
    sizes: columns.length > 12 ? [6.5, 6, 5.5, 5, 4.5] : [8, 7.5, 7, 6.5, 6],
    widthOf: (word, points, isHead) => widthOf(word, isHead ? 'bold' : 'regular', points),
  });
  const { size } = layout;
  const lineHeight = size * 1.4;
  const places = placesOf(columns, layout);
  let [y, pages] = [0, 0];

  const draw = (text: string, x: number, at: number, { face, points, colour, isVaried = false }: Style) =>
    pdf
      .font(face)
      .fontSize(points)
      .fillColor(colour)
      .text(text, x, at, { lineBreak: false, ...(isVaried && { features: [] }) });
  const addPage = () => {
    pdf.addPage();
    pages += 1;
    const foot = `${brand.brand} · ${title} · ${words.page(pages)}`;
    const style: Style = { face: 'regular', points: 7, colour: textMuted };
    draw(foot, sheet.width - sheet.margin - widthOf(foot, 'regular', 7), bottom + 6, style);
    y = sheet.margin;
  };
  const heightOf = (cells: string[][]) => Math.max(1, ...cells.map(({ length }) => length)) * lineHeight + 2 * padding;
  const setCells = (texts: string[], face: Face) =>
    texts.map((text, index) => linesOf(text, (places[index]?.width ?? 0) - 2 * padding, face, size));
  const drawCells = (cells: string[][], face: Face, colour: string) => {
    for (const [index, lines] of cells.entries()) {
      const { x = 0, width = 0, isEnd = false, isVaried = false } = places[index] ?? {};
      for (const [number, line] of lines.entries()) {
        const from = isEnd ? x + width - padding - widthOf(line, face, size) : x + padding;
        draw(line, from, y + padding + number * lineHeight, { face, points: size, colour, isVaried });
      }
    }
    y += heightOf(cells);
  };
  const head = setCells(
    columns.map(({ label }) => label),
    'bold',
  );
  const drawHead = () => {
    pdf.rect(sheet.margin, y, room, heightOf(head)).fill(accent);
    drawCells(head, 'bold', onAccent);
  };
  const turnPage = () => {
    addPage();
    drawHead();
  };

  return {
    /** The first page, with the logo at its original size, and the title. */
    begin: ({ png, width, height }: { png: Buffer; width: number; height: number }) => {
      addPage();
      pdf.image(png, sheet.margin, y, { width, height });
      y += height + 12;
      draw(title, sheet.margin, y, { face: 'bold', points: 18, colour: ink });
      y += 30;
    },
    drawHeading: (heading: string) => {
      y += 10;
      draw(heading, sheet.margin, y, { face: 'bold', points: 11, colour: ink });
      y += 18;
    },
    drawPair: (label: string, value: string) => {
      const lines = linesOf(value, room - 170, 'regular', 9);
      if (y + Math.max(1, lines.length) * 13 > bottom) addPage();
      draw(label, sheet.margin, y, { face: 'regular', points: 9, colour: textMuted });
      for (const line of lines) {
        if (y + 13 > bottom) addPage();
        draw(line, sheet.margin + 170, y, { face: 'regular', points: 9, colour: ink });
        y += 13;
      }
      if (lines.length === 0) y += 13;
    },
    /** The heading of the table, with space for a row below it. */
    beginTable: () => {
      y += 14;
      if (y + heightOf(head) + 40 > bottom) turnPage();
      else drawHead();
    },
    drawRow: (row: readonly Cell[]) => {
      let cells = setCells(
        columns.map(({ kind }, index) => format(kind, row[index] ?? null)),
        'regular',
      );
      // A row is not split, unless it is longer than a page.
      if (y + heightOf(cells) > bottom) turnPage();
      for (;;) {
        const fits = Math.max(1, Math.floor((bottom - y - 2 * padding) / lineHeight));
        drawCells(
          cells.map((lines) => lines.slice(0, fits)),
          'regular',
          ink,
        );
        cells = cells.map((lines) => lines.slice(fits));
        if (cells.every(({ length }) => length === 0)) break;
        turnPage();
      }
      pdf
        .moveTo(sheet.margin, y)
        .lineTo(sheet.width - sheet.margin, y)
        .lineWidth(0.5)
        .stroke('#d9dce3');
    },
  };
}

/** A PDF, written page by page: a full page is released from memory. */
export const writePdf: Writer = async function* writePdf(document) {
  const { brand, title, facts, totals, words, created, language } = document;
  const logo = await pictureOf(brand.logo);
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    lang: isoLanguage(language),
    displayTitle: true,
    info: { Title: `${title} · ${brand.brand}`, Author: brand.brand, CreationDate: created },
  });
  for (const [face, path] of Object.entries(fonts)) pdf.registerFont(face, path);
  const printer = createPrinter(pdf, document);
  printer.begin(logo);
  for (const { label, value } of facts) printer.drawPair(label, value);
  printer.drawHeading(words.totals);
  const format = formatForPeople(document.locale);
  for (const { label, kind, value } of totals) printer.drawPair(label, format(kind, value));
  printer.beginTable();
  // Text layout is the most expensive part, so slices are small.
  for await (const rows of slicesOf(document, 5)) {
    for (const row of rows) printer.drawRow(row);
    for (let chunk: unknown = pdf.read(); chunk !== null; chunk = pdf.read()) yield chunk as Uint8Array;
  }
  pdf.end();
  for await (const chunk of pdf) yield chunk as Uint8Array;
};
