import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSize } from '../../../contract/bounds.ts';
import { csvSeparator } from '../../../contract/csv.ts';
import {
  importFields,
  type ImportFieldType,
  type ImportKind,
  type RowResult,
  rowResults,
} from '../../../contract/importKinds.ts';
import type { ImportDetail, ImportIssue, ImportRow, ImportRowsPage } from '../../../contract/imports.ts';
import { get } from '#api/http.ts';
import { imports } from '#api/imports.ts';
import { ApiError } from '#api/problem.ts';
import { useQuery } from '#api/query.ts';
import { reportExport } from '#api/securityEvents.ts';
import { useAuditWords } from '#crud/history/auditWords.ts';
import { useExcessWords } from '#domain/useExcessWords.ts';
import { readAll } from '#export/readAll.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { csvLines, csvMark } from '#lib/csv.ts';
import { saveFile } from '#lib/saveFile.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PanelPager, type Place } from '#ui/list/PanelPager.tsx';
import { LoadedRows } from '#ui/Loaded.tsx';
import { Panel } from '#ui/Panel.tsx';
import { ListRow, RowDetail } from '#ui/Rows.ts';
import { Select } from '#ui/Select.tsx';
import { useTellFailure } from '#ui/useAct.ts';
import { fieldLabel } from './fieldLabel.ts';

const tones = { new: 'success', changed: 'warning', unchanged: 'neutral', refused: 'danger' } as const satisfies Record<
  RowResult,
  string
>;
const all = 'all';

/** A reason or a warning in words: the heading, the message and the value, or the limits that are exceeded. */
function useReason(shownValue: ShownValue): (issue: ImportIssue) => string {
  const { t } = useTranslation('imports');
  const errorMessage = useErrorMessage();
  const excessWords = useExcessWords();
  return ({ field, column, code, value, excess }) => {
    const message = errorMessage(new ApiError(code, { status: 400, values: { limit: value ?? '' } }));
    if (excess) return `${message} (${excessWords(excess).join(' · ')})`;
    const isLimit = code === 'too_short' || code === 'too_long';
    const where = column ?? (field === null ? null : fieldLabel(t, field));
    // What the record has; everything else is as the file has it.
    const shown = code === 'field_fixed' && field !== null ? shownValue(field, value) : value;
    return [where === null ? '' : `${where}: `, message, value === null || isLimit ? '' : ` (${shown})`].join('');
  };
}

/** Saves the refused rows with their reasons as a CSV file. */
function useSaveRefused({ id, headers, file_name }: ImportDetail, reasonOf: (issue: ImportIssue) => string) {
  const { t } = useTranslation('imports');
  const { locale } = useLanguage();
  const tellFailure = useTellFailure();
  return async () => {
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
          String(number),
          issues.map(reasonOf).join(' '),
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
      tellFailure(failure);
    }
  };
}

/** The rows of an import with their results. */
export function RowsPanel({ detail }: { detail: ImportDetail }) {
  const { id, kind, state, counts } = detail;
  const { t } = useTranslation(['imports', 'crud']);
  const shownValue = useShownValue(kind);
  const reasonOf = useReason(shownValue);
  const saveRefused = useSaveRefused(detail, reasonOf);
  const [result, setResult] = useState<RowResult | typeof all>(
    counts.refused > 0 && state === 'checked' ? 'refused' : all,
  );
  const [place, setPlace] = useState<Place>({ page: 1, size: pageSize.default });
  const params = { page: place.page, page_size: place.size, result: result === all ? undefined : [result] };
  const read = useQuery(imports.rows(id, params), { keepPreviousData: false });
  const ofResult = result === all ? rowResults.reduce((sum, value) => sum + counts[value], 0) : counts[result];

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
          setPlace({ ...place, page: 1 });
        }}
      />
      <LoadedRows read={read} failed={t('failed')} empty={<EmptyState title={t('crud:nothingFound')} />}>
        {(row) => <PreviewRow key={row.number} row={row} reasonOf={reasonOf} shownValue={shownValue} />}
      </LoadedRows>
      <PanelPager place={place} onPlace={setPlace} count={read.data?.count ?? ofResult} />
    </Panel>
  );
}

type PreviewRowProps = { row: ImportRow; reasonOf: (issue: ImportIssue) => string; shownValue: ShownValue };

function PreviewRow({ row, reasonOf, shownValue }: PreviewRowProps) {
  const { t } = useTranslation('imports');
  const errorMessage = useErrorMessage();
  const { number, result, cells, issues, changes, left_because } = row;
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
            {t('change', {
              field: fieldLabel(t, field),
              before: shownValue(field, before),
              after: shownValue(field, after),
            })}
          </RowDetail>
        ))}
        {left_because !== null && <p>{errorMessage(new ApiError(left_because))}</p>}
      </div>
    </ListRow>
  );
}

/** The time of a reservation: a file has it as a day and two times. */
const instants: Record<string, ImportFieldType> = { starts: 'instant', ends: 'instant' };

/** The columns of records that fields are for, if their names differ. */
const columns: Record<string, string> = { type: 'location_type' };

/** A value of a field as people read it; a dash for none. */
type ShownValue = (field: string, value: string | null) => string;

/** Shows values of changes as the pages of the records do: in words, and in the deployment's zone. */
function useShownValue(kind: ImportKind): ShownValue {
  const { t } = useTranslation('crud');
  const { dates, numbers } = useFormats();
  const { languages } = useTenant();
  const words = useAuditWords();
  return (name, value) => {
    if (value === null) return '–';
    const type = instants[name] ?? importFields[kind].find((field) => field.name === name)?.type ?? 'text';
    if (type === 'instant') return dates.dateTime(value);
    if (type === 'day') return dates.day(value);
    if (type === 'integer') return numbers.count(Number(value));
    if (type === 'boolean') return t(value === 'true' ? 'yes' : 'no');
    if (typeof type === 'string' || 'refers' in type) return value;
    if (name === 'language') return languages.find((language) => language.value === value)?.label ?? value;
    return words.value(columns[name] ?? name, value.split('; '));
  };
}
