import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventStatus,
} from 'ical-generator';
import type { Deployment } from '../deployment.ts';
import type { CalendarFile } from '../mail/mailer.ts';

/** A reservation or a shift as the calendar of one person holds it. */
export type CalendarEntry = {
  /** What it is, and its id: with the deployment they make its UID, which stays the same for good. */
  kind: 'reservation' | 'shift';
  id: string;
  /** Its version in the database. Calendars go by the highest that they have seen. */
  sequence: number;
  standing: 'tentative' | 'confirmed' | 'cancelled';
  starts: Date;
  ends: Date;
  /** What other people see of it who may look at the calendar. */
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
 * so every calendar shows them in its own zone. No answer is asked for: answers are given in the dashboard.
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
