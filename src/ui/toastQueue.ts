import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';
import type { Tone } from './tones.ts';

/** A short message at the top of the page. Important messages belong in a `Banner` or beside their field. */
export type ToastContent = {
  title: string;
  description?: string;
  tone?: Tone;
  /** An action that the toast offers. */
  action?: { label: string; onAction: () => void };
  /** How long the action is possible, in milliseconds; then the toast closes. */
  stays?: number;
};

/** How long a toast stays, in milliseconds; hover and focus pause the timer. */
const stay = 6000;

/** The waiting and the visible toasts. Only `Toasts` renders them. */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 });

/** Adds a toast to the queue; returns how to close it. */
export function show(content: ToastContent): () => void {
  const remains = content.tone === 'danger' || (content.action !== undefined && content.stays === undefined);
  const shown = toastQueue.visibleToasts.find(
    ({ content: other }) => other.title === content.title && other.description === content.description,
  );
  // A repeated message replaces the earlier one.
  if (shown) toastQueue.close(shown.key);
  const key = toastQueue.add(content, remains ? undefined : { timeout: content.stays ?? stay });
  return () => toastQueue.close(key);
}
