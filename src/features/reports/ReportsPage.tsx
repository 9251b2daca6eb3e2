import { useAtomValue } from 'jotai';
import { ChartNoAxesColumn, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { defaultColumns, offeredColumns, type ReportColumn } from '../../../contract/figureNames.ts';
import { offeredBy } from '../../../contract/offered.ts';
import { useQuery } from '#api/query.ts';
import { statistics } from '#api/statistics.ts';
import { useListLayout } from '#crud/listLayout.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useRecordFilters } from '#domain/useRecordFilters.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Hidden } from '#ui/Hidden.ts';
import { LandscapePaper } from '#ui/LandscapePaper.ts';
import { type Filter, filtersOn, withoutAll } from '#ui/list/filters.ts';
import { ToolButton } from '#ui/list/ToolButton.tsx';
import { Menu, MenuItem, MenuSection } from '#ui/Menu.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { PrintButton } from '#ui/PrintButton.tsx';
import { RetryButton } from '#ui/RetryButton.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { space } from '#ui/theme.ts';
import { DownloadMenu } from './DownloadMenu.tsx';
import { FigureTable } from './FigureTable.tsx';
import { figuresIn, figuresOf, measures } from './measures.ts';
import { type FilterName, paramsOf, type ReportState, useReportState } from './reportState.ts';
import { Tiles, TilesFrame } from './Tiles.tsx';
import { Toolbar } from './Toolbar.tsx';

/** Loaded separately, because charts need a large library. */
const ChartCard = lazy(async () => ({ default: (await loadChunk(() => import('./ChartCard.tsx'))).ChartCard }));

/** The reports: `/dashboard/reports`. Their state is in the address. */
export function ReportsPage() {
  const { t } = useTranslation(['reports', 'crud']);
  const { flags } = useTenant();
  const { dates } = useFormats();
  const isOwn = useAtomValue(userAtom)?.verdicts.overview === 'own';
  const minute = useMinute();
  const today = dates.dayAt(minute);
  const filters = useFilters();
  const shown = useMemo(() => figuresOf(measures, flags), [flags]);
  const { state, change } = useReportState({ today, filters, shown });
  const { range, before, chosen } = state;
  const isForPartner = chosen.partner.length > 0;
  const { columns, ...choice } = useReportColumns({ isForPartner, isOwn });
  const { data, error, isLoading, isValidating, retry } = useQuery(statistics(paramsOf(state, range)));
  const past = useQuery(statistics(paramsOf(state, before)));
  useDocumentTitle(t('title'));

  const on = filtersOn(filters, chosen);
  // Data kept from the previous period must not be shown as current.
  const isCurrent = (answer: typeof data, requested: typeof range) =>
    answer?.from_day === requested.from && answer.to_day === requested.to && answer.interval === state.interval;
  const now = isCurrent(data, range) ? data : undefined;
  const compared = isCurrent(past.data, before) ? past.data : undefined;
  return (
    <Stack>
      <Head state={state} isOwn={isOwn} columns={columns} />
      <LandscapePaper />
      <Toolbar
        state={state}
        change={change}
        filters={filters}
        tools={<ReportColumns isForPartner={isForPartner} columns={columns} {...choice} />}
      />
      {error !== undefined && now && (
        <Banner tone="warning" action={<RetryButton isPending={isValidating} onPress={() => void retry()} />}>
          {t('stale')}
        </Banner>
      )}
      {now ? (
        <Fresh aria-busy={isLoading || undefined}>
          <Tiles totals={now.totals} before={compared?.totals} state={state} />
          {now.totals.requests === 0 ? (
            <Card>
              <EmptyState
                icon={<ChartNoAxesColumn />}
                title={t('empty')}
                action={
                  on.length > 0 && <Button onPress={() => change(withoutAll(filters))}>{t('crud:clearFilters')}</Button>
                }
              >
                {t('emptyText')}
              </EmptyState>
            </Card>
          ) : (
            <>
              <Suspense fallback={<ChartPlace />}>
                <ChartCard state={state} change={change} now={now} before={compared} />
              </Suspense>
              <FigureTable statistics={now} />
            </>
          )}
        </Fresh>
      ) : error === undefined ? (
        <Loading />
      ) : (
        <Card>
          <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
        </Card>
      )}
    </Stack>
  );
}

type HeadProps = { state: ReportState; isOwn: boolean; columns: ReturnType<typeof useReportColumns>['columns'] };

/** The title with the period and the one it is compared with, and how to take the figures along. */
function Head({ state, isOwn, columns }: HeadProps) {
  const { t } = useTranslation('reports');
  const { dates } = useFormats();
  const { range, before } = state;
  const days = ({ from, to }: typeof range) => `${dates.day(from)} – ${dates.day(to)}`;
  return (
    <PageHead
      title={t('title')}
      description={
        <Facts>
          {isOwn && <span>{t('own')}</span>}
          <span>
            <bdi>{days(range)}</bdi>
          </span>
          <span>{dates.zone()}</span>
          <span>{t('comparedWith', { range: days(before) })}</span>
        </Facts>
      }
      action={
        <Acts>
          <PrintButton />
          <DownloadMenu params={paramsOf(state, range)} columns={columns} />
        </Acts>
      }
    />
  );
}

/** Keeps the places of the figures and of the chart while they load. */
function Loading() {
  const { t } = useTranslation('reports');
  const { flags } = useTenant();
  return (
    <>
      <Hidden role="status">{t('loading')}</Hidden>
      <TilesFrame count={figuresIn({ unknown: 0 }, flags).length}>
        {(at) => (
          <>
            <Skeleton width={`${[60, 48, 54][at % 3]}%`} />
            <Skeleton width="40%" height="28px" />
            <Skeleton width="70%" height="12px" />
          </>
        )}
      </TilesFrame>
      <ChartPlace />
    </>
  );
}

/** As high as the chart, so that nothing moves when it arrives. */
function ChartPlace() {
  return (
    <Card aria-busy>
      <Skeleton height="426px" />
    </Card>
  );
}

/**
 * The columns of report files: those that this person chose the last time, otherwise the default ones. Reports for a partner have
 * a choice of their own, so that no choice for other reports puts people's names into them.
 */
function useReportColumns({ isForPartner, isOwn }: { isForPartner: boolean; isOwn: boolean }) {
  const { flags } = useTenant();
  const { layout, keep } = useListLayout(isForPartner ? 'report/partner' : 'report');
  const offered = offeredColumns(flags, isOwn ? 'own' : 'all');
  const kept = new URLSearchParams(layout).get('columns')?.split(',');
  const chosen = offered.filter((column) => kept?.includes(column));
  const columns = chosen.length > 0 ? chosen : defaultColumns(offered, { isForPartner });
  const choose = (next: readonly ReportColumn[]) => keep({ columns: next.join(',') });
  return { offered, columns, choose };
}

type ReportColumnsProps = {
  isForPartner: boolean;
  offered: readonly ReportColumn[];
  columns: readonly ReportColumn[];
  choose: (columns: readonly ReportColumn[]) => void;
};

/** Chooses the columns of report files. */
function ReportColumns({ isForPartner, offered, columns, choose }: ReportColumnsProps) {
  const { t } = useTranslation('reports');
  const label = t(isForPartner ? 'partnerReportColumns' : 'reportColumns');
  return (
    <Menu
      label={label}
      placement="bottom start"
      trigger={
        <WholeLabel icon={<SlidersHorizontal aria-hidden />} label={label}>
          {label}
        </WholeLabel>
      }
    >
      <MenuSection
        selectionMode="multiple"
        disallowEmptySelection
        aria-label={label}
        selectedKeys={columns}
        onSelectionChange={(selection) =>
          choose(offered.filter((column) => selection === 'all' || selection.has(column)))
        }
      >
        {offered.map((column) => (
          <MenuItem key={column} id={column}>
            {t(`columns.${column}`)}
          </MenuItem>
        ))}
      </MenuSection>
    </Menu>
  );
}

/** The values of a filter; none if there is only one. */
const several = <Value,>(values: readonly Value[]): readonly Value[] => (values.length > 1 ? values : []);

/** The filters of reports for this person in this deployment: fixed values, and records to search for. */
function useFilters(): Filter<FilterName>[] {
  const { t } = useTranslation('reports');
  const { flags } = useTenant();
  const filters = [
    { name: 'partner', kind: 'partner' },
    { name: 'partner_category', kind: 'partner_category' },
    { name: 'department', kind: 'department' },
    { name: 'interpreter', kind: 'interpreter' },
    { name: 'user', kind: 'customer' },
  ] as const;
  const records = useRecordFilters<FilterName>(
    filters.map((filter) => ({ ...filter, label: t(`filters.${filter.name}`), isMany: true })),
  );
  return useMemo(() => {
    const offered = offeredBy(flags);
    const choices = [
      { name: 'session_channel', values: several(offered.channels) },
      { name: 'session_type', values: several(offered.serviceKinds) },
      { name: 'session_mode', values: [...several(offered.sessionModes), ...several(offered.locationTypes)] },
    ] as const;
    return [
      ...choices
        .filter(({ values }) => values.length > 0)
        .map(({ name, values }): Filter<FilterName> => ({
          kind: 'choices',
          name,
          label: t(`filters.${name}`),
          choices: values.map((value) => ({ value, label: t(`values.${value}`) })),
          isMany: true,
        })),
      ...records,
    ];
  }, [t, flags, records]);
}

const Fresh = styled(Stack)`
  @media screen {
    &[aria-busy] {
      opacity: 0.6;
    }
  }
`;

/** Each part has its separator in front of it; at the start of a line the separator is clipped. */
const Facts = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(4)};
  overflow: hidden;

  & > span {
    position: relative;
  }

  & > span::before {
    content: '·';
    position: absolute;
    inset-inline-start: -10px;
  }
`;

/** For a partner the label is longer than other tools allow. */
const WholeLabel = styled(ToolButton)`
  & > span {
    max-inline-size: none;
  }
`;

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;
