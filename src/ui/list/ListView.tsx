import { Inbox, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../Button.tsx';
import { Card } from '../Card.ts';
import { EmptyState } from '../EmptyState.tsx';
import { FailedState } from '../FailedState.tsx';
import { LandscapePaper } from '../LandscapePaper.ts';
import { type DataColumn, DataTable, type Selection } from './DataTable.tsx';
import { type ChangeOptions, type Filter, type ListChanges, withoutAll } from './filters.ts';
import { ListPager, pageInAddress } from './ListPager.tsx';
import { type ListState, shownColumns } from './listState.ts';
import { ListToolbar } from './ListToolbar.tsx';
import { StaleBanner } from './StaleBanner.tsx';

export type ListViewProps<Row extends { id: string | number }> = {
  /** The name of the list: "Users". */
  label: string;
  state: ListState;
  change: (changes: ListChanges, options?: ChangeOptions) => void;
  columns: readonly DataColumn<Row>[];
  filters: readonly Filter[];
  hasSearch: boolean;
  /** Undefined while loading. */
  page: { count: number; results: Row[] } | undefined;
  /** Whether it is past the end: another one is on its way. */
  isPastEnd: boolean;
  error: unknown;
  isBusy: boolean;
  isRetrying: boolean;
  onRetry: () => void;
  href?: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Omit it if rows cannot be selected. */
  selection?: Pick<Selection<Row>, 'has' | 'toggle'>;
  /** Shown if there are no records at all: what that means, and the next step. */
  empty: { title: string; text?: string; action?: ReactNode };
  /** Additional tools above the list. */
  tools?: ReactNode;
  /** What acts on the list, such as the bar of a selection. */
  children?: ReactNode;
};

/** A list in a card, in any state: loading, failed, stale, empty, without matches, or with rows. */
export function ListView<Row extends { id: string | number }>({
  label,
  state,
  change,
  columns,
  filters,
  hasSearch,
  page,
  isPastEnd,
  error,
  isBusy,
  isRetrying,
  onRetry,
  href,
  nameOf,
  selection,
  empty,
  tools,
  children,
}: ListViewProps<Row>) {
  const { t } = useTranslation('crud');
  const hasFailed = error !== undefined;
  const isEmpty = page?.count === 0 && !state.isNarrowed && !hasFailed;
  return (
    <List data-fills>
      {!isEmpty && (
        <>
          <LandscapePaper />
          <ListToolbar
            state={state}
            change={change}
            filters={filters}
            columns={columns}
            hasSearch={hasSearch}
            tools={tools}
          />
        </>
      )}
      {/* Also beside an empty list: an act that has emptied it may have failed for some. */}
      {children}
      {hasFailed && page && <StaleBanner isRetrying={isRetrying} onRetry={onRetry} />}
      {!page && hasFailed ? (
        <FailedState title={t('failed')} error={error} isRetrying={isRetrying} onRetry={onRetry} />
      ) : isEmpty ? (
        <EmptyState icon={<Inbox />} title={empty.title} action={empty.action}>
          {empty.text}
        </EmptyState>
      ) : page?.count === 0 ? (
        <NothingFound onShowAll={() => change({ search: null, ...withoutAll(filters) })} />
      ) : (
        <DataTable
          label={label}
          columns={shownColumns(columns, state)}
          rows={isPastEnd ? undefined : page?.results}
          expected={state.pageSize}
          href={href}
          ordering={state.ordering}
          onSort={(ordering) => change({ ordering })}
          isCompact={state.isCompact}
          isBusy={isBusy}
          selection={
            selection && {
              ...selection,
              allLabel: t('selectPage'),
              labelOf: (row) => t('select', { name: nameOf(row) }),
            }
          }
        />
      )}
      {page && page.results.length > 0 && (
        <ListPager
          label={t('pages')}
          count={page.count}
          shown={page.results.length}
          {...pageInAddress(state, change)}
        />
      )}
    </List>
  );
}

function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('crud');
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('nothingFound')}
      action={<Button onPress={onShowAll}>{t('showAll')}</Button>}
    >
      {t('nothingFoundText')}
    </EmptyState>
  );
}

const List = styled(Card)`
  display: flex;
  flex-direction: column;

  @media print {
    display: block;
    border: 0;
  }
`;
