import type { Cell, ColumnKind } from '../../contract/figures.ts';

/**
 * Text as a cell may hold it: one line, without what no XML may contain and no printer can print. Made once, so that all
 * files hold the same.
 */
export function plain(text: string): string {
  const line = text.toWellFormed().replace(/\s+/g, ' ');
  return line.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, '').trim();
}

/** A day as people read it: DD-MM-YYYY (specification §9). */
export function shownDay(day: string): string {
  return day.split('-').toReversed().join('-');
}

/** Seconds as `m:ss`, minutes unbounded (Q22). */
function shownSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`;
}

/** A cell as text, the same in every file. Null is empty. */
export function shown(kind: ColumnKind, cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return kind === 'day' ? shownDay(cell) : cell;
  if (kind === 'seconds') return shownSeconds(cell);
  if (kind === 'decimal') return cell.toFixed(2);
  return kind === 'percent' ? cell.toFixed(1) : String(cell);
}

/** Whether a column is read from its right end, as numbers are. */
export function isNumeric(kind: ColumnKind): boolean {
  return !['text', 'day', 'time'].includes(kind);
}
