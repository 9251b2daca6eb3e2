import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';
import type { Tone } from './tones.ts';

/** A short message at the top of the page. What must not be missed belongs into a `Banner` or beside its field. */
export type ToastContent = {
  title: string;
  description?: string;
  tone?: Tone;
  /** One thing that can be done about it. */
  action?: { label: string; onAction: () => void };
};

/** How long a toast stays, in milliseconds; the clock stands while it is pointed at or has the focus. */
const stay = 6000;

/** The toasts that wait and that are shown. Only `Toasts` draws it. */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 });

/** Puts a toast into the queue; answers how to take it away again. */
export function show(content: ToastContent): () => void {
  const stays = content.tone === 'danger' || content.action !== undefined;
  const shown = toastQueue.visibleToasts.find(
    ({ content: other }) => other.title === content.title && other.description === content.description,
  );
  // The same news twice is one piece of news, told anew.
  if (shown) toastQueue.close(shown.key);
  const key = toastQueue.add(content, stays ? undefined : { timeout: stay });
  return () => toastQueue.close(key);
}
