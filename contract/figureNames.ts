import { dayBounds } from './bounds.ts';
import type { Flag, Flags } from './flags.ts';

/**
 * The output formats of statistics and reports (R164, Q14): JSON for charts and for tables, and five files.
 */
export const outputs = ['csv', 'docx', 'html', 'objects', 'pdf', 'rows', 'xlsx'] as const;
export type Output = (typeof outputs)[number];

/** The outputs that are files. */
export const fileOutputs = ['csv', 'docx', 'html', 'pdf', 'xlsx'] as const satisfies readonly Output[];
export type FileOutput = (typeof fileOutputs)[number];

/**
 * The intervals of statistics (R95). Weeks begin on Monday; the range may cut the first and the last
 * interval short.
 */
export const intervals = ['days', 'weeks', 'months'] as const;
export type Interval = (typeof intervals)[number];

/** The first and last valid days (R201), and the maximum number of days of a range: ten years. */
export const rangeBounds = { ...dayBounds, days: 3660 } as const;

/** The columns of a report, in their order. */
export const reportColumns = [
  'day',
  'time',
  'started',
  'ended',
  'channel',
  'session_mode',
  'service_kind',
  'location_type',
  'category',
  'partner',
  'customer',
  'interpreter',
  'outcome',
  'waiting_seconds',
  'duration_seconds',
  'rating',
  'closure_category',
  'note',
  'id',
] as const;
export type ReportColumn = (typeof reportColumns)[number];

const flagsOfColumns: Partial<Record<ReportColumn, readonly Flag[]>> = {
  channel: ['online', 'live'],
  session_mode: ['relay'],
  service_kind: ['transcription'],
  location_type: ['live'],
  rating: ['feedback'],
};

/** The columns that a report can have. Interpreters, whose scope is `own`, read ratings without the customer only. */
export function offeredColumns(flags: Flags, scope: 'own' | 'all'): ReportColumn[] {
  return reportColumns.filter(
    (column) => (column !== 'rating' || scope === 'all') && (flagsOfColumns[column] ?? []).every((flag) => flags[flag]),
  );
}

const personalColumns: readonly ReportColumn[] = ['customer', 'interpreter', 'rating', 'note'];

/**
 * The columns of a report unless others are chosen. A report about chosen partners is for outsiders, so it names no people, and
 * has no ratings and notes.
 */
export function defaultColumns(offered: readonly ReportColumn[], { isForPartner }: { isForPartner: boolean }) {
  return offered.filter((column) => !isForPartner || !personalColumns.includes(column));
}
