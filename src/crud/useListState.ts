import { useCallback, useMemo } from 'react';
import { useSearchParams } from '#lib/router.ts';
import type { Filter, ListChanges } from '#ui/list/filters.ts';
import { changedAddress, readListState } from '#ui/list/listState.ts';

/**
 * The state of a list, kept in its address: restored by Back, shared by sending it. What the address says that the list
 * does not know is as if it were not there. `defaultOrdering` is what is asked for where the address has none.
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
  /** Goes to the changed list, from its first page unless the page itself was changed. */
  const change = useCallback(
    (changes: ListChanges, { replace = false } = {}) =>
      setAddress((before) => changedAddress(before, changes), { replace, preventScrollReset: true }),
    [setAddress],
  );
  return { state, change };
}
