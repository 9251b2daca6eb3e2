import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Page } from '#api/collection.ts';
import { get } from '#api/http.ts';
import type { Query } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Meter } from '#ui/Meter.tsx';
import type { DataColumn } from '#ui/list/DataTable.tsx';
import { ToolButton } from '#ui/list/ToolButton.tsx';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { useExport } from './useExport.ts';

type ExportListProps<Item> = {
  /** The title of the list, and the name of the file. */
  title: string;
  /** The visible columns. */
  columns: readonly DataColumn<Item>[];
  /** The read of the list; its page parameter is replaced. */
  read: Query<Page<Item>>;
};

/** Exports all pages of a list, and shows the progress. */
export function ExportList<Item extends { id: string | number }>({ title, columns, read }: ExportListProps<Item>) {
  const { t } = useTranslation(['crud', 'app']);
  const errorMessage = useErrorMessage();
  const { dates, numbers } = useFormats();
  const { locale } = useLanguage();
  const [path, params] = read;
  const { state, start, cancel, portal } = useExport<Item>({
    name: `${title} ${dates.today()}`,
    locale,
    columns,
    path,
    read: (page, page_size, signal) => get<Page<Item>>(path, { ...params, page, page_size }, { signal }),
  });
  const run = async () => {
    const number = await start();
    if (number !== null) toast({ title: t('exported', { number: numbers.count(number) }), tone: 'success' });
  };
  return (
    <>
      <ToolButton icon={<Download aria-hidden />} label={t('export')} onPress={() => void run()}>
        {t('export')}
      </ToolButton>
      {portal}
      <Dialog
        isOpen={state !== null}
        onClose={cancel}
        title={t('exportTitle', { name: title })}
        actions={
          <>
            <Button onPress={cancel}>{t('cancel')}</Button>
            {state?.error !== undefined && (
              <Button variant="primary" onPress={() => void run()}>
                {t('app:retry')}
              </Button>
            )}
          </>
        }
      >
        <Stack $gap={3}>
          {state?.error !== undefined && (
            <Banner tone="danger" isUrgent>
              {errorMessage(state.error)}
            </Banner>
          )}
          <Meter
            label={t('exporting')}
            value={state?.done ?? 0}
            max={state?.count ?? 0}
            words={
              state?.count
                ? t('exportDone', { done: numbers.count(state.done), count: numbers.count(state.count) })
                : ''
            }
          />
        </Stack>
      </Dialog>
    </>
  );
}
