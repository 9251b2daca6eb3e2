import type { FileOutput } from '../../contract/figureNames.ts';
import type { StatisticsObjects } from '../../contract/figures.ts';
import { get, type Params } from './http.ts';
import { query } from './query.ts';

/** The two files there are: figures per interval, and every request with a row of its own. */
export const documents = ['statistics', 'report'] as const;
/** What a file is of. */
export type FiguresDocument = (typeof documents)[number];

/** `statistics/`: the figures of each interval and of all together. */
export const statistics = (params: Params) =>
  query<StatisticsObjects>('statistics/', { ...params, output: 'objects' satisfies 'objects' });

/** A file of `statistics/` or `report/`, whose bytes are told as they arrive. Throws `ApiError`. */
export function figuresFile(
  name: FiguresDocument,
  params: Params,
  { output, ...options }: { output: FileOutput; signal: AbortSignal; onReceived: (bytes: number) => void },
): Promise<Blob> {
  return get<Blob>(`${name}/`, { ...params, output }, { ...options, responseType: 'blob' });
}
