import { useMemo } from 'react';
import { useQuery } from '#api/query.ts';
import { ExportList } from '#export/ExportList.tsx';
import { useWord, type Word } from '#i18n/words.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import type { DataColumn } from '#ui/list/DataTable.tsx';
import type { Filter } from '#ui/list/filters.ts';
import { paramsOf, shownColumns } from '#ui/list/listState.ts';
import { ListView } from '#ui/list/ListView.tsx';
import { useChosen } from '#ui/list/useChosen.ts';
import { SavedViews } from '#views/SavedViews.tsx';
import { screenOf } from '#views/address.ts';
import { AddButton } from './AddButton.tsx';
import { BulkDelete } from './BulkDelete.tsx';
import type { Listed } from './resource.ts';
import { useListState } from './useListState.ts';

/** One column of a list; its label is a translation key. */
export type Column<Item> = Omit<DataColumn<Item>, 'label'> & { label: Word };

export type ListProps<Item extends { id: string | number }> = {
  of: Listed<Item>;
  columns: readonly Column<Item>[];
  /** The order if the address has none. */
  defaultOrdering: string;
  filters?: readonly Filter[];
  hasSearch?: boolean;
};

const noFilters: readonly Filter[] = [];

/**
 * A collection as a list: its state is in the address, the server sorts and filters. Shows loading, errors and empty states.
 */
export function List<Item extends { id: string | number }>({
  of,
  columns,
  defaultOrdering,
  filters = noFilters,
  hasSearch = true,
}: ListProps<Item>) {
  const word = useWord();
  const mayWrite = useMayWrite(of.add?.verdict);
  const { state, change } = useListState({ columns, filters, defaultOrdering });
  const read = of.collection.list(paramsOf(state, filters));
  const { data, error, isLoading, isValidating, retry } = useQuery(read);
  const named = useMemo(() => columns.map((column) => ({ ...column, label: word(column.label) })), [columns, word]);
  const nameOf = of.rowNameOf ?? of.nameOf;
  const { chosen, setChosen, selection } = useChosen<Item>();
  const { path, removeAll } = of.collection;
  return (
    <ListView
      label={word(of.title)}
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
      href={of.href}
      nameOf={nameOf}
      selection={mayWrite && removeAll ? selection : undefined}
      tools={
        <>
          <SavedViews screen={of.screen ?? screenOf(path)} />
          <ExportList title={word(of.title)} columns={shownColumns(named, state)} read={read} />
        </>
      }
      empty={{ title: word(of.empty), text: word(of.emptyText), action: <AddButton of={of} /> }}
    >
      {removeAll && <BulkDelete of={of} chosen={chosen} onChosen={setChosen} removeAll={removeAll} />}
    </ListView>
  );
}
