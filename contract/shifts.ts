import Type, { type Static } from 'typebox';
import { Etag, listQuery, page } from './collection.ts';
import { day, Id, Instant, named, nullable, oneOf, partialForm } from './fields.ts';
import { Holidays } from './holidays.ts';
import { channels, locationTypes } from './interpretations.ts';
import { Reservation, ReservationInterpreter } from './reservations.ts';
import { Day, scheduleSources, shiftDecisions, shiftStates, shiftTerms } from './schedules.ts';
import { Excess } from './workingTime.ts';

/** Maximum number of days of one query for shifts: the six weeks of a calendar month. */
export const shiftRangeDays = 42;

const State = oneOf(shiftStates, '`disabled` is cancelled and does not occupy the interpreter; `completed` is final.');

/** The caller's permissions for a shift: before it begins by role, while it runs only for its end; none for external ones. */
const ShiftVerdict = Type.Object({
  update: Type.Boolean(),
  delete: Type.Boolean(),
  end: Type.Boolean({ description: 'It runs: its `time_to` may change, to no earlier time than now.' }),
});

/** One day of a schedule (R147). `from` is inclusive, `to` is exclusive. */
export const Shift = named('Shift', {
  id: Id,
  etag: Etag,
  schedule: Id,
  ...shiftTerms,
  interpreter_name: Type.String(),
  date: Day,
  series_date: day('The day of the series; `date` differs after the shift was moved.'),
  from: Instant,
  to: Instant,
  occupied_from: Type.String({ format: 'date-time', description: 'Includes travel time.' }),
  occupied_to: Type.String({ format: 'date-time', description: 'Includes travel time.' }),
  state: State,
  source: oneOf(scheduleSources),
  changed_alone: Type.Boolean({ description: 'Changed individually: changes of the series do not affect it.' }),
  excess: Type.Optional(
    Type.Array(Excess, {
      description: 'The limits of working time that it exceeds, on reading it and in calendars.',
    }),
  ),
  can: ShiftVerdict,
});
export type Shift = Static<typeof Shift>;

/**
 * `GET shifts/`: the shifts that overlap a range of days in the deployment’s time zone. Interpreters read only their
 * own.
 */
export const ShiftsQuery = Type.Object(
  {
    from_day: day(),
    to_day: day(`Inclusive; at most ${shiftRangeDays} days in total.`),
    interpreter: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    state: Type.Optional(Type.Array(State, { maxItems: shiftStates.length })),
    location_type: Type.Optional(oneOf(locationTypes)),
    request_type: Type.Optional(oneOf(channels)),
    source: Type.Optional(oneOf(scheduleSources)),
    emergency: Type.Optional(Type.Boolean()),
    schedule: Type.Optional(Id),
  },
  { additionalProperties: false },
);
export type ShiftsQuery = Static<typeof ShiftsQuery>;

/** `GET shifts/`: all shifts of the range, by start. */
export const Shifts = named('Shifts', { count: Type.Integer({ minimum: 0 }), results: Type.Array(Shift) });

/** The part of a shift that `GET calendar/` returns. */
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
    'excess',
    'can',
  ],
  { $id: 'CalendarShift' },
);
export type CalendarShift = Static<typeof CalendarShift>;

/**
 * The lanes of a calendar: `busy` interpreters have a shift that matches the filters, `free` ones have none that takes
 * place, `free_now` ones are on shift now, and neither absent, booked nor in a call.
 */
const calendarPeople = ['busy', 'free', 'free_now'] as const;
export type CalendarPeople = (typeof calendarPeople)[number];

/**
 * `GET calendar/`: a page of interpreters, each with their shifts in a range of days. Interpreters read only their own.
 */
export const CalendarQuery = listQuery(['interpreter'], {
  ...ShiftsQuery.properties,
  partner: Type.Optional(Id),
  people: Type.Optional(
    oneOf(
      calendarPeople,
      '`busy`: interpreters with a matching shift. `free`: interpreters without a shift that takes place in the range. `free_now`: interpreters who are on shift now, and neither absent, booked nor in a call. All by default.',
    ),
  ),
});
export type CalendarQuery = Static<typeof CalendarQuery>;

/** A pending or approved reservation as `GET calendar/` returns it. */
const CalendarReservation = Type.Object({
  ...Type.Pick(Reservation, [
    'id',
    'name',
    'start',
    'end',
    'date',
    'time_from',
    'time_to',
    'type',
    'address',
    'link',
    'status',
    'service_kind',
    'emergency',
    'customer_name',
    'customer_phone',
    'interpreters_needed',
  ]).properties,
  missing: Type.Integer({
    minimum: 0,
    description: 'How many more interpreters it needs; 0 once it is over.',
  }),
});

/** A reservation in the lane of one of its interpreters. */
export const CalendarBooking = named('CalendarBooking', {
  ...CalendarReservation.properties,
  ...Type.Pick(ReservationInterpreter, ['response', 'obstacle']).properties,
  travel_time: Type.Integer({
    minimum: 0,
    description: 'Minutes of the way to an on-site one and back, from the shifts it lies in; 0 for a remote one.',
  }),
});
export type CalendarBooking = Static<typeof CalendarBooking>;

/** A reservation that is short of people. */
export const OpenBooking = named('OpenBooking', CalendarReservation.properties);
export type OpenBooking = Static<typeof OpenBooking>;

/** Maximum number of reservations in `unassigned`. */
export const unassignedMax = 20;

/**
 * `GET calendar/`: interpreters by name, including those without a shift; `count` is their number. It has an `ETag`;
 * `If-None-Match` gets 304 while nothing has changed. Without `bookings` and `unassigned`, the dashboard shows shifts only.
 */
export const CalendarPage = named('CalendarPage', {
  ...page(
    Type.Object({
      interpreter: Id,
      interpreter_name: Type.String(),
      active: Type.Boolean({ description: 'Approved and not suspended.' }),
      suspended_until: nullable(Instant, 'When the suspension ends; null without one, and if it is open-ended.'),
      shifts: Type.Array(CalendarShift, { description: 'By start.' }),
      bookings: Type.Optional(
        Type.Array(CalendarBooking, {
          description:
            'By start: the pending and approved reservations in which they take part, and for the caller those that are offered to them. Missing if the deployment has no reservations.',
        }),
      ),
    }),
    'CalendarPeople',
  ).properties,
  holidays: Holidays,
  unassigned: Type.Optional(
    Type.Object(
      {
        count: Type.Integer({ minimum: 0 }),
        results: Type.Array(OpenBooking, { maxItems: unassignedMax, description: 'The soonest first.' }),
      },
      {
        description:
          'For planners: the reservations of the range that are not over and short of people (`short=true` of `GET reservations/`).',
      },
    ),
  ),
});
export type CalendarPage = Static<typeof CalendarPage>;

/** `GET calendar/month/`: the filters of `GET calendar/`, for all interpreters. Interpreters read only their own. */
export const CalendarMonthQuery = Type.Omit(CalendarQuery, ['page', 'page_size', 'ordering'], {
  additionalProperties: false,
});
export type CalendarMonthQuery = Static<typeof CalendarMonthQuery>;

const minutes = (description: string) => Type.Integer({ minimum: 0, description });

/**
 * `GET calendar/month/`: the days with matching shifts or reservations. It has an `ETag` like `GET calendar/`. `booked`, `open` and
 * `short` are missing if the deployment has no reservations, `open` and `short` for everybody besides planners.
 */
export const CalendarMonth = named('CalendarMonth', {
  days: Type.Array(
    Type.Object({
      date: Day,
      count: Type.Integer({
        minimum: 0,
        description: 'How many shifts take place. Cancelled ones count only if `state` includes them.',
      }),
      planned: minutes('The minutes of these shifts.'),
      booked: Type.Optional(minutes('The minutes of approved reservations, for each interpreter who takes part.')),
      open: Type.Optional(minutes('The minutes of reservations not over, for each interpreter they need more.')),
      short: Type.Optional(minutes('How many interpreters these reservations need more.')),
    }),
    { description: 'By date.' },
  ),
  holidays: Holidays,
});
export type CalendarMonth = Static<typeof CalendarMonth>;

/** `PATCH shifts/{id}/`: changes this day alone. Omitted fields stay unchanged. While it runs, only `time_to` may change. */
export const ShiftChanges = partialForm('ShiftChanges', {
  ...shiftTerms,
  date: Day,
  state: State,
  decisions: shiftDecisions,
});
export type ShiftChanges = Static<typeof ShiftChanges>;
