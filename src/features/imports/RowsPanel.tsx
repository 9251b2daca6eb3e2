import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSize } from '../../../contract/bounds.ts';
import { csvSeparator } from '../../../contract/csv.ts';
import type { ImportDetail, ImportIssue, ImportRow, ImportRowsPage } from '../../../contract/imports.ts';
import { type RowResult, rowResults } from '../../../contract/importKinds.ts';
import { get } from '#api/http.ts';
import { imports } from '#api/imports.ts';
import { ApiError } from '#api/problem.ts';
import { useQuery } from '#api/query.ts';
import { reportExport } from '#api/securityEvents.ts';
import { readAll } from '#export/readAll.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { csvLines, csvMark } from '#lib/csv.ts';
import { saveFile } from '#lib/saveFile.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { ListRow, RowDetail, Rows } from '#ui/Rows.ts';
import { Select } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { fieldLabel } from './fieldLabel.ts';

const tones = { new: 'success', changed: 'warning', unchanged: 'neutral', refused: 'danger' } as const satisfies Record<
  RowResult,
  string
>;
const all = 'all';

/** A reason in words: the heading, the message and the value. */
function useReason(): (issue: ImportIssue) => string {
  const { t } = useTranslation('imports');
  const errorMessage = useErrorMessage();
  return ({ field, column, code, value }) => {
    const message = errorMessage(new ApiError(code, { status: 400, values: { limit: value ?? '' } }));
    const isLimit = code === 'too_short' || code === 'too_long';
    const where = column ?? (field === null ? null : fieldLabel(t, field));
    return [where === null ? '' : `${where}: `, message, value === null || isLimit ? '' : ` (${value})`].join('');
  };
}

/** The rows of an import with their results. */
export function RowsPanel({ one }: { one: ImportDetail }) {
  const { id, state, counts, headers, file_name } = one;
  const { t } = useTranslation(['imports', 'crud']);
  const { locale } = useLanguage();
  const errorMessage = useErrorMessage();
  const reasonOf = useReason();
  const [result, setResult] = useState<RowResult | typeof all>(
    counts.refused > 0 && state === 'checked' ? 'refused' : all,
  );
  const [shown, setShown] = useState<number>(pageSize.default);
  const params = { page: 1, page_size: shown, ...(result === all ? {} : { result: [result] }) };
  const { data, error, isValidating, retry } = useQuery(imports.rows(id, params));

  const saveRefused = async () => {
    try {
      const separator = csvSeparator(locale);
      const parts = [csvMark, csvLines([[...headers, t('lineHeading'), t('reasonHeading')]], separator)];
      let rows = 0;
      const [path] = imports.rows(id, {});
      const pages = readAll(async (page, page_size) => {
        const found = await get<ImportRowsPage>(path, { page, page_size, result: ['refused'] });
        return { ...found, results: found.results.map((row) => ({ ...row, id: row.number })) };
      });
      for await (const { items } of pages) {
        const lines = items.map(({ cells, number, issues }) => [
          ...headers.map((_, index) => cells[index] ?? ''),
          ...[String(number), issues.map(reasonOf).join(' ')],
        ]);
        parts.push(csvLines(lines, separator));
        rows += items.length;
      }
      await reportExport({ list: path, rows });
      saveFile(
        `${t('results.refused')} ${file_name.replace(/\.\w+$/, '')}.csv`,
        new Blob(parts, { type: 'text/csv;charset=utf-8' }),
      );
    } catch (failure) {
      toast({ title: errorMessage(failure), tone: 'danger' });
    }
  };
  const choices = [
    { value: all, label: t('all') },
    ...rowResults.map((value) => ({ value, label: `${t(`results.${value}`)} (${counts[value]})` })),
  ];
  return (
    <Panel
      title={t('preview')}
      action={
        counts.refused > 0 && (
          <Button icon={<Download aria-hidden />} onPress={() => void saveRefused()}>
            {t('downloadRefused')}
          </Button>
        )
      }
    >
      <p>{t('counts', counts)}</p>
      <Select
        label={t('show')}
        choices={choices}
        value={result}
        onChange={(value) => {
          setResult(value as RowResult | typeof all);
          setShown(pageSize.default);
        }}
      />
      {!data && error !== undefined ? (
        <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
      ) : (
        <Rows aria-busy={!data}>
          {data?.results.map((row) => <PreviewRow key={row.number} row={row} reasonOf={reasonOf} />) ?? (
            <ListRow>
              <Skeleton height="40px" />
            </ListRow>
          )}
        </Rows>
      )}
      {data && data.count > shown && shown < pageSize.max && (
        <Button onPress={() => setShown(Math.min(pageSize.max, shown + 30))}>{t('more')}</Button>
      )}
    </Panel>
  );
}

function PreviewRow({ row, reasonOf }: { row: ImportRow; reasonOf: (issue: ImportIssue) => string }) {
  const { t } = useTranslation('imports');
  const errorMessage = useErrorMessage();
  const { number, result, cells, issues, changes, left_because } = row;
  const dash = '–';
  return (
    <ListRow>
      <div>
        <div>
          {t('line', { number })} {result !== null && <Badge tone={tones[result]}>{t(`results.${result}`)}</Badge>}
        </div>
        <RowDetail>
          <bdi>{cells.filter((cell) => cell !== '').join(' · ')}</bdi>
        </RowDetail>
        {issues.map((issue) => (
          <p key={`${issue.field} ${issue.code}`}>{reasonOf(issue)}</p>
        ))}
        {changes.map(({ field, before, after }) => (
          <RowDetail key={field}>
            {t('change', { field: fieldLabel(t, field), before: before ?? dash, after: after ?? dash })}
          </RowDetail>
        ))}
        {left_because !== null && <p>{errorMessage(new ApiError(left_because))}</p>}
      </div>
    </ListRow>
  );
}
