import { useAtomValue } from 'jotai';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { overview, overviewDay } from '#api/overview.ts';
import { LiveReads, useInvalidate, useQuery } from '#api/query.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Hidden } from '#ui/Hidden.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { LandscapePaper } from '#ui/LandscapePaper.ts';
import { Link } from '#ui/Link.tsx';
import { Loaded } from '#ui/Loaded.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { media, space } from '#ui/theme.ts';
import { Tooltip } from '#ui/Tooltip.tsx';
import { useOnPaper } from '#ui/useOnPaper.ts';
import { Figures } from './Figures.tsx';
import { NextReservations } from './NextReservations.tsx';
import { Now } from './Now.tsx';
import { OwnDay } from './OwnDay.tsx';
import { Cells } from './Strip.tsx';
import { Support } from './Support.tsx';

/** How often the figures are polled while the page is visible, in milliseconds. */
const refreshEvery = 60_000;

/** The first page after signing in: figures with links to the counted records, and today. */
export function OverviewPage() {
  return (
    <LiveReads path="" every={refreshEvery}>
      <Content />
    </LiveReads>
  );
}

function Content() {
  const { t } = useTranslation(['overview', 'app']);
  const user = useAtomValue(userAtom);
  const { data, error, isValidating, retry } = useQuery(overview);
  const { vocative } = useFormats();
  const errorMessage = useErrorMessage();
  const invalidate = useInvalidate();
  const hasReservations = useFlag('reservations') && user?.verdicts.collections.reservations !== 'none';
  const isOwn = user?.verdicts.overview === 'own';
  useDocumentTitle(t('nav'));

  const isOnPaper = useOnPaper();
  return (
    <Stack $gap={6}>
      <LandscapePaper />
      <PageHead
        title={user?.first_name && !isOnPaper ? t('greeting', { name: vocative(user.first_name) }) : t('nav')}
        description={<Period lastDay={data?.to_day} />}
        action={
          data && (
            <Tooltip text={t('refresh')}>
              <IconButton label={t('refresh')} isPending={isValidating} onPress={() => void invalidate('')}>
                <RotateCw aria-hidden />
              </IconButton>
            </Tooltip>
          )
        }
      />
      {error !== undefined && data && (
        <Banner
          tone="warning"
          action={
            <Button size="small" isPending={isValidating} onPress={() => void retry()}>
              {t('app:retry')}
            </Button>
          }
        >
          {t('stale')}
        </Banner>
      )}
      {isOwn ? (
        <OwnDay />
      ) : (
        <>
          <Now overview={data} />
          <Day data-alone={!hasReservations || undefined}>
            {hasReservations && <NextReservations />}
            <Today />
          </Day>
        </>
      )}
      {data ? (
        <Figures overview={data} />
      ) : error === undefined ? (
        <FiguresSkeleton />
      ) : (
        <Card>
          <EmptyState
            icon={<TriangleAlert />}
            title={t('failed')}
            action={
              <Button variant="primary" isPending={isValidating} onPress={() => void retry()}>
                {t('app:retry')}
              </Button>
            }
          >
            {errorMessage(error)}
          </EmptyState>
        </Card>
      )}
      <Support />
    </Stack>
  );
}

/** The day of the figures, and the time now, for viewers in another time zone also theirs. */
function Period({ lastDay }: { lastDay: string | undefined }) {
  const { t } = useTranslation('overview');
  const { dates } = useFormats();
  const now = useMinute();
  const time = dates.time(now);
  const viewerTime = viewersTime(now);
  return (
    <PeriodLine>
      <span>
        {lastDay !== undefined && (
          <span>
            <bdi>{dates.longDay(lastDay)}</bdi>
          </span>
        )}
        <span>
          <bdi>{`${time} ${dates.zone(now)}`}</bdi>
        </span>
        {viewerTime !== time && (
          <span>
            <bdi>{t('yourTime', { time: viewerTime })}</bdi>
          </span>
        )}
      </span>
    </PeriodLine>
  );
}

/** An instant in the viewer's time zone, formatted like the deployment's times. */
function viewersTime(iso: string): string {
  const at = new Date(iso);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The shape of the figures while they load, so that nothing moves when they arrive. */
function FiguresSkeleton() {
  const { t } = useTranslation('overview');
  return (
    <div aria-busy>
      <Hidden role="status">{t('loading')}</Hidden>
      <Cells>
        {[0, 1, 2, 3, 4].map((figure) => (
          <Place key={figure}>
            <Skeleton width="70%" height="16px" />
            <Skeleton width="45%" height="28px" />
            <Skeleton width="60%" height="14px" />
          </Place>
        ))}
      </Cells>
    </div>
  );
}

/** Loaded separately, because charts need a large library. */
const DayChart = lazy(async () => ({ default: (await loadChunk(() => import('./DayChart.tsx'))).DayChart }));

/** Today's requests against the planned shifts, by half hours. */
function Today() {
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

const Day = styled.div`
  display: grid;
  gap: ${space(4)};

  ${media.wide} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);

    &[data-alone] {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

/** Each part has its separator in front of it; at the start of a line the separator is clipped. */
const PeriodLine = styled.span`
  display: block;
  overflow: hidden;

  & > span {
    display: flex;
    flex-wrap: wrap;
    margin-inline-start: ${space(-5)};
  }

  & > span > span {
    display: flex;
  }

  & > span > span::before {
    content: '·' / '';
    flex: none;
    inline-size: ${space(5)};
    text-align: center;
  }
`;

const Place = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  min-block-size: 104px;
  padding: ${space(3)} ${space(4)};
`;
