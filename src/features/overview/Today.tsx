import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OverviewDay } from '../../../contract/overview.ts';
import { overviewDay } from '#api/overview.ts';
import { useQuery } from '#api/query.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Chart } from '#ui/chart/Chart.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

/** Today's load against the shifts that are planned for it, half hour by half hour. */
export function Today() {
  const { t } = useTranslation('overview');
  const { data, error, isValidating, retry } = useQuery(overviewDay);
  return (
    <Panel title={t('today')} action={<Link to={paths.calendar.href()}>{t('toCalendar')}</Link>}>
      {data ? (
        <DayChart of={data} />
      ) : error === undefined ? (
        <Skeleton height="300px" />
      ) : (
        <FailedState
          headingLevel={3}
          title={t('todayFailed')}
          error={error}
          isRetrying={isValidating}
          onRetry={() => void retry()}
        />
      )}
    </Panel>
  );
}

function DayChart({ of: { half_hours } }: { of: OverviewDay }) {
  const { t } = useTranslation('overview');
  const { numbers } = useFormats();
  const hasReservations = useFlag('reservations');
  const now = useMinute();
  const data = useMemo(() => {
    const present = half_hours.findLastIndex(({ from }) => Date.parse(from) <= Date.parse(now));
    return {
      // As the server writes it: a browser may know another offset of a zone whose rules have just changed.
      categories: half_hours.map(({ from }) => from.slice(11, 16)),
      series: [
        {
          key: 'requests',
          label: t('dayRequests'),
          kind: 'bar' as const,
          stack: 'load',
          values: half_hours.map(({ requests }, index) => (index > present ? null : requests)),
        },
        ...(hasReservations
          ? [
              {
                key: 'reserved',
                label: t('dayReserved'),
                kind: 'bar' as const,
                stack: 'load',
                values: half_hours.map(({ reserved }) => reserved),
              },
            ]
          : []),
        {
          key: 'planned',
          label: t('dayPlanned'),
          kind: 'step' as const,
          values: half_hours.map(({ planned }) => planned),
        },
      ],
      format: numbers.count,
      isWhole: true,
      ...(present >= 0 ? { mark: { category: present, label: t('now') } } : {}),
    };
  }, [half_hours, now, hasReservations, numbers, t]);
  return (
    <Chart
      data={data}
      axis={t('halfHour')}
      description={t('dayDescription', {
        requests: numbers.count(half_hours.reduce((sum, { requests }) => sum + requests, 0)),
        planned: numbers.count(Math.max(0, ...half_hours.map(({ planned }) => planned))),
      })}
    />
  );
}
