import type { FileOutput } from '../../contract/figureNames.ts';
import type { StatisticsObjects } from '../../contract/figures.ts';
import { get, type Params } from './http.ts';
import { query } from './query.ts';

/** The two downloads: figures per interval, and one row per request. */
export const documents = ['statistics', 'report'] as const;
/** One of the downloads. */
export type FiguresDocument = (typeof documents)[number];

/** `statistics/`: the figures of each interval and their totals. */
export const statistics = (params: Params) =>
  query<StatisticsObjects>('statistics/', { ...params, output: 'objects' satisfies 'objects' });

/** A file of `statistics/` or `report/`; `onReceived` is called as its bytes arrive. Throws `ApiError`. */
export function figuresFile(
  name: FiguresDocument,
  params: Params,
  { output, ...options }: { output: FileOutput; signal: AbortSignal; onReceived: (bytes: number) => void },
): Promise<Blob> {
  return get<Blob>(`${name}/`, { ...params, output }, { ...options, responseType: 'blob' });
}
