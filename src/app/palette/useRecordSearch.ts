import { useEffect, useState } from 'react';
import type { SearchAnswer } from '../../../contract/search.ts';
import { searchEverything } from '#api/search.ts';

/** Debounce in milliseconds, and the minimum length of a search. */
const pause = 200;
const fewest = 2;

const nothing: SearchAnswer['groups'] = [];

/**
 * Searches records for a text, debounced; a new search aborts the one before. Earlier results stay until the next answer.
 * `hasFailed`: the last search failed.
 */
export function useRecordSearch(text: string) {
  const [found, setFound] = useState<{ text: string; groups: SearchAnswer['groups']; hasFailed: boolean }>({
    text: '',
    groups: nothing,
    hasFailed: false,
  });
  const asked = text.trim().slice(0, 100);
  const isAsking = asked.length >= fewest;
  useEffect(() => {
    if (!isAsking) return undefined;
    const search = new AbortController();
    const timer = setTimeout(() => {
      searchEverything(asked, search.signal).then(
        ({ groups }) => setFound({ text: asked, groups, hasFailed: false }),
        () => {
          if (!search.signal.aborted) setFound({ text: asked, groups: nothing, hasFailed: true });
        },
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [asked, isAsking]);
  if (!isAsking) return { groups: nothing, hasFailed: false, isBusy: false };
  return { groups: found.groups, hasFailed: found.hasFailed, isBusy: found.text !== asked };
}
