/** The title of the test at the start of a text; with `.each`, the title after the table. Null if there is none. */
export function titleOf(text: string): string | null {
  const hasTable = /^\s*(?:test|it|describe)\.each\b/.test(text);
  const start = hasTable ? /\)\(\s*(['"`])(.+?)\1/s : /^[^(]*\(\s*(['"`])(.+?)\1/s;
  return start.exec(text)?.[2] ?? null;
}

/** The titles of all tests in the source of a test file. Skipped tests do not count. */
export function titlesIn(source: string): Set<string> {
  const starts = [...source.matchAll(/^\s*(?:test|it)(?:\.each\b[^\n]*)?(?:\(|$)/gm)].map(({ index }) => index);
  return new Set(starts.flatMap((at) => titleOf(source.slice(at).trimStart()) ?? []));
}
