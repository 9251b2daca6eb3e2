import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useQuery } from '#api/query.ts';
import { ExportList } from '#export/ExportList.tsx';
import { useWord, type Word } from '#i18n/words.ts';
import { useLocation, useSearchParams } from '#lib/router.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { Hidden } from '#ui/Hidden.ts';
import type { DataColumn } from '#ui/list/DataTable.tsx';
import type { Filter, ListChanges } from '#ui/list/filters.ts';
import { changedAddress, paramsOf, readListState, shownColumns } from '#ui/list/listState.ts';
import { ListView } from '#ui/list/ListView.tsx';
import { type Chosen, useChosen } from '#ui/list/useChosen.ts';
import { usePagePastEnd } from '#ui/list/usePagePastEnd.ts';
import { screenOf } from '#views/address.ts';
import { SavedViews } from '#views/SavedViews.tsx';
import { AddButton } from './AddButton.tsx';
import { BulkDelete } from './BulkDelete.tsx';
import { createdOf } from './createdOf.ts';
import { useRememberSearch } from './lastSearch.ts';
import { isLayout, useListLayout, withLayout } from './listLayout.ts';
import { useRememberView } from './nextInView.ts';
import type { Listed } from './resource.ts';

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
  const { chosen, setChosen, selection } = useChosen<Item>(data?.results);
  const isPastEnd = usePagePastEnd(data, state, change);
  return (
    <ListView
      label={word(resource.title)}
      state={state}
      change={change}
      columns={named}
      filters={filters}
      hasSearch={hasSearch}
      page={data}
      isPastEnd={isPastEnd}
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

/** How long the text stays, in milliseconds: afterwards the same text is read out again. */
const stays = 5_000;

type NewRecordsProps = {
  /** The first page of a list, the newest first; undefined while it is read. */
  records: readonly unknown[] | undefined;
  /** Identifies the list with its filters: other records of another one are not new. */
  list: string;
  /** The text with the number: `{{number}}`. */
  text: Word;
};

/** Tells screen readers how many records have appeared at the top of a list that is read again by itself. */
function NewRecords({ records, list, text }: NewRecordsProps) {
  const word = useWord();
  const region = useRef<HTMLDivElement>(null);
  const known = useRef<{ list: string; newest: string } | null>(null);
  useEffect(() => {
    if (!records) return undefined;
    const created = records.map((record) => createdOf(record) ?? '');
    const before = known.current?.list === list ? known.current.newest : null;
    known.current = { list, newest: created[0] ?? before ?? '' };
    const number = before === null ? 0 : created.filter((at) => at > before).length;
    const place = region.current;
    if (number === 0 || !place) return undefined;
    place.textContent = word(text, { number: String(number) });
    const timer = setTimeout(() => {
      place.textContent = '';
    }, stays);
    return () => clearTimeout(timer);
  }, [records, list, text, word]);
  return <Hidden as="div" ref={region} aria-live="polite" />;
}

/** The state of a history entry that typing a search has made. */
const typed = { isTyped: true };

/**
 * The state of a list, stored in its address: Back restores it, sending the address shares it. Unknown parameters are ignored.
 * Columns, density and page size are also kept for the person, under `screen`. `defaultOrdering` is the order if the address has
 * none.
 */
function useListState({
  screen,
  columns,
  filters,
  defaultOrdering,
  defaultPageSize,
}: {
  screen: string;
  columns: readonly { key: string; sortBy?: string; isExtra?: boolean }[];
  filters: readonly Filter[];
  defaultOrdering: string;
  defaultPageSize?: number | undefined;
}) {
  const [address, setAddress] = useSearchParams();
  const location = useLocation();
  const { layout, keep } = useListLayout(screen);
  useRememberSearch();
  const state = useMemo(() => {
    const orderings = columns.flatMap(({ sortBy }) => sortBy ?? []);
    const extras = columns.flatMap(({ key, isExtra }) => (isExtra ? [key] : []));
    const defaults = { defaultOrdering, defaultPageSize, extras };
    return readListState(withLayout(address, layout), { orderings, filters, ...defaults });
  }, [address, layout, columns, filters, defaultOrdering, defaultPageSize]);
  // A ref, because the next letter may come before the list of the last one is rendered.
  const isTyped = useRef(false);
  useEffect(() => {
    isTyped.current = (location.state as Partial<typeof typed> | null)?.isTyped ?? false;
  }, [location]);
  /**
   * Navigates to the changed list; to its first page, unless the page itself was changed. Each letter of a search replaces the one
   * before in the history, but not the list before the search.
   */
  const change = useCallback(
    (changes: ListChanges, { replace = false, isTyping = false } = {}) => {
      if (isLayout(changes)) keep(changes);
      setAddress((before) => changedAddress(before, changes), {
        replace: replace || isLayout(changes) || (isTyping && isTyped.current),
        state: isTyping ? typed : null,
        preventScrollReset: true,
      });
      isTyped.current = isTyping;
    },
    [setAddress, keep],
  );
  return { state, change };
}
