import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from '#lib/router.ts';
import type { Filter, ListChanges } from '#ui/list/filters.ts';
import { changedAddress, readListState } from '#ui/list/listState.ts';
import { useRememberSearch } from './lastSearch.ts';
import { isLayout, useListLayout, withLayout } from './listLayout.ts';

/** The state of a history entry that typing a search has made. */
const typed = { isTyped: true };

/**
 * The state of a list, stored in its address: Back restores it, sending the address shares it. Unknown parameters are ignored.
 * Columns, density and page size are also kept for the person, under `screen`. `defaultOrdering` is the order if the address has
 * none.
 */
export function useListState({
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
