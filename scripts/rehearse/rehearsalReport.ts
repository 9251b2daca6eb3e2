import { table } from '../lib/report.ts';
import { type RehearsalResult, steps } from './rehearse.ts';

const names: Record<(typeof steps)[number], string> = {
  backUp: 'back up',
  destroy: 'destroy',
  restore: 'restore',
  compare: 'compare',
  afterRestore: 'after the restore',
  start: 'start the backend',
};

const indent = (text: string): string => text.replace(/^/gm, '  ');

/** The result as text: seconds of each step, rows of each table with its first difference, and a summary. */
export function rehearsalReport(result: RehearsalResult): string {
  const { tables, sequences, definitions, objects, afterRestore, start, seconds } = result;
  const times = steps.map((step) => [names[step], seconds[step].toFixed(2)]);
  const rows = tables.map(({ table: name, rows: count, missing, unexpected, changed, first }) => [
    name,
    String(count),
    String(missing + unexpected + changed),
    first ?? '',
  ]);
  const parts = [...sequences.differences, ...definitions.differences, ...objects.differences];
  const down = seconds.restore + seconds.afterRestore + seconds.start;
  return [
    table([['step', 'seconds'], ...times], [false, true]),
    '',
    table([['table', 'rows', 'different', 'first difference'], ...rows], [false, true, true, false]),
    '',
    ...(parts.length > 0 ? [...parts, ''] : []),
    `After the restore (${afterRestore.passed ? 'passed' : 'FAILED'}):`,
    indent(afterRestore.output),
    `Backend (${start.passed ? 'passed' : 'FAILED'}):`,
    indent(start.output),
    '',
    `${result.rows} rows in ${tables.length} tables, ${sequences.compared} sequences, ${definitions.compared} definitions and ${objects.compared} objects compared.`,
    `Backup: ${(result.size / 1e6).toFixed(1)} MB. From the backup to a backend that answers: ${down.toFixed(1)} s.`,
    result.passed ? 'The restored database is the same, and the backend runs on it.' : 'The rehearsal FAILED.',
  ].join('\n');
}
