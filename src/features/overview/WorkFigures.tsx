import { CalendarClock, CalendarX2, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { overviewDay } from '#api/overview.ts';
import { useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { openReservationsHref, paths, uncoveredReservationsHref } from '#paths.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { Figure } from './Figure.tsx';
import { openReservations } from './openReservations.ts';

/**
 * Pending reservations, their hours without an interpreter, and approved ones without coverage; interpreters see only the
 * first.
 */
export function WorkFigures({ isOwn }: { isOwn: boolean }) {
  const { t } = useTranslation('overview');
  const { numbers } = useFormats();
  const open = useQuery(openReservations).data;
  const day = useQuery(isOwn ? null : overviewDay).data;
  const unfilled = day?.unfilled;
  const uncovered = day?.uncovered ?? null;
  const mayWrite = useMayWrite('reservations');
  return (
    <>
      <Figure
        label={t(isOwn ? 'openOwn' : 'open')}
        icon={<CalendarClock />}
        value={numbers.count(open?.count ?? null)}
        note={open?.count === 0 ? t('noneOpen') : t('openNote')}
        lists={[{ href: openReservationsHref }]}
      />
      {!isOwn && (
        <Figure
          label={t('unfilled')}
          icon={<Hourglass />}
          value={unfilled ? numbers.average(unfilled.minutes / 60) : '–'}
          note={unfilled?.count === 0 ? t('noneUnfilled') : t('unfilledNote', { count: unfilled?.count ?? 0 })}
          lists={[{ href: `${paths.reservations.list.href()}?unfilled=true` }]}
        />
      )}
      {!isOwn && mayWrite && (
        <Figure
          label={t('uncovered')}
          icon={<CalendarX2 />}
          value={numbers.count(uncovered)}
          note={uncovered === 0 ? t('allCovered') : t('uncoveredNote')}
          lists={[{ href: uncoveredReservationsHref }]}
        />
      )}
    </>
  );
}
