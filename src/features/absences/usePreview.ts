import type { AbsenceDraft } from '../../../contract/absences.ts';
import { absences } from '#api/absences.ts';
import { usePostedQuery } from '#api/usePostedQuery.ts';

/** Debounce of the preview while somebody types, in milliseconds. */
const debounceDelay = 300;

/** What the absence of a draft takes away, read again as the draft changes; nothing for null. */
export function usePreview(draft: AbsenceDraft | null) {
  const { answer, error, isWaiting, again } = usePostedQuery(draft, absences.preview, debounceDelay);
  return { preview: isWaiting || error !== null ? null : answer, error, again };
}
