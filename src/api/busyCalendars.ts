import type { BusyCalendar, BusyCalendars, BusyTimes, NewBusyCalendar } from '../../contract/busyCalendars.ts';
import { type Params, post, remove } from './http.ts';
import { query } from './query.ts';

const path = 'busy_calendars/';

/** The calendars that a person has elsewhere. Every call throws `ApiError`. */
export const busyCalendars = {
  path,
  list: query<BusyCalendars>(path),
  /** Adds a calendar, which the server reads at once. */
  add: (calendar: NewBusyCalendar) => post<BusyCalendar>(path, calendar),
  /** Removes a calendar and its times. */
  remove: (id: string) => remove(`${path}${encodeURIComponent(id)}/`),
};

/** The times at which people are away according to their own calendars: `from_day` to `to_day`, at most 42 days. */
export function busyTimes(params: Params & { from_day: string; to_day: string }) {
  return query<BusyTimes>('busy_times/', params);
}
