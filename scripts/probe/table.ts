import type { ProbeReport } from './checks.ts';

const columns = ['endpoint', 'field', 'drift', 'expected', 'found'] as const;
const widest = 60;

const cut = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);

/** The report for people: a line per drift, then what could not be looked at, then the count. */
export function table({ checked, skipped, drifts }: ProbeReport): string {
  const rows = drifts.map(({ endpoint, field, kind, expected, found }) =>
    [endpoint, field || '(answer)', kind, expected, found].map(cut),
  );
  const widths = columns.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  const left = new Map<string, number>();
  for (const { why } of skipped) left.set(why, (left.get(why) ?? 0) + 1);
  return [
    ...(rows.length > 0 ? [line(columns), ...rows.map(line), ''] : []),
    ...[...left].map(([why, count]) => `left out: ${count} calls, ${why}`),
    `${checked.length} calls checked, ${drifts.length} ${drifts.length === 1 ? 'drift' : 'drifts'}`,
  ].join('\n');
}
