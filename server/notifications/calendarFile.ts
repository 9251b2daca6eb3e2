import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventStatus,
} from 'ical-generator';
import type { Deployment } from '../deployment.ts';
import type { CalendarFile } from '../mail/mailer.ts';

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

/**
 * The calendar file (RFC 5545) that puts one entry into a person's calendar or takes it out of it (RFC 5546). Times are in UTC,
 * so every calendar shows them in its own zone. RSVP is off because answers are given in the dashboard.
 * @param email whose calendar it is
 */
export function calendarFile(
  { id: deployment, brand, support }: Pick<Deployment, 'id' | 'brand' | 'support'>,
  { kind, id, sequence, standing, starts, ends, summary, description, location }: CalendarEntry,
  { email, now }: { email: string; now: Date },
): CalendarFile {
  const method = standing === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const { status, answer } = standings[standing];
  const calendar = ical({ method, prodId: { company: deployment, product: 'calendar', language: 'EN' } });
  calendar.createEvent({
    id: `${kind}-${id}@${deployment}`,
    sequence,
    stamp: now,
    start: starts,
    end: ends,
    summary,
    description,
    location,
    status,
    class: ICalEventClass.PRIVATE,
    organizer: { name: brand, email: support.email },
    attendees: [{ email, role: ICalAttendeeRole.REQ, status: answer, rsvp: false }],
  });
  return { filename: `${kind}-${id}.ics`, method, content: calendar.toString() };
}
