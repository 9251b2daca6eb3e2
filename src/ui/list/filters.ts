import type { ReactNode } from 'react';
import { addDays, type DayRange } from '#lib/dates.ts';
import type { Choice } from '../Select.tsx';

/** Changes to an address; null removes a parameter. */
export type ListChanges = Record<string, string | null>;

/** How changes enter the history: in place of the current entry, or as the next letters of a search. */
export type ChangeOptions = { replace?: boolean; isTyping?: boolean };

/** The parameter of a filter in the address and the API, and its label. */
type Named<Name extends string> = { name: Name; label: string };

/** A filter by some values. */
export type ChoicesFilter<Name extends string = string> = Named<Name> & {
  kind: 'choices';
  choices: readonly Choice[];
  /** Whether several values may be active: `role[]=manager&role[]=owner`. */
  isMany?: boolean;
};

/** A filter by one of some values. */
export const oneOf = <Name extends string>(
  name: Name,
  label: string,
  choices: readonly Choice[],
): ChoicesFilter<Name> => ({ kind: 'choices', name, label, choices });

/** A filter by records, found by a search because there are too many to list. */
export type RecordsFilter<Name extends string = string> = Named<Name> & {
  kind: 'records';
  isMany?: boolean;
  /** Undefined while the name loads. */
  nameOf: (id: string) => string | undefined;
  /** The dialog that finds a record. */
  picker: (props: { chosen: readonly string[]; onToggle: (id: string) => void; onClose: () => void }) => ReactNode;
};

/** A filter by a range of days, either end of which may be open: `from_day` and `to_day`. */
export type DaysFilter<Name extends string = string> = Named<Name> & {
  kind: 'days';
  /** The named ranges. */
  spans: readonly { label: string; days: DayRange }[];
  /** The label of the item that opens the dialog. */
  ownLabel: string;
  /** Formats a range; an empty end is open. */
  textOf: (days: DayRange) => string;
  /** The dialog for any other range. */
  dialog: (props: { range: DayRange | null; onRange: (range: DayRange) => void; onClose: () => void }) => ReactNode;
};

/** A filter of a list. */
export type Filter<Name extends string = string> = ChoicesFilter<Name> | RecordsFilter<Name> | DaysFilter<Name>;

/** An active value of a filter, and its text: "Role: Manager". */
export type FilterOn<Name extends string = string> = { name: Name; value: string; text: string };

/** The maximum number of records in a filter (the server's limit). */
const maxRecords = 100;

const isDay = (text: string) => /^(19|20)\d\d-\d\d-\d\d$/.test(text) && addDays(text, 0) === text;

/** The value of a range of days: an ISO 8601 interval, with an empty text for an open end. */
export const rangeValue = ({ from, to }: DayRange): string => `${from}/${to}`;

/** The range of such a value. */
export function readRange(value: string): DayRange {
  const [from = '', to = ''] = value.split('/');
  return { from, to };
}

/** The ids in a parameter of an address; null if the parameter is missing. */
export const idsIn = (list: string | null): string[] =>
  [...new Set((list ?? '').split(','))].filter((id) => /^[0-9a-f]{24}$/.test(id)).slice(0, maxRecords);

/** The values of a filter in an address; unknown ones are ignored. */
export function valuesIn(address: URLSearchParams, filter: Filter): string[] {
  if (filter.kind === 'choices') {
    const given = new Set((address.get(filter.name) ?? '').split(','));
    const known = [...given].filter((value) => filter.choices.some((choice) => choice.value === value));
    return filter.isMany ? known : known.slice(0, 1);
  }
  if (filter.kind === 'records') return idsIn(address.get(filter.name)).slice(0, filter.isMany ? maxRecords : 1);
  const day = (name: string) => [address.get(name) ?? ''].find(isDay) ?? '';
  const range = { from: day('from_day'), to: day('to_day') };
  return range.from || range.to ? [rangeValue(range)] : [];
}

/** The changes to an address that give a filter these values. */
export function changesTo(filter: Filter, values: readonly string[]): ListChanges {
  if (filter.kind !== 'days') return { [filter.name]: values.join(',') || null };
  const { from, to } = readRange(values[0] ?? '');
  return { from_day: from || null, to_day: to || null };
}

/** The changes that remove all filters. */
export const withoutAll = (filters: readonly Filter[]): ListChanges =>
  Object.assign({}, ...filters.map((filter) => changesTo(filter, [])));

/** The parameters of the call for a filter's values. */
export function askedBy(filter: Filter, values: readonly string[]): Record<string, string | string[] | null> {
  if (filter.kind === 'days') return changesTo(filter, values);
  return { [filter.name]: filter.isMany ? [...values] : (values[0] ?? null) };
}

function formatValue(filter: Filter, value: string): string {
  if (filter.kind === 'choices') return filter.choices.find((choice) => choice.value === value)?.label ?? value;
  if (filter.kind === 'records') return filter.nameOf(value) ?? '…';
  return filter.textOf(readRange(value));
}

/** The active values of filters, each with its text. */
export function filtersOn<Name extends string>(
  filters: readonly Filter<Name>[],
  chosen: Partial<Record<Name, readonly string[]>>,
): FilterOn<Name>[] {
  return filters.flatMap((filter) =>
    (chosen[filter.name] ?? []).map((value) => ({
      name: filter.name,
      value,
      text: `${filter.label}: ${formatValue(filter, value)}`,
    })),
  );
}
