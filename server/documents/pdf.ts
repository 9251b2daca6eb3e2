import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { Cell } from '../../contract/figures.ts';
import { isoLanguage } from '../../contract/languages.ts';
import { isNumeric, shown } from './cells.ts';
import { slicesOf, weightOf, type Writer } from './document.ts';
import { pictureOf } from './logo.ts';

const { resolve } = createRequire(import.meta.url);
/** Noto Sans has the letters of all our languages, and Greek and Cyrillic for people's names. */
const fonts = {
  regular: resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
};
type Face = keyof typeof fonts;

/** In points: A4 lying. */
const sheet = { width: 841.89, height: 595.28, margin: 32 };
const bottom = sheet.height - sheet.margin - 16;
const padding = 3;

/** Sets texts by their widths. Letters are measured once: measuring each text would cost more than drawing it. */
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
  /** A word that is wider than its column, in pieces. */
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

/** After so many pages it is forgotten how words were set. */
const forgetAfter = 10;

/** The library remembers how it has set each word of a document, two kilobytes a word, and never forgets one by itself. */
function forgetWords(pdf: PDFKit.PDFDocument): void {
  for (const face of Object.keys(fonts)) {
    pdf.font(face);
    Reflect.set(Reflect.get(pdf, '_font'), 'layoutCache', Object.create(null));
  }
}

/** A document to print, written page by page: a page is gone from memory when it is full. */
export const writePdf: Writer = async function* writePdf(document) {
  const { brand, title, facts, totals, columns, words, created, language } = document;
  const { accent, onAccent, text: ink, textMuted } = brand.colours;
  const { png, width: logoWidth, height: logoHeight } = await pictureOf(brand.logo);
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
  const { widthOf, linesOf } = typesetter(pdf);
  const size = columns.length > 12 ? 6.5 : 8;
  const lineHeight = size * 1.4;
  const total = columns.reduce((sum, column) => sum + weightOf(column), 0);
  const room = sheet.width - 2 * sheet.margin;
  let left = sheet.margin;
  const places = columns.map((column) => {
    const place = { x: left, width: (weightOf(column) / total) * room, isEnd: isNumeric(column.kind) };
    left += place.width;
    return place;
  });
  let [y, pages] = [0, 0];

  const draw = (text: string, x: number, at: number, [face, points, colour]: [Face, number, string]) =>
    pdf.font(face).fontSize(points).fillColor(colour).text(text, x, at, { lineBreak: false });
  const addPage = () => {
    pdf.addPage();
    pages += 1;
    if (pages % forgetAfter === 0) forgetWords(pdf);
    const foot = `${brand.brand} · ${title} · ${words.page(pages)}`;
    draw(foot, sheet.width - sheet.margin - widthOf(foot, 'regular', 7), bottom + 6, ['regular', 7, textMuted]);
    y = sheet.margin;
  };
  const drawLines = (all: string[][], face: Face, colour: string) => {
    for (const [index, lines] of all.entries()) {
      const { x = 0, width = 0, isEnd = false } = places[index] ?? {};
      for (const [number, line] of lines.entries()) {
        const from = isEnd ? x + width - padding - widthOf(line, face, size) : x + padding;
        draw(line, from, y + padding + number * lineHeight, [face, size, colour]);
      }
    }
  };
  const heightOf = (all: string[][]) => Math.max(1, ...all.map(({ length }) => length)) * lineHeight + 2 * padding;
  const setCells = (texts: string[], face: Face) =>
    texts.map((text, index) => linesOf(text, (places[index]?.width ?? 0) - 2 * padding, face, size));
  const head = setCells(
    columns.map(({ label }) => label),
    'bold',
  );
  const drawHead = () => {
    const height = heightOf(head);
    pdf.rect(sheet.margin, y, room, height).fill(accent);
    drawLines(head, 'bold', onAccent);
    y += height;
  };
  const turnPage = () => {
    addPage();
    drawHead();
  };
  const drawRow = (cells: readonly Cell[]) => {
    let lines = setCells(
      columns.map(({ kind }, index) => shown(kind, cells[index] ?? null)),
      'regular',
    );
    // A row stays together, unless it is longer than a page.
    if (y + heightOf(lines) > bottom) turnPage();
    for (;;) {
      const fits = Math.max(1, Math.floor((bottom - y - 2 * padding) / lineHeight));
      const now = lines.map((all) => all.slice(0, fits));
      drawLines(now, 'regular', ink);
      y += heightOf(now);
      lines = lines.map((all) => all.slice(fits));
      if (lines.every(({ length }) => length === 0)) break;
      turnPage();
    }
    pdf
      .moveTo(sheet.margin, y)
      .lineTo(sheet.width - sheet.margin, y)
      .lineWidth(0.5)
      .stroke('#d9dce3');
  };
  const drawPair = (label: string, value: string) => {
    const lines = linesOf(value, room - 170, 'regular', 9);
    if (y + Math.max(1, lines.length) * 13 > bottom) addPage();
    draw(label, sheet.margin, y, ['regular', 9, textMuted]);
    for (const line of lines) {
      if (y + 13 > bottom) addPage();
      draw(line, sheet.margin + 170, y, ['regular', 9, ink]);
      y += 13;
    }
    if (lines.length === 0) y += 13;
  };

  const written = function* written(): Generator<Uint8Array> {
    for (let chunk: unknown = pdf.read(); chunk !== null; chunk = pdf.read()) yield chunk as Uint8Array;
  };

  addPage();
  pdf.image(png, sheet.margin, y, { width: logoWidth, height: logoHeight });
  y += logoHeight + 12;
  draw(title, sheet.margin, y, ['bold', 18, ink]);
  y += 30;
  for (const { label, value } of facts) drawPair(label, value);
  y += 10;
  draw(words.totals, sheet.margin, y, ['bold', 11, ink]);
  y += 18;
  for (const { label, kind, value } of totals) drawPair(label, shown(kind, value));
  y += 14;
  if (y + heightOf(head) + 40 > bottom) turnPage();
  else drawHead();
  // Setting letters is the most work of all.
  for await (const rows of slicesOf(document, 5)) {
    for (const cells of rows) drawRow(cells);
    yield* written();
  }
  pdf.end();
  for await (const chunk of pdf) yield chunk as Uint8Array;
};
