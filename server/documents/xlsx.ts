import type { Cell, ColumnKind } from '../../contract/figures.ts';
import { unbreakableWords } from './columns.ts';
import { type Column, type Document, slicesOf, type Writer } from './document.ts';
import { pictureOf, type Picture } from './logo.ts';
import { escapeXml, type Part, xmlHead, zip } from './zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The index of each style in `cellXfs`. */
const styles: Record<ColumnKind | 'plain' | 'head' | 'title' | 'label', number> = {
  plain: 0,
  head: 1,
  title: 2,
  label: 3,
  text: 4,
  day: 5,
  time: 6,
  count: 7,
  decimal: 8,
  percent: 9,
  seconds: 10,
  moment: 11,
};

function stylesXml({ accent, onAccent }: Document['brand']['colours']): string {
  const rgb = (colour: string) => `rgb="FF${colour.slice(1).toUpperCase()}"`;
  const font = (more: string) => `<font>${more}<name val="Calibri"/><family val="2"/></font>`;
  const cell = (format: number, font_: number, more = '') =>
    `<xf numFmtId="${format}" fontId="${font_}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}/>`;
  return `${xmlHead}<styleSheet xmlns="${main}">
<numFmts count="5"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/><numFmt numFmtId="165" formatCode="hh:mm"/><numFmt numFmtId="166" formatCode="[m]:ss"/><numFmt numFmtId="167" formatCode="0.0"/><numFmt numFmtId="168" formatCode="dd\\-mm\\-yyyy hh:mm"/></numFmts>
<fonts count="4">${font('<sz val="11"/>')}${font(`<b/><sz val="11"/><color ${rgb(onAccent)}/>`)}${font('<b/><sz val="16"/>')}${font('<b/><sz val="11"/>')}</fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor ${rgb(accent)}/></patternFill></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="12">${cell(0, 0)}<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>${cell(49, 2)}${cell(49, 3)}${cell(49, 0, ' quotePrefix="1"')}${[164, 165, 3, 2, 167, 166, 168].map((format) => cell(format, 0)).join('')}</cellXfs>
</styleSheet>`;
}

function nameOf(column: number): string {
  return column < 26 ? String.fromCharCode(65 + column) : nameOf(Math.floor(column / 26) - 1) + nameOf(column % 26);
}

/**
 * A day as a spreadsheet's serial number. Spreadsheets treat 1900 as a leap year, so days before March 1900 are off by
 * one.
 */
function serialOf(day: string): number {
  const serial = (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
  return serial > 60 ? serial : serial - 1;
}

function numberOf(kind: ColumnKind, cell: string | number): number {
  if (kind === 'day') return serialOf(String(cell));
  if (kind === 'seconds') return Number(cell) / 86_400;
  if (kind === 'moment') {
    const [day = '', time = ''] = String(cell).split(' ');
    return serialOf(day) + shareOfDay(time);
  }
  return kind === 'time' ? shareOfDay(String(cell)) : Number(cell);
}

/** A time of day (`HH:mm`) as a share of a day. */
function shareOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) / 1440;
}

/** The width of a column in characters: its longest word, and room for the arrow of its filter. */
function widthOf(column: Column, longest: Document['longest']): number {
  const { head, cells } = unbreakableWords(column, longest);
  const least: Partial<Record<ColumnKind, number>> = { text: 14, moment: 17 };
  return Math.max(least[column.kind] ?? 0, ...[...head, ...cells].map(({ length }) => length + 3));
}

function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

/** Numbers stay numbers; text is never evaluated as a formula. */
function cellXml(at: string, kind: ColumnKind, cell: Cell): string {
  if (cell === null) return '';
  if (kind === 'text') return textCell(at, String(cell), styles.text);
  return `<c r="${at}" s="${styles[kind]}"><v>${numberOf(kind, cell)}</v></c>`;
}

function widths(list: number[]): string {
  return `<cols>${list.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;
}

/** The first sheet: brand, logo, the properties of the table, and its totals. */
function coverXml({ brand, title, facts, totals, words }: Document): string {
  const rows: string[] = [];
  const add = (...cells: ((at: (column: number) => string) => string)[]) => {
    const row = rows.length + 1;
    rows.push(`<row r="${row}">${cells.map((cell) => cell((column) => `${nameOf(column)}${row}`)).join('')}</row>`);
  };
  const say = (column: number, text: string, style: number) => (at: (column: number) => string) =>
    textCell(at(column), text, style);
  // The logo covers the first three rows.
  add();
  add();
  add();
  add(say(0, brand.brand, styles.label));
  add(say(0, title, styles.title));
  for (const { label, value } of facts) add(say(0, label, styles.label), say(1, value, styles.text));
  add();
  add(say(0, words.totals, styles.label));
  for (const { label, kind, value } of totals) add(say(0, label, styles.plain), (at) => cellXml(at(1), kind, value));
  return `${xmlHead}<worksheet xmlns="${main}" xmlns:r="${relations}">${widths([34, 60])}<sheetData>${rows.join('')}</sheetData><pageSetup paperSize="9" orientation="landscape"/><drawing r:id="rId1"/></worksheet>`;
}

function rowXml(row: number, columns: readonly Column[], cells: readonly Cell[]): string {
  const written = columns.map(({ kind }, index) => cellXml(`${nameOf(index)}${row}`, kind, cells[index] ?? null));
  return `<row r="${row}">${written.join('')}</row>`;
}

/** The second sheet: the table, with a frozen heading. */
async function* tableXml(document: Document): AsyncGenerator<string> {
  const { columns } = document;
  yield `${xmlHead}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${widths(columns.map((column) => widthOf(column, document.longest)))}<sheetData><row r="1">${columns.map(({ label }, index) => textCell(`${nameOf(index)}1`, label, styles.head)).join('')}</row>`;
  let row = 1;
  for await (const rows of slicesOf(document)) yield rows.map((cells) => rowXml((row += 1), columns, cells)).join('');
  const last = nameOf(columns.length - 1);
  yield `</sheetData><autoFilter ref="A1:${last}${row}"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>`;
}

function drawingXml({ width, height }: Picture, name: string): string {
  const emu = 9525;
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
  return `${xmlHead}<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main"><xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="${width * emu}" cy="${height * emu}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Logo" descr="${escapeXml(name)}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="${relations}" r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width * emu}" cy="${height * emu}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`;
}

function relationsXml(targets: readonly [type: string, target: string][]): string {
  const entries = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  );
  return `${xmlHead}<Relationships xmlns="${packageRelations}">${entries.join('')}</Relationships>`;
}

/** A valid name of a sheet: at most 31 characters, without those reserved for references. */
function sheetName(text: string): string {
  return escapeXml(text.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31));
}

async function* filesOf(document: Document): AsyncGenerator<Part> {
  const { title, brand, words } = document;
  const picture = await pictureOf(brand.logo);
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const override = (path: string, kind: string) => `<Override PartName="${path}" ContentType="${kind}+xml"/>`;
  yield* [
    {
      path: '[Content_Types].xml',
      content: `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${override('/xl/workbook.xml', `${type}.sheet.main`)}${override('/xl/styles.xml', `${type}.styles`)}${override('/xl/worksheets/sheet1.xml', `${type}.worksheet`)}${override('/xl/worksheets/sheet2.xml', `${type}.worksheet`)}${override('/xl/drawings/drawing1.xml', 'application/vnd.openxmlformats-officedocument.drawing')}</Types>`,
    },
    { path: '_rels/.rels', content: relationsXml([['officeDocument', 'xl/workbook.xml']]) },
    {
      path: 'xl/workbook.xml',
      content: `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${sheetName(words.totals)}" sheetId="1" r:id="rId1"/><sheet name="${sheetName(title)}" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      content: relationsXml([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['worksheet', 'worksheets/sheet2.xml'],
        ['styles', 'styles.xml'],
      ]),
    },
    { path: 'xl/styles.xml', content: stylesXml(brand.colours) },
    { path: 'xl/worksheets/sheet1.xml', content: coverXml(document) },
    { path: 'xl/worksheets/_rels/sheet1.xml.rels', content: relationsXml([['drawing', '../drawings/drawing1.xml']]) },
    { path: 'xl/drawings/drawing1.xml', content: drawingXml(picture, brand.brand) },
    { path: 'xl/drawings/_rels/drawing1.xml.rels', content: relationsXml([['image', '../media/logo.png']]) },
    { path: 'xl/media/logo.png', content: picture.png },
    { path: 'xl/worksheets/sheet2.xml', content: () => tableXml(document) },
  ];
}

/** A workbook of two sheets, streamed row by row, so that memory does not grow with the table. */
export const writeXlsx: Writer = (document) => zip(filesOf(document), { created: document.created });
