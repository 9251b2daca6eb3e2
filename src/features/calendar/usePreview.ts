import { useEffect, useState } from 'react';
import type { SchedulePreview } from '../../../contract/schedules.ts';
import { ApiError } from '#api/problem.ts';
import { type Previewed, readPreview } from './previews.ts';

/** Debounce of the preview, in milliseconds. */
const pause = 300;

type Preview = { query: string; days: SchedulePreview | null; error: unknown };

/** The preview of a draft or a change, refetched as it changes; nothing for null. */
export function usePreview(wanted: Previewed | null) {
  const [found, setFound] = useState<Preview | null>(null);
  const asked = wanted ? JSON.stringify(wanted) : '';
  useEffect(() => {
    if (!asked) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const days = await readPreview(JSON.parse(asked) as Previewed, abort.signal);
        setFound({ query: asked, days, error: null });
      } catch (error) {
        if (error instanceof ApiError) setFound({ query: asked, days: null, error });
      }
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked]);
  if (!asked || !found) return { days: null, error: null, isWaiting: asked !== '' };
  return { days: found.days, error: found.query === asked ? found.error : null, isWaiting: found.query !== asked };
}
