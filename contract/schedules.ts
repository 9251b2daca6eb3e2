import Type, { type Static } from 'typebox';
import { anyOf, Etag, listQuery, page } from './collection.ts';
import { Address, bounds, Id, Instant } from './fields.ts';
import {
  channels,
  locationTypes,
  serviceKinds,
  type Channel,
  type LocationType,
  type ServiceKind,
} from './interpretations.ts';

/** How a schedule repeats (specification §3). */
export const repeats = ['once', 'weekdays', 'daily', 'weekly'] as const;
/** How a schedule repeats. */
export type Repeat = (typeof repeats)[number];

/** Where a schedule was made: here, or in another system, which alone may change it (specification §3). */
export const scheduleSources = ['external', 'platform'] as const;
/** Where a schedule was made. */
export type ScheduleSource = (typeof scheduleSources)[number];

/** A day. */
export const Day = Type.String({
  format: 'date',
  description: 'A day, `YYYY-MM-DD`, in the deployment’s time zone.',
});
const Until = Type.String({ format: 'date', description: 'The last day (inclusive); the first when left out.' });
const Time = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: '`HH:mm` on the wall of the deployment’s time zone.',
});
const EndTime = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: '`HH:mm`; 00:00 is the midnight that closes the day.',
});

/** What a shift is for, and where; the same for a series and for one day of it. */
export const shiftTerms = {
  interpreter: Id,
  time_from: Time,
  time_to: EndTime,
  location_type: Type.Unsafe<LocationType>(
    Type.Enum([...locationTypes], { description: '`site`: with an address, and only for live requests.' }),
  ),
  address: Type.Union([Address, Type.Null()], {
    description: 'Where a site shift is; null for a remote one.',
  }),
  travel_time: Type.Integer({
    minimum: 0,
    maximum: bounds.travel,
    description: 'Minutes of travel before and after a site shift; they count as occupied. 0 for a remote one.',
  }),
  request_type: Type.Unsafe<Channel>(Type.Enum([...channels], { description: 'The requests that it takes.' })),
  communication_type: Type.Unsafe<ServiceKind>(
    Type.Enum([...serviceKinds], { description: 'What is interpreted into.' }),
  ),
  allowReservations: Type.Boolean({ description: 'Whether it may be reserved.' }),
  emergency: Type.Boolean({ description: 'An emergency schedule.' }),
};

const optionalTerms = {
  address: Type.Optional(shiftTerms.address),
  travel_time: Type.Optional(shiftTerms.travel_time),
  communication_type: Type.Optional(shiftTerms.communication_type),
  allowReservations: Type.Optional(shiftTerms.allowReservations),
  emergency: Type.Optional(shiftTerms.emergency),
};

const RepeatName = Type.Unsafe<Repeat>(Type.Enum([...repeats]));

const daysOut = (description: string) => Type.Array(Day, { maxItems: bounds.scheduleDays, description });

/** `POST schedules/` and `POST schedules/preview/`. Left out: no address, no travel, interpretation, no reservations, no emergency. */
export const ScheduleDraft = Type.Object(
  {
    ...shiftTerms,
    ...optionalTerms,
    date: Day,
    repeat: RepeatName,
    until: Type.Optional(Until),
    days_out: Type.Optional(daysOut('Days of the series that get no shift, now and in later changes.')),
  },
  { $id: 'ScheduleDraft', additionalProperties: false },
);
export type ScheduleDraft = Static<typeof ScheduleDraft>;

/** `PATCH schedules/{id}/` and `PATCH shifts/{id}/following/`: what is left out stays as it is. */
export const ScheduleChanges = Type.Partial(
  Type.Object({
    ...shiftTerms,
    repeat: RepeatName,
    until: Until,
    days_out: daysOut('Days to leave out besides those that are left out already; their shifts are deleted.'),
  }),
  { $id: 'ScheduleChanges', additionalProperties: false },
);
export type ScheduleChanges = Static<typeof ScheduleChanges>;

/** What the caller may do with a schedule or a shift: the role’s permission, and that it is neither external nor gone by. */
export const Verdict = Type.Object({ update: Type.Boolean(), delete: Type.Boolean() });

/** A series (specification §3). Its days are shifts; days changed alone differ from it. */
export const Schedule = Type.Object(
  {
    id: Id,
    etag: Etag,
    ...shiftTerms,
    interpreter_name: Type.String(),
    date: Day,
    until: Day,
    repeat: RepeatName,
    days_out: daysOut('Days of the series that have no shift: left out, or deleted one by one.'),
    zone: Type.String({ description: 'The IANA zone of its times.' }),
    source: Type.Unsafe<ScheduleSource>(Type.Enum([...scheduleSources])),
    created: Instant,
    can: Verdict,
  },
  { $id: 'Schedule' },
);
export type Schedule = Static<typeof Schedule>;

/** What the list of schedules may be ordered by. */
export const scheduleOrderings = ['date', 'until', 'created', 'interpreter'] as const;

/** `GET schedules/`: the query. The search looks at interpreters and addresses. An interpreter reads their own. */
export const SchedulesQuery = listQuery(scheduleOrderings, {
  interpreter: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  from_day: Type.Optional(Type.String({ format: 'date', description: 'Its last day is this one or later.' })),
  to_day: Type.Optional(Type.String({ format: 'date', description: 'Its first day is this one or earlier.' })),
  repeat: anyOf(repeats),
  location_type: Type.Optional(Type.Unsafe<LocationType>(Type.Enum([...locationTypes]))),
  request_type: Type.Optional(Type.Unsafe<Channel>(Type.Enum([...channels]))),
  source: Type.Optional(Type.Unsafe<ScheduleSource>(Type.Enum([...scheduleSources]))),
  emergency: Type.Optional(Type.Boolean()),
});
export type SchedulesQuery = Static<typeof SchedulesQuery>;

/** `GET schedules/`: the answer. */
export const SchedulesPage = page(Schedule, 'SchedulesPage');

/** A reservation that stops a change. */
const BlockingReservation = Type.Object({
  id: Id,
  name: Type.String(),
  from: Instant,
  to: Instant,
  shifts: Type.Array(Id),
});
export type BlockingReservation = Static<typeof BlockingReservation>;

/** What a schedule or a change of it does to one day. */
export const dayEffects = ['added', 'changed', 'removed', 'kept', 'left_out'] as const;
/** What a schedule or a change of it does to one day. */
export type DayEffect = (typeof dayEffects)[number];

/**
 * `POST schedules/preview/`, `POST schedules/{id}/preview/` and `POST shifts/{id}/following/preview/`: every day of a draft,
 * or every day to come of a changed series, and what prevents it. Nothing is written.
 */
export const SchedulePreview = Type.Object(
  {
    possible: Type.Boolean({ description: 'Whether the server would accept the draft or the change now.' }),
    occurrences: Type.Array(
      Type.Object({
        date: Day,
        from: Instant,
        to: Instant,
        occupied_from: Type.String({ format: 'date-time', description: 'With travel time.' }),
        occupied_to: Type.String({ format: 'date-time', description: 'With travel time.' }),
        effect: Type.Unsafe<DayEffect>(
          Type.Enum([...dayEffects], { description: '`left_out`: it is one of `days_out` and has no shift.' }),
        ),
        verdict: Type.Enum(['free', 'refused']),
        reasons: Type.Array(Type.String(), { description: 'Codes of the error catalogue.' }),
        shifts: Type.Array(Id, { description: 'The interpreter’s shifts that it would overlap.' }),
      }),
      { description: 'By date.' },
    ),
    left_out: Type.Array(Day, { description: 'Days on which the clocks leave the whole time out.' }),
    reservations: Type.Array(BlockingReservation, {
      description: 'The approved reservations on days that would be changed or removed.',
    }),
  },
  { $id: 'SchedulePreview' },
);
export type SchedulePreview = Static<typeof SchedulePreview>;

/** `GET …/blocking_reservations/`: the approved reservations that stop a change. */
export const BlockingReservations = Type.Object(
  {
    count: Type.Integer({ minimum: 0 }),
    results: Type.Array(BlockingReservation),
  },
  { $id: 'BlockingReservations' },
);
export type BlockingReservations = Static<typeof BlockingReservations>;
