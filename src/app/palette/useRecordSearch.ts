import { useEffect, useState } from 'react';
import type { SearchAnswer } from '../../../contract/search.ts';
import { searchEverything } from '#api/search.ts';

/** Debounce in milliseconds, and the minimum length of a search. */
const debounceDelay = 200;
const minLength = 2;

const nothing: SearchAnswer['groups'] = [];

/**
 * Searches records for a text, debounced; a new search aborts the one before. Earlier results stay until the next answer.
 * `hasFailed`: the last search failed.
 */
export function useRecordSearch(text: string) {
  const [result, setResult] = useState<{ text: string; groups: SearchAnswer['groups']; hasFailed: boolean }>({
    text: '',
    groups: nothing,
    hasFailed: false,
  });
  const query = text.trim().slice(0, 100);
  const isSearching = query.length >= minLength;
  useEffect(() => {
    if (!isSearching) return undefined;
    const search = new AbortController();
    const timer = setTimeout(() => {
      searchEverything(query, search.signal).then(
        ({ groups }) => setResult({ text: query, groups, hasFailed: false }),
        () => {
          if (!search.signal.aborted) setResult({ text: query, groups: nothing, hasFailed: true });
        },
      );
    }, debounceDelay);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [query, isSearching]);
  if (!isSearching) return { groups: nothing, hasFailed: false, isBusy: false };
  return { groups: result.groups, hasFailed: result.hasFailed, isBusy: result.text !== query };
}
