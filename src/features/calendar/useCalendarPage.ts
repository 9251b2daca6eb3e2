import { useState } from 'react';
import type { CalendarPeople } from '../../../contract/shifts.ts';
import { useQuery } from '#api/query.ts';
import { calendar } from '#api/shifts.ts';
import type { CalendarState } from './calendarState.ts';
import { type Lane, lanesOf } from './layout.ts';

/** Whose lanes are asked for: with a filter on shifts, those of people who have such a shift. */
function peopleOf({ chosen }: CalendarState): CalendarPeople | null {
  if (chosen.free.length > 0) return 'free';
  const isNarrowed = [chosen.request_type, chosen.state, chosen.emergency, chosen.partner].some(
    ({ length }) => length > 0,
  );
  return isNarrowed ? 'busy' : null;
}

/** A page of people with their shifts on some days, as the state of the calendar asks for, and their lanes. */
export function useCalendarPage(state: CalendarState, days: readonly string[]) {
  const { chosen, day, search, page, pageSize } = state;
  const { data, ...read } = useQuery(
    calendar.list({
      from_day: days[0] ?? day,
      to_day: days.at(-1) ?? day,
      interpreter: chosen.interpreter,
      request_type: chosen.request_type[0] ?? null,
      state: chosen.state,
      emergency: chosen.emergency[0] ?? null,
      partner: chosen.partner[0] ?? null,
      people: peopleOf(state),
      search: search || null,
      page: page === 1 ? null : page,
      page_size: pageSize,
    }),
  );
  const [drawn, setDrawn] = useState<{ from: typeof data; lanes: Lane[] | null }>({ from: undefined, lanes: null });
  if (data !== drawn.from) setDrawn({ from: data, lanes: data ? lanesOf(data.results, drawn.lanes ?? []) : null });
  return { data, lanes: drawn.lanes, ...read };
}
