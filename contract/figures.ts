import Type, { type Static, type TProperties } from 'typebox';
import { anyOf } from './collection.ts';
import { day, Id, named, nullable, oneOf } from './fields.ts';
import { type FileOutput, intervals, outputs, reportColumns } from './figureNames.ts';
import { channels, locationTypes, serviceKinds, sessionModes } from './interpretations.ts';

/** Maximum number of rows per file format, by the limits of the programs that open it. CSV has none. */
export const fileRows = {
  csv: null,
  docx: 10_000,
  html: 100_000,
  pdf: 100_000,
  xlsx: 1_000_000,
} as const satisfies Record<FileOutput, number | null>;

const ids = (description: string) => Type.Optional(Type.Array(Id, { maxItems: 100, description }));
const Day = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 40, description, examples: [example] });

/** The parameters of both calls (R32, R34). Each filter takes one or more values: `partner[]=…&partner[]=…`. */
const shared = {
  from_day: Day('First day, `YYYY-MM-DD`, in the deployment’s time zone.', '2024-05-01'),
  to_day: Day('Last day, inclusive.', '2024-05-07'),
  session_channel: anyOf(channels),
  session_type: anyOf(serviceKinds),
  /** Q13: this filter also accepts location types; a mode and a location are combined with "and". */
  session_mode: anyOf([...sessionModes, ...locationTypes]),
  partner: ids('Partners that the requests belong to.'),
  partner_category: ids('Categories of the partners that the requests belong to.'),
  department: ids('Departments of the interpreters.'),
  interpreter: ids('Interpreters who took the requests.'),
  user: ids('Customers who made the requests.'),
  output: Type.Optional(oneOf(outputs, '`rows` by default.')),
} satisfies TProperties;

/** `GET statistics/`: the query. */
export const StatisticsQuery = Type.Object(
  {
    ...shared,
    interval: Type.Optional(oneOf(intervals, '`days` by default.')),
  },
  { additionalProperties: false },
);
export type StatisticsQuery = Static<typeof StatisticsQuery>;

/** `GET report/`: the query. */
export const ReportQuery = Type.Object(
  {
    ...shared,
    columns: Type.Optional(
      Type.Array(oneOf(reportColumns), {
        minItems: 1,
        maxItems: reportColumns.length,
        description:
          'The columns of `rows` and of files; `objects` is always complete. By default all, but with `partner` no names of people, ratings or notes.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ReportQuery = Static<typeof ReportQuery>;

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Mean = (description: string, range: { minimum: number; maximum?: number }) =>
  nullable(Type.Number(range), description);

const figureProperties = {
  requests: Count('Requests created in the range.'),
  answered: Count('Requests that an interpreter took.'),
  abandoned: Count('Requests that ended unanswered.'),
  waiting: Count('Requests that still wait.'),
  unknown: Count('Requests of which neither an answer nor the end was reported within the limit.'),
  average_waiting: Mean('Mean time from request to answer of answered requests, in seconds.', { minimum: 0 }),
  service_level: Mean(
    'Of the answered and abandoned requests, the share answered within `service_level_seconds`, in percent.',
    { minimum: 0, maximum: 100 },
  ),
  average_duration: Mean('Mean time from answer to end of ended requests, in seconds.', { minimum: 0 }),
  total_duration: Count('Total time from answer to end of ended requests, in seconds.'),
  average_feedback: Mean('Mean rating of the requests, 1–5; null without ratings, or without the flag `feedback`.', {
    minimum: 1,
    maximum: 5,
  }),
  feedback_count: Count('Number of ratings.'),
};

/** All figures. Overview, statistics, report and files compute them with the same query. */
export const Figures = named('Figures', figureProperties);
export type Figures = Static<typeof Figures>;

const commonFields = {
  from_day: day(),
  to_day: day(),
  time_zone: Type.String({ description: 'The time zone of the days (IANA).' }),
  scope: Type.Union([Type.Literal('own'), Type.Literal('all')], { description: 'An interpreter gets `own`.' }),
};

/** `GET statistics/?output=objects`: the figures of each interval, including intervals without requests. */
export const StatisticsObjects = named('StatisticsObjects', {
  ...commonFields,
  interval: oneOf(intervals),
  service_level_seconds: Type.Integer(),
  results: Type.Array(
    Type.Object({ from_day: commonFields.from_day, to_day: commonFields.to_day, ...figureProperties }),
  ),
  totals: Figures,
});
export type StatisticsObjects = Static<typeof StatisticsObjects>;

const textOrNull = nullable(Type.String());
const momentOrNull = nullable(Type.String({ format: 'date-time' }));
const secondsOrNull = nullable(Type.Integer({ minimum: 0 }));

/** `GET report/?output=objects`: the interpretations, oldest first, and their figures. */
export const ReportObjects = named('ReportObjects', {
  ...commonFields,
  totals: Figures,
  results: Type.Array(
    Type.Object({
      id: Id,
      created: Type.String({ format: 'date-time' }),
      started: momentOrNull,
      ended: momentOrNull,
      channel: Type.String(),
      session_mode: Type.String(),
      service_kind: Type.String(),
      location_type: Type.String(),
      category: Type.String(),
      partner: textOrNull,
      customer: textOrNull,
      interpreter: textOrNull,
      outcome: Type.String(),
      waiting_seconds: secondsOrNull,
      duration_seconds: secondsOrNull,
      rating: nullable(
        Type.Integer({ minimum: 1, maximum: 5 }),
        'Null for an interpreter, who reads feedback anonymously.',
      ),
      closure_category: textOrNull,
      note: textOrNull,
    }),
  ),
});

/**
 * The types of columns: text as stored, `day` as `YYYY-MM-DD`, `time` as `HH:mm`, `moment` as `YYYY-MM-DD HH:mm`, and
 * numbers: `count`, `decimal` (two decimals), `percent` (one decimal), `seconds` (shown as m:ss, Q22). Null is an empty cell.
 */
export const columnKinds = ['text', 'day', 'time', 'moment', 'count', 'decimal', 'percent', 'seconds'] as const;
export type ColumnKind = (typeof columnKinds)[number];

const Kind = oneOf(columnKinds);
const Cell = Type.Union([Type.String(), Type.Number(), Type.Null()]);

/** `?output=rows`: the same table as in the files, cell by cell, in the caller's language. */
export const TableRows = named('TableRows', {
  title: Type.String(),
  facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() }), {
    description: 'Range, time zone, filters, and time of creation.',
  }),
  totals: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), kind: Kind, value: Cell })),
  columns: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), kind: Kind })),
  rows: Type.Array(Type.Array(Cell), { description: 'One cell per column.' }),
});
export type TableRows = Static<typeof TableRows>;
export type Cell = Static<typeof Cell>;
