import type { ReactNode } from 'react';
import { addDays, type DayRange } from '#lib/dates.ts';
import type { Choice } from '../Select.tsx';

/** Changes to an address; null takes a parameter out. */
export type ListChanges = Record<string, string | null>;

/** What a filter is called: in the address and by the server, and by people. */
type Named<Name extends string> = { name: Name; label: string };

/** A few values to choose from. */
export type ChoicesFilter<Name extends string = string> = Named<Name> & {
  kind: 'choices';
  choices: readonly Choice[];
  /** Several values at once: `role[]=manager&role[]=owner`. */
  isMany?: boolean;
};

/** A filter by one of a few values. */
export const oneOf = <Name extends string>(
  name: Name,
  label: string,
  choices: readonly Choice[],
): ChoicesFilter<Name> => ({ kind: 'choices', name, label, choices });

/** Records by their ids, too many to be offered one by one: they are looked for. */
export type RecordsFilter<Name extends string = string> = Named<Name> & {
  kind: 'records';
  isMany?: boolean;
  /** Undefined until it is known. */
  nameOf: (id: string) => string | undefined;
  /** The window in which one is found. */
  picker: (props: { chosen: readonly string[]; onToggle: (id: string) => void; onClose: () => void }) => ReactNode;
};

/** Days from one to another, either of which may be open: `from_day` and `to_day`. */
export type DaysFilter<Name extends string = string> = Named<Name> & {
  kind: 'days';
  /** Those that are offered by name. */
  spans: readonly { label: string; days: DayRange }[];
  /** The act that asks for other ones. */
  ownLabel: string;
  /** Days in words: where one of them is empty the range is open there. */
  textOf: (days: DayRange) => string;
  /** The window in which they are asked for. */
  dialog: (props: { range: DayRange | null; onRange: (range: DayRange) => void; onClose: () => void }) => ReactNode;
};

/** One thing that a list can be narrowed by. */
export type Filter<Name extends string = string> = ChoicesFilter<Name> | RecordsFilter<Name> | DaysFilter<Name>;

/** A value that a filter has, and how it is told: "Role: Manager". */
export type FilterOn<Name extends string = string> = { name: Name; value: string; text: string };

/** The most records that a list may be narrowed to at once (the server's bound). */
const most = 100;

const isDay = (text: string) => /^(19|20)\d\d-\d\d-\d\d$/.test(text) && addDays(text, 0) === text;

/** A range of days as the one value that a filter by days has: ISO 8601's interval, open where a day is missing. */
export const rangeValue = ({ from, to }: DayRange): string => `${from}/${to}`;

/** The range that a filter by days has for its value. */
export function readRange(value: string): DayRange {
  const [from = '', to = ''] = value.split('/');
  return { from, to };
}

/** The ids of records in a parameter of an address; `null` is one that is not there. */
export const idsIn = (list: string | null): string[] =>
  [...new Set((list ?? '').split(','))].filter((id) => /^[0-9a-f]{24}$/.test(id)).slice(0, most);

/** The values that an address gives a filter; what the filter does not know is as if it were not there. */
export function valuesIn(address: URLSearchParams, filter: Filter): string[] {
  if (filter.kind === 'choices') {
    const given = new Set((address.get(filter.name) ?? '').split(','));
    const known = [...given].filter((value) => filter.choices.some((choice) => choice.value === value));
    return filter.isMany ? known : known.slice(0, 1);
  }
  if (filter.kind === 'records') return idsIn(address.get(filter.name)).slice(0, filter.isMany ? most : 1);
  const day = (name: string) => [address.get(name) ?? ''].find(isDay) ?? '';
  const range = { from: day('from_day'), to: day('to_day') };
  return range.from || range.to ? [rangeValue(range)] : [];
}

/** What an address has to become so that a filter has these values. */
export function changesTo(filter: Filter, values: readonly string[]): ListChanges {
  if (filter.kind !== 'days') return { [filter.name]: values.join(',') || null };
  const { from, to } = readRange(values[0] ?? '');
  return { from_day: from || null, to_day: to || null };
}

/** What takes all filters off. */
export const withoutAll = (filters: readonly Filter[]): ListChanges =>
  Object.assign({}, ...filters.map((filter) => changesTo(filter, [])));

/** What the server is asked where a filter has these values. */
export function askedBy(filter: Filter, values: readonly string[]): Record<string, string | string[] | null> {
  if (filter.kind === 'days') return changesTo(filter, values);
  return { [filter.name]: filter.isMany ? [...values] : (values[0] ?? null) };
}

function inWords(filter: Filter, value: string): string {
  if (filter.kind === 'choices') return filter.choices.find((choice) => choice.value === value)?.label ?? value;
  if (filter.kind === 'records') return filter.nameOf(value) ?? '…';
  return filter.textOf(readRange(value));
}

/** The values that filters have, each in words. */
export function filtersOn<Name extends string>(
  filters: readonly Filter<Name>[],
  chosen: Partial<Record<Name, readonly string[]>>,
): FilterOn<Name>[] {
  return filters.flatMap((filter) =>
    (chosen[filter.name] ?? []).map((value) => ({
      name: filter.name,
      value,
      text: `${filter.label}: ${inWords(filter, value)}`,
    })),
  );
}
