import { useTranslation } from 'react-i18next';
import { useFormats } from '#i18n/useFormats.ts';
import { pageSizeChoices } from '#ui/list/listState.ts';
import { Pager } from '#ui/list/Pager.tsx';
import type { CalendarChanges, CalendarState } from './calendarState.ts';

type PeoplePagerProps = {
  state: CalendarState;
  /** The number of people, and how many of them are on this page. */
  count: number;
  shown: number;
  change: (changes: CalendarChanges) => void;
};

/** The pagination below the calendar, if there is more than one page of people. */
export function PeoplePager({ state: { page, pageSize }, count, shown, change }: PeoplePagerProps) {
  const { t } = useTranslation(['calendar', 'crud']);
  const { numbers } = useFormats();
  const [smallest] = pageSizeChoices;
  if (count <= Math.max(smallest, shown) && page === 1) return null;
  const first = (page - 1) * pageSize + 1;
  return (
    <Pager
      label={t('people')}
      range={t('crud:range', {
        first: numbers.count(first),
        last: numbers.count(first + shown - 1),
        count: numbers.count(count),
      })}
      page={page}
      pages={Math.max(1, Math.ceil(count / pageSize))}
      onPage={(next) => change({ page: next === 1 ? null : String(next) })}
      pageSize={pageSize}
      pageSizes={pageSizeChoices}
      onPageSize={(size) => change({ page_size: String(size) })}
      words={{ previous: t('crud:previous'), next: t('crud:next'), pageSize: t('crud:pageSize') }}
    />
  );
}
