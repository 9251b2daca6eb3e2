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

/** In points: A4 and A3 landscape. */
const sheets = [
  { width: 841.89, height: 595.28 },
  { width: 1190.55, height: 841.89 },
] as const;
const margin = 32;
const padding = 2;

/**
 * The rows whose cells have tags of their own, so that screen readers name the column of each. The tag of a cell takes a hundred bytes, which
 * would make the longest files six times as large: later rows have one tag per page, in reading order.
 */
const taggedRows = 3000;

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
      // Read aloud, the lines are one text again.
      if (line) lines.push(`${line} `);
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
  let left: number = margin;
  return columns.map((column, index) => {
    const width = widths[index] ?? 0;
    left += width;
    return { x: left - width, width, isEnd: isNumeric(column.kind), isVaried: variedColumns.has(column.key) };
  });
}

/** Everything that is read aloud has a tag; the rest is marked as decoration. */
function createTags(pdf: PDFKit.PDFDocument) {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const within = (
    parent: PDFKit.PDFStructureElement,
    type: string,
    options: PDFKit.Mixins.StructureElementOptions = {},
  ) => {
    const element = pdf.struct(type, options);
    parent.add(element);
    return element;
  };
  return {
    root,
    /** A new element in `parent`, which may grow until it or its parent ends. */
    within,
    /** Marks what `draw` draws as decoration. */
    decorate: (type: 'Pagination' | 'Layout', draw: () => void) => {
      pdf.markContent('Artifact', { type });
      draw();
      pdf.endMarkedContent();
    },
    /** Writes what is known about the tags of a full page, and releases it from memory. */
    releasePage: () => {
      const parents = pdf.getStructParentTree();
      const { structParentTreeKey } = pdf.page;
      const elements = pdf.ref(parents.get(structParentTreeKey));
      elements.end(undefined);
      Object.assign(elements, { data: {} });
      parents.add(structParentTreeKey, elements);
    },
  };
}

/** Draws the parts of a document from top to bottom, on as many pages as they need. */
function createPrinter(pdf: PDFKit.PDFDocument, document: Document) {
  const { brand, title, columns, words, locale } = document;
  const format = formatForPeople(locale);
  const { accent, onAccent, text: ink, textMuted } = brand.colours;
  const { widthOf, linesOf } = typesetter(pdf);
  const layout = layOutColumns(document, {
    rooms: sheets.map(({ width }) => width - 2 * margin),
    padding,
    widthOf: (word, points, isHead) => widthOf(word, isHead ? 'bold' : 'regular', points),
  });
  const { size } = layout;
  const sheet = sheets[layout.sheet] ?? sheets[0];
  const bottom = sheet.height - margin - 16;
  const room = sheet.width - 2 * margin;
  const lineHeight = size * 1.4;
  const places = placesOf(columns, layout);
  const { root, within, decorate, releasePage } = createTags(pdf);
  let [y, pages, rows] = [0, 0, 0];

  const draw = (text: string, x: number, at: number, { face, points, colour, isVaried = false }: Style) =>
    pdf
      .font(face)
      .fontSize(points)
      .fillColor(colour)
      .text(text, x, at, { lineBreak: false, ...(isVaried && { features: [] }) });
  const addPage = () => {
    if (pages > 0) releasePage();
    pdf.addPage({ size: [sheet.width, sheet.height], margin: 0 });
    pages += 1;
    const foot = `${brand.brand} · ${title} · ${words.page(pages)}`;
    const style: Style = { face: 'regular', points: 8, colour: textMuted };
    const left = sheet.width - margin - widthOf(foot, 'regular', 8);
    decorate('Pagination', () => draw(foot, left, bottom + 6, style));
    y = margin;
  };
  const heightOf = (cells: string[][]) => Math.max(1, ...cells.map(({ length }) => length)) * lineHeight + 2 * padding;
  const setCells = (texts: string[], face: Face) =>
    texts.map((text, index) => linesOf(text, (places[index]?.width ?? 0) - 2 * padding, face, size));
  /** Draws the cells of a row; `mark` calls `drawCell` inside the tag of its column. */
  const drawCells = (
    cells: string[][],
    { face, colour, mark }: { face: Face; colour: string; mark: (index: number, drawCell: () => void) => void },
  ) => {
    for (const [index, lines] of cells.entries()) {
      if (lines.length === 0) continue;
      const { x = 0, width = 0, isEnd = false, isVaried = false } = places[index] ?? {};
      mark(index, () => {
        for (const [number, line] of lines.entries()) {
          const from = isEnd ? x + width - padding - widthOf(line.trimEnd(), face, size) : x + padding;
          draw(line, from, y + padding + number * lineHeight, { face, points: size, colour, isVaried });
        }
      });
    }
    y += heightOf(cells);
  };
  const head = setCells(
    columns.map(({ label }) => label),
    'bold',
  );
  const drawHead = (mark: (index: number, drawCell: () => void) => void) => {
    decorate('Layout', () => pdf.rect(margin, y, room, heightOf(head)).fill(accent));
    drawCells(head, { face: 'bold', colour: onAccent, mark });
  };
  const turnPage = () => {
    addPage();
    drawHead((_, drawCell) => decorate('Pagination', drawCell));
  };
  const drawLine = () =>
    decorate('Layout', () =>
      pdf
        .moveTo(margin, y)
        .lineTo(sheet.width - margin, y)
        .lineWidth(0.5)
        .stroke('#d9dce3'),
    );
  const drawHeading = (level: 'H1' | 'H2', text: string, points: number) =>
    root.add(pdf.struct(level, {}, () => draw(text, margin, y, { face: 'bold', points, colour: ink })));
  let pairs = root;
  const beginPairs = () => {
    pairs = within(root, 'L');
  };
  let table = root;
  /** The rows of one page, in their own part of the table, so that each part can be released. */
  let part: { page: number; element: PDFKit.PDFStructureElement } | null = null;
  const partOf = (type: 'TBody' | 'P'): PDFKit.PDFStructureElement => {
    if (part?.page !== pages) {
      part?.element.end();
      part = { page: pages, element: within(type === 'TBody' ? table : root, type) };
    }
    return part.element;
  };
  /** The tags of the next row: `wrap` is called for the cells that stand on one page, and `mark` for each of them. */
  const rowTags = (): {
    wrap: (drawAll: () => void) => void;
    mark: (index: number, drawCell: () => void) => void;
    end: () => void;
  } => {
    rows += 1;
    if (rows > taggedRows)
      return {
        wrap: (drawAll) => void partOf('P').add(drawAll),
        mark: (_, drawCell) => drawCell(),
        end: () => undefined,
      };
    const row = within(partOf('TBody'), 'TR');
    const cells = columns.map(() => within(row, 'TD'));
    return {
      wrap: (drawAll) => drawAll(),
      mark: (index, drawCell) => cells[index]?.add(drawCell),
      end: () => row.end(),
    };
  };

  return {
    /** The first page, with the logo at its original size, and the title. */
    begin: ({ png, width, height }: { png: Buffer; width: number; height: number }) => {
      addPage();
      root.add(pdf.struct('Figure', { alt: brand.brand }, () => pdf.image(png, margin, y, { width, height })));
      y += height + 12;
      drawHeading('H1', title, 18);
      y += 30;
      beginPairs();
    },
    drawHeading: (heading: string) => {
      y += 10;
      drawHeading('H2', heading, 11);
      y += 18;
      beginPairs();
    },
    drawPair: (label: string, value: string) => {
      const lines = linesOf(value, room - 170, 'regular', 9);
      if (y + Math.max(1, lines.length) * 13 > bottom) addPage();
      const pair = within(pairs, 'LI');
      within(pair, 'Lbl').add(() => draw(label, margin, y, { face: 'regular', points: 9, colour: textMuted }));
      const body = within(pair, 'LBody');
      for (const line of lines) {
        if (y + 13 > bottom) addPage();
        body.add(() => draw(line, margin + 170, y, { face: 'regular', points: 9, colour: ink }));
        y += 13;
      }
      if (lines.length === 0) y += 13;
      pair.end();
    },
    /** The heading of the table, with space for a row below it. */
    beginTable: () => {
      y += 14;
      if (y + heightOf(head) + 40 > bottom) addPage();
      table = within(root, 'Table');
      const row = within(within(table, 'THead'), 'TR');
      const cells = columns.map(() => within(row, 'TH', { scope: 'Column' }));
      drawHead((index, drawCell) => cells[index]?.add(drawCell));
    },
    drawRow: (row: readonly Cell[]) => {
      let cells = setCells(
        columns.map(({ kind }, index) => format(kind, row[index] ?? null)),
        'regular',
      );
      // A row is not split, unless it is longer than a page.
      if (y + heightOf(cells) > bottom) turnPage();
      const { wrap, mark, end } = rowTags();
      for (;;) {
        const fits = Math.max(1, Math.floor((bottom - y - 2 * padding) / lineHeight));
        const fitting = cells.map((lines) => lines.slice(0, fits));
        wrap(() => drawCells(fitting, { face: 'regular', colour: ink, mark }));
        cells = cells.map((lines) => lines.slice(fits));
        if (cells.every(({ length }) => length === 0)) break;
        turnPage();
      }
      end();
      drawLine();
    },
  };
}

/** A PDF, written page by page: a full page is released from memory. */
export const writePdf: Writer = async function* writePdf(document) {
  const { brand, title, facts, totals, words, created, language } = document;
  const logo = await pictureOf(brand.logo);
  const pdf = new PDFDocument({
    tagged: true,
    pdfVersion: '1.7',
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
