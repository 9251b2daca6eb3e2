import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { overviewDay } from '#api/overview.ts';
import { useQuery } from '#api/query.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { Loaded } from '#ui/Loaded.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

/** Loaded separately, because charts need a large library. */
const DayChart = lazy(async () => ({ default: (await loadChunk(() => import('./DayChart.tsx'))).DayChart }));

/** Today's requests against the planned shifts, by half hours. */
export function Today() {
  const { t } = useTranslation('overview');
  const day = useQuery(overviewDay);
  const waiting = <Skeleton height="360px" />;
  return (
    <Panel title={t('today')} action={<Link to={paths.calendar.list.href()}>{t('toCalendar')}</Link>}>
      <Loaded read={day} failed={t('todayFailed')} headingLevel={3} placeholder={waiting}>
        {(data) => (
          <Suspense fallback={waiting}>
            <DayChart day={data} />
          </Suspense>
        )}
      </Loaded>
    </Panel>
  );
}
