import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

/** The formats of R198. Formats with a month's name follow the language. */
const numeric = {
  dateTime: 'DD-MM-YYYY HH:mm',
  day: 'DD-MM-YYYY',
  time: 'HH:mm',
} as const;

/**
 * Formats dates of a deployment: `zone` is its IANA time zone, `locale` the reader's BCP 47 locale. An instant is ISO 8601 with
 * offset; a day is `YYYY-MM-DD` without a zone. Invalid values become a dash.
 * @param options.pattern a day in words with DD, MMMM and YYYY, where the language does not write it as `Intl` does
 */
export function createDates({ zone, locale, pattern }: { zone: string; locale: string; pattern?: string }) {
  const instant = (iso: string, format: string) => {
    const at = Date.parse(iso);
    return Number.isNaN(at) ? '–' : wallTimeAt(at, zone).format(format);
  };
  const words = (day: string, options: Intl.DateTimeFormatOptions) => {
    const read = dayjs.utc(day);
    if (!read.isValid()) return '–';
    return formatterOf(locale, { ...options, timeZone: 'UTC' }).format(read.toDate());
  };
  const longDay = (day: string) => {
    const read = dayjs.utc(day);
    if (!pattern || !read.isValid()) return words(day, { day: 'numeric', month: 'long', year: 'numeric' });
    return pattern.replace(/DD|MMMM|YYYY/g, (part) =>
      part === 'MMMM' ? words(day, { month: 'long' }) : read.format(part),
    );
  };
  const weekday = (day: string, width: 'short' | 'long' = 'short') => words(day, { weekday: width });
  return {
    /** An instant as `DD-MM-YYYY HH:mm` in the deployment's zone. */
    dateTime: (iso: string) => instant(iso, numeric.dateTime),
    /** An instant as `HH:mm` in the deployment's zone. */
    time: (iso: string) => instant(iso, numeric.time),
    /** The zone in words: `Eastern European Time`; with the offset at an instant: `Eastern European Time (GMT+2)`. */
    zone: (at?: string) => {
      const inWords = zoneIn(locale, zone, 'longGeneric');
      if (at === undefined) return inWords;
      const offset = zoneIn(locale, zone, 'shortOffset', new Date(at));
      // Some languages have no name for a zone but its offset.
      return /^(?:GMT|UTC)\b/.test(inWords) ? offset : `${inWords} (${offset})`;
    },
    /** The day of an instant in the deployment's zone. */
    dayOf: (iso: string) => wallTimeAt(Date.parse(iso), zone).format('YYYY-MM-DD'),
    /** A day as `DD-MM-YYYY`. */
    day: (day: string) => {
      const read = dayjs.utc(day);
      return read.isValid() ? read.format(numeric.day) : '–';
    },
    /** A day in words: `DD MMMM YYYY` in English (R198), as the language writes it in others. */
    longDay,
    /** A day in words with its weekday: `Sunday 22 November 2026`. */
    fullDay: (day: string) =>
      pattern
        ? `${weekday(day, 'long')} ${longDay(day)}`
        : words(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** The end of a day in the deployment's zone, which is the start of the next: intervals are half-open (Q21). */
    endOfDay: (day: string) => new Date(startOfDay(addDays(day, 1), zone)).toISOString(),
    /** The end of an interval: its last day if it ends at midnight, else the day and the time. */
    lastDay: (iso: string) => {
      const isWholeDay = instant(iso, numeric.time) === '00:00';
      return isWholeDay
        ? instant(new Date(Date.parse(iso) - 1).toISOString(), numeric.day)
        : instant(iso, numeric.dateTime);
    },
    /** The start of a day in the deployment's zone, in milliseconds. A day has 23 to 25 hours. */
    startOfDay: (day: string) => startOfDay(day, zone),
    /** The day of an instant (ISO 8601, or milliseconds) in the deployment's zone. */
    dayAt: (at: string | number) => wallTimeAt(new Date(at).getTime(), zone).format('YYYY-MM-DD'),
    /** The weekday of a day: `Mon`. */
    weekday,
    /** Today in the deployment's zone as `YYYY-MM-DD`. */
    today: () => wallTimeAt(Date.now(), zone).format('YYYY-MM-DD'),
    /** The month of a day as the language writes it without a day: `May 2024`. */
    month: (day: string) => words(day, { month: 'long', year: 'numeric' }),
  };
}

const wallClock = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Makes each formatter once: making one takes much longer than formatting, and a calendar formats thousands of times. */
function formatterOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, formatter);
  return formatter;
}

/** What clocks in a zone show at an instant (milliseconds), as a moment of UTC. */
function wallTimeAt(at: number, timeZone: string): dayjs.Dayjs {
  if (Number.isNaN(at)) return dayjs.utc(at);
  const parts = formatterOf('en', { ...wallClock, timeZone }).formatToParts(at);
  const valueOf = (wanted: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find(({ type }) => type === wanted)?.value ?? Number.NaN);
  return dayjs.utc(
    Date.UTC(
      valueOf('year'),
      valueOf('month') - 1,
      valueOf('day'),
      valueOf('hour'),
      valueOf('minute'),
      valueOf('second'),
    ),
  );
}

function zoneIn(locale: string, timeZone: string, timeZoneName: 'longGeneric' | 'shortOffset', at?: Date): string {
  const parts = formatterOf(locale, { timeZone, timeZoneName }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** The day some days after another, or before it. */
export function addDays(day: string, days: number): string {
  return dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD');
}

/** The day (`YYYY-MM-DD`) some months after another; the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  return dayjs.utc(day).add(months, 'month').format('YYYY-MM-DD');
}

/** A first and a last day (`YYYY-MM-DD`), both included. */
export type DayRange = { from: string; to: string };

/** The number of days of a range. */
export function lengthOf({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}

/** The weekday as a number: Monday is 0, Sunday is 6. */
export function weekdayOf(day: string): number {
  return (dayjs.utc(day).day() + 6) % 7;
}

/** Midnight. Where clocks skip midnight, the first moment after it; where it occurs twice, the first of them. */
function startOfDay(day: string, zone: string): number {
  const wall = dayjs.utc(day).valueOf();
  const half = 12 * 60 * 60_000;
  const offsets = [wall - half, wall + half].map((around) => wallTimeAt(around, zone).valueOf() - around);
  const candidates = offsets.map((offset) => wall - offset).sort((a, b) => a - b);
  return candidates.find((at) => wallTimeAt(at, zone).format('YYYY-MM-DD') === day) ?? wall;
}

/** The first and the last day that can be entered (R201). */
export const firstDay = '1900-01-01';
export const lastDay = '2099-12-31';

/** A day (`YYYY-MM-DD`) in the format in which people type it: `DD-MM-YYYY`. */
export function typedDay(day: string): string {
  return day.split('-').toReversed().join('-');
}

/** Day first, with the separators of our languages or none; or year first, as in ISO 8601 and Lithuanian. */
const typedForms = [
  /^(?<day>\d{1,2})(?:\s*[-./]\s*)(?<month>\d{1,2})(?:\s*[-./]\s*)(?<year>\d{4})\.?$/,
  /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4})$/,
  /^(?<year>\d{4})(?:\s*[-./]\s*)(?<month>\d{1,2})(?:\s*[-./]\s*)(?<day>\d{1,2})\.?$/,
];

/** Parses a typed day to `YYYY-MM-DD`; null if it is invalid, or outside 1900 to 2099. */
export function parseDay(typed: string): string | null {
  for (const form of typedForms) {
    const { day = '', month = '', year = '' } = form.exec(typed.trim())?.groups ?? {};
    const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const read = new Date(`${iso}T00:00:00Z`);
    const isDay = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(iso);
    if (isDay && firstDay <= iso && iso <= lastDay) return iso;
  }
  return null;
}
