import { defaultColumns, type Interval, offeredColumns, type ReportColumn } from '../../contract/figureNames.ts';
import type { Cell, ColumnKind, Figures, ReportQuery } from '../../contract/figures.ts';
import type { Flags } from '../../contract/flags.ts';
import { isoLanguage, type Language, localeOf } from '../../contract/languages.ts';
import { clockOf, shownDay } from '../days.ts';
import { printable } from '../documents/cells.ts';
import type { Column, Fact, Table } from '../documents/document.ts';
import { ApiProblem } from '../problem.ts';
import type { Bucket, DayRange } from './buckets.ts';
import type { ReportRow } from './repository.ts';
import { fill, type Words, figureTexts } from './words.ts';

/** The input of both tables. */
export type TableOptions = {
  language: Language;
  /** The deployment's, ISO 3166 alpha-2. */
  country: string | null;
  flags: Flags;
  serviceLevelSeconds: number;
  /** IANA. */
  zone: string;
  now: Date;
  range: DayRange;
  query: ReportQuery & { interval?: Interval };
  scope: 'own' | 'all';
  /** The names for the ids in the filters; `interpreter` is the caller if the figures are limited to them. */
  names: Partial<Record<'partner' | 'partner_category' | 'department' | 'interpreter' | 'user', string[]>>;
};

type Key = keyof Words['column'];

const figureKinds = {
  requests: 'count',
  answered: 'count',
  abandoned: 'count',
  waiting: 'count',
  unknown: 'count',
  average_waiting: 'seconds',
  service_level: 'percent',
  average_duration: 'seconds',
  total_duration: 'seconds',
  average_feedback: 'decimal',
  feedback_count: 'count',
} as const satisfies Record<keyof Figures, ColumnKind>;

const figureKeys = Object.keys(figureKinds) as (keyof Figures)[];

/** Units are part of the column heading, so that cells are numbers. */
const units: Partial<Record<ColumnKind, string>> = { seconds: ' (m:ss)', percent: ' (%)' };

function columnOf(key: Key, kind: ColumnKind, { column }: Words): Column {
  return { key, kind, label: column[key] + (units[kind] ?? '') };
}

function figureColumns(words: Words, { feedback }: Flags): (Column & { key: keyof Figures })[] {
  return figureKeys
    .filter((key) => feedback || !key.includes('feedback'))
    .map((key) => ({ ...columnOf(key, figureKinds[key], words), key }));
}

/** The name of a time zone in words. */
function zoneIn(language: Language, timeZone: string): string {
  const format = new Intl.DateTimeFormat(isoLanguage(language), { timeZone, timeZoneName: 'longGeneric' });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** The properties of the table: the range, the intervals, and each filter. */
function factsOf({ language, country, serviceLevelSeconds, zone, now, range, query, names }: TableOptions): Fact[] {
  const { fact, interval, channel, service_kind, session_mode, location_type } = figureTexts(language, { country });
  const clock = clockOf(zone)(now);
  const facts: Fact[] = [
    { label: fact.period, value: `${shownDay(range.fromDay)} – ${shownDay(range.toDay)}` },
    ...(query.interval ? [{ label: fact.interval, value: interval[query.interval] }] : []),
    { label: fact.time_zone, value: zoneIn(language, zone) },
  ];
  const add = (key: keyof typeof fact, values: readonly string[] | undefined) => {
    if (values) facts.push({ label: fact[key], value: values.map(printable).join(', ') || '–' });
  };
  const modes = { ...session_mode, ...location_type };
  add(
    'session_channel',
    query.session_channel?.map((name) => channel[name]),
  );
  add(
    'session_type',
    query.session_type?.map((kind) => service_kind[kind]),
  );
  add(
    'session_mode',
    query.session_mode?.map((mode) => modes[mode]),
  );
  for (const key of ['partner', 'partner_category', 'department', 'interpreter', 'user'] as const) add(key, names[key]);
  facts.push(
    { label: fact.service_level, value: fill(fact.service_level_is, { seconds: serviceLevelSeconds }) },
    { label: fact.created, value: `${shownDay(clock.day)} ${clock.time}` },
  );
  return facts;
}

function totalsOf(figures: Figures, words: Words, flags: Flags): Table['totals'] {
  return figureColumns(words, flags).map((column) => ({ ...column, value: figures[column.key] }));
}

/** The figures of each interval, as a table. */
export function statisticsTable(
  options: TableOptions,
  stretches: readonly { bucket: Bucket; figures: Figures }[],
  totals: Figures,
): Table {
  const { language, flags } = options;
  const words = figureTexts(language, options);
  const figures = figureColumns(words, flags);
  return {
    name: 'statistics',
    title: words.statistics,
    language,
    locale: localeOf(language, options.country),
    facts: factsOf(options),
    totals: totalsOf(totals, words, flags),
    columns: [columnOf('from_day', 'day', words), columnOf('to_day', 'day', words), ...figures],
    longest: {},
    batches: [
      stretches.map(({ bucket, figures: of }) => [bucket.fromDay, bucket.toDay, ...figures.map(({ key }) => of[key])]),
    ],
  };
}

/** The words of the columns that hold translated names. */
function wordsOfNames({ channel, session_mode, service_kind, location_type, outcome }: Words): Table['longest'] {
  const named = { channel, session_mode, service_kind, location_type, outcome };
  return Object.fromEntries(
    Object.entries(named).map(([key, names]) => [key, Object.values(names).flatMap((name) => name.split(' '))]),
  );
}

/**
 * The columns of a report: those that the query names, in the order of the contract, otherwise the default ones.
 * @throws ApiProblem invalid, with `feature_off`, for a column that the deployment or the caller does not have.
 */
export function chosenColumns({ partner, columns }: ReportQuery, flags: Flags, scope: 'own' | 'all'): ReportColumn[] {
  const offered = offeredColumns(flags, scope);
  if (!columns) return defaultColumns(offered, { isForPartner: partner !== undefined });
  if (!columns.every((column) => offered.includes(column)))
    throw new ApiProblem('invalid', { errors: { columns: ['feature_off'] } });
  return offered.filter((column) => columns.includes(column));
}

type ReportCell = { kind: ColumnKind; cell: (row: ReportRow) => Cell };

function reportCells({ zone }: TableOptions, words: Words): Record<ReportColumn, ReportCell> {
  const clock = clockOf(zone);
  const moment = (at: Date | null) => {
    if (at === null) return null;
    const { day, time } = clock(at);
    return `${day} ${time}`;
  };
  const say = (list: Record<string, string>, name: string) => list[name] ?? name;
  return {
    day: { kind: 'day', cell: ({ created }) => clock(created).day },
    time: { kind: 'time', cell: ({ created }) => clock(created).time },
    started: { kind: 'moment', cell: ({ started }) => moment(started) },
    ended: { kind: 'moment', cell: ({ ended }) => moment(ended) },
    channel: { kind: 'text', cell: ({ channel }) => say(words.channel, channel) },
    session_mode: { kind: 'text', cell: ({ session_mode }) => say(words.session_mode, session_mode) },
    service_kind: { kind: 'text', cell: ({ service_kind }) => say(words.service_kind, service_kind) },
    location_type: { kind: 'text', cell: ({ location_type }) => say(words.location_type, location_type) },
    category: { kind: 'text', cell: ({ category }) => category },
    partner: { kind: 'text', cell: ({ partner }) => partner },
    customer: { kind: 'text', cell: ({ customer }) => customer },
    interpreter: { kind: 'text', cell: ({ interpreter }) => interpreter },
    outcome: { kind: 'text', cell: ({ outcome }) => say(words.outcome, outcome) },
    waiting_seconds: { kind: 'seconds', cell: ({ waiting_seconds }) => waiting_seconds },
    duration_seconds: { kind: 'seconds', cell: ({ duration_seconds }) => duration_seconds },
    rating: { kind: 'count', cell: ({ rating }) => rating },
    closure_category: { kind: 'text', cell: ({ closure_category }) => closure_category },
    note: { kind: 'text', cell: ({ note }) => note },
    id: { kind: 'text', cell: ({ id }) => id },
  };
}

/**
 * The interpretations as a table, one row each.
 *
 * @param longest the longest words of free texts by column
 */
export function reportTable(
  options: TableOptions & { columns: readonly ReportColumn[] },
  rows: AsyncIterable<ReportRow[]>,
  totals: Figures,
  longest: Table['longest'],
): Table {
  const { language, flags } = options;
  const words = figureTexts(language, options);
  // The mean of a single rating is that rating. Interpreters may read the mean of their own.
  const hasRatings = options.columns.includes('rating') || (options.scope === 'own' && !options.query.partner);
  const cells = reportCells(options, words);
  const columns = options.columns.map((key) => ({ key, ...cells[key] }));
  const tidy = (cell: Cell) => (typeof cell === 'string' ? printable(cell) || null : cell);
  async function* batches(): AsyncGenerator<Cell[][]> {
    for await (const batch of rows) yield batch.map((row) => columns.map(({ cell }) => tidy(cell(row))));
  }
  return {
    name: 'report',
    title: words.report,
    language,
    locale: localeOf(language, options.country),
    facts: factsOf(options),
    totals: totalsOf(totals, words, { ...flags, feedback: flags.feedback && hasRatings }),
    columns: columns.map(({ key, kind }) => columnOf(key, kind, words)),
    longest: { ...longest, ...wordsOfNames(words), id: ['d'.repeat(24)] },
    batches: batches(),
  };
}
