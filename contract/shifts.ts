import Type, { type Static } from 'typebox';
import { Etag, listQuery, page } from './collection.ts';
import { Id, Instant } from './fields.ts';
import { channels, locationTypes, type Channel, type LocationType } from './interpretations.ts';
import { Day, scheduleSources, shiftTerms, Verdict, type ScheduleSource } from './schedules.ts';

/** Whether a shift happens (specification §3): `enabled` ↔ `disabled` (cancelled), `completed` is final (Q24). */
export const shiftStates = ['enabled', 'disabled', 'completed'] as const;
/** Whether a shift happens. */
export type ShiftState = (typeof shiftStates)[number];

/** The most days that one call for shifts may span: the six weeks of a calendar month. */
export const shiftRangeDays = 42;

const State = Type.Unsafe<ShiftState>(
  Type.Enum([...shiftStates], { description: '`disabled` is cancelled, and occupies nobody; `completed` is final.' }),
);

/** One day of a schedule (specification §3). `from` and `to` are half-open. */
export const Shift = Type.Object(
  {
    id: Id,
    etag: Etag,
    schedule: Id,
    ...shiftTerms,
    interpreter_name: Type.String(),
    date: Day,
    series_date: Type.String({
      format: 'date',
      description: 'The day of the series that it stands for; `date` is another once it has moved.',
    }),
    from: Instant,
    to: Instant,
    occupied_from: Type.String({ format: 'date-time', description: 'With travel time.' }),
    occupied_to: Type.String({ format: 'date-time', description: 'With travel time.' }),
    state: State,
    source: Type.Unsafe<ScheduleSource>(Type.Enum([...scheduleSources])),
    changed_alone: Type.Boolean({ description: 'Changed on its own: changes of the series leave it alone.' }),
    can: Verdict,
  },
  { $id: 'Shift' },
);
export type Shift = Static<typeof Shift>;

/** `GET shifts/`: those that touch a range of days, in the deployment’s zone. An interpreter reads their own. */
export const ShiftsQuery = Type.Object(
  {
    from_day: Type.String({ format: 'date' }),
    to_day: Type.String({ format: 'date', description: `Inclusive; at most ${shiftRangeDays} days in all.` }),
    interpreter: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    state: Type.Optional(Type.Array(State, { maxItems: shiftStates.length })),
    location_type: Type.Optional(Type.Unsafe<LocationType>(Type.Enum([...locationTypes]))),
    request_type: Type.Optional(Type.Unsafe<Channel>(Type.Enum([...channels]))),
    source: Type.Optional(Type.Unsafe<ScheduleSource>(Type.Enum([...scheduleSources]))),
    emergency: Type.Optional(Type.Boolean()),
    schedule: Type.Optional(Id),
  },
  { additionalProperties: false },
);
export type ShiftsQuery = Static<typeof ShiftsQuery>;

/** `GET shifts/`: all of the range, by the time at which they begin. */
export const Shifts = Type.Object(
  { count: Type.Integer({ minimum: 0 }), results: Type.Array(Shift) },
  { $id: 'Shifts' },
);

/** What `GET calendar/` shows of a shift. */
const CalendarShift = Type.Pick(
  Shift,
  [
    'id',
    'schedule',
    'date',
    'time_from',
    'time_to',
    'from',
    'to',
    'location_type',
    'address',
    'travel_time',
    'request_type',
    'communication_type',
    'allowReservations',
    'emergency',
    'state',
    'source',
    'changed_alone',
    'can',
  ],
  { $id: 'CalendarShift' },
);
export type CalendarShift = Static<typeof CalendarShift>;

/** Whose lanes a calendar has: with a shift that the filters let through, or with none that takes place. */
const calendarPeople = ['busy', 'free'] as const;
/** Whose lanes a calendar has. */
export type CalendarPeople = (typeof calendarPeople)[number];

/** `GET calendar/`: a page of interpreters, each with the shifts that are on a range of days. An interpreter reads their own. */
export const CalendarQuery = listQuery(['interpreter'], {
  ...ShiftsQuery.properties,
  partner: Type.Optional(Id),
  people: Type.Optional(
    Type.Unsafe<CalendarPeople>(
      Type.Enum([...calendarPeople], {
        description:
          '`busy`: those with a shift that is asked for. `free`: those without any that takes place in the range. All when left out.',
      }),
    ),
  ),
});
export type CalendarQuery = Static<typeof CalendarQuery>;

/**
 * `GET calendar/`: by name of the interpreters; `count` is how many there are. Those without a shift are there too. Its `ETag`,
 * sent back as `If-None-Match`, is answered with 304 while nothing has changed.
 */
export const CalendarPage = page(
  Type.Object({
    interpreter: Id,
    interpreter_name: Type.String(),
    active: Type.Boolean({ description: 'May work now: approved and not suspended.' }),
    suspended_until: Type.Union([Instant, Type.Null()], {
      description: 'When the suspension ends; null without one, and where it lasts until it is lifted.',
    }),
    shifts: Type.Array(CalendarShift, { description: 'By the time at which they begin.' }),
  }),
  'CalendarPage',
);

/** How many shifts of a day `GET calendar/month/` answers. */
export const shiftsOfMonthDay = 3;

/** `GET calendar/month/`: the filters of `GET calendar/`, over everybody at once. An interpreter reads their own. */
export const CalendarMonthQuery = Type.Omit(CalendarQuery, ['page', 'page_size', 'ordering'], {
  additionalProperties: false,
});
export type CalendarMonthQuery = Static<typeof CalendarMonthQuery>;

const MonthShift = Type.Object({ ...CalendarShift.properties, interpreter: Id, interpreter_name: Type.String() });

/** `GET calendar/month/`: the days with a shift that is asked for. Its `ETag` works as that of `GET calendar/`. */
export const CalendarMonth = Type.Object(
  {
    days: Type.Array(
      Type.Object({
        date: Day,
        count: Type.Integer({
          minimum: 0,
          description: 'How many shifts take place. Cancelled ones count only where `state` asks for them.',
        }),
        shifts: Type.Array(MonthShift, {
          maxItems: shiftsOfMonthDay,
          description: 'The first of them by the time at which they begin; cancelled ones last.',
        }),
      }),
      { description: 'By date.' },
    ),
  },
  { $id: 'CalendarMonth' },
);
export type CalendarMonth = Static<typeof CalendarMonth>;

/** `PATCH shifts/{id}/`: this day alone. What is left out stays as it is. */
export const ShiftChanges = Type.Partial(Type.Object({ ...shiftTerms, date: Day, state: State }), {
  $id: 'ShiftChanges',
  additionalProperties: false,
});
export type ShiftChanges = Static<typeof ShiftChanges>;
