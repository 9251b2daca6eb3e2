import { useState } from 'react';
import type { CalendarPeople } from '../../../contract/shifts.ts';
import { type Query, useQuery } from '#api/query.ts';
import { calendar } from '#api/shifts.ts';
import type { CalendarState } from './calendarState.ts';
import { type Lane, lanesOf } from './layout.ts';

/** The `people` parameter: filters on shifts select people who have such a shift. */
function peopleOf({ chosen }: CalendarState): CalendarPeople | null {
  if (chosen.free.length > 0) return chosen.free.includes('now') ? 'free_now' : 'free';
  const isNarrowed = [chosen.request_type, chosen.state, chosen.emergency, chosen.partner].some(
    ({ length }) => length > 0,
  );
  return isNarrowed ? 'busy' : null;
}

/** The parameters of the calendar's state for some days, without pagination. */
function paramsOf(state: CalendarState, days: readonly string[]) {
  const { chosen, day, search } = state;
  return {
    from_day: days[0] ?? day,
    to_day: days.at(-1) ?? day,
    interpreter: chosen.interpreter,
    request_type: chosen.request_type[0] ?? null,
    state: chosen.state,
    emergency: chosen.emergency[0] ?? null,
    partner: chosen.partner[0] ?? null,
    people: peopleOf(state),
    search: search || null,
  };
}

/**
 * As `useQuery`, but without the data of other days or people once those asked for could not be read: they would be shown as if nobody
 * worked then.
 */
function useAsked<Answer>(read: Query<Answer> | null) {
  const { data, ...rest } = useQuery(read);
  const asked = JSON.stringify(read);
  const [last, setLast] = useState({ data, asked });
  if (data !== last.data) setLast({ data, asked });
  const isOfOthers = last.data === data && last.asked !== asked;
  return { data: isOfOthers && rest.error !== undefined ? undefined : data, ...rest };
}

/**
 * The data of the calendar: a page of people with their shifts and lanes; or a month, which counts everybody's shifts and has
 * no pages.
 */
export function useCalendarPage(state: CalendarState, days: readonly string[]) {
  const { page, pageSize, view } = state;
  const isMonth = view === 'month';
  const params = paramsOf(state, days);
  const { data, ...read } = useAsked(
    isMonth ? null : calendar.list({ ...params, page: page === 1 ? null : page, page_size: pageSize }),
  );
  const { data: month, ...readMonth } = useAsked(isMonth ? calendar.month(params) : null);
  const [shown, setShown] = useState<{ from: typeof data; lanes: Lane[] | null }>({ from: undefined, lanes: null });
  if (data !== shown.from) setShown({ from: data, lanes: data ? lanesOf(data.results, shown.lanes ?? []) : null });
  return isMonth
    ? { page: undefined, lanes: null, month: month?.days ?? null, holidays: month?.holidays, ...readMonth }
    : { page: data, lanes: shown.lanes, month: null, holidays: data?.holidays, ...read };
}
