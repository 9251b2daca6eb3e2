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

/**
 * The VTIMEZONE (RFC 5545) of a zone for a range: the last change of the clocks before it, and each one in it. It has no rules for other
 * times, so it agrees with the instants that this server computes.
 */
export function zoneDefinition(zone: string, { from, to }: { from: Date; to: Date }): string {
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
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...changes.flatMap(observance), 'END:VTIMEZONE'].join('\r\n');
}
