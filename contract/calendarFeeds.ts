import Type, { type Static } from 'typebox';
import { feedCoverages } from './calendarFeedLimits.ts';
import { form, Id, Instant, Name, named, nullable, oneOf } from './fields.ts';

const Covers = oneOf(
  feedCoverages,
  '`own`: the shifts and reservations of the person. `department`: those of the interpreters of a department. `all`: everything that the person may see.',
);

/** A calendar that other programs subscribe to. Its address is not returned. */
export const CalendarFeed = named('CalendarFeed', {
  id: Id,
  name: Type.String(),
  covers: Covers,
  department_name: nullable(Type.String()),
  person: Id,
  person_name: Type.String(),
  created: Instant,
  used: nullable(Instant, 'The last use, to about a minute.'),
});
export type CalendarFeed = Static<typeof CalendarFeed>;

/** `GET calendar_feeds/`: the feeds of the caller, of everybody for owners; the newest first. */
export const CalendarFeeds = named('CalendarFeeds', { results: Type.Array(CalendarFeed) });
export type CalendarFeeds = Static<typeof CalendarFeeds>;

/** `POST calendar_feeds/`. */
export const NewCalendarFeed = form('NewCalendarFeed', {
  name: Name,
  covers: Covers,
  department: Type.Optional(nullable(Id)),
});
export type NewCalendarFeed = Static<typeof NewCalendarFeed>;

/** The response: the only time that the address is shown. */
export const CreatedCalendarFeed = named('CreatedCalendarFeed', {
  address: Type.String({ description: 'The address for calendar programs. Whoever knows it can read the calendar.' }),
  qr: Type.String({ description: 'The QR code of the address, as SVG.' }),
  record: CalendarFeed,
});
export type CreatedCalendarFeed = Static<typeof CreatedCalendarFeed>;
