import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Params } from '#api/http.ts';
import { useQuery } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import type { Choice } from '#ui/Select.tsx';
import { fullName } from './personName.ts';
import { findRecords, type Named, type RecordKind } from './records.ts';
import { useDetailOf } from './useDetailOf.ts';

/** Only people with approved accounts can be planned. */
const approved = { approval_status: ['approved'] };
const narrowed = { partner: {}, interpreter: approved, customer: approved } as const satisfies Partial<
  Record<RecordKind, Params>
>;

const nameOf = (record: Named) => ('name' in record ? record.name : fullName(record));

/**
 * The matches of a search among records of a kind, as choices; the text that they match, null until the last search is answered, and what
 * is said until then; and how to search again. Nothing is read while `isOn` is false.
 */
export function useRecordSearchChoices(kind: keyof typeof narrowed, isOn: boolean) {
  const [search, onSearch] = useState('');
  const { t } = useTranslation('crud');
  const errorMessage = useErrorMessage();
  const { data, error, isLoading } = useQuery(isOn ? findRecords(kind, search, narrowed[kind]) : null);
  const detailOf = useDetailOf();
  const choices = useMemo<Choice[]>(
    () =>
      (data?.results ?? []).map((record) => ({ value: record.id, label: nameOf(record), detail: detailOf(record) })),
    [data, detailOf],
  );
  const hasFailed = error !== undefined;
  return {
    choices,
    searched: isLoading || hasFailed ? null : search,
    unanswered: hasFailed ? errorMessage(error) : t('searching'),
    onSearch,
  };
}
