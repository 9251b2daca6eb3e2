import { pageSize as pageSizes } from '../../../contract/bounds.ts';
import type { Choice } from '../Select.tsx';

/** How many records a page may show. */
export const pageSizeChoices = [pageSizes.default, 25, 50, pageSizes.max] as const;

/** One thing that a list can be narrowed by, under the name that the server knows. */
export type Filter = {
  name: string;
  label: string;
  choices: readonly Choice[];
  /** Several values at once: `role[]=manager&role[]=owner`. */
  isMany?: boolean;
};

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

/** Changes to the address; null takes a parameter out. */
export type ListChanges = Record<string, string | null>;

/** Reads what an address says of a list; what the list does not know is as if it were not there. */
export function readListState(
  address: URLSearchParams,
  {
    orderings,
    filters,
    defaultOrdering,
  }: { orderings: readonly string[]; filters: readonly Filter[]; defaultOrdering: string },
): ListState {
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
  return {
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    pageSize: pageSizeChoices.find((choice) => choice === size) ?? pageSizes.default,
    ordering: orderings.includes(asked.replace(/^-/, '')) ? asked : defaultOrdering,
    search,
    chosen,
    hidden: list('hide'),
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
    ...Object.fromEntries(
      filters.map(({ name, isMany }) => [name, isMany ? (chosen[name] ?? []) : (chosen[name]?.[0] ?? null)]),
    ),
  };
}
