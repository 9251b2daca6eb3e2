import { type ReactNode, useEffect, useMemo } from 'react';
import { useQuery } from '#api/query.ts';
import { ExportList } from '#export/ExportList.tsx';
import { useWord, type Word } from '#i18n/words.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import type { DataColumn } from '#ui/list/DataTable.tsx';
import type { Filter } from '#ui/list/filters.ts';
import { paramsOf, shownColumns } from '#ui/list/listState.ts';
import { ListView } from '#ui/list/ListView.tsx';
import { type Chosen, useChosen } from '#ui/list/useChosen.ts';
import { SavedViews } from '#views/SavedViews.tsx';
import { screenOf } from '#views/address.ts';
import { AddButton } from './AddButton.tsx';
import { BulkDelete } from './BulkDelete.tsx';
import { useRememberView } from './nextInView.ts';
import { NewRecords } from './NewRecords.tsx';
import type { Listed } from './resource.ts';
import { useListState } from './useListState.ts';

/** One column of a list; its label is a translation key. */
export type Column<Item> = Omit<DataColumn<Item>, 'label'> & { label: Word };

export type ListProps<Item extends { id: string | number }> = {
  resource: Listed<Item>;
  columns: readonly Column<Item>[];
  /** The order if the address has none. */
  defaultOrdering: string;
  filters?: readonly Filter[];
  hasSearch?: boolean;
  /** The page size until the person chooses another one. */
  defaultPageSize?: number;
  /** Under which name columns, density and page size are kept, if not that of the screen. */
  layout?: string;
  /** Whether it lists work: then the page of a record leads to the next one. */
  isWork?: boolean;
  /** Renders bulk acts on the selected records, before Delete. */
  renderBulkActs?: (selected: { chosen: Chosen<Item>; onChosen: (chosen: Chosen<Item>) => void }) => ReactNode;
};

const noFilters: readonly Filter[] = [];

/**
 * A collection as a list: its state is in the address, the server sorts and filters. Shows loading, errors and empty states.
 */
export function List<Item extends { id: string | number }>({
  resource,
  columns,
  defaultOrdering,
  filters = noFilters,
  hasSearch = true,
  defaultPageSize,
  layout,
  isWork = false,
  renderBulkActs,
}: ListProps<Item>) {
  const word = useWord();
  const mayWrite = useMayWrite(resource.kind ?? resource.add?.kind);
  const { path, removeAll } = resource.collection;
  const screen = resource.screen ?? screenOf(path);
  const { state, change } = useListState({
    screen: layout ?? screen,
    columns,
    filters,
    defaultOrdering,
    defaultPageSize,
  });
  const read = resource.collection.list(paramsOf(state, filters));
  const { data, error, isLoading, isValidating, retry } = useQuery(read);
  useRememberView(read, data, isWork && resource.href ? resource.href : null);
  const named = useMemo(() => columns.map((column) => ({ ...column, label: word(column.label) })), [columns, word]);
  const nameOf = resource.rowNameOf ?? resource.nameOf;
  const { chosen, setChosen, selection } = useChosen<Item>();
  // A page past the end, such as the last one after its records were deleted.
  const lastPage = data && data.count > 0 && data.results.length === 0 ? Math.ceil(data.count / state.pageSize) : null;
  useEffect(() => {
    if (lastPage !== null && state.page > lastPage) change({ page: String(lastPage) }, { replace: true });
  }, [lastPage, state.page, change]);
  return (
    <ListView
      label={word(resource.title)}
      state={state}
      change={change}
      columns={named}
      filters={filters}
      hasSearch={hasSearch}
      page={data}
      error={error}
      isBusy={isLoading}
      isRetrying={isValidating}
      onRetry={() => void retry()}
      href={resource.href}
      nameOf={nameOf}
      selection={mayWrite && removeAll ? selection : undefined}
      tools={
        <>
          <SavedViews screen={screen} />
          <ExportList title={word(resource.title)} columns={shownColumns(named, state)} read={read} />
        </>
      }
      empty={{ title: word(resource.empty), text: word(resource.emptyText), action: <AddButton resource={resource} /> }}
    >
      {resource.announces && state.ordering === '-created' && state.page === 1 && (
        <NewRecords
          records={isLoading ? undefined : data?.results}
          list={JSON.stringify(read)}
          text={resource.announces}
        />
      )}
      {removeAll && (
        <BulkDelete
          resource={resource}
          chosen={chosen}
          onChosen={setChosen}
          removeAll={removeAll}
          acts={renderBulkActs?.({ chosen, onChosen: setChosen })}
        />
      )}
    </ListView>
  );
}
