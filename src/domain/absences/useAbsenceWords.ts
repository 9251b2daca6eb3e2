import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { AwayTime } from '../../../contract/schedules.ts';
import { useFormats } from '#i18n/useFormats.ts';

const named = { leave: 'away.leaveNamed', busy: 'away.busyNamed' } as const;

/** Describes when a person is away: “Away 14:00–16:00”, or with their name “Una is away 14:00–16:00 (own calendar)”. */
export function useAbsenceWords(): (absence: AwayTime, name?: string) => string {
  const { t } = useTranslation('crud');
  const { dates } = useFormats();
  return useCallback(
    ({ kind, from, to }, name) => {
      const [first, last] = [dates.dayOf(from), dates.dayOf(new Date(Date.parse(to) - 1).toISOString())];
      const isWhole =
        dates.startOfDay(first) === Date.parse(from) && dates.endOfDay(last) === new Date(to).toISOString();
      const [shownFrom, shownTo] = isWhole
        ? [dates.day(first), dates.day(last)]
        : first === last
          ? [dates.time(from), dates.time(to)]
          : [dates.dateTime(from), dates.dateTime(to)];
      const when = shownFrom === shownTo ? shownFrom : `${shownFrom}–${shownTo}`;
      return name === undefined ? t(`away.${kind}`, { when }) : t(named[kind], { name, when });
    },
    [t, dates],
  );
}
