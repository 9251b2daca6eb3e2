import { useEffect, useState } from 'react';
import type { SchedulePreview } from '../../../contract/schedules.ts';
import { ApiError } from '#api/problem.ts';
import { type Previewed, readPreview } from './previews.ts';

/** Debounce of the preview, in milliseconds. */
const debounceDelay = 300;

type Preview = { query: string; days: SchedulePreview | null; error: unknown };

/** The preview of a draft or a change, refetched as it changes; nothing for null. */
export function usePreview(previewed: Previewed | null) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const query = previewed ? JSON.stringify(previewed) : '';
  useEffect(() => {
    if (!query) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const days = await readPreview(JSON.parse(query) as Previewed, abort.signal);
        setPreview({ query: query, days, error: null });
      } catch (error) {
        if (error instanceof ApiError) setPreview({ query: query, days: null, error });
      }
    }, debounceDelay);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  if (!query || !preview) return { days: null, error: null, isWaiting: query !== '' };
  return {
    days: preview.days,
    error: preview.query === query ? preview.error : null,
    isWaiting: preview.query !== query,
  };
}
