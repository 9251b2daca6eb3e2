import { isoLanguage } from '../../contract/languages.ts';
import { formatForPeople, isNumeric } from './cells.ts';
import { layOutColumns } from './columns.ts';
import { type Document, slicesOf, type Writer } from './document.ts';
import { pictureOf, type Picture } from './logo.ts';
import { escapeXml, type Part, xmlHead, zip } from './zip.ts';

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** In twentieths of a point: A4 and A3 landscape. */
const sheets = [
  { width: 16_838, height: 11_906 },
  { width: 23_811, height: 16_838 },
] as const;
const margin = 720;
/** The margin on both sides of a cell, in twentieths of a point. */
const cellMargin = 50;

type Look = { bold?: boolean; size?: number; colour?: string; end?: boolean };

/** A heading in the style of its level. */
function headingXml(level: 1 | 2, text: string): string {
  return `<w:p><w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
}

/** A paragraph; sizes in half points. */
function paragraph(text: string, { bold, size = 20, colour, end }: Look = {}): string {
  const look = `${bold ? '<w:b/>' : ''}${colour ? `<w:color w:val="${colour.slice(1)}"/>` : ''}<w:sz w:val="${size}"/>`;
  return `<w:p><w:pPr>${end ? '<w:jc w:val="end"/>' : ''}</w:pPr><w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
}

function cell(width: number, content: string, fill?: string): string {
  const shade = fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill.slice(1)}"/>` : '';
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${shade}</w:tcPr>${content}</w:tc>`;
}

function tableHead(widths: readonly number[], lines: boolean): string {
  const line = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="D9DCE3"/>`;
  const total = widths.reduce((sum, width) => sum + width, 0);
  return `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/>${lines ? `<w:tblBorders>${line('bottom')}${line('insideH')}</w:tblBorders>` : ''}<w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="${cellMargin}" w:type="dxa"/><w:right w:w="${cellMargin}" w:type="dxa"/></w:tblCellMar><w:tblLook w:firstRow="${lines ? 1 : 0}" w:lastRow="0" w:firstColumn="${lines ? 0 : 1}" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/></w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`;
}

/** Labels and values in two columns. */
function pairs(list: readonly { label: string; text: string }[], muted: string): string {
  const widths = [4200, 9000] as const;
  const rows = list.map(
    ({ label, text }) =>
      `<w:tr>${cell(widths[0], paragraph(label, { colour: muted }))}${cell(widths[1], paragraph(text))}</w:tr>`,
  );
  return `${tableHead(widths, false)}${rows.join('')}</w:tbl>`;
}

function logoXml({ width, height }: Picture, name: string): string {
  const emu = 9525;
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
  return `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${drawing}/wordprocessingDrawing"><wp:extent cx="${width * emu}" cy="${height * emu}"/><wp:docPr id="1" name="Logo" descr="${escapeXml(name)}"/><a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture"><pic:pic xmlns:pic="${drawing}/picture"><pic:nvPicPr><pic:cNvPr id="1" name="Logo"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width * emu}" cy="${height * emu}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}

/** Upper bounds of the widths of letters in Calibri, in ems: narrow, wide, capital; others by default. */
const letters = [
  [/[iljtfrI.,:;'|()\-\s]/u, 0.36],
  [/[mwMW%@]/u, 0.92],
  [/\p{Lu}/u, 0.68],
] as const;

function emsOf(word: string): number {
  let ems = 0;
  for (const letter of word) ems += letters.find(([pattern]) => pattern.test(letter))?.[1] ?? 0.54;
  return ems;
}

/** The sheet, the size of the table's letters in half points, and the width of each column in twentieths of a point. */
function layoutOf(document: Document) {
  const { size, widths, sheet } = layOutColumns(document, {
    rooms: sheets.map(({ width }) => (width - 2 * margin) / 20),
    padding: cellMargin / 20,
    widthOf: (word, points, isHead) => emsOf(word) * points * (isHead ? 1.06 : 1),
  });
  return { page: sheets[sheet] ?? sheets[0], size: size * 2, widths: widths.map((width) => Math.floor(width * 20)) };
}

async function* documentXml(document: Document, picture: Picture): AsyncGenerator<string> {
  const { brand, title, facts, totals, columns, words } = document;
  const { accent, onAccent, textMuted } = brand.colours;
  const format = formatForPeople(document.locale);
  const { page, widths, size } = layoutOf(document);
  const head = columns.map(({ label, kind }, index) =>
    cell(widths[index] ?? 0, paragraph(label, { bold: true, size, colour: onAccent, end: isNumeric(kind) }), accent),
  );
  yield `${xmlHead}<w:document xmlns:w="${main}" xmlns:r="${relations}"><w:body>${logoXml(picture, brand.brand)}${paragraph(brand.brand, { bold: true, colour: accent })}${headingXml(1, title)}${pairs(
    facts.map(({ label, value }) => ({ label, text: value })),
    textMuted,
  )}${headingXml(2, words.totals)}${pairs(
    totals.map(({ label, kind, value }) => ({ label, text: format(kind, value) })),
    textMuted,
  )}${paragraph('')}${tableHead(widths, true)}<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${head.join('')}</w:tr>`;
  for await (const rows of slicesOf(document))
    yield rows
      .map((cells) => {
        const row = columns.map(({ kind }, index) =>
          cell(widths[index] ?? 0, paragraph(format(kind, cells[index] ?? null), { size, end: isNumeric(kind) })),
        );
        return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${row.join('')}</w:tr>`;
      })
      .join('');
  yield `</w:tbl>${paragraph('')}<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="${page.width}" w:h="${page.height}" w:orient="landscape"/><w:pgMar w:top="${margin}" w:right="${margin}" w:bottom="${margin}" w:left="${margin}" w:header="360" w:footer="360" w:gutter="0"/></w:sectPr></w:body></w:document>`;
}

function footerXml({ brand, title }: Document): string {
  return `${xmlHead}<w:ftr xmlns:w="${main}"><w:p><w:pPr><w:jc w:val="end"/></w:pPr><w:r><w:rPr><w:sz w:val="16"/></w:rPr><w:t xml:space="preserve">${escapeXml(`${brand.brand} · ${title} · `)}</w:t></w:r><w:r><w:rPr><w:sz w:val="16"/></w:rPr><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:rPr><w:sz w:val="16"/></w:rPr><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:rPr><w:sz w:val="16"/></w:rPr><w:fldChar w:fldCharType="end"/></w:r></w:p></w:ftr>`;
}

function stylesXml({ language, brand }: Document): string {
  const heading = (level: 1 | 2, size: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:qFormat/><w:pPr><w:keepNext/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr></w:style>`;
  return `${xmlHead}<w:styles xmlns:w="${main}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:color w:val="${brand.colours.text.slice(1)}"/><w:lang w:val="${isoLanguage(language)}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:before="20" w:after="20"/></w:pPr></w:pPrDefault></w:docDefaults>${heading(1, 36)}${heading(2, 26)}</w:styles>`;
}

/** The title that programs show instead of the name of the file. */
function propertiesXml({ brand, title, language }: Document): string {
  const text = (name: string, value: string) => `<dc:${name}>${escapeXml(value)}</dc:${name}>`;
  return `${xmlHead}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${text('title', `${title} · ${brand.brand}`)}${text('creator', brand.brand)}${text('language', isoLanguage(language))}</cp:coreProperties>`;
}

async function* filesOf(document: Document): AsyncGenerator<Part> {
  const picture = await pictureOf(document.brand.logo);
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  const override = (path: string, kind: string) => `<Override PartName="${path}" ContentType="${type}.${kind}+xml"/>`;
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relations}/${kind}" Target="${target}"/>`;
  const related = (list: string) =>
    `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`;
  yield* [
    {
      path: '[Content_Types].xml',
      content: `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${override('/word/document.xml', 'document.main')}${override('/word/styles.xml', 'styles')}${override('/word/footer1.xml', 'footer')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    },
    {
      path: '_rels/.rels',
      content: related(
        `${relation(1, 'officeDocument', 'word/document.xml')}<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
      ),
    },
    { path: 'docProps/core.xml', content: propertiesXml(document) },
    {
      path: 'word/_rels/document.xml.rels',
      content: related(
        relation(1, 'image', 'media/logo.png') +
          relation(2, 'footer', 'footer1.xml') +
          relation(3, 'styles', 'styles.xml'),
      ),
    },
    { path: 'word/styles.xml', content: stylesXml(document) },
    { path: 'word/footer1.xml', content: footerXml(document) },
    { path: 'word/media/logo.png', content: picture.png },
    { path: 'word/document.xml', content: () => documentXml(document, picture) },
  ];
}

/** A document for a word processor, written row by row, with the table heading repeated on every page. */
export const writeDocx: Writer = (document) => zip(filesOf(document), { created: document.created });
