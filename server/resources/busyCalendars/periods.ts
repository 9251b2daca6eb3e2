import ICAL from 'ical.js';
import type { BusyFailure } from '../../../contract/busyCalendarLimits.ts';
import { instantAt } from '../../schedule/wallTime.ts';

/** A half-open range of time, in milliseconds since 1970. */
export type Period = { from: number; to: number };

/** Why a calendar cannot be read. */
export class CalendarError extends Error {
  override name = 'CalendarError';
  readonly code: BusyFailure;
  constructor(code: BusyFailure, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** How many periods a calendar may have, and how many repetitions are looked at to find them. */
export const maxPeriods = 5000;
const maxRepetitions = 100_000;

const second = 1000;

/** The properties that say when a person is away. Titles, places and people are dropped before anything else reads them. */
const neededProperties: ReadonlySet<string> = new Set([
  ...['UID', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'STATUS', 'TRANSP'],
  ...['FREEBUSY', 'TZID', 'TZOFFSETFROM', 'TZOFFSETTO'],
]);
const neededComponents: ReadonlySet<string> = new Set([
  ...['VCALENDAR', 'VEVENT', 'VFREEBUSY', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT'],
]);

/** The lines of a calendar that say when a person is away. */
function neededLines(text: string): string[] {
  const lines: string[] = [];
  let skipped = 0;
  for (const line of text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const name = /^[A-Za-z-]+(?=[;:])/.exec(line)?.[0].toUpperCase();
    const component = line
      .slice(line.indexOf(':') + 1)
      .trim()
      .toUpperCase();
    if (name === 'BEGIN' && (skipped > 0 || !neededComponents.has(component))) skipped += 1;
    else if (name === 'END' && skipped > 0) skipped -= 1;
    else if (skipped === 0 && name !== undefined && (name === 'BEGIN' || name === 'END' || neededProperties.has(name)))
      lines.push(line);
  }
  return lines;
}

const isZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
};

/** The local day and time of a time. */
const wallOf = (time: ICAL.Time): [day: string, time: string] => {
  const [day = '', clock = '00:00:00'] = time.toString().replace('Z', '').split('T');
  return [day, clock];
};

/** A time zone by its IANA name, with the zone data of the deployment instead of that in the calendar. */
class KnownZone extends ICAL.Timezone {
  override utcOffset(time: ICAL.Time): number {
    const [day, clock] = wallOf(time);
    return (Date.parse(`${day}T${clock}Z`) - instantAt(day, clock, this.tzid).getTime()) / second;
  }
}

/** Lets times be read in the zones that they name: by the IANA name, otherwise as the calendar defines it. */
function registerZones(lines: readonly string[], definitions: readonly ICAL.Component[]): void {
  const named = lines.flatMap((line) => /;TZID="?([^":;]+)/i.exec(line)?.[1] ?? []);
  for (const definition of definitions)
    ICAL.TimezoneService.register(new ICAL.Timezone(definition), String(definition.getFirstPropertyValue('tzid')));
  for (const name of new Set(named))
    if (isZone(name)) ICAL.TimezoneService.register(new KnownZone({ tzid: name }), name);
}

/** The length of an event: whole days, whose hours depend on the clocks, and milliseconds. */
type Length = { days: number; milliseconds: number };

/** Reads the events of one calendar. */
class EventReader {
  private readonly range: Period;
  private readonly zone: string;
  private repetitions = 0;
  readonly periods: Period[] = [];

  constructor(range: Period, zone: string) {
    this.range = range;
    this.zone = zone;
  }

  /** The instant of a time. Days, and times without a zone, are those of the deployment. */
  private instantOf(time: ICAL.Time): number {
    const isLocal = time.isDate || time.zone === ICAL.Timezone.localTimezone;
    return isLocal ? instantAt(...wallOf(time), this.zone).getTime() : time.toUnixTime() * second;
  }

  private add(from: number, to: number): void {
    const { range } = this;
    if (from < to && to > range.from && from < range.to)
      this.periods.push({ from: Math.max(from, range.from), to: Math.min(to, range.to) });
  }

  private lengthOf(event: ICAL.Component, start: ICAL.Time): Length {
    const end = event.getFirstPropertyValue('dtend');
    const duration = event.getFirstPropertyValue('duration');
    if (end instanceof ICAL.Time) {
      if (!start.isDate || !end.isDate) return { days: 0, milliseconds: this.instantOf(end) - this.instantOf(start) };
      return { days: end.subtractDate(start).toSeconds() / 86_400, milliseconds: 0 };
    }
    if (duration instanceof ICAL.Duration && !duration.isNegative) {
      const { weeks, days, hours, minutes, seconds } = duration;
      return { days: weeks * 7 + days, milliseconds: ((hours * 60 + minutes) * 60 + seconds) * second };
    }
    return { days: start.isDate ? 1 : 0, milliseconds: 0 };
  }

  private addFrom(start: ICAL.Time, { days, milliseconds }: Length): void {
    const lastDay = start.clone();
    lastDay.adjust(days, 0, 0, 0);
    this.add(this.instantOf(start), this.instantOf(lastDay) + milliseconds);
  }

  /** Names an occurrence: by its day if a calendar excludes whole days, otherwise by its instant. */
  private keysOf(time: ICAL.Time): string[] {
    const [day] = wallOf(time);
    return time.isDate ? [day] : [day, String(this.instantOf(time))];
  }

  /** The occurrences of a rule until the end of the range. */
  private *repeated(rule: ICAL.Recur, start: ICAL.Time): Generator<ICAL.Time> {
    const iterator = rule.iterator(start);
    for (let next = iterator.next(); next && this.instantOf(next) < this.range.to; next = iterator.next()) {
      this.repetitions += 1;
      if (this.repetitions > maxRepetitions) throw new CalendarError('calendar_too_many_events');
      yield next.clone();
    }
  }

  /** Adds an event with its repetitions, except those that other events replace. */
  private addEvent(event: ICAL.Component, replaced: ReadonlySet<string>): void {
    const start = event.getFirstPropertyValue('dtstart');
    if (!(start instanceof ICAL.Time) || isNoAbsence(event)) return;
    const length = this.lengthOf(event, start);
    const excluded = new Set(
      event
        .getAllProperties('exdate')
        .flatMap((property) => property.getValues())
        .flatMap((time) => (time instanceof ICAL.Time ? (this.keysOf(time).at(-1) ?? []) : [])),
    );
    const isLeftOut = (time: ICAL.Time) => this.keysOf(time).some((key) => excluded.has(key) || replaced.has(key));
    if (!isLeftOut(start)) this.addFrom(start, length);
    for (const property of event.getAllProperties('rrule')) {
      const rule = property.getFirstValue();
      if (rule instanceof ICAL.Recur)
        for (const time of this.repeated(rule, start)) if (!isLeftOut(time)) this.addFrom(time, length);
    }
    for (const value of event.getAllProperties('rdate').flatMap((property) => property.getValues())) {
      if (value instanceof ICAL.Period && !isLeftOut(value.start)) this.addPeriod(value);
      if (value instanceof ICAL.Time && !isLeftOut(value)) this.addFrom(value, length);
    }
  }

  private addPeriod(period: ICAL.Period): void {
    this.add(this.instantOf(period.start), this.instantOf(period.getEnd()));
  }

  /** Adds the events with one UID: a series, and the occurrences of it that were changed. */
  addSeries(events: readonly ICAL.Component[]): void {
    const recurrenceOf = (event: ICAL.Component) => {
      const time = event.getFirstPropertyValue('recurrence-id');
      return time instanceof ICAL.Time ? (this.keysOf(time).at(-1) ?? null) : null;
    };
    const replaced = new Set(events.flatMap((event) => recurrenceOf(event) ?? []));
    for (const event of events) {
      const isReplacement = recurrenceOf(event) !== null;
      tolerated(() => this.addEvent(event, isReplacement ? new Set() : replaced));
    }
  }

  addFreeBusy(component: ICAL.Component): void {
    for (const property of component.getAllProperties('freebusy')) {
      if (String(property.getParameter('fbtype') ?? 'BUSY').toUpperCase() === 'FREE') continue;
      for (const value of property.getValues())
        if (value instanceof ICAL.Period) tolerated(() => this.addPeriod(value));
    }
  }
}

/** Whether an event takes no time of the person: cancelled, or shown as free. */
function isNoAbsence(event: ICAL.Component): boolean {
  const valueOf = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase();
  return valueOf('status') === 'CANCELLED' || valueOf('transp') === 'TRANSPARENT';
}

/** Leaves out an event that breaks the rules of iCalendar: the others of the calendar are still right. */
function tolerated(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (error instanceof CalendarError) throw error;
  }
}

/** Periods by start, with those that overlap or touch as one. */
function merged(periods: readonly Period[]): Period[] {
  const result: Period[] = [];
  for (const period of periods.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last && period.from <= last.to) last.to = Math.max(last.to, period.to);
    else result.push({ ...period });
  }
  return result;
}

/** The events, free and busy times, and zones of a calendar, each with its lines. @throws CalendarError calendar_unreadable */
function componentsIn(lines: readonly string[]): ICAL.Component[] {
  const isComplete = /^BEGIN:VCALENDAR\s*$/i.test(lines[0] ?? '') && /^END:VCALENDAR\s*$/i.test(lines.at(-1) ?? '');
  if (!isComplete) throw new CalendarError('calendar_unreadable');
  const components: ICAL.Component[] = [];
  let part: string[] = [];
  for (const line of lines) {
    const text = line.trim().toUpperCase();
    if (text === 'BEGIN:VCALENDAR' || text === 'END:VCALENDAR') continue;
    part.push(line);
    if (text !== part[0]?.trim().toUpperCase().replace('BEGIN:', 'END:')) continue;
    const whole = part.join('\r\n');
    tolerated(() => components.push(new ICAL.Component(ICAL.parse(whole) as unknown[])));
    part = [];
  }
  return components;
}

/**
 * The times at which an iCalendar text says that a person is away, merged and cut to a range. A rule without an end, or one that never
 * applies, may take very long: call it in a process that can be ended.
 * @param zone the IANA zone of days and of times without a zone
 * @throws CalendarError calendar_unreadable, calendar_too_many_events
 */
export function busyPeriods(text: string, range: Period, zone: string): Period[] {
  const lines = neededLines(text);
  const components = Map.groupBy(componentsIn(lines), ({ name }) => name);
  registerZones(lines, components.get('vtimezone') ?? []);
  const reader = new EventReader(range, zone);
  const events = components.get('vevent') ?? [];
  const series = Map.groupBy(events, (event) => event.getFirstPropertyValue('uid') ?? event);
  for (const alike of series.values()) reader.addSeries(alike);
  for (const component of components.get('vfreebusy') ?? []) reader.addFreeBusy(component);
  const periods = merged(reader.periods);
  if (periods.length > maxPeriods) throw new CalendarError('calendar_too_many_events');
  return periods;
}
