import type { SearchAnswer } from '../../contract/search.ts';
import { get } from './http.ts';

/** `search/`: the records of every kind in which all words occur, the first few of each kind. Throws `ApiError`. */
export function searchEverything(search: string, signal: AbortSignal): Promise<SearchAnswer> {
  return get<SearchAnswer>('search/', { search }, { signal });
}
