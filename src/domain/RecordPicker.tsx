import { Building2, Check, Handshake, Headset, Tags, UserRound, UserRoundPen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { CommandList } from '#ui/CommandList.tsx';
import { personName } from './personName.ts';
import { findRecords, type RecordKind } from './records.ts';
import { useDetailOf } from './useDetailOf.ts';

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
export function RecordPicker({ kind, label, chosen, onToggle, onClose }: RecordPickerProps) {
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
