import { useAtomValue } from 'jotai';
import { Building2, Check, Handshake, Headset, Tags, UserRound, UserRoundPen } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '#api/http.ts';
import { useQuery } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useSearchParams } from '#lib/router.ts';
import { userAtom } from '#session/session.ts';
import { CommandList } from '#ui/CommandList.tsx';
import { idsIn, type RecordsFilter } from '#ui/list/filters.ts';
import { personName } from './personName.ts';
import { findRecords, maySearch, type Named, type RecordKind, recordPath } from './records.ts';
import { useDetailOf } from './useDetailOf.ts';

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

/** Debounce of the search, in milliseconds. */
const debounceDelay = 200;

const icons = {
  partner: Handshake,
  partner_category: Tags,
  department: Building2,
  interpreter: Headset,
  customer: UserRound,
  person: UserRoundPen,
} as const satisfies Record<RecordKind, unknown>;

type RecordPickerProps = {
  kind: RecordKind;
  /** The name of the kind of record. */
  label: string;
  chosen: readonly string[];
  onToggle: (id: string) => void;
  onClose: () => void;
};

/** Adds and removes records of a filter, found by name. The page needs the namespace `crud`. */
function RecordPicker({ kind, label, chosen, onToggle, onClose }: RecordPickerProps) {
  const { t } = useTranslation('crud');
  const errorMessage = useErrorMessage();
  const detailOf = useDetailOf();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), debounceDelay);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isValidating } = useQuery(findRecords(kind, search));
  const Icon = icons[kind];
  const commands = (data?.results ?? []).map((record) => ({
    id: record.id,
    title: 'name' in record ? record.name : personName(record),
    detail: detailOf(record),
    icon: chosen.includes(record.id) ? <Check size={16} aria-hidden /> : <Icon size={16} aria-hidden />,
    act: () => onToggle(record.id),
  }));
  return (
    <CommandList
      isOpen
      onClose={onClose}
      label={t(`pick.${kind}`)}
      placeholder={t(`pick.${kind}`)}
      text={text}
      onText={setText}
      groups={commands.length > 0 ? [{ title: label, commands }] : []}
      isBusy={isValidating || text.trim() !== search}
      nothing={data ? t('nothingFound') : ''}
      note={error === undefined ? undefined : errorMessage(error)}
      onGo={onClose}
    />
  );
}
