import Type, { type Static } from 'typebox';
import { type BusyFailure, busyFailures, maxCalendarAddress } from './busyCalendarLimits.ts';
import { Id, Instant, line, Name } from './fields.ts';
import { AwayTime } from './schedules.ts';
import { shiftRangeDays } from './shifts.ts';

const { kind: Kind } = AwayTime.properties;

/** A calendar that a person has elsewhere, at whose times they are away. Its address is not returned. */
export const BusyCalendar = Type.Object(
  {
    id: Id,
    name: Type.String(),
    kind: Kind,
    host: Type.String({ description: 'The host of the address.' }),
    created: Instant,
    read: Type.String({ format: 'date-time', description: 'When it was last read without an error.' }),
    failure: Type.Union([Type.Unsafe<BusyFailure>(Type.Enum([...busyFailures])), Type.Null()], {
      description: 'Why the latest attempt to read it failed: a code of the error catalogue; null if it succeeded.',
    }),
    failing_since: Type.Union([Instant, Type.Null()]),
  },
  { $id: 'BusyCalendar' },
);
export type BusyCalendar = Static<typeof BusyCalendar>;

/** `GET busy_calendars/`: the busy calendars of the caller, the newest first. */
export const BusyCalendars = Type.Object({ results: Type.Array(BusyCalendar) }, { $id: 'BusyCalendars' });
export type BusyCalendars = Static<typeof BusyCalendars>;

/** `POST busy_calendars/`. */
export const NewBusyCalendar = Type.Object(
  {
    name: Name,
    address: Type.Unsafe<string>({
      ...line({ min: 1, max: maxCalendarAddress }),
      description: 'The https or webcal address of an iCalendar file. It is a secret: no response contains it.',
      examples: ['https://calendar.example.com/ical/anna/private-1f0c/basic.ics'],
    }),
    kind: Kind,
  },
  { $id: 'NewBusyCalendar', additionalProperties: false },
);
export type NewBusyCalendar = Static<typeof NewBusyCalendar>;

/** `GET busy_times/`: the query. */
export const BusyTimesQuery = Type.Object(
  {
    from_day: Type.String({ format: 'date' }),
    to_day: Type.String({ format: 'date', description: `Inclusive; at most ${shiftRangeDays} days in total.` }),
    interpreter: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  },
  { additionalProperties: false },
);

/** `GET busy_times/`: the times at which people are away, by start. */
export const BusyTimes = Type.Object(
  {
    results: Type.Array(Type.Object({ interpreter: Id, ...AwayTime.properties })),
  },
  { $id: 'BusyTimes' },
);
export type BusyTimes = Static<typeof BusyTimes>;
