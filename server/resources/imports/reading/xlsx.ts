import { promisify } from 'node:util';
import { SaxesParser } from 'saxes';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { ApiProblem } from '../../../problem.ts';
import { rowLimits, type Table, type TableRow } from './table.ts';

/** The most that the parts of a workbook may unpack to, together, in bytes. */
const maxUnpacked = 400 * 1024 * 1024;

/** The most characters that the texts of a workbook may have together. */
const maxTexts = 60_000_000;

const unreadable = (cause?: unknown) => new ApiProblem('import_unreadable', {}, { cause });

/** The entries of an archive, by name. Nothing is unpacked yet. */
async function entriesOf(archive: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  await new Promise<void>((done, fail) => {
    archive.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      archive.readEntry();
    });
    archive.on('end', () => done());
    archive.on('error', fail);
    archive.readEntry();
  });
  return entries;
}

/** A tag with its attributes, without the prefixes of namespaces. */
type Tag = { name: string; attributes: Record<string, string> };
type Handlers = { open?: (tag: Tag) => void; text?: (text: string) => void; close?: (name: string) => void };

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Opens the parts of a workbook, counting what they unpack to. yauzl refuses a part that is larger than it declares. */
async function openWorkbook(bytes: Buffer) {
  const archive = await promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, { lazyEntries: true }).catch(
    (error: unknown) => {
      throw unreadable(error);
    },
  );
  const entries = await entriesOf(archive).catch((error: unknown) => {
    throw unreadable(error);
  });
  let unpacked = 0;

  /** Reads a part, piece by piece, so that other calls are answered meanwhile. Without the part it does nothing. */
  const read = async (name: string, { open, text, close }: Handlers): Promise<void> => {
    const entry = entries.get(name);
    if (!entry) return;
    const parser = new SaxesParser({ fragment: false });
    if (open)
      parser.on('opentag', ({ name: full, attributes }) =>
        open({
          name: localName(full),
          attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value])),
        }),
      );
    if (text) parser.on('text', text);
    if (close) parser.on('closetag', ({ name: full }) => close(localName(full)));
    parser.on('error', (error) => {
      throw unreadable(error);
    });
    const decoder = new TextDecoder();
    try {
      const stream = await promisify(archive.openReadStream.bind(archive))(entry);
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        unpacked += chunk.length;
        if (unpacked > maxUnpacked) throw new ApiProblem('import_too_large_inside');
        parser.write(decoder.decode(chunk, { stream: true }));
        await new Promise((next) => setImmediate(next));
      }
      parser.write(decoder.decode()).close();
    } catch (error) {
      throw error instanceof ApiProblem ? error : unreadable(error);
    }
  };
  return { read, close: () => archive.close() };
}

type Workbook = Awaited<ReturnType<typeof openWorkbook>>;

/** The sheets of a workbook with the names of their parts, and whether its days are counted from 1904. */
async function readOutline({ read }: Workbook) {
  const sheets: { name: string; id: string }[] = [];
  let from1904 = false;
  await read('xl/workbook.xml', {
    open: ({ name, attributes }) => {
      if (name === 'sheet') sheets.push({ name: attributes['name'] ?? '', id: attributes['id'] ?? '' });
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
    },
  });
  const targets = new Map<string, string>();
  await read('xl/_rels/workbook.xml.rels', {
    open: ({ name, attributes }) => {
      if (name === 'Relationship') targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '');
    },
  });
  return {
    from1904,
    sheets: sheets.flatMap(({ name, id }) => {
      const target = targets.get(id);
      if (!target) return [];
      return { name, part: target.startsWith('/') ? target.slice(1) : `xl/${target}` };
    }),
  };
}

/** The texts that cells share, without the readings of East Asian ones. */
async function readTexts({ read }: Workbook): Promise<string[]> {
  const texts: string[] = [];
  let current = '';
  let length = 0;
  let isText = false;
  let isReading = false;
  await read('xl/sharedStrings.xml', {
    open: ({ name }) => {
      if (name === 'si') current = '';
      if (name === 'rPh') isReading = true;
      isText = name === 't';
    },
    text: (text) => {
      if (!isText || isReading) return;
      length += text.length;
      if (length > maxTexts) throw new ApiProblem('import_too_large_inside');
      current += text;
    },
    close: (name) => {
      if (name === 'si') texts.push(current);
      if (name === 'rPh') isReading = false;
      if (name === 't') isText = false;
    },
  });
  return texts;
}

/** The numbers of the built-in formats for days and times (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** Whether a format shows days or times: it has their letters outside quotes, brackets and escapes. */
const isDateFormat = (code: string) => /[dmyhs]/i.test(code.replace(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\]|\\./gi, ''));

/** By position of a style: whether its numbers are days and times. */
async function readDateStyles({ read }: Workbook): Promise<boolean[]> {
  const formats = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isWithin = false;
  await read('xl/styles.xml', {
    open: ({ name, attributes }) => {
      if (name === 'numFmt') formats.set(Number(attributes['numFmtId']), isDateFormat(attributes['formatCode'] ?? ''));
      if (name === 'cellXfs') isWithin = true;
      if (name !== 'xf' || !isWithin) return;
      const id = Number(attributes['numFmtId'] ?? 0);
      styles.push(formats.get(id) ?? isBuiltInDate(id));
    },
    close: (name) => {
      if (name === 'cellXfs') isWithin = false;
    },
  });
  return styles;
}

const day = 86_400_000;

/** A number of days as `YYYY-MM-DD`, `HH:mm` or `YYYY-MM-DD HH:mm`, without a time zone. */
function dateText(days: number, from1904: boolean): string {
  if (!Number.isFinite(days)) return '';
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  // To the second: times are fractions of a day.
  const moment = new Date(start + Math.round((days * day) / 1000) * 1000);
  if (Number.isNaN(moment.getTime())) return '';
  const [date = '', time = ''] = moment.toISOString().split('T');
  const clock = time.slice(0, 8).replace(/:00$/, '');
  if (days < 1) return clock;
  return days % 1 === 0 ? date : `${date} ${clock}`;
}

/** The position of a cell such as `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

const numberText = (value: string): string => {
  const number = Number(value);
  // Spreadsheets keep 15 digits; more are an artefact of the binary form.
  return value !== '' && Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
};

type Meanings = { texts: readonly string[]; dates: readonly boolean[]; from1904: boolean };

/** The text of a cell. A formula counts as its value, an error as empty. */
function cellText(type: string, style: number, value: string, { texts, dates, from1904 }: Meanings): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'str' || type === 'inlineStr') return value;
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e') return '';
  if (type === 'd') return value.replace('T', ' ').replace(/ 00:00(:00)?$/, '');
  if (value === '') return '';
  return dates[style] ? dateText(Number(value), from1904) : numberText(value);
}

async function readRows({ read }: Workbook, part: string, meanings: Meanings): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const assertWithinLimits = rowLimits();
  let row: TableRow = { number: 0, cells: [] };
  let cell = { column: 0, type: 'n', style: 0, value: '' };
  let isValue = false;
  await read(part, {
    open: ({ name, attributes }) => {
      if (name === 'row') row = { number: Number(attributes['r'] ?? row.number + 1), cells: [] };
      if (name === 'c')
        cell = {
          column: attributes['r'] ? columnOf(attributes['r']) : row.cells.length,
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          value: '',
        };
      isValue = name === 'v' || name === 't';
    },
    text: (text) => {
      if (isValue) cell.value += text;
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'c') {
        const text = cellText(cell.type, cell.style, cell.value, meanings).trim();
        if (text === '') return;
        if (cell.column > 1000) throw unreadable();
        while (row.cells.length < cell.column) row.cells.push('');
        row.cells[cell.column] = text;
      }
      if (name === 'row' && row.cells.length > 0) {
        assertWithinLimits(row);
        rows.push(row);
      }
    },
  });
  return rows;
}

/**
 * Reads one sheet of an XLSX file: formulas as their values, days and times as texts.
 * @param asked the name of the sheet; the first one with rows by default
 * @throws ApiProblem import_unreadable, import_too_large_inside, import_too_many_rows
 */
export async function readXlsx(bytes: Buffer, asked?: string): Promise<Table> {
  const workbook = await openWorkbook(bytes);
  try {
    const { sheets, from1904 } = await readOutline(workbook);
    const meanings = { texts: await readTexts(workbook), dates: await readDateStyles(workbook), from1904 };
    const asSheets = { encoding: null, delimiter: null, sheets: sheets.map(({ name }) => name) };
    let last: Table | null = null;
    for (const { name, part } of sheets.filter((sheet) => asked === undefined || sheet.name === asked)) {
      last = { ...asSheets, sheet: name, rows: await readRows(workbook, part, meanings) };
      if (last.rows.length > 1) return last;
    }
    if (!last) throw unreadable();
    return last;
  } finally {
    workbook.close();
  }
}
