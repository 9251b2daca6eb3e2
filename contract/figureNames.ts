/** What statistics and reports are answered as (specification §3, Q14): JSON for charts and for tables, and five files. */
export const outputs = ['csv', 'docx', 'html', 'objects', 'pdf', 'rows', 'xlsx'] as const;
/** What statistics and reports are answered as. */
export type Output = (typeof outputs)[number];

/** The outputs that are files. */
export const fileOutputs = ['csv', 'docx', 'html', 'pdf', 'xlsx'] as const satisfies readonly Output[];
/** An output that is a file. */
export type FileOutput = (typeof fileOutputs)[number];

/** What a range is cut into (specification §2). Weeks begin on Monday; the first and the last may be cut short by the range. */
export const intervals = ['days', 'weeks', 'months'] as const;
/** What a range is cut into. */
export type Interval = (typeof intervals)[number];

/** Service level: the share of answered and abandoned requests that were answered within so many seconds. */
export const serviceLevelSeconds = 30;

/** The days that a range may lie between (specification §9), and how many it may have: ten years. */
export const rangeBounds = { first: '1900-01-01', last: '2099-12-31', days: 3660 } as const;
