import type { BookingDecision } from '../../contract/bookingDecisions.ts';
import type { ScheduleChanges, SchedulePreview } from '../../contract/schedules.ts';
import type { CalendarMonth, CalendarPage, Shift, ShiftChanges } from '../../contract/shifts.ts';
import type { Page } from './collection.ts';
import { patch, type Params, post } from './http.ts';
import { query } from './query.ts';
import { readAffected, removeWith } from './shiftDecisions.ts';

const path = 'shifts/';
const at = (id: string) => `${path}${encodeURIComponent(id)}/`;

/** An interpreter with their shifts and bookings; the latter are missing where the deployment or its backend has none. */
export type CalendarPerson = CalendarPage['results'][number];

/** `calendar/`: interpreters with their shifts in a range of days. */
export const calendar = {
  path: 'calendar/',
  /** A page of people in order of their names: `from_day` to `to_day`, at most 42 days. */
  list: (params: Params & { from_day: string; to_day: string }) => query<CalendarPage>('calendar/', params),
  /** The number of everybody's shifts on each day, and the first few of them: `from_day` to `to_day`, at most 42 days. */
  month: (params: Params & { from_day: string; to_day: string }) => query<CalendarMonth>('calendar/month/', params),
};

/** `shifts/`: the days of schedules. Every call throws `ApiError`. */
export const shifts = {
  path,
  /** All shifts that overlap a range of days, with all fields: `from_day` to `to_day`, at most 42 days. */
  list: (params: Params & { from_day: string; to_day: string }) => query<Page<Shift>>(path, params),
  one: (id: string) => query<Shift>(at(id)),
  /** Changes this day only; 412 if it has changed since `etag`. */
  update: (id: string, etag: string, changes: ShiftChanges) => patch<Shift>(at(id), changes, { ifMatch: etag }),
  /** Changes this day and the following ones, which become a new schedule. */
  updateFollowing: (id: string, etag: string, changes: ScheduleChanges) =>
    patch<unknown>(`${at(id)}following/`, changes, { ifMatch: etag }),
  /** A dry run of `updateFollowing`: the effect on each day. */
  previewFollowing: (id: string, changes: ScheduleChanges, signal: AbortSignal) =>
    post<SchedulePreview>(`${at(id)}following/preview/`, changes, { signal }),
  remove: (id: string, etag: string, decisions?: BookingDecision[]) => removeWith(at(id), etag, decisions),
  removeFollowing: (id: string, etag: string, decisions?: BookingDecision[]) =>
    removeWith(`${at(id)}following/`, etag, decisions),
  affected: (id: string, changes?: ShiftChanges) => readAffected(at(id), changes),
  affectedFollowing: (id: string, changes?: ScheduleChanges) => readAffected(`${at(id)}following/`, changes),
};
