import Type, { type Static } from 'typebox';
import { decisions } from './bookingDecisions.ts';
import { anyOf, Etag, listQuery, page } from './collection.ts';
import { Address, bounds, day, form, Id, Instant, named, nullable, oneOf, partialForm } from './fields.ts';
import { Holidays } from './holidays.ts';
import { channels, locationTypes, serviceKinds } from './interpretations.ts';
import { Excess } from './workingTime.ts';

/** The repetition of a schedule (R152). */
export const repeats = ['once', 'weekdays', 'daily', 'weekly'] as const;
export type Repeat = (typeof repeats)[number];

/** The system that manages a schedule: this one, or an external one, which alone may change it (R154). */
export const scheduleSources = ['external', 'platform'] as const;
export type ScheduleSource = (typeof scheduleSources)[number];

/**
 * The states of a shift (R159): `enabled` ↔ `disabled` (cancelled), `completed` is final (Q24). A series is `completed` when its last day
 * is over, and `disabled` while all its coming days are.
 */
export const shiftStates = ['enabled', 'disabled', 'completed'] as const;
export type ShiftState = (typeof shiftStates)[number];

/** A day. */
export const Day = day('A day, `YYYY-MM-DD`, in the deployment’s time zone.');
const Until = day('The last day (inclusive); defaults to the first.');
const Time = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: '`HH:mm` in the deployment’s time zone.',
});
const EndTime = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description:
    '`HH:mm`; 00:00 is midnight at the end of the day, and a time before the start is on the next day, at most 16 hours later.',
});

/** The terms of a shift, the same for a series and for a single day. */
export const shiftTerms = {
  interpreter: Id,
  time_from: Time,
  time_to: EndTime,
  location_type: oneOf(locationTypes, '`site`: with an address, and only for live requests.'),
  address: nullable(Address, 'The address of a site shift; null for a remote one.'),
  travel_time: Type.Integer({
    minimum: 0,
    maximum: bounds.travel,
    description: 'Minutes of travel before and after a site shift, counted as occupied. 0 for a remote one.',
  }),
  request_type: oneOf(channels, 'The requests that the shift takes.'),
  communication_type: oneOf(serviceKinds, 'The target languages.'),
  allowReservations: Type.Boolean({ description: 'Whether customers may reserve it.' }),
  emergency: Type.Boolean({ description: 'An emergency schedule.' }),
};

const optionalTerms = {
  address: Type.Optional(shiftTerms.address),
  travel_time: Type.Optional(shiftTerms.travel_time),
  communication_type: Type.Optional(shiftTerms.communication_type),
  allowReservations: Type.Optional(shiftTerms.allowReservations),
  emergency: Type.Optional(shiftTerms.emergency),
};

const RepeatName = oneOf(repeats);

const daysOut = (description: string) => Type.Array(Day, { maxItems: bounds.scheduleDays, description });

/**
 * `POST schedules/` and `POST schedules/preview/`. Defaults: no address, no travel, interpretation, not reservable, no
 * emergency schedule.
 */
export const ScheduleDraft = form('ScheduleDraft', {
  ...shiftTerms,
  ...optionalTerms,
  date: Day,
  repeat: RepeatName,
  until: Type.Optional(Until),
  days_out: Type.Optional(daysOut('Days of the series without a shift, also after later changes.')),
});
export type ScheduleDraft = Static<typeof ScheduleDraft>;

/** The decisions on approved reservations that lose an interpreter because a shift changes. Without them, the change is refused. */
export const shiftDecisions = {
  ...decisions,
  description:
    'For planners. Omitted: 409 `shift_reserved` if there are approved reservations in changed shifts. Given: 409 if one of them loses somebody and has no decision.',
};

/** `PATCH schedules/{id}/` and `PATCH shifts/{id}/following/`: omitted fields stay unchanged. */
export const ScheduleChanges = partialForm('ScheduleChanges', {
  ...shiftTerms,
  repeat: RepeatName,
  until: Until,
  days_out: daysOut('Additional days to leave out; their shifts are deleted.'),
  days_back: daysOut(
    'Days of `days_out` to put back: they get shifts again. 400 `event_in_past` once they have begun.',
  ),
  decisions: shiftDecisions,
});
export type ScheduleChanges = Static<typeof ScheduleChanges>;

/** The caller's permissions for a schedule: by role, and only if it is neither external nor past. */
export const Verdict = Type.Object({ update: Type.Boolean(), delete: Type.Boolean() });

/** A series (R147). Its days are shifts; days changed individually differ from it. */
export const Schedule = named('Schedule', {
  id: Id,
  etag: Etag,
  ...shiftTerms,
  interpreter_name: Type.String(),
  date: Day,
  until: Day,
  repeat: RepeatName,
  days_out: daysOut('Days of the series without a shift: left out, or deleted individually.'),
  zone: Type.String({ description: 'The IANA time zone of its times.' }),
  state: oneOf(shiftStates, '`completed`: its last day is over. `disabled`: all its coming days are.'),
  source: oneOf(scheduleSources),
  created: Instant,
  can: Verdict,
});
export type Schedule = Static<typeof Schedule>;

/** The sort keys of the list of schedules. */
export const scheduleOrderings = ['date', 'until', 'created', 'interpreter'] as const;

/** `GET schedules/`: the query. The search covers interpreters and addresses. Interpreters read only their own. */
export const SchedulesQuery = listQuery(scheduleOrderings, {
  interpreter: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  from_day: Type.Optional(day('Its last day is this one or later.')),
  to_day: Type.Optional(day('Its first day is this one or earlier.')),
  repeat: anyOf(repeats),
  state: anyOf(shiftStates),
  location_type: Type.Optional(oneOf(locationTypes)),
  request_type: Type.Optional(oneOf(channels)),
  source: Type.Optional(oneOf(scheduleSources)),
  emergency: Type.Optional(Type.Boolean()),
});
export type SchedulesQuery = Static<typeof SchedulesQuery>;

/** `GET schedules/`: the response. */
export const SchedulesPage = page(Schedule, 'SchedulesPage');

/** An approved reservation that prevents a change. */
const BlockingReservation = Type.Object({
  id: Id,
  name: Type.String(),
  from: Instant,
  to: Instant,
  shifts: Type.Array(Id),
});
export type BlockingReservation = Static<typeof BlockingReservation>;

/** The effects of a schedule, or of a change of it, on one day. */
export const dayEffects = ['added', 'changed', 'removed', 'kept', 'left_out'] as const;
export type DayEffect = (typeof dayEffects)[number];

/**
 * `POST schedules/preview/`, `POST schedules/{id}/preview/` and `POST shifts/{id}/following/preview/`: every day of a
 * draft, or every future day of a changed series, with the obstacles. Nothing is written.
 */
export const SchedulePreview = named('SchedulePreview', {
  possible: Type.Boolean({ description: 'Whether the server would accept the draft or the change now.' }),
  occurrences: Type.Array(
    Type.Object({
      date: Day,
      from: Instant,
      to: Instant,
      occupied_from: Type.String({ format: 'date-time', description: 'Includes travel time.' }),
      occupied_to: Type.String({ format: 'date-time', description: 'Includes travel time.' }),
      effect: oneOf(dayEffects, '`left_out`: one of `days_out`, without a shift.'),
      verdict: Type.Enum(['free', 'refused']),
      reasons: Type.Array(Type.String(), { description: 'Codes of the error catalogue.' }),
      shifts: Type.Array(Id, { description: 'The interpreter’s shifts that it would overlap.' }),
      excess: Type.Optional(
        Type.Array(Excess, {
          description: 'The limits of working time that it exceeds. A limit that refuses is a reason as well.',
        }),
      ),
    }),
    { description: 'By date.' },
  ),
  holidays: Holidays,
  left_out: Type.Array(Day, { description: 'Days on which the change of clocks skips the whole time.' }),
  reservations: Type.Array(BlockingReservation, {
    description: 'The approved reservations on days that would be changed or removed.',
  }),
});
export type SchedulePreview = Static<typeof SchedulePreview>;

/** `GET …/blocking_reservations/`: the approved reservations that prevent a change. */
export const BlockingReservations = named('BlockingReservations', {
  count: Type.Integer({ minimum: 0 }),
  results: Type.Array(BlockingReservation),
});
export type BlockingReservations = Static<typeof BlockingReservations>;
