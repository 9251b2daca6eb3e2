import { useEffect, useState } from 'react';
import type { SearchAnswer } from '../../../contract/search.ts';
import { searchEverything } from '#api/search.ts';

/** How long typing pauses before a search begins, in milliseconds; and the fewest letters of one. */
const pause = 200;
const fewest = 2;

const nothing: SearchAnswer['groups'] = [];

/**
 * The records that are found by a text: a moment after the last letter, each search ending the one before. What was
 * found last stays until the next answer. `hasFailed`: the last search did not succeed.
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
