import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { ManifestError, type Problem } from './problem.ts';

/** The way to a value inside a JSON document: `['palette', 'accent']`. */
export type JsonPath = (string | number)[];

/** A JSON file that remembers where each of its values stands. */
export type JsonDocument = {
  /** Relative to the working directory, for people. */
  file: string;
  value: unknown;
  /** Whether the document itself holds a value at `path`. */
  has: (path: JsonPath) => boolean;
  /** A problem at the value of `path`, at its key, or at the nearest thing around it that exists. */
  problem: (path: JsonPath, message: string, fix: string, at?: 'key' | 'value') => Problem;
};

/** A path as people and terminals read it: relative to where they stand, when it is below. */
export function shownPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}

/** Line and column (from 1) of an offset in a text. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

const syntax: Record<string, string> = {
  InvalidSymbol: 'a word that JSON does not know',
  InvalidNumberFormat: 'a number that JSON cannot read',
  PropertyNameExpected: 'a property name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing } is expected',
  CloseBracketExpected: 'a closing ] is expected',
  EndOfFileExpected: 'the end of the file is expected',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'a comment without an end',
  UnexpectedEndOfString: 'a string without a closing quote',
  UnexpectedEndOfNumber: 'a number without an end',
  InvalidUnicode: 'an unreadable \\u escape',
  InvalidEscapeCharacter: 'an unreadable escape in a string',
  InvalidCharacter: 'a character that does not belong in a string',
};

/** What a node stands for. A key that stands twice is refused before, so nothing is lost here. */
function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
      key && value ? [[key.value, valueOf(value)]] : [],
    ),
  );
}

/** A string of a JSON text, and the colon after it when it is a key. */
const jsonString = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value);
  return below.reduce<number>((sum, one) => sum + keysIn(one), Array.isArray(value) ? 0 : below.length);
}

/** The value of a text that is JSON and has no key twice; else nothing. Many times faster than to find out what is wrong. */
function plainValue(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    const keys = [...text.matchAll(jsonString)].filter(([, colon]) => colon !== undefined).length;
    return keys === keysIn(value) ? { value } : null;
  } catch {
    return null;
  }
}

function repeatedKeys(node: Node): Node[] {
  const keys = node.type === 'object' ? (node.children ?? []).flatMap(({ children: [key] = [] }) => key ?? []) : [];
  const repeated = keys.filter((key, index) => keys.findIndex(({ value }) => value === key.value) < index);
  const below = (node.children ?? []).flatMap(repeatedKeys);
  return [...repeated, ...below];
}

/** @throws ManifestError when a text is not JSON or has a key twice, with the place of every fault. */
function parseStrictly(file: string, text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors.length > 0 || !root) {
    const faults = errors.map(({ error, offset }) => ({ error, ...positionAt(text, offset) }));
    // What follows in the same line is an echo of the first.
    const first = faults.filter(({ line }, index) => faults.findIndex((one) => one.line === line) === index);
    throw new ManifestError(
      first.slice(0, 5).map(({ error, line, column }) => ({
        file,
        line,
        column,
        message: `Not JSON: ${syntax[printParseErrorCode(error)] ?? printParseErrorCode(error)}.`,
        fix: 'Put it right here or just before; nothing was built or changed.',
      })),
    );
  }
  const repeated = repeatedKeys(root);
  if (repeated.length)
    throw new ManifestError(
      repeated.map(({ offset, value }) => ({
        file,
        ...positionAt(text, offset),
        message: `"${value}" stands twice.`,
        fix: 'Keep one of the two.',
      })),
    );
  return root;
}

/**
 * Reads a JSON file strictly (no comments, no trailing commas, no key twice).
 * @param ifMissing what to do when the file is not there.
 * @throws ManifestError when the file is not there or not JSON, with the place of every fault.
 */
export function readDocument(path: string, ifMissing: string): JsonDocument {
  const file = shownPath(path);
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const why = typeof error === 'object' && error && 'code' in error ? String(error.code) : String(error);
    throw new ManifestError([
      {
        file,
        line: 1,
        column: 1,
        message: why === 'ENOENT' ? 'The file is missing.' : `The file cannot be read (${why}).`,
        fix: why === 'ENOENT' ? ifMissing : 'Make it a file that may be read.',
      },
    ]);
  }
  const plain = plainValue(text);
  let tree = plain ? null : parseStrictly(file, text);
  // Whoever asks for a place has a fault to tell; most files have none.
  const root = () => (tree ??= parseStrictly(file, text));
  const nodeAt = (way: JsonPath) => findNodeAtLocation(root(), way);
  const document: JsonDocument = {
    file,
    value: plain ? plain.value : valueOf(root()),
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
