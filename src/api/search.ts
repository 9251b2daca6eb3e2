import type { SearchAnswer } from '../../contract/search.ts';
import { get } from './http.ts';

/** `search/`: the first few records of each kind that contain all words. Throws `ApiError`. */
export function searchEverything(search: string, signal: AbortSignal): Promise<SearchAnswer> {
  return get<SearchAnswer>('search/', { search }, { signal });
}
