import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pageSize as pageSizes } from '../../contract/bounds.ts';
import type { Params } from '#api/http.ts';
import { type Filter, type ListChanges, type ListState, pageSizeChoices } from '#ui/list/listState.ts';

/**
 * The state of a list, kept in its address: restored by Back, shared by sending it. What the address says that the list
 * does not know is as if it were not there. `defaultOrdering` is what the server does when it is not asked.
 */
export function useListState({
  orderings,
  filters = [],
  defaultOrdering,
}: {
  orderings: readonly string[];
  filters?: readonly Filter[];
  defaultOrdering: string;
}) {
  const [address, setAddress] = useSearchParams();
  const state = useMemo(
    () => readState(address, { orderings, filters, defaultOrdering }),
    [address, orderings, filters, defaultOrdering],
  );
  /** Goes to the changed list, from its first page unless the page itself was changed. */
  const change = useCallback(
    (changes: ListChanges, { replace = false } = {}) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          if (!('hide' in changes || 'density' in changes)) next.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setAddress],
  );
  return { state, change };
}

function readState(
  address: URLSearchParams,
  {
    orderings,
    filters,
    defaultOrdering,
  }: { orderings: readonly string[]; filters: readonly Filter[]; defaultOrdering: string },
): ListState & { params: Params } {
  const list = (name: string) => (address.get(name) ?? '').split(',').filter(Boolean);
  const page = Number(address.get('page'));
  const size = Number(address.get('page_size'));
  const asked = address.get('ordering') ?? '';
  const chosen = Object.fromEntries(
    filters.map(({ name, choices, isMany }) => {
      const known = list(name).filter((value) => choices.some((choice) => choice.value === value));
      return [name, isMany ? known : known.slice(0, 1)];
    }),
  );
  const search = (address.get('search') ?? '').slice(0, 100);
  const shown = {
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    pageSize: pageSizeChoices.find((choice) => choice === size) ?? pageSizes.default,
    ordering: orderings.includes(asked.replace(/^-/, '')) ? asked : defaultOrdering,
  };
  return {
    ...shown,
    search,
    chosen,
    hidden: list('hide'),
    isCompact: address.get('density') === 'compact',
    isNarrowed: search !== '' || Object.values(chosen).some((values) => values.length > 0),
    /** What the server is asked. */
    params: {
      page: shown.page,
      page_size: shown.pageSize,
      ordering: shown.ordering,
      search: search || null,
      ...Object.fromEntries(
        filters.map(({ name, isMany }) => [name, isMany ? (chosen[name] ?? []) : (chosen[name]?.[0] ?? null)]),
      ),
    },
  };
}
