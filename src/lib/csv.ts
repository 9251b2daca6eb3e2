/** What a spreadsheet would take for the beginning of a formula, in the wide letters of East Asia, too. */
const formula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as lines of CSV (RFC 4180), as the server writes them: nothing in them is calculated by a spreadsheet. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** Tells a spreadsheet that what follows is UTF-8. */
export const csvMark = '\uFEFF';
