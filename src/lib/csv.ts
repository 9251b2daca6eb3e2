/** Texts that spreadsheets treat as formulas, full-width characters included. */
const formula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

function cell(text: string, separator: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  const isPlain = !safe.includes(separator) && !/["\r\n]/.test(safe);
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`;
}

/** Rows as CSV (RFC 4180), written like the server's; formulas are disabled. */
export function csvLines(rows: readonly (readonly string[])[], separator: string): string {
  return rows.map((cells) => `${cells.map((text) => cell(text, separator)).join(separator)}\r\n`).join('');
}

/** A byte order mark: tells spreadsheets that the file is UTF-8. */
export const csvMark = '\uFEFF';
