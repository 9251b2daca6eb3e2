import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offeredBy } from '../../../contract/offered.ts';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation, ReservationStatus, ReservationWork } from '../../../contract/reservations.ts';
import { get } from '#api/http.ts';
import { ApiError } from '#api/problem.ts';
import { LiveReads, useQuery } from '#api/query.ts';
import { reservations, reservationWork } from '#api/reservations.ts';
import { ListPage } from '#crud/ListPage.tsx';
import { AnswerDialog } from '#domain/booking/AnswerDialog.tsx';
import { Updated } from '#domain/Updated.tsx';
import { useDaysFilter } from '#domain/useDaysFilter.tsx';
import { useMinute } from '#domain/useMinute.ts';
import { useOffersPlans } from '#domain/useOffersPlans.ts';
import { useRecordFilters } from '#domain/useRecordFilters.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays } from '#lib/dates.ts';
import { useSearchParams } from '#lib/router.ts';
import { paths, planHref } from '#paths.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { type Filter, oneOf } from '#ui/list/filters.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { useShortcut } from '#ui/shortcuts.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { TabLinks } from '#ui/TabLinks.tsx';
import { useTellFailure } from '#ui/useAct.ts';
import { BulkDecisions } from './BulkDecisions.tsx';
import { columns } from './columns.tsx';
import { resource } from './resource.ts';

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

const rowLinks = () => [...document.querySelectorAll<HTMLAnchorElement>('[data-row-link]')];

/** Why a reservation cannot be approved, as the server would refuse it. */
function refusalOf({ approve_refused, interpreters, interpreters_needed }: Reservation): ApiError {
  const assigned = String(interpreters.filter(takesPart).length);
  return new ApiError(approve_refused ?? 'transition_refused', {
    values: { assigned, needed: String(interpreters_needed) },
  });
}

/** `a` approves the reservation of the row that has the focus, after the usual question; then the next row has the focus. */
function ApproveKey() {
  const tellFailure = useTellFailure();
  const [asked, setAsked] = useState<Reservation | null>(null);
  const place = useRef<{ at: number; href: string } | null>(null);
  const ask = async () => {
    const links = rowLinks();
    const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    const href = links[at]?.pathname ?? '';
    const id = href.split('/').at(-1);
    if (!id) return;
    try {
      const reservation = await get<Reservation>(reservations.one(id)[0]);
      if (!reservation.can.approve) throw refusalOf(reservation);
      place.current = { at, href };
      setAsked(reservation);
    } catch (error) {
      tellFailure(error);
    }
  };
  useShortcut('a', () => void ask());
  useEffect(() => {
    if (asked || !place.current) return;
    const { at, href } = place.current;
    const links = rowLinks();
    const same = links.find(({ pathname }) => pathname === href);
    (same ?? links[Math.min(at, links.length - 1)])?.focus();
    place.current = null;
  }, [asked]);
  return asked && <AnswerDialog reservation={asked} act="approve" onClose={() => setAsked(null)} />;
}

const statuses: readonly ReservationStatus[] = ['pending', 'approved', 'rejected', 'cancelled'];

/** The filters of reservations that the deployment has. */
function useReservationFilters(): Filter[] {
  const { t } = useTranslation('reservations');
  const { flags } = useTenant();
  const plans = useMayWrite('reservations');
  const days = useDaysFilter({ ahead: true });
  const records = useRecordFilters([
    { name: 'interpreter', kind: 'interpreter', label: t('interpreters'), isMany: true },
    { name: 'customer', kind: 'customer', label: t('customer') },
    { name: 'partner', kind: 'partner', label: t('partner') },
  ]);
  return useMemo(() => {
    const yes = (label: string) => ({ value: 'true', label });
    const no = (label: string) => ({ value: 'false', label });
    const places = offeredBy(flags).locationTypes;
    return [
      // Planners have views of them.
      ...(plans
        ? []
        : [
            oneOf('open', t('work'), [yes(t('open'))]),
            oneOf('short', t('people'), [yes(t('short'))]),
            oneOf('uncovered', t('coverage'), [yes(t('uncovered'))]),
          ]),
      days,
      ...records,
      {
        ...oneOf(
          'status',
          t('status'),
          statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        ),
        isMany: true,
      },
      oneOf('past', t('when'), [yes(t('past')), no(t('toCome'))]),
      ...(places.length > 1
        ? [
            oneOf(
              'type',
              t('type'),
              places.map((value) => ({ value, label: t(`types.${value}`) })),
            ),
          ]
        : []),
      ...(flags.emergencySchedules
        ? [oneOf('emergency', t('urgency'), [yes(t('emergency')), no(t('noEmergency'))])]
        : []),
    ];
  }, [t, flags, plans, days, records]);
}

/** The statuses of reservations that take place, or may. */
const current = 'pending,approved';

/** The views of the reservations, with their parameters in the address; of some the number. */
const viewsOf = (today: string) =>
  ({
    toAnswer: { params: { open: 'true' }, counted: 'to_answer' },
    waiting: { params: { unanswered: 'true' }, counted: 'to_answer' },
    short: { params: { short: 'true' }, counted: 'short' },
    uncovered: { params: { uncovered: 'true' }, counted: 'uncovered' },
    today: { params: { from_day: today, to_day: today, status: current }, counted: 'today' },
    coming: { params: { past: 'false', status: current, taking_part: 'true' }, counted: null },
    all: { params: { view: 'all' }, counted: null },
  }) satisfies Record<string, { params: Record<string, string>; counted: keyof ReservationWork | null }>;

/** A view of the reservations: what waits for the person, or all. */
type ViewId = keyof ReturnType<typeof viewsOf>;

const ofPlanners = ['toAnswer', 'short', 'uncovered', 'today', 'all'] as const satisfies ViewId[];
const ofInterpreters = ['waiting', 'coming', 'all'] as const satisfies ViewId[];

/**
 * The views of this person, and the one that the address shows. Without any parameter the address gets those of the first
 * view that has something; until that is known, `shown` is null.
 */
function useWorkViews() {
  const { t } = useTranslation(['reservations', 'live']);
  const { dates, numbers } = useFormats();
  const plans = useMayWrite('reservations');
  const today = dates.dayOf(useMinute());
  const [address, setAddress] = useSearchParams();
  const { data: work, error } = useQuery(reservationWork);
  const all = useMemo(() => viewsOf(today), [today]);
  const ids: readonly ViewId[] = plans ? ofPlanners : ofInterpreters;
  const hasParams = (id: ViewId) =>
    Object.entries(all[id].params).every(([name, value]) => address.get(name) === value);
  const isBare = address.size === 0;
  const hasSome = (id: ViewId) => {
    const { counted } = all[id];
    return counted === null || (work !== undefined && work[counted] > 0);
  };
  const first = ids.find(hasSome) ?? 'all';
  const isKnown = work !== undefined || error !== undefined;
  const opened = isBare && isKnown ? new URLSearchParams(all[first].params).toString() : null;
  useEffect(() => {
    if (opened !== null) setAddress(new URLSearchParams(opened), { replace: true });
  }, [opened, setAddress]);
  const tabs = ids.map((id) => {
    const { params, counted } = all[id];
    return {
      id,
      label: id === 'today' ? t('live:today') : t(`views.${id}`),
      search: `?${new URLSearchParams(params)}`,
      count: work && counted ? numbers.count(work[counted]) : undefined,
    };
  });
  const shown = isBare ? null : (ids.find(hasParams) ?? 'all');
  return { tabs, shown, params: shown === null ? {} : all[shown].params };
}
