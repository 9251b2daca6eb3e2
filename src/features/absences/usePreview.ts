import { useEffect, useState } from 'react';
import type { AbsenceDraft, AbsencePreview } from '../../../contract/absences.ts';
import { absences } from '#api/absences.ts';
import { ApiError } from '#api/problem.ts';

/** Debounce of the preview while somebody types, in milliseconds. */
const debounceDelay = 300;

type Answer = { query: string; preview: AbsencePreview | null; error: unknown };

/** What the absence of a draft takes away, read again as the draft changes; nothing for null. */
export function usePreview(draft: AbsenceDraft | null) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const query = draft ? JSON.stringify({ draft, attempt }) : '';
  useEffect(() => {
    if (!query) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const asked = JSON.parse(query) as { draft: AbsenceDraft };
        setAnswer({ query, preview: await absences.preview(asked.draft, abort.signal), error: null });
      } catch (error) {
        if (error instanceof ApiError) setAnswer({ query, preview: null, error });
      }
    }, debounceDelay);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  const isCurrent = query !== '' && answer?.query === query;
  return {
    preview: isCurrent ? answer.preview : null,
    error: isCurrent ? answer.error : null,
    again: () => setAttempt((before) => before + 1),
  };
}
