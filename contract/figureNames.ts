import { dayBounds } from './bounds.ts';

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

/** Service level: the share of answered and abandoned requests that were answered within this many seconds. */
export const serviceLevelSeconds = 30;

/** The first and last valid days (R201), and the maximum number of days of a range: ten years. */
export const rangeBounds = { ...dayBounds, days: 3660 } as const;
