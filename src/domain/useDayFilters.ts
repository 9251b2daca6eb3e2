import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays } from '#lib/dates.ts';
import type { Filter } from '#ui/list/listState.ts';

/** A day of the calendar, as an address has it. */
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text);

/**
 * The days that a list is of, as filters `from_day` and `to_day`: a few to choose from, and whichever the address names, so that any
 * figure can lead to its list. The page needs the words of `live`.
 */
export function useDayFilters(labels: { since?: string; until?: string } = {}): Filter[] {
  const { t } = useTranslation('live');
  const { since = t('since'), until = t('until') } = labels;
  const { dates } = useFormats();
  const [address] = useSearchParams();
  const from = address.get('from_day');
  const to = address.get('to_day');
  const [now] = useState(() => new Date().toISOString());
  const today = dates.dayOf(now);
  return useMemo(() => {
    const begins = [
      { value: today, label: t('today') },
      { value: addDays(today, -6), label: t('lastDays', { days: 7 }) },
      { value: addDays(today, -29), label: t('lastDays', { days: 30 }) },
    ];
    const ends = [
      { value: addDays(today, -1), label: t('yesterday') },
      { value: today, label: t('today') },
    ];
    const withOwn = (choices: typeof begins, own: string | null) =>
      isDay(own) && !choices.some(({ value }) => value === own)
        ? [...choices, { value: own, label: dates.day(own) }]
        : choices;
    return [
      { name: 'from_day', label: since, choices: withOwn(begins, from) },
      { name: 'to_day', label: until, choices: withOwn(ends, to) },
    ];
  }, [t, dates, today, from, to, since, until]);
}
