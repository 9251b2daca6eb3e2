import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import { get } from '#api/http.ts';
import { useSearchParams } from '#lib/router.ts';
import { userAtom } from '#session/session.ts';
import { idsIn, type RecordsFilter } from '#ui/list/filters.ts';
import { personName } from './personName.ts';
import { RecordPicker } from './RecordPicker.tsx';
import { maySearch, type Named, type RecordKind, recordPath } from './records.ts';

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

/** The name of a record; a dash if it does not exist or may not be seen. */
async function nameOf(kind: RecordKind, id: string): Promise<string> {
  try {
    const record = await get<Named>(`${recordPath(kind)}${id}/`);
    return 'name' in record ? record.name : personName(record);
  } catch {
    return '–';
  }
}

/** The names of the records whose ids are given, as they load. */
function useRecordNames(idsByKind: Partial<Record<RecordKind, readonly string[]>>): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const requested = Object.entries(idsByKind)
    .flatMap(([kind, ids]) => ids.map((id) => `${kind} ${id}`))
    .join();
  // Each record is requested once.
  const requestedBefore = useRef(new Set<string>());
  useEffect(() => {
    for (const record of requested ? requested.split(',') : []) {
      if (requestedBefore.current.has(record)) continue;
      requestedBefore.current.add(record);
      const [kind = '', id = ''] = record.split(' ');
      void nameOf(kind as RecordKind, id).then((name) => setNames((known) => new Map(known).set(id, name)));
    }
  }, [requested]);
  return names;
}
