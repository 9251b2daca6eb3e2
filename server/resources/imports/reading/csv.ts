import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { type ImportEncoding, importLimits } from '../../../../contract/importKinds.ts';
import type { Language } from '../../../../contract/languages.ts';
import { ApiProblem } from '../../../problem.ts';
import { codePageOf } from './codePages.ts';
import type { Table, TableRow } from './table.ts';
import { rowLimits } from './table.ts';

const delimiters = [';', '\t', ','] as const;

/** How much of a file tells its delimiter, in characters. */
const sampleLength = 20_000;

function decode(bytes: Buffer, encoding: ImportEncoding): string {
  return new TextDecoder(encoding, { fatal: encoding.startsWith('utf') }).decode(bytes);
}

/** Whether every second byte of the beginning is zero, as with UTF-16 of western text. */
function zeroBytes(bytes: Buffer): ImportEncoding | null {
  const beginning = bytes.subarray(0, 200);
  const zeros = [0, 0];
  beginning.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > beginning.length / 4 && even === 0) return 'utf-16le';
  return even > beginning.length / 4 && odd === 0 ? 'utf-16be' : null;
}

/** The encoding of a text file: from its byte order mark, else UTF-8 if it is valid, else a code page. */
function detectEncoding(bytes: Buffer, languages: readonly Language[]): ImportEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const wide = zeroBytes(bytes);
  if (wide) return wide;
  return isUtf8(bytes) ? 'utf-8' : codePageOf(bytes, languages);
}

/** A first line that names the delimiter for spreadsheets, `sep=;`. */
const namedDelimiter = /^\ufeff?"?sep=([;,\t|])"?\r?(?:\n|$)/i;

/** The delimiter that the file names or that its first line has most of, outside quotes. */
function detectDelimiter(text: string): string {
  const [, named] = namedDelimiter.exec(text) ?? [];
  if (named !== undefined) return named;
  const [line = ''] = text
    .slice(0, sampleLength)
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/, 1);
  const counts = delimiters.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counts.reduce((best, candidate) => (candidate.count > best.count ? candidate : best)).delimiter;
}

/**
 * Reads a CSV file. @throws ApiProblem import_unreadable, import_empty, import_too_many_rows
 * @param wishes.encoding the encoding, if it is not to be detected
 * @param wishes.languages those of the deployment, the likely ones of the file
 */
export async function readCsv(
  bytes: Buffer,
  { encoding: asked, languages = [] }: { encoding?: ImportEncoding | undefined; languages?: readonly Language[] } = {},
): Promise<Table> {
  const encoding = asked ?? detectEncoding(bytes, languages);
  let text: string;
  try {
    text = decode(bytes, encoding);
  } catch (error) {
    throw new ApiProblem('import_unreadable', {}, { cause: error });
  }
  const delimiter = detectDelimiter(text);
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    trim: true,
    from_line: namedDelimiter.test(text) ? 2 : 1,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: importLimits.columns * importLimits.cell,
  });
  const rows: TableRow[] = [];
  const assertWithinLimits = rowLimits();
  try {
    const records = Readable.from([text]).pipe(parser) as AsyncIterable<{ record: string[]; info: { lines: number } }>;
    for await (const { record, info } of records) {
      const row = { number: info.lines, cells: record };
      assertWithinLimits(row);
      rows.push(row);
    }
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    throw new ApiProblem('import_unreadable', {}, { cause: error });
  }
  return { encoding, delimiter, sheet: null, sheets: [], rows };
}
