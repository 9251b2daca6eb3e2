import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { ManifestError, type Problem } from './problem.ts';

/** Largest manifest in bytes, and its deepest nesting: they bound the work of every check. */
const limits = { bytes: 64_000, depth: 16 } as const;

/** Path of a value in a JSON document: `['palette', 'accent']`. */
export type JsonPath = (string | number)[];

/** A JSON file that knows the position of each of its values. */
export type JsonDocument = {
  /** Path as shown in messages. */
  file: string;
  value: unknown;
  /** Whether the document has a value at `path`. */
  has: (path: JsonPath) => boolean;
  /** A problem at the value of `path` or its key, or at the nearest existing parent. */
  problem: (path: JsonPath, message: string, fix: string, at?: 'key' | 'value') => Problem;
};

/** A path for messages: relative to the working directory if it is inside. */
export function shownPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}

/** A value for messages: as JSON, shortened to 60 characters. */
export function shownValue(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing';
  return json.length > 60 ? `${[...json.slice(0, 60)].slice(0, -1).join('')}…` : json;
}

/** Line and column (from 1) of an offset in a text. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

const syntax: Record<string, string> = {
  InvalidSymbol: 'a word that is not a JSON value',
  InvalidNumberFormat: 'a malformed number',
  PropertyNameExpected: 'a property name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing } is expected',
  CloseBracketExpected: 'a closing ] is expected',
  EndOfFileExpected: 'the end of the file is expected',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a string has no closing quote',
  UnexpectedEndOfNumber: 'an incomplete number',
  InvalidUnicode: 'an invalid \\u escape',
  InvalidEscapeCharacter: 'an invalid escape in a string',
  InvalidCharacter: 'a character that is not allowed in a string',
};

/** The value of a node. Duplicate keys were refused before, so no value is lost. */
function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
      key && value ? [[key.value, valueOf(value)]] : [],
    ),
  );
}

/** A string in a JSON text, with the colon after it if it is a key. */
const jsonString = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value);
  return below.reduce<number>((sum, item) => sum + countKeys(item), Array.isArray(value) ? 0 : below.length);
}

/** The value of valid JSON without duplicate keys, else null. Many times faster than the parser that locates errors. */
function parseValid(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    const keys = [...text.matchAll(jsonString)].filter(([, colon]) => colon !== undefined).length;
    return keys === countKeys(value) ? { value } : null;
  } catch {
    return null;
  }
}

function repeatedKeys(node: Node): Node[] {
  const keys = node.type === 'object' ? (node.children ?? []).flatMap(({ children: [key] = [] }) => key ?? []) : [];
  const seen = new Set<unknown>();
  const repeated = keys.filter(({ value }) => seen.size === seen.add(value).size);
  const below = (node.children ?? []).flatMap(repeatedKeys);
  return [...repeated, ...below];
}

/** @throws ManifestError with every position where a text is not JSON or repeats a key. */
function parseStrictly(file: string, text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors.length > 0 || !root) {
    const located = errors.map(({ error, offset }) => ({ error, ...positionAt(text, offset) }));
    // Further errors in a line are consequences of the first.
    const firstOfLine = located.filter(
      ({ line }, index) => located.findIndex((earlier) => earlier.line === line) === index,
    );
    throw new ManifestError(
      firstOfLine.slice(0, 5).map(({ error, line, column }) => ({
        file,
        line,
        column,
        message: `Not JSON: ${syntax[printParseErrorCode(error)] ?? printParseErrorCode(error)}.`,
        fix: 'Correct it at this position or just before; nothing was built or changed.',
      })),
    );
  }
  const repeated = repeatedKeys(root);
  if (repeated.length)
    throw new ManifestError(
      repeated.map(({ offset, value }) => ({
        file,
        ...positionAt(text, offset),
        message: `The key "${value}" occurs twice.`,
        fix: 'Remove one of the two.',
      })),
    );
  return root;
}

/** The offset of the first bracket that is nested too deeply, or null. Brackets in strings do not count. */
function tooDeepAt(text: string): number | null {
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (part === '{' || part === '[') depth += 1;
    if (part === '}' || part === ']') depth -= 1;
    if (depth > limits.depth) return index;
  }
  return null;
}

/** The text of a file. @throws ManifestError when it is too large, no UTF-8 or nested too deeply. */
function decoded(file: string, bytes: Buffer): string {
  const refuse = (at: { line: number; column: number }, message: string, fix: string): never => {
    throw new ManifestError([{ file, ...at, message, fix }]);
  };
  const top = { line: 1, column: 1 };
  if (bytes.length > limits.bytes)
    refuse(
      top,
      `The file has ${bytes.length} bytes; at most ${limits.bytes} are allowed.`,
      'Remove what is not needed.',
    );
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes)) {
    refuse(positionAt(text, text.indexOf('\uFFFD')), 'The file is not UTF-8.', 'Save it as UTF-8 in your editor.');
  }
  const deep = tooDeepAt(text);
  if (deep !== null)
    refuse(
      positionAt(text, deep),
      `Objects and lists are nested more than ${limits.depth} levels deep.`,
      'A manifest has two levels; see tenants/manifest.schema.json.',
    );
  return text.replace(/^\uFEFF/, '');
}

/**
 * The bytes of a file of a deployment. A link could lead out of its folder, and a pipe would never end.
 * @throws an error with a `code`, as those of Node have
 */
export function readPlainFile(path: string): Buffer {
  if (!lstatSync(path).isFile()) throw Object.assign(new Error(`${path} is no file`), { code: 'no plain file' });
  return readFileSync(path);
}

/**
 * Reads a JSON file strictly: UTF-8, no comments, no trailing commas, no duplicate keys, of limited size and depth.
 * @param fixIfMissing the fix to suggest when the file is missing.
 * @throws ManifestError when the file is missing, unreadable, too large or not JSON, with the position of every error.
 */
export function readDocument(path: string, fixIfMissing: string): JsonDocument {
  const file = shownPath(path);
  let bytes: Buffer;
  try {
    bytes = readPlainFile(path);
  } catch (error) {
    const why = typeof error === 'object' && error && 'code' in error ? String(error.code) : String(error);
    throw new ManifestError([
      {
        file,
        line: 1,
        column: 1,
        message: why === 'ENOENT' ? 'The file is missing.' : `The file cannot be read (${why}).`,
        fix: why === 'ENOENT' ? fixIfMissing : 'Make it a readable file, not a link, folder or pipe.',
      },
    ]);
  }
  const text = decoded(file, bytes);
  const valid = parseValid(text);
  let tree = valid ? null : parseStrictly(file, text);
  // Positions are needed for problems only, so valid files are not parsed a second time.
  const root = () => (tree ??= parseStrictly(file, text));
  const nodeAt = (way: JsonPath) => findNodeAtLocation(root(), way);
  const document: JsonDocument = {
    file,
    value: valid ? valid.value : valueOf(root()),
    has: (way) => nodeAt(way) !== undefined,
    problem: (way, message, fix, at = 'value') => {
      let length = way.length;
      let node = nodeAt(way);
      while (!node && length > 0) node = nodeAt(way.slice(0, --length));
      const key =
        at === 'key' && length === way.length && node?.parent?.type === 'property' && node.parent.children?.[0];
      return { file, ...positionAt(text, (key || node || root()).offset), message, fix };
    },
  };
  return document;
}
