import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveReads } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { ListPage } from '#crud/ListPage.tsx';
import { Updated } from '#domain/Updated.tsx';
import { useMinute } from '#domain/useMinute.ts';
import { useOffersPlans } from '#domain/useOffersPlans.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays } from '#lib/dates.ts';
import { useSearchParams } from '#lib/router.ts';
import { paths, planHref } from '#paths.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { TabLinks } from '#ui/TabLinks.tsx';
import { ApproveKey } from './ApproveKey.tsx';
import { BulkDecisions } from './BulkDecisions.tsx';
import { columns } from './columns.tsx';
import { resource } from './resource.ts';
import { useReservationFilters } from './useReservationFilters.ts';
import { useWorkViews, type ViewId } from './useWorkViews.ts';

/** How often the list is polled while the page is visible, in milliseconds. */
const refreshEvery = 30_000;

/** The number of rows of a view of work until the person chooses another one. */
const workRows = 25;

const emptyWords = {
  toAnswer: 'reservations:nothingToAnswer',
  waiting: 'reservations:nothingWaiting',
  short: 'reservations:nothingShort',
  uncovered: 'reservations:nothingUncovered',
  today: 'reservations:nothingToday',
  coming: 'reservations:nothingComing',
} as const;

/** The reservations, in views of what has to be done: `/dashboard/reservations`. */
export function ReservationsList() {
  return (
    <LiveReads path={resource.collection.path} every={refreshEvery}>
      <Views />
    </LiveReads>
  );
}

function Views() {
  const { t } = useTranslation('reservations');
  const { tabs, shown, params } = useWorkViews();
  const links = tabs.map(({ id, search, ...tab }) => ({
    ...tab,
    href: paths.reservations.list.href() + search,
    isCurrent: id === shown,
  }));
  const bar = <TabLinks label={t('work')} tabs={links} />;
  useDocumentTitle(t('title'));
  if (shown === null)
    return (
      <Stack>
        <PageHead title={t('title')} />
        {bar}
        <Skeleton height="240px" />
      </Stack>
    );
  return <View key={shown} view={shown} params={params} tabs={bar} />;
}

type ViewProps = { view: ViewId; params: Record<string, string>; tabs: React.ReactNode };

function View({ view, params, tabs }: ViewProps) {
  const { t } = useTranslation('reservations');
  const [address] = useSearchParams();
  const plans = useMayWrite('reservations');
  const filters = useReservationFilters();
  const isWork = view !== 'all';
  // The parameters of a view of work are no filters that somebody can take away.
  const listed = useMemo(() => {
    if (view === 'all') return resource;
    const { status, ...others } = params;
    const asked = status === undefined ? others : { ...others, status: status.split(',') };
    return {
      ...resource,
      collection: { ...reservations, list: (more = {}) => reservations.list({ ...more, ...asked }) },
      empty: emptyWords[view],
      emptyText: 'reservations:nothingNewText',
    } as const;
  }, [view, params]);
  const free = useMemo(
    () =>
      isWork ? filters.filter(({ name }) => !(name in params) && !(name === 'days' && 'from_day' in params)) : filters,
    [isWork, filters, params],
  );
  return (
    <>
      <ListPage
        resource={listed}
        columns={isWork ? columns.work : columns.all}
        defaultOrdering={isWork || isAhead(address) ? 'start' : '-start'}
        defaultPageSize={isWork ? workRows : undefined}
        layout={isWork ? 'reservations/work' : undefined}
        isWork={isWork}
        filters={free}
        tabs={tabs}
        action={view === 'short' && <Propose />}
        renderBulkActs={(selected) => <BulkDecisions {...selected} />}
        description={
          <>
            <Updated />
            {(view === 'short' || view === 'uncovered') && ` · ${t(`explained.${view}`)}`}
          </>
        }
      />
      {plans && <ApproveKey />}
    </>
  );
}

/** The way to a plan for seven days from today, where the backend makes plans. */
function Propose() {
  const { t } = useTranslation('reservations');
  const { dates } = useFormats();
  const today = dates.dayOf(useMinute());
  const hasPlans = useOffersPlans();
  return hasPlans && <ButtonLink to={planHref(today, addDays(today, 6))}>{t('plan.propose')}</ButtonLink>;
}

/** Whether only future reservations are listed: then the next one comes first. */
function isAhead(address: URLSearchParams): boolean {
  return ['open', 'short', 'uncovered'].some((name) => address.get(name) === 'true') || address.get('past') === 'false';
}
