import { Download as DownloadIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FileOutput, fileOutputs, type ReportColumn } from '../../../contract/figureNames.ts';
import type { Params } from '#api/http.ts';
import { documents, type FiguresDocument, figuresFile } from '#api/statistics.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { saveFile } from '#lib/saveFile.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Menu, MenuItem, MenuSection } from '#ui/Menu.tsx';
import { Meter } from '#ui/Meter.tsx';
import { toast } from '#ui/toast.ts';

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

/** A download: the bytes received so far, or its error. */
type Download = { document: FiguresDocument; output: FileOutput; bytes: number; error?: unknown };

/** The name of the saved file (R33, R35). */
const fileName = ({ document, output }: Pick<Download, 'document' | 'output'>) => `${document}.${output}`;

/** Downloads a file and saves it; a report has `columns`. `download` is null while none runs. */
function useDownload(params: Params, columns: ReportColumn[]) {
  const [download, setDownload] = useState<Download | null>(null);
  const running = useRef<AbortController | null>(null);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setDownload(null);
  };
  /** Returns whether the file was saved; false if it was cancelled or failed. */
  const start = async (document: FiguresDocument, output: FileOutput): Promise<boolean> => {
    if (running.current) return false;
    const run = new AbortController();
    running.current = run;
    const { signal } = run;
    setDownload({ document, output, bytes: 0 });
    const { interval, ...others } = params;
    const documentParams = document === 'statistics' ? { ...others, interval } : { ...others, columns };
    try {
      const file = await figuresFile(document, documentParams, {
        output,
        signal,
        onReceived: (bytes) => {
          if (!signal.aborted) setDownload({ document, output, bytes });
        },
      });
      if (signal.aborted) return false;
      saveFile(fileName({ document, output }), file);
      cancel();
      return true;
    } catch (error) {
      if (!signal.aborted) setDownload({ document, output, bytes: 0, error });
      running.current = null;
      return false;
    }
  };
  return { download, start, cancel };
}
