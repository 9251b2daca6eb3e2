import { CircleOff, SearchX, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkResult, Page } from '#api/collection.ts';
import type { Params } from '#api/http.ts';
import { type Query, useQuery } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useWord, type Word } from '#i18n/words.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { type DataColumn, DataTable } from '#ui/list/DataTable.tsx';
import { type Filter, pageSizeChoices } from '#ui/list/listState.ts';
import { ListToolbar } from '#ui/list/ListToolbar.tsx';
import { Pager } from '#ui/list/Pager.tsx';
import { BulkDelete } from './BulkDelete.tsx';
import { useListState } from './useListState.ts';

/** One column of a list, its label named before the language is known. */
export type Column<Item> = Omit<DataColumn<Item>, 'label'> & { label: Word };

export type ListProps<Item extends { id: string | number }> = {
  /** Names the list: "Users". */
  label: string;
  read: (params: Params) => Query<Page<Item>>;
  columns: readonly Column<Item>[];
  defaultOrdering: string;
  filters?: readonly Filter[];
  hasSearch?: boolean;
  /** Where a record is opened. */
  href?: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** Deletes what is chosen; without it nothing can be chosen. `path` is what it changes. */
  bulkDelete?: { path: string; removeAll: (ids: string[]) => Promise<BulkResult[]> };
  /** Shown while there is no record at all: what that means, and the next act. */
  empty: { title: string; text?: string; action?: ReactNode };
};

/** A collection as a list: its address is its state, the server its order. Waits, fails and is empty in words. */
export function List<Item extends { id: string | number }>({
  label,
  read,
  columns,
  defaultOrdering,
  filters,
  hasSearch = true,
  href,
  nameOf,
  bulkDelete,
  empty,
}: ListProps<Item>) {
  const { t } = useTranslation(['crud', 'app']);
  const word = useWord();
  const errorMessage = useErrorMessage();
  const { numbers } = useFormats();
  const orderings = useMemo(() => columns.flatMap(({ sortBy }) => sortBy ?? []), [columns]);
  const { state, change } = useListState({ orderings, filters, defaultOrdering });
  const { data, error, isLoading, isValidating, retry } = useQuery(read(state.params));
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());

  const named = columns.map((column) => ({ ...column, label: word(column.label) }));
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / state.pageSize));
  const first = (state.page - 1) * state.pageSize + 1;
  const again = (
    <Button variant="primary" isPending={isValidating} onPress={() => void retry()}>
      {t('app:retry')}
    </Button>
  );
  const toggle = (items: Item[], isSelected: boolean) => {
    const next = new Map(chosen);
    for (const item of items) {
      if (isSelected) next.set(String(item.id), nameOf(item));
      else next.delete(String(item.id));
    }
    setChosen(next);
  };

  if (data?.count === 0 && !state.isNarrowed && !error) {
    return (
      <Card>
        <EmptyState icon={<CircleOff />} title={empty.title} action={empty.action}>
          {empty.text}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <ListToolbar state={state} change={change} filters={filters ?? []} columns={named} hasSearch={hasSearch} />
      {error !== undefined && data && (
        <Banner tone="warning" action={again}>
          {t('stale')}
        </Banner>
      )}
      {!data && error !== undefined ? (
        <EmptyState icon={<TriangleAlert />} title={t('failed')} action={again}>
          {errorMessage(error)}
        </EmptyState>
      ) : data?.results.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={t('nothingFound')}
          action={
            <Button
              onPress={() =>
                change({ search: null, ...Object.fromEntries((filters ?? []).map(({ name }) => [name, null])) })
              }
            >
              {t('showAll')}
            </Button>
          }
        >
          {t('nothingFoundText')}
        </EmptyState>
      ) : (
        <DataTable
          label={label}
          columns={named.filter(({ key }, at) => at === 0 || !state.hidden.includes(key))}
          rows={data?.results}
          expected={state.pageSize}
          href={href}
          ordering={state.ordering}
          onSort={(ordering) => change({ ordering })}
          isCompact={state.isCompact}
          isBusy={isLoading}
          selection={
            bulkDelete && {
              has: ({ id }) => chosen.has(String(id)),
              toggle,
              allLabel: t('selectPage'),
              labelOf: (item) => t('select', { name: nameOf(item) }),
            }
          }
        />
      )}
      {data && data.results.length > 0 && (
        <Pager
          label={t('pages')}
          range={t('range', {
            first: numbers.count(first),
            last: numbers.count(first + data.results.length - 1),
            count: numbers.count(data.count),
          })}
          page={state.page}
          pages={pages}
          onPage={(page) => change({ page: page > 1 ? String(page) : null })}
          pageSize={state.pageSize}
          pageSizes={pageSizeChoices}
          onPageSize={(size) => change({ page_size: String(size) })}
          words={{ previous: t('previous'), next: t('next'), pageSize: t('pageSize') }}
        />
      )}
      {bulkDelete && <BulkDelete chosen={chosen} onChosen={setChosen} {...bulkDelete} />}
    </Card>
  );
}
