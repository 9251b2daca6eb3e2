import { useCallback, useMemo } from 'react';
import { useSearchParams } from '#lib/router.ts';
import type { Filter, ListChanges } from '#ui/list/filters.ts';
import { changedAddress, readListState } from '#ui/list/listState.ts';

/**
 * The state of a list, stored in its address: Back restores it, sending the address shares it. Unknown parameters are ignored.
 * `defaultOrdering` is the order if the address has none.
 */
export function useListState({
  columns,
  filters,
  defaultOrdering,
}: {
  columns: readonly { sortBy?: string }[];
  filters: readonly Filter[];
  defaultOrdering: string;
}) {
  const [address, setAddress] = useSearchParams();
  const state = useMemo(() => {
    const orderings = columns.flatMap(({ sortBy }) => sortBy ?? []);
    return readListState(address, { orderings, filters, defaultOrdering });
  }, [address, columns, filters, defaultOrdering]);
  /** Navigates to the changed list; to its first page, unless the page itself was changed. */
  const change = useCallback(
    (changes: ListChanges, { replace = false } = {}) =>
      setAddress((before) => changedAddress(before, changes), { replace, preventScrollReset: true }),
    [setAddress],
  );
  return { state, change };
}
