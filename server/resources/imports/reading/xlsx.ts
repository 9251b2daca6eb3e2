import { posix } from 'node:path';
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
      // Names of parts have no case (ECMA-376 part 2, 6.2.2.3).
      entries.set(entry.fileName.toLowerCase(), entry);
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

  /** Reads a part, piece by piece. Without the part it does nothing. */
  const read = async (name: string | undefined, { open, text, close }: Handlers): Promise<void> => {
    const entry = entries.get(name?.toLowerCase() ?? '');
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
      }
      parser.write(decoder.decode()).close();
    } catch (error) {
      throw error instanceof ApiProblem ? error : unreadable(error);
    }
  };
  return { read, close: () => archive.close() };
}

type Workbook = Awaited<ReturnType<typeof openWorkbook>>;

/** A part that another part names: the last word of its type, such as `worksheet`, and its name. */
type Related = { id: string; type: string; part: string };

/** The parts that a part names; those of the archive itself if the name is empty. */
async function relatedTo({ read }: Workbook, part: string): Promise<Related[]> {
  const found: Related[] = [];
  const folder = posix.dirname(part);
  await read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`), {
    open: ({ name, attributes: { Id = '', Type = '', Target = '' } }) => {
      if (name !== 'Relationship') return;
      found.push({ id: Id, type: posix.basename(Type), part: posix.resolve('/', folder, Target).slice(1) });
    },
  });
  return found;
}

/** The sheets of a workbook with the names of its parts, and whether its days are counted from 1904. */
async function readOutline(workbook: Workbook) {
  const sheets: { name: string; id: string }[] = [];
  let from1904 = false;
  const main = (await relatedTo(workbook, '')).find(({ type }) => type === 'officeDocument');
  if (!main) throw unreadable();
  await workbook.read(main.part, {
    open: ({ name, attributes }) => {
      if (name === 'sheet') sheets.push({ name: attributes['name'] ?? '', id: attributes['id'] ?? '' });
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
    },
  });
  const related = await relatedTo(workbook, main.part);
  const partOf = (wanted: string) => related.find(({ type }) => type === wanted)?.part;
  return {
    from1904,
    texts: partOf('sharedStrings'),
    styles: partOf('styles'),
    sheets: sheets.flatMap(({ name, id }) => {
      const sheet = related.find((part) => part.id === id && part.type === 'worksheet');
      return sheet ? { name, part: sheet.part } : [];
    }),
  };
}

/** A text without the escapes of characters that XML cannot have: `_x000D_` is a line break, `_x005F_` the underscore. */
const unescaped = (text: string) =>
  text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** The texts that cells share, without the readings of East Asian ones. */
async function readTexts({ read }: Workbook, part: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  let current = '';
  let length = 0;
  let isText = false;
  let isReading = false;
  await read(part, {
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
      if (name === 'si') texts.push(unescaped(current));
      if (name === 'rPh') isReading = false;
      if (name === 't') isText = false;
    },
  });
  return texts;
}

/** How the numbers of a style are shown: as days and times, as hours that have passed, or filled up with zeros. */
type Style = 'moment' | 'hours' | { zeros: string } | null;

/** The built-in formats of days and times (ECMA-376, 18.8.30). 49 is text. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** The style that a format means. Its quoted, escaped, padding and bracketed characters are no letters of days and times. */
function styleOf(code: string): Style {
  const bare = code.replace(/"[^"]*"|\\.|[_*]./g, '');
  if (/\[h+\]/i.test(bare)) return 'hours';
  const letters = bare.replace(/\[(?!m+\]|s+\])[^\]]*\]/gi, '');
  if (/[dmyhs]/i.test(letters)) return 'moment';
  const [first = ''] = code.replace(/\[[^\]]*\]|[_*]./g, '').split(';');
  const zeros = first.replace(/"([^"]*)"|\\(.)/g, '$1$2');
  return /^[0 ()/-]+$/.test(zeros) && /0.*0/.test(zeros) ? { zeros } : null;
}

/** By position: the styles of cells. */
async function readStyles({ read }: Workbook, part: string | undefined): Promise<Style[]> {
  const formats = new Map<number, Style>();
  const styles: Style[] = [];
  let isWithin = false;
  await read(part, {
    open: ({ name, attributes }) => {
      if (name === 'numFmt') formats.set(Number(attributes['numFmtId']), styleOf(attributes['formatCode'] ?? ''));
      if (name === 'cellXfs') isWithin = true;
      if (name !== 'xf' || !isWithin) return;
      const id = Number(attributes['numFmtId'] ?? 0);
      const builtIn = id === 46 ? 'hours' : isBuiltInDate(id) ? 'moment' : null;
      styles.push(formats.has(id) ? (formats.get(id) ?? null) : builtIn);
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
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  // To the second: times are fractions of a day.
  const moment = new Date(start + Math.round((days * day) / 1000) * 1000);
  if (Number.isNaN(moment.getTime())) return '';
  const [date = '', time = ''] = moment.toISOString().split('T');
  const clock = time.slice(0, 8).replace(/:00$/, '');
  if (days < 1) return clock;
  return days % 1 === 0 ? date : `${date} ${clock}`;
}

/** A number of days as hours, minutes and seconds: 1 is 24:00. */
function hoursText(days: number): string {
  const seconds = Math.round((days * day) / 1000);
  const two = (part: number) => String(part).padStart(2, '0');
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two);
  return parts.join(':').replace(/:00$/, '');
}

/** A whole number whose digits fill the zeros of a pattern from its end: 123 in 00000 is 00123. */
function filledText(number: string, zeros: string): string {
  const places = zeros.replace(/[^0]/g, '').length;
  const digits = [...number.padStart(places, '0')];
  const more = digits.splice(0, digits.length - places).join('');
  return more + zeros.replace(/0/g, () => digits.shift() ?? '');
}

/** The position of a cell such as `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

type Meanings = { texts: readonly string[]; styles: readonly Style[]; from1904: boolean };

function numberText(value: string, style: Style, from1904: boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (style === 'moment') return dateText(number, from1904);
  if (style === 'hours') return hoursText(number);
  // Spreadsheets keep 15 digits; more are an artefact of the binary form.
  const text = String(Number(number.toPrecision(15)));
  return style && /^\d+$/.test(text) ? filledText(text, style.zeros) : text;
}

/** The text of a cell. A formula counts as its value, an error as empty. */
function cellText(type: string, style: number, value: string, { texts, styles, from1904 }: Meanings): string {
  if (value === '') return '';
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'str' || type === 'inlineStr') return unescaped(value);
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e') return '';
  if (type === 'd')
    return value
      .replace('T', ' ')
      .replace(/(\.\d+)?Z?$/, '')
      .replace(/ 00:00(:00)?$/, '');
  return numberText(value, styles[style] ?? null, from1904);
}

async function readRows({ read }: Workbook, part: string, meanings: Meanings): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const assertWithinLimits = rowLimits();
  let row: TableRow = { number: 0, cells: [] };
  let cell = { column: 0, type: 'n', style: 0, value: '' };
  let isValue = false;
  let isReading = false;
  await read(part, {
    open: ({ name, attributes: { r, t = 'n', s = '0' } }) => {
      if (name === 'row') {
        row = { number: Number(r ?? row.number + 1), cells: [] };
        cell.column = -1;
      }
      if (name === 'c') cell = { column: r ? columnOf(r) : cell.column + 1, type: t, style: Number(s), value: '' };
      if (name === 'rPh') isReading = true;
      isValue = name === 'v' || (name === 't' && !isReading);
    },
    text: (text) => {
      if (isValue) cell.value += text;
    },
    close: (name) => {
      if (name === 'rPh') isReading = false;
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
    const { sheets, from1904, texts, styles } = await readOutline(workbook);
    const meanings = {
      texts: await readTexts(workbook, texts),
      styles: await readStyles(workbook, styles),
      from1904,
    };
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
