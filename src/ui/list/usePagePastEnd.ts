import { useEffect } from 'react';

/**
 * Leads from a page past the end, as after its last records were deleted or of an old link, to the last page. Returns whether the page
 * is past the end.
 * @param answer undefined while loading
 * @param change writes the page into the address
 */
export function usePagePastEnd(
  answer: { count: number; results: readonly unknown[] } | undefined,
  { page, pageSize }: { page: number; pageSize: number },
  change: (changes: { page: string }, options: { replace: boolean }) => void,
): boolean {
  const isPastEnd = answer !== undefined && answer.count > 0 && answer.results.length === 0;
  const last = isPastEnd ? Math.ceil(answer.count / pageSize) : null;
  useEffect(() => {
    if (last !== null && page > last) change({ page: String(last) }, { replace: true });
  }, [last, page, change]);
  return isPastEnd;
}
