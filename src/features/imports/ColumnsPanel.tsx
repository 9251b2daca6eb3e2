import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { type ImportEncoding, importEncodings } from '../../../contract/importKinds.ts';
import type { ImportDetail } from '../../../contract/imports.ts';
import { imports } from '#api/imports.ts';
import { ApiError } from '#api/problem.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Select } from '#ui/Select.tsx';
import { Stack } from '#ui/Stack.ts';
import { space } from '#ui/theme.ts';
import { chosenFiles } from './chosenFiles.ts';
import { fieldLabel } from './fieldLabel.ts';

const none = 'none';

type Reading = { encoding: ImportEncoding } | { sheet: string };

/** From which column each field is read, and how the file is read. */
export function ColumnsPanel({ detail, onChanged }: { detail: ImportDetail; onChanged: () => Promise<void> }) {
  const { t } = useTranslation('imports');
  const navigate = useNavigate();
  const errorMessage = useErrorMessage();
  const [mapping, setMapping] = useState(detail.mapping);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { id, kind, fields, encoding, foreign, garbled } = detail;
  const file = chosenFiles.get(id);
  const missing = fields.filter(({ name, required }) => required && mapping[name] === undefined);

  const run = async (act: () => Promise<void>) => {
    setRunning(true);
    setFailure(null);
    await act().catch(setFailure);
    setRunning(false);
  };
  /** Reads the file again: it becomes another import. */
  const readAgain = (how: Reading) =>
    run(async () => {
      if (!file) return;
      const next = await imports.upload(file, { kind, ...how });
      chosenFiles.set(next.id, file);
      await imports.discard(id);
      void navigate(paths.imports.record.href({ id: next.id }), { replace: true });
      await onChanged();
    });
  return (
    <Panel title={t('columns')}>
      <Stack $gap={4}>
        <p>{t('columnsText')}</p>
        {failure !== null && (
          <Banner tone="danger" isUrgent>
            {errorMessage(failure)}
          </Banner>
        )}
        <ReadingFields detail={detail} isFixed={!file} isRunning={isRunning} onChange={(how) => void readAgain(how)} />
        {encoding !== null && foreign.length > 0 && <p>{t('readAs', { texts: foreign.join(', ') })}</p>}
        {garbled.length > 0 && (
          <Banner tone="warning" title={t('garbled')}>
            {garbled.join(', ')}. {t(encoding === null ? 'correctFile' : 'correctEncoding')}
          </Banner>
        )}
        <ColumnFields detail={detail} mapping={mapping} onChange={setMapping} />
        {missing.length > 0 && (
          <Banner tone="warning" title={errorMessage(new ApiError('import_columns_missing'))}>
            {missing.map(({ name }) => fieldLabel(t, name)).join(', ')}
          </Banner>
        )}
        <div>
          <Button
            variant={detail.state === 'uploaded' ? 'primary' : 'secondary'}
            icon={<ListChecks aria-hidden />}
            isPending={isRunning}
            isDisabled={missing.length > 0}
            onPress={() =>
              void run(async () => {
                await imports.check(id, mapping);
                await onChanged();
              })
            }
          >
            {t(detail.state === 'uploaded' ? 'check' : 'checkAgain')}
          </Button>
        </div>
      </Stack>
    </Panel>
  );
}

type ReadingFieldsProps = {
  detail: ImportDetail;
  /** Whether the file can no longer be read again: a reload forgets it. */
  isFixed: boolean;
  isRunning: boolean;
  onChange: (how: Reading) => void;
};

/** From which sheet and in which encoding the file is read. */
function ReadingFields({ detail: { sheets, sheet, encoding }, isFixed, isRunning, onChange }: ReadingFieldsProps) {
  const { t } = useTranslation('imports');
  const shared = { isDisabled: isFixed || isRunning, description: isFixed ? t('startAgain') : undefined };
  return (
    <Fields>
      {sheets.length > 1 && (
        <Select
          label={t('sheet')}
          choices={sheets.map((value) => ({ value, label: value }))}
          value={sheet}
          {...shared}
          onChange={(value) => onChange({ sheet: value })}
        />
      )}
      {encoding !== null && (
        <Select
          label={t('encoding')}
          choices={importEncodings.map((value) => ({ value, label: value.toUpperCase() }))}
          value={encoding}
          {...shared}
          onChange={(value) => onChange({ encoding: value })}
        />
      )}
    </Fields>
  );
}

type ColumnFieldsProps = {
  detail: ImportDetail;
  mapping: ImportDetail['mapping'];
  onChange: (mapping: ImportDetail['mapping']) => void;
};

/** From which column each field is read. */
function ColumnFields({ detail: { headers, fields, sample }, mapping, onChange }: ColumnFieldsProps) {
  const { t } = useTranslation('imports');
  const columns = headers.map((heading, index) => {
    const example = sample.map(({ cells }) => cells[index] ?? '').find((cell) => cell !== '');
    return { value: String(index), label: example === undefined ? heading : `${heading} (${example})` };
  });
  const choose = (field: string, column: string) => {
    const others = Object.entries(mapping).filter(([name]) => name !== field);
    onChange(Object.fromEntries(column === none ? others : [...others, [field, Number(column)]]));
  };
  return (
    <Fields>
      {fields.map(({ name, required, key }) => (
        <Select
          key={name}
          label={fieldLabel(t, name)}
          isRequired={required}
          description={key ? t('keyHint') : undefined}
          choices={[{ value: none, label: t('noColumn') }, ...columns]}
          value={mapping[name] === undefined ? none : String(mapping[name])}
          onChange={(column) => choose(name, column)}
        />
      ))}
    </Fields>
  );
}

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
  gap: ${space(4)};
`;
