import { useTranslation } from 'react-i18next';
import { ListPager, pageInAddress } from '#ui/list/ListPager.tsx';
import { pageSizeChoices } from '#ui/list/listState.ts';
import type { CalendarChanges, CalendarState } from './calendarState.ts';

type PeoplePagerProps = {
  state: CalendarState;
  /** The number of people, and how many of them are on this page. */
  count: number;
  shown: number;
  change: (changes: CalendarChanges) => void;
};

/** The pagination below the calendar, if there is more than one page of people. */
export function PeoplePager({ state, count, shown, change }: PeoplePagerProps) {
  const { t } = useTranslation('calendar');
  const [smallest] = pageSizeChoices;
  if (count <= Math.max(smallest, shown) && state.page === 1) return null;
  return <ListPager label={t('people')} count={count} shown={shown} {...pageInAddress(state, change)} />;
}
