import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useSearchParams } from '#lib/router.ts';
import { userAtom } from '#session/session.ts';
import { idsIn, type RecordsFilter } from '#ui/list/filters.ts';
import { RecordPicker } from './RecordPicker.tsx';
import { maySearch, type RecordKind } from './records.ts';
import { useRecordNames } from './useRecordNames.ts';

/** A filter by records: its parameter, the kind of record, and whether it takes several. */
export type RecordFilter<Name extends string = string> = {
  name: Name;
  kind: RecordKind;
  label: string;
  isMany?: boolean;
};

/**
 * Filters by records that people search for, as far as they may see such records. Records in the address are shown by name.
 * `wanted` has each kind once. The page needs the namespace `crud`.
 */
export function useRecordFilters<Name extends string>(requested: readonly RecordFilter<Name>[]): RecordsFilter<Name>[] {
  const [address] = useSearchParams();
  const verdicts = useAtomValue(userAtom)?.verdicts;
  // Callers pass a new array with the same content at every render: compares by content.
  const text = JSON.stringify(requested);
  const shown = useMemo(
    () => (JSON.parse(text) as typeof requested).filter(({ kind }) => maySearch(kind, verdicts)),
    [text, verdicts],
  );
  const idsByKind = shown.map(({ kind, name }) => [kind, idsIn(address.get(name))]);
  const names = useRecordNames(Object.fromEntries(idsByKind));
  return useMemo(
    () =>
      shown.map(({ kind, ...filter }) => ({
        ...filter,
        kind: 'records',
        nameOf: (id) => names.get(id),
        picker: (props) => <RecordPicker kind={kind} label={filter.label} {...props} />,
      })),
    [shown, names],
  );
}
