import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSize } from '../../../contract/bounds.ts';
import { auditTrail } from '#api/audit.ts';
import { useQuery } from '#api/query.ts';
import { useWord } from '#i18n/words.ts';
import { FailedState } from '#ui/FailedState.tsx';
import { DataTable } from '#ui/list/DataTable.tsx';
import { PanelPager, type Place } from '#ui/list/PanelPager.tsx';
import { StaleBanner } from '#ui/list/StaleBanner.tsx';
import { columnsOf } from './columns.tsx';
import { useAuditWords } from './auditWords.ts';

/** Who changed a record, when and how, the newest first: the audit log of that record. */
export function RecordHistory({ id }: { id: string }) {
  const { t } = useTranslation('crud');
  const word = useWord();
  const words = useAuditWords();
  const [place, setPlace] = useState<Place>({ page: 1, size: pageSize.default });
  const { data, error, isLoading, isValidating, retry } = useQuery(
    auditTrail.list({ record: id, grouped: true, page: place.page, page_size: place.size }),
  );
  const columns = useMemo(
    () =>
      columnsOf(words).flatMap(({ label, ...column }) =>
        column.key === 'record' ? [] : { ...column, label: word(label) },
      ),
    [words, word],
  );
  if (!data && error !== undefined)
    return <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />;
  return (
    <>
      {data && error !== undefined && <StaleBanner isRetrying={isValidating} onRetry={() => void retry()} />}
      <DataTable label={t('history')} columns={columns} rows={data?.results} expected={3} isBusy={isLoading} />
      {data && <PanelPager place={place} onPlace={setPlace} count={data.count} />}
    </>
  );
}
