import { useMemo, useState } from 'react';
import type { Params } from '#api/http.ts';
import { useQuery } from '#api/query.ts';
import type { Choice } from '#ui/Select.tsx';
import { findRecords, type Named, type RecordKind } from './records.ts';

/** Only people with approved accounts can be planned. */
const approved = { approval_status: ['approved'] };
const narrowed = { partner: {}, interpreter: approved, customer: approved } as const satisfies Partial<
  Record<RecordKind, Params>
>;

const fullName = (record: Named) => ('name' in record ? record.name : `${record.first_name} ${record.last_name}`);

/** Matches as choices. People with the same name are distinguished by their e-mail address. */
function choicesOf(records: readonly Named[]): Choice[] {
  const names = records.map(fullName);
  return records.map((record, at) => {
    const name = names[at] ?? '';
    const isAlone = names.indexOf(name) === names.lastIndexOf(name);
    return { value: record.id, label: isAlone || !('email' in record) ? name : `${name}, ${record.email}` };
  });
}

/**
 * The matches of a search among records of a kind, as choices, and how to search again. Nothing is read while `isOn` is false.
 */
export function useRecordSearchChoices(kind: keyof typeof narrowed, isOn: boolean) {
  const [search, onSearch] = useState('');
  const { data } = useQuery(isOn ? findRecords(kind, search, narrowed[kind]) : null);
  const choices = useMemo(() => choicesOf(data?.results ?? []), [data]);
  return { choices, onSearch };
}
