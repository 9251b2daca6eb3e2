import { pageSize as pageSizes } from '../../../contract/bounds.ts';
import { askedBy, type Filter, type ListChanges, valuesIn } from './filters.ts';

/** How many records a page may show. */
export const pageSizeChoices = [pageSizes.default, 25, 50, pageSizes.max] as const;

/** What a list shows, as its address says it. */
export type ListState = {
  page: number;
  pageSize: number;
  ordering: string;
  search: string;
  /** The values chosen of each filter, by its name. */
  chosen: Record<string, string[]>;
  hidden: string[];
  isCompact: boolean;
  /** Whether anything narrows the list. */
  isNarrowed: boolean;
};

/** Reads what an address says of a list; what the list does not know is as if it were not there. */
export function readListState(
  address: URLSearchParams,
  {
    orderings,
    filters,
    defaultOrdering,
  }: { orderings: readonly string[]; filters: readonly Filter[]; defaultOrdering: string },
): ListState {
  const page = Number(address.get('page'));
  const size = Number(address.get('page_size'));
  const asked = address.get('ordering') ?? '';
  const chosen = Object.fromEntries(filters.map((filter) => [filter.name, valuesIn(address, filter)]));
  const search = (address.get('search') ?? '').slice(0, 100);
  return {
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    pageSize: pageSizeChoices.find((choice) => choice === size) ?? pageSizes.default,
    ordering: orderings.includes(asked.replace(/^-/, '')) ? asked : defaultOrdering,
    search,
    chosen,
    hidden: (address.get('hide') ?? '').split(',').filter(Boolean),
    isCompact: address.get('density') === 'compact',
    isNarrowed: search !== '' || Object.values(chosen).some((values) => values.length > 0),
  };
}

/** An address after changes: at the first page of what is then listed, unless the page itself or the look was changed. */
export function changedAddress(before: URLSearchParams, changes: ListChanges): URLSearchParams {
  const next = new URLSearchParams(before);
  if (!('hide' in changes || 'density' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The columns that are in sight: the first one, which names the record, always. */
export function shownColumns<Column extends { key: string }>(
  columns: readonly Column[],
  { hidden }: Pick<ListState, 'hidden'>,
): Column[] {
  return columns.filter(({ key }, at) => at === 0 || !hidden.includes(key));
}

/** What the server is asked for a list in this state. */
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
