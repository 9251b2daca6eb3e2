import { zip } from '../../server/documents/zip.ts';

const sheet = (cells: string) => `<worksheet xmlns="x"><sheetData>${cells}</sheetData></worksheet>`;
const relations = (...all: [id: string, type: string, target: string][]) =>
  `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/relationships/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const typicalParts: Record<string, string> = {
  '_rels/.rels': relations(['w', 'officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="Notes" r:id="a"/><sheet name="Plan" r:id="b"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relations(
    ['a', 'worksheet', 'worksheets/one.xml'],
    ['b', 'worksheet', '/xl/worksheets/two.xml'],
    ['c', 'sharedStrings', 'sharedStrings.xml'],
    ['d', 'styles', 'styles.xml'],
  ),
  'xl/sharedStrings.xml':
    '<sst><si><t>Date</t></si><si><r><t>Ev</t></r><r><t>ent</t></r><rPh><t>x</t></rPh></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/><xf numFmtId="20"/></cellXfs></styleSheet>',
  'xl/worksheets/one.xml': sheet('<row r="1"><c r="A1" t="inlineStr"><is><t>Nothing</t></is></c></row>'),
  'xl/worksheets/two.xml': sheet(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>From</t></is></c><c r="C1" t="inlineStr"><is><t>To</t></is></c><c r="D1" t="inlineStr"><is><t>Type</t></is></c><c r="E1" t="s"><v>1</v></c><c r="F1" t="inlineStr"><is><t>Interpreters needed</t></is></c></row>' +
      '<row r="4"><c r="A4" s="1"><v>45419</v></c><c r="B4" s="2"><v>0.4166666666666667</v></c><c r="C4" t="str"><f>1+1</f><v>11:30</v></c><c r="D4" t="inlineStr"><is><t>Remote</t></is></c><c r="E4" t="inlineStr"><is><t>Court &amp; hearing</t></is></c><c r="F4"><f>1+1</f><v>2</v></c></row>',
  ),
};

/** A workbook of some parts. */
export async function archive(parts: Record<string, string>): Promise<Buffer> {
  const all = Object.entries(parts).map(([path, content]) => ({ path, content }));
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip(all, { created: new Date('2024-05-01T10:00:00Z') })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A workbook with a date, a formula, a shared text and a second sheet; or with other parts. */
export function workbook(others: Record<string, string> = {}): Promise<Buffer> {
  return archive({ ...typicalParts, ...others });
}

/** A workbook with one sheet: the cells of each row as XML, the texts that they share, and the formats of its styles. */
export function sheetOf(
  rows: readonly string[],
  { texts = '', formats = [] }: { texts?: string; formats?: readonly string[] } = {},
): Promise<Buffer> {
  const numbers = formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`);
  const styles = formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`);
  return workbook({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="One" r:id="a"/></sheets></workbook>',
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${numbers.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/one.xml': sheet(rows.map((cells) => `<row>${cells}</row>`).join('')),
  });
}
