import type { Cell, ColumnKind } from '../../contract/figures.ts';

/**
 * Text for a cell: one line, without characters that XML forbids or that cannot be printed. All file formats use it, so
 * they contain the same text.
 */
export function printable(text: string): string {
  const line = text.toWellFormed().replace(/\s+/g, ' ');
  return line.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, '').trim();
}

/** A day in display format: DD-MM-YYYY (specification §9). */
export function shownDay(day: string): string {
  return day.split('-').toReversed().join('-');
}

/** Seconds as `m:ss`, minutes unbounded (Q22). */
function shownSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`;
}

/** A cell as text, the same in every file format. Null is empty. */
export function cellText(kind: ColumnKind, cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return kind === 'day' ? shownDay(cell) : cell;
  if (kind === 'seconds') return shownSeconds(cell);
  if (kind === 'decimal') return cell.toFixed(2);
  return kind === 'percent' ? cell.toFixed(1) : String(cell);
}

/** Whether a column is right-aligned, as numbers are. */
export function isNumeric(kind: ColumnKind): boolean {
  return !['text', 'day', 'time'].includes(kind);
}
