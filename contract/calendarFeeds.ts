import Type, { type Static } from 'typebox';
import { type FeedCoverage, feedCoverages } from './calendarFeedLimits.ts';
import { Id, Instant, Name } from './fields.ts';

const Covers = Type.Unsafe<FeedCoverage>(
  Type.Enum([...feedCoverages], {
    description:
      '`own`: the shifts and reservations of the person. `department`: those of the interpreters of a department. `all`: everything that the person may see.',
  }),
);

/** A calendar that other programs subscribe to. Its address is not returned. */
export const CalendarFeed = Type.Object(
  {
    id: Id,
    name: Type.String(),
    covers: Covers,
    department_name: Type.Union([Type.String(), Type.Null()]),
    person: Id,
    person_name: Type.String(),
    created: Instant,
    used: Type.Union([Instant, Type.Null()], { description: 'The last use, to about a minute.' }),
  },
  { $id: 'CalendarFeed' },
);
export type CalendarFeed = Static<typeof CalendarFeed>;

/** `GET calendar_feeds/`: the feeds of the caller, of everybody for owners; the newest first. */
export const CalendarFeeds = Type.Object({ results: Type.Array(CalendarFeed) }, { $id: 'CalendarFeeds' });
export type CalendarFeeds = Static<typeof CalendarFeeds>;

/** `POST calendar_feeds/`. */
export const NewCalendarFeed = Type.Object(
  { name: Name, covers: Covers, department: Type.Optional(Type.Union([Id, Type.Null()])) },
  { $id: 'NewCalendarFeed', additionalProperties: false },
);
export type NewCalendarFeed = Static<typeof NewCalendarFeed>;

/** The response: the only time that the address is shown. */
export const CreatedCalendarFeed = Type.Object(
  {
    address: Type.String({ description: 'The address for calendar programs. Whoever knows it can read the calendar.' }),
    qr: Type.String({ description: 'The QR code of the address, as SVG.' }),
    record: CalendarFeed,
  },
  { $id: 'CreatedCalendarFeed' },
);
export type CreatedCalendarFeed = Static<typeof CreatedCalendarFeed>;
