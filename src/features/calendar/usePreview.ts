import { usePostedQuery } from '#api/usePostedQuery.ts';
import { type Previewed, readPreview } from './previews.ts';

/** Debounce of the preview, in milliseconds. */
const debounceDelay = 300;

/** The preview of a draft or a change, refetched as it changes; nothing for null. */
export function usePreview(previewed: Previewed | null) {
  const { answer, error, isWaiting } = usePostedQuery(previewed, readPreview, debounceDelay);
  return { days: error === null ? answer : null, error, isWaiting };
}
