import { useCallback, useMemo } from 'react';
import { pageSize as pageSizes } from '../../../contract/bounds.ts';
import { addDays, addMonths } from '#lib/dates.ts';
import { useSearchParams } from '#lib/router.ts';
import { pageSizeChoices } from '#ui/list/listState.ts';
import { type View, views } from './layout.ts';

/** The state of the calendar, stored in its address. */
export type CalendarState = {
  view: View;
  /** The day around which it shows shifts. */
  day: string;
  /** The active filters, by name. */
  chosen: Record<FilterName, string[]>;
  /** The search for names of interpreters. */
  search: string;
  /** The page of people, and the page size. */
  page: number;
  pageSize: number;
  /** The ids of the shift or the booking that is open. */
  shift: string | null;
  booking: string | null;
};

/** The filters of the calendar. */
export type FilterName = 'interpreter' | 'request_type' | 'state' | 'emergency' | 'partner' | 'free';

/** The parts of the state that may be changed. */
export type CalendarChanges = Partial<
  Record<FilterName | 'view' | 'day' | 'search' | 'page' | 'page_size' | 'shift' | 'booking', string | null>
>;

/** Changes of these select other people, so they go back to the first page. */
const narrowing = ['interpreter', 'request_type', 'state', 'emergency', 'partner', 'free', 'search', 'page_size'];

const isDay = (text: string) => /^(19|20)\d\d-\d\d-\d\d$/.test(text) && addDays(text, 0) === text;

/** Reads an address; ignores unknown parameters. */
export function readCalendar(address: URLSearchParams, { view, today }: { view: View; today: string }): CalendarState {
  const requestedDay = address.get('day') ?? '';
  const page = Number(address.get('page'));
  const size = Number(address.get('page_size'));
  const list = (name: string) => (address.get(name) ?? '').split(',').filter(Boolean).slice(0, 100);
  return {
    view: views.find((known) => known === address.get('view')) ?? view,
    day: isDay(requestedDay) ? requestedDay : today,
    chosen: {
      interpreter: list('interpreter').filter((id) => /^[0-9a-f]{24}$/.test(id)),
      request_type: list('request_type').filter((type) => type === 'online' || type === 'live'),
      state: list('state').filter((state) => ['enabled', 'disabled', 'completed'].includes(state)),
      emergency: list('emergency').filter((value) => value === 'true' || value === 'false'),
      partner: list('partner').filter((id) => /^[0-9a-f]{24}$/.test(id)),
      free: list('free').filter((value) => value === 'true' || value === 'now'),
    },
    search: (address.get('search') ?? '').slice(0, 100),
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    pageSize: pageSizeChoices.find((choice) => choice === size) ?? pageSizes.max,
    shift: address.get('shift'),
    booking: address.get('booking'),
  };
}

/** The day of the next or previous step in a view. */
export function stepped(view: View, day: string, by: 1 | -1): string {
  if (view === 'day') return addDays(day, by);
  return view === 'month' ? addMonths(`${day.slice(0, 7)}-01`, by) : addDays(day, 7 * by);
}

/** The calendar's state, stored in its address: Back restores it, sending the address shares it. */
export function useCalendarState(defaults: { view: View; today: string }) {
  const { view, today } = defaults;
  const [address, setAddress] = useSearchParams();
  const state = useMemo(() => readCalendar(address, { view, today }), [address, view, today]);
  const change = useCallback(
    (changes: CalendarChanges, { replace = false } = {}) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          if (narrowing.some((name) => name in changes)) next.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setAddress],
  );
  return { state, change };
}
