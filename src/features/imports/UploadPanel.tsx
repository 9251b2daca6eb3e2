import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useTranslation } from 'react-i18next';
import { csvSeparator } from '../../../contract/csv.ts';
import {
  importFields,
  importFlags,
  type ImportKind,
  importKinds,
  importLimits,
} from '../../../contract/importKinds.ts';
import { imports } from '#api/imports.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { csvLines, csvMark } from '#lib/csv.ts';
import { useNavigate } from '#lib/router.ts';
import { saveFile } from '#lib/saveFile.ts';
import { paths } from '#paths.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Row } from '#ui/Row.ts';
import { Select } from '#ui/Select.tsx';
import { Stack } from '#ui/Stack.ts';
import { chosenFiles } from './chosenFiles.ts';
import { fieldLabel } from './fieldLabel.ts';

const types = ['.csv', '.tsv', '.txt', '.xlsx'];

/** Uploads a file of one kind of records, and opens its import. */
export function UploadPanel() {
  const { t } = useTranslation('imports');
  const { flags } = useTenant();
  const { locale } = useLanguage();
  const { numbers } = useFormats();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const errorMessage = useErrorMessage();
  const [kind, setKind] = useState<ImportKind>('users');
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const offered = importKinds.filter((importKind) => {
    const flag = importFlags[importKind];
    return flag === undefined || flags[flag];
  });

  const send = async (file: File) => {
    setSending(true);
    setFailure(null);
    try {
      if (file.size > importLimits.bytes)
        throw new ApiError('file_too_large', { values: { max: `${importLimits.bytes / 1024 ** 2} MB` } });
      const { id } = await imports.upload(file, { kind });
      chosenFiles.set(id, file);
      await invalidate(imports.path);
      void navigate(paths.imports.record.href({ id }));
    } catch (error) {
      setFailure(error);
      setSending(false);
    }
  };
  const saveTemplate = () => {
    const headings = importFields[kind]
      .filter(({ flag }) => flag === undefined || flags[flag])
      .map(({ name }) => fieldLabel(t, name));
    const lines = csvLines([headings], csvSeparator(locale));
    saveFile(`${t(`kinds.${kind}`)}.csv`, new Blob([csvMark, lines], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <Panel title={t('new')}>
      <Stack $gap={4}>
        {failure !== null && (
          <Banner tone="danger" isUrgent>
            {errorMessage(failure)}
          </Banner>
        )}
        <Select
          label={t('kind')}
          choices={offered.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        <p>{t('fileHint', { rows: numbers.count(importLimits.rows) })}</p>
        <Row>
          <FileTrigger
            acceptedFileTypes={types}
            onSelect={(files) => {
              const [file] = files ?? [];
              if (file) void send(file);
            }}
          >
            <Button variant="primary" icon={<FileUp aria-hidden />} isPending={isSending}>
              {t('choose')}
            </Button>
          </FileTrigger>
          <Button icon={<Download aria-hidden />} onPress={saveTemplate}>
            {t('template')}
          </Button>
        </Row>
      </Stack>
    </Panel>
  );
}
