import type { Cell, ColumnKind } from '../../contract/figures.ts';
import { shownDay } from '../days.ts';

/**
 * Text for a cell: one line, without characters that XML forbids or that cannot be printed. All file formats use it, so
 * they contain the same text.
 */
export function printable(text: string): string {
  const line = text.toWellFormed().replace(/\s+/g, ' ');
  return line.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, '').trim();
}

/** Seconds as `m:ss`, minutes unbounded (Q22). */
function shownSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`;
}

/** The number of decimals of each kind of number. */
const decimals = { count: 0, decimal: 2, percent: 1 } as const;

/** Formats cells as text; null is empty. */
export type CellFormat = (kind: ColumnKind, cell: Cell) => string;

function createFormat(locale: string, useGrouping: boolean, day: (day: string) => string): CellFormat {
  const numbers = new Map<ColumnKind, Intl.NumberFormat>(
    Object.entries(decimals).map(([kind, digits]) => [
      kind as keyof typeof decimals,
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        ...(useGrouping ? {} : { useGrouping }),
      }),
    ]),
  );
  return (kind, cell) => {
    if (cell === null) return '';
    if (typeof cell === 'number')
      return kind === 'seconds' ? shownSeconds(cell) : (numbers.get(kind)?.format(cell) ?? '');
    if (kind === 'day') return day(cell);
    return kind === 'moment' ? cell.replace(/^\S+/, day) : cell;
  };
}

/** Formats cells for people as the screen does: numbers in the locale (BCP 47), days as DD-MM-YYYY. */
export function formatForPeople(locale: string): CellFormat {
  return createFormat(locale, true, shownDay);
}

/**
 * Formats cells for spreadsheets: numbers with the locale's decimal mark and without grouping, days as YYYY-MM-DD, the one
 * form that spreadsheets of every country read as the same day.
 */
export function formatForSheets(locale: string): CellFormat {
  return createFormat(locale, false, (day) => day);
}

/** Whether a column is right-aligned, as numbers are. */
export function isNumeric(kind: ColumnKind): boolean {
  return !['text', 'day', 'time', 'moment'].includes(kind);
}
