import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays, type DayRange } from '#lib/dates.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { type DaysFilter, rangeValue } from '#ui/list/filters.ts';
import { useMinute } from './useMinute.ts';

const DayRangeDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./DayRangeDialog.tsx'))).DayRangeDialog,
}));

/** Replaces an open end by the other one. */
const closed = ({ from, to }: DayRange): DayRange => ({ from: from || to, to: to || from });

/**
 * A list's filter by days: named ranges, and any others. `ahead` offers future ranges. The page needs the namespaces `live` and
 * `crud`.
 */
export function useDaysFilter({ ahead = false } = {}): DaysFilter {
  const { t } = useTranslation('live');
  const { dates } = useFormats();
  const today = dates.dayOf(useMinute());
  return useMemo(() => {
    const span = (label: string, first: number, last: number) => ({
      label,
      days: { from: addDays(today, first), to: addDays(today, last) },
    });
    const spans = ahead
      ? [span(t('today'), 0, 0), span(t('tomorrow'), 1, 1), span(t('nextDays', { days: 7 }), 0, 6)]
      : [span(t('today'), 0, 0), span(t('yesterday'), -1, -1), span(t('lastDays', { days: 7 }), -6, 0)];
    spans.push(span(t('lastDays', { days: 30 }), -29, 0));
    const textOf = (days: DayRange) => {
      const named = spans.find((candidate) => rangeValue(candidate.days) === rangeValue(days));
      if (named) return named.label;
      const { from, to } = days;
      if (!to) return t('since', { day: dates.day(from) });
      return from ? `${dates.day(from)} – ${dates.day(to)}` : t('until', { day: dates.day(to) });
    };
    return {
      kind: 'days',
      name: 'days',
      label: t('period'),
      spans,
      ownLabel: t('chooseDays'),
      textOf,
      dialog: ({ range, ...acts }) => (
        <Suspense>
          <DayRangeDialog range={range && closed(range)} {...acts} />
        </Suspense>
      ),
    };
  }, [t, dates, today, ahead]);
}
