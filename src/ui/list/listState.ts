import { pageSize as pageSizes } from '../../../contract/bounds.ts';
import { askedBy, type Filter, type ListChanges, valuesIn } from './filters.ts';

/** The page sizes that people can choose. */
export const pageSizeChoices = [pageSizes.default, 25, 50, pageSizes.max] as const;

/** The state of a list, from its address. */
export type ListState = {
  page: number;
  pageSize: number;
  ordering: string;
  search: string;
  /** The active values by filter name. */
  chosen: Record<string, string[]>;
  hidden: string[];
  isCompact: boolean;
  /** Whether a search or a filter is active. */
  isNarrowed: boolean;
};

/** Reads the state of a list from an address; unknown parameters are ignored. */
export function readListState(
  address: URLSearchParams,
  {
    orderings,
    filters,
    defaultOrdering,
    defaultPageSize = pageSizes.default,
    extras = [],
  }: {
    orderings: readonly string[];
    filters: readonly Filter[];
    defaultOrdering: string;
    defaultPageSize?: number;
    /** The columns that are hidden until somebody chooses them. */
    extras?: readonly string[];
  },
): ListState {
  const page = Number(address.get('page'));
  const size = Number(address.get('page_size'));
  const requestedOrdering = address.get('ordering') ?? '';
  const chosen = Object.fromEntries(filters.map((filter) => [filter.name, valuesIn(address, filter)]));
  const search = (address.get('search') ?? '').slice(0, 100);
  return {
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    pageSize: pageSizeChoices.find((choice) => choice === size) ?? defaultPageSize,
    ordering: orderings.includes(requestedOrdering.replace(/^-/, '')) ? requestedOrdering : defaultOrdering,
    search,
    chosen,
    hidden: address.get('hide')?.split(',') ?? [...extras],
    isCompact: address.get('density') === 'compact',
    isNarrowed: search !== '' || Object.values(chosen).some((values) => values.length > 0),
  };
}

/** The value of `hide` that shows all columns, also those that are hidden until somebody chooses them. */
export const nothingHidden = 'none';

/** An address after changes: back on the first page, unless only the page or the appearance was changed. */
export function changedAddress(before: URLSearchParams, changes: ListChanges): URLSearchParams {
  const next = new URLSearchParams(before);
  if (!('hide' in changes || 'density' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The visible columns; always includes the first one, which names the record. */
export function shownColumns<Column extends { key: string }>(
  columns: readonly Column[],
  { hidden }: Pick<ListState, 'hidden'>,
): Column[] {
  return columns.filter(({ key }, at) => at === 0 || !hidden.includes(key));
}

/** The parameters of the call for a state. */
export function paramsOf(
  state: ListState,
  filters: readonly Filter[],
): Record<string, string | number | string[] | null> {
  const { page, pageSize, ordering, search, chosen } = state;
  return {
    page,
    page_size: pageSize,
    ordering,
    search: search || null,
    ...Object.assign({}, ...filters.map((filter) => askedBy(filter, chosen[filter.name] ?? []))),
  };
}
