import { useRef, useState } from 'react';
import type { FileOutput, ReportColumn } from '../../../contract/figureNames.ts';
import type { Params } from '#api/http.ts';
import { figuresFile, type FiguresDocument } from '#api/statistics.ts';
import { saveFile } from '#lib/saveFile.ts';

/** A download: the bytes received so far, or its error. */
export type Download = { document: FiguresDocument; output: FileOutput; bytes: number; error?: unknown };

/** The name of the saved file (R33, R35). */
export const fileName = ({ document, output }: Pick<Download, 'document' | 'output'>) => `${document}.${output}`;

/** Downloads a file and saves it; a report has `columns`. `download` is null while none runs. */
export function useDownload(params: Params, columns: ReportColumn[]) {
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
