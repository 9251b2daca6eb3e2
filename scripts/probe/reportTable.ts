import type { ContractReport } from './checks.ts';
import { counted } from '../lib/counted.ts';

const columns = ['endpoint', 'field', 'drift', 'expected', 'found'] as const;
const maxWidth = 60;

const cut = (text: string): string => (text.length > maxWidth ? `${text.slice(0, maxWidth - 1)}…` : text);

/** The report as text: a table of differences, the skipped calls by reason, and a summary. */
export function reportTable({ checked, skipped, drifts }: ContractReport): string {
  const rows = drifts.map(({ endpoint, field, kind, expected, found }) =>
    [endpoint, field || '(response)', kind, expected, found].map(cut),
  );
  const widths = columns.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  const byReason = new Map<string, number>();
  for (const { why } of skipped) byReason.set(why, (byReason.get(why) ?? 0) + 1);
  return [
    ...(rows.length > 0 ? [line(columns), ...rows.map(line), ''] : []),
    ...[...byReason].map(([why, count]) => `skipped ${count} calls: ${why}`),
    `${checked.length} calls checked, ${counted(drifts.length, 'drift', 'drifts')}`,
  ].join('\n');
}
