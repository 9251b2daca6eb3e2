import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSize } from '../../../contract/bounds.ts';
import { auditTrail } from '#api/audit.ts';
import { useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useWord } from '#i18n/words.ts';
import { FailedState } from '#ui/FailedState.tsx';
import { DataTable } from '#ui/list/DataTable.tsx';
import { Pager } from '#ui/list/Pager.tsx';
import { columnsOf } from './columns.tsx';
import { useAuditWords } from './auditWords.ts';

/** Who changed a record, when and how, the newest first: the audit log of that record. */
export function RecordHistory({ id }: { id: string }) {
  const { t } = useTranslation('crud');
  const word = useWord();
  const words = useAuditWords();
  const { numbers } = useFormats();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>(pageSize.default);
  const { data, error, isLoading, isValidating, retry } = useQuery(
    auditTrail.list({ record: id, grouped: true, page, page_size: size }),
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
  const first = (page - 1) * size + 1;
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / size));
  return (
    <>
      <DataTable label={t('history')} columns={columns} rows={data?.results} expected={3} isBusy={isLoading} />
      {data && data.count > pageSize.default && (
        <Pager
          label={t('pages')}
          range={t('range', {
            first: numbers.count(first),
            last: numbers.count(first + data.results.length - 1),
            count: numbers.count(data.count),
          })}
          page={page}
          pages={pages}
          onPage={setPage}
          pageSize={size}
          pageSizes={[pageSize.default, pageSize.max]}
          onPageSize={(next) => {
            setPage(1);
            setSize(next);
          }}
          words={{ previous: t('previous'), next: t('next'), pageSize: t('pageSize') }}
        />
      )}
    </>
  );
}
