import PDFDocument from 'pdfkit';
import { isoLanguage } from '../../contract/languages.ts';
import { formatForPeople } from './cells.ts';
import { layOutColumns } from './columns.ts';
import { type Document, slicesOf, type Writer } from './document.ts';
import { pictureOf } from './logo.ts';
import { readFont } from './pdf/fonts.ts';
import { beginPairs } from './pdf/pairs.ts';
import { margin, Paper } from './pdf/paper.ts';
import { beginTable, padding } from './pdf/table.ts';
import { createTypesetter } from './pdf/typesetter.ts';

/** In points: A4 and A3 landscape. */
const sheets = [
  { width: 841.89, height: 595.28 },
  { width: 1190.55, height: 841.89 },
] as const;

/** Draws the parts above the table: the logo at its original size, the title, the facts and the totals. */
function drawBeginning(paper: Paper, document: Document, logo: { png: Buffer; width: number; height: number }): void {
  const { brand, title, facts, totals, words, locale } = document;
  const { png, width, height } = logo;
  const { pdf, tags } = paper;
  paper.addPage();
  tags.root.add(pdf.struct('Figure', { alt: brand.brand }, () => pdf.image(png, margin, paper.y, { width, height })));
  paper.y += height + 12;
  paper.drawHeading('H1', title, 18);
  paper.y += 30;
  const drawFact = beginPairs(paper);
  for (const { label, value } of facts) drawFact(label, value);
  paper.y += 10;
  paper.drawHeading('H2', words.totals, 11);
  paper.y += 18;
  const drawTotal = beginPairs(paper);
  const format = formatForPeople(locale);
  for (const { label, kind, value } of totals) drawTotal(label, format(kind, value));
}

/** A PDF, written page by page: a full page is released from memory. */
export const writePdf: Writer = async function* writePdf(document) {
  const { brand, title, columns, words, created, language, locale } = document;
  const logo = await pictureOf(brand.logo);
  const pdf = new PDFDocument({
    tagged: true,
    pdfVersion: '1.7',
    autoFirstPage: false,
    lang: isoLanguage(language),
    displayTitle: true,
    info: { Title: `${title} · ${brand.brand}`, Author: brand.brand, CreationDate: created },
  });
  for (const face of ['regular', 'bold'] as const) pdf.registerFont(face, await readFont(face));
  const typesetter = createTypesetter(pdf);
  const layout = layOutColumns(document, {
    rooms: sheets.map(({ width }) => width - 2 * margin),
    padding,
    widthOf: (word, points, isHead) => typesetter.widthOf(word, isHead ? 'bold' : 'regular', points),
  });
  const paper = new Paper(pdf, {
    sheet: sheets[layout.sheet] ?? sheets[0],
    typesetter,
    colours: brand.colours,
    footOf: (page) => `${brand.brand} · ${title} · ${words.page(page)}`,
  });
  drawBeginning(paper, document, logo);
  const drawRow = beginTable(paper, columns, layout);
  const format = formatForPeople(locale);
  // Text layout is the most expensive part, so slices are small.
  for await (const rows of slicesOf(document, 5)) {
    for (const row of rows) drawRow(columns.map(({ kind }, index) => format(kind, row[index] ?? null)));
    for (let chunk: unknown = pdf.read(); chunk !== null; chunk = pdf.read()) yield chunk as Uint8Array;
  }
  pdf.end();
  for await (const chunk of pdf) yield chunk as Uint8Array;
};
