import ical, {
  type ICalCalendar,
  type ICalEvent,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventStatus,
} from 'ical-generator';
import { Temporal } from 'temporal-polyfill';
import { isoLanguage, type Language } from '../../contract/languages.ts';
import type { Deployment } from '../deployment.ts';
import type { CalendarFile } from '../mail/mailer.ts';
import { repeatedTimes, zoneDefinition } from './zoneDefinition.ts';

/** A reservation or a shift in one person's calendar. */
export type CalendarEntry = {
  /** Kind and id; with the deployment's id they form the UID, which never changes. */
  kind: 'reservation' | 'shift';
  id: string;
  /** SEQUENCE (RFC 5545): the row's version. Calendars keep the entry with the highest one. */
  sequence: number;
  standing: 'tentative' | 'confirmed' | 'cancelled';
  starts: Date;
  ends: Date;
  /** SUMMARY, visible to everybody who may see the calendar. */
  summary: string;
  description: string;
  location: string | null;
};

const standings = {
  tentative: { status: ICalEventStatus.TENTATIVE, answer: ICalAttendeeStatus.NEEDSACTION },
  confirmed: { status: ICalEventStatus.CONFIRMED, answer: ICalAttendeeStatus.ACCEPTED },
  cancelled: { status: ICalEventStatus.CANCELLED, answer: ICalAttendeeStatus.NEEDSACTION },
} as const;

type Issuer = Pick<Deployment, 'id' | 'brand' | 'support'>;

/** Adds an entry as every calendar of the deployment has it. @param zone the zone of its times; null: UTC */
function addEntry(
  calendar: ICalCalendar,
  { id: deployment, brand, support }: Issuer,
  { kind, id, sequence, standing, starts, ends, ...texts }: CalendarEntry,
  { stamp, zone }: { stamp: Date; zone: string | null },
): ICalEvent {
  const inZone = (instant: Date) =>
    zone === null ? instant : Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
  return calendar.createEvent({
    id: `${kind}-${id}@${deployment}`,
    sequence,
    stamp,
    start: inZone(starts),
    end: inZone(ends),
    ...texts,
    timezone: zone,
    status: standings[standing].status,
    class: ICalEventClass.PRIVATE,
    organizer: { name: brand, email: support.email },
  });
}

/**
 * The calendar file (RFC 5545) that puts one entry into a person's calendar or takes it out of it (RFC 5546). Times are in UTC,
 * so every calendar shows them in its own zone. RSVP is off because answers are given in the dashboard.
 * @param email whose calendar it is
 */
export function calendarFile(
  issuer: Issuer,
  entry: CalendarEntry,
  { email, now }: { email: string; now: Date },
): CalendarFile {
  const { kind, id, standing } = entry;
  const method = standing === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ method, prodId: { company: issuer.id, product: 'calendar', language: 'EN' } });
  addEntry(calendar, issuer, entry, { stamp: now, zone: null }).createAttendee({
    email,
    role: ICalAttendeeRole.REQ,
    status: standings[standing].answer,
    rsvp: false,
  });
  return { filename: `${kind}-${id}.ics`, method, content: calendar.toString() };
}

/** How often calendar programs are asked to read a feed, in seconds. */
const refreshInterval = 60 * 60;

/**
 * A calendar (RFC 5545) that programs subscribe to. Its times are in the deployment's zone, which it defines for the range; the entries have
 * the UIDs of the mails.
 * @param stamp DTSTAMP of all entries
 */
export function calendarFeed(
  deployment: Issuer & Pick<Deployment, 'timeZone'>,
  entries: readonly CalendarEntry[],
  { name, language, stamp, range }: { name: string; language: Language; stamp: Date; range: { from: Date; to: Date } },
): string {
  const { timeZone: zone } = deployment;
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: deployment.id, product: 'calendar', language: isoLanguage(language).toUpperCase() },
    name,
    ttl: refreshInterval,
    x: [{ key: 'X-WR-TIMEZONE', value: zone }],
  });
  const repeated = repeatedTimes(zone, range);
  const isRepeated = (instant: Date) =>
    repeated.some(({ from, to }) => instant.getTime() >= from && instant.getTime() < to);
  for (const entry of entries) {
    // Programs disagree about which of the two a repeated local time is.
    const isAmbiguous = isRepeated(entry.starts) || isRepeated(entry.ends);
    addEntry(calendar, deployment, entry, { stamp, zone: isAmbiguous ? null : zone });
  }
  // The generator would write the zone before properties of the calendar, which come first (RFC 5545, 3.4).
  const definition = `${zoneDefinition(zone, range)}\r\n`;
  return calendar.toString().replace(/BEGIN:VEVENT|END:VCALENDAR/, (next) => definition + next);
}
