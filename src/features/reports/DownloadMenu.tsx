import { Download as DownloadIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type FileOutput, fileOutputs, type ReportColumn } from '../../../contract/figureNames.ts';
import type { Params } from '#api/http.ts';
import { documents, type FiguresDocument } from '#api/statistics.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Menu, MenuItem, MenuSection } from '#ui/Menu.tsx';
import { Meter } from '#ui/Meter.tsx';
import { toast } from '#ui/toast.ts';
import { fileName, useDownload } from './useDownload.ts';

/** Downloads the figures, or the counted requests, in several formats, and shows the progress. */
export function DownloadMenu({ params, columns }: { params: Params; columns: ReportColumn[] }) {
  const { t } = useTranslation(['reports', 'crud', 'app']);
  const errorMessage = useErrorMessage();
  const { numbers } = useFormats();
  const { download, start, cancel } = useDownload(params, columns);
  const name = download ? fileName(download) : '';
  const fetchFile = async (document: FiguresDocument, output: FileOutput) => {
    if (await start(document, output))
      toast({ title: t('downloaded', { name: fileName({ document, output }) }), tone: 'success' });
  };
  return (
    <>
      <Menu
        label={t('download')}
        trigger={
          <Button variant="primary" icon={<DownloadIcon aria-hidden />}>
            {t('download')}
          </Button>
        }
      >
        {documents.map((document) => (
          <MenuSection key={document} title={t(`${document}As`)}>
            {fileOutputs.map((output) => (
              <MenuItem
                key={output}
                id={`${document}.${output}`}
                aria-label={`${output.toUpperCase()}, ${t(`${document}As`)}`}
                onAction={() => void fetchFile(document, output)}
              >
                {output.toUpperCase()}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
      <Dialog
        isOpen={download !== null}
        onClose={cancel}
        title={t('downloading', { name })}
        actions={
          <>
            <Button onPress={cancel}>{t('crud:cancel')}</Button>
            {download?.error !== undefined && (
              <Button variant="primary" onPress={() => void fetchFile(download.document, download.output)}>
                {t('app:retry')}
              </Button>
            )}
          </>
        }
      >
        {download?.error === undefined ? (
          <Meter
            label={t('crud:exporting')}
            value={0}
            max={0}
            words={download && download.bytes > 0 ? numbers.fileSize(download.bytes) : ''}
          />
        ) : (
          <Banner tone="danger" isUrgent>
            {errorMessage(download.error)}
          </Banner>
        )}
      </Dialog>
    </>
  );
}
