import { Temporal } from 'temporal-polyfill';

const withoutColons = (offset: string) => offset.replaceAll(':', '');

/** A local time as RFC 5545 spells it. */
const spelled = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');

/** The part of a VTIMEZONE from a change of the clocks on. */
function observance(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ seconds: 1 });
  // The clock that was in force until then shows the moment of the change.
  const begins = before.toPlainDateTime().add({ seconds: 1 });
  const name = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${name}`,
    `DTSTART:${spelled(begins)}`,
    `TZOFFSETFROM:${withoutColons(before.offset)}`,
    `TZOFFSETTO:${withoutColons(change.offset)}`,
    `END:${name}`,
  ];
}

type Range = { from: Date; to: Date };

/** The last change of the clocks before a range, and each one in it. */
function changesIn(zone: string, { from, to }: Range): Temporal.ZonedDateTime[] {
  const begins = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone);
  const last = begins.getTimeZoneTransition('previous');
  // Older changes are those of local mean time.
  const first = last && last.year > 1970 ? last : Temporal.PlainDate.from('1970-01-01').toZonedDateTime(zone);
  const changes: Temporal.ZonedDateTime[] = [];
  for (
    let change: Temporal.ZonedDateTime | null = first;
    change && change.epochMilliseconds < to.getTime();
    change = change.getTimeZoneTransition('next')
  )
    changes.push(change);
  return changes;
}

/** The times in a range that clocks show twice, because they go back: both times, in milliseconds since 1970. */
export function repeatedTimes(zone: string, range: Range): { from: number; to: number }[] {
  return changesIn(zone, range).flatMap((change) => {
    const before = change.subtract({ seconds: 1 });
    const back = (before.offsetNanoseconds - change.offsetNanoseconds) / 1e6;
    return back > 0 ? [{ from: change.epochMilliseconds - back, to: change.epochMilliseconds + back }] : [];
  });
}

/**
 * The VTIMEZONE (RFC 5545) of a zone for a range: the last change of the clocks before it, and each one in it. It has no rules for other
 * times, so it agrees with the instants that this server computes.
 */
export function zoneDefinition(zone: string, range: Range): string {
  const observances = changesIn(zone, range).flatMap(observance);
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances, 'END:VTIMEZONE'].join('\r\n');
}
