import { createElement, type FunctionComponent, type ReactElement } from 'react';
import { loadChunk } from '#lib/loadChunk.ts';
import type { ToastContent } from './toastQueue.ts';

/** What draws toasts, and what queues them. */
type ToastArea = { Toasts: FunctionComponent; show: (content: ToastContent) => () => void };

let loading: Promise<ToastArea> | null = null;
let drawn: ReactElement | null = null;
const followers = new Set<() => void>();

async function load(): Promise<ToastArea> {
  const loaded: ToastArea = await loadChunk(() => import('./Toasts.tsx'));
  drawn = createElement(loaded.Toasts);
  for (const follower of followers) follower();
  return loaded;
}

function area(): Promise<ToastArea> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** What draws toasts, once it is loaded; null before. */
export const toastRegion = (): ReactElement | null => drawn;

/** Tells when they are. Answers how to stop. */
export function followToasts(follower: () => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/** Loads what toasts need before the first one is shown. It is no part of the sign-in page, which shows none. */
export function prepareToasts(): void {
  // Whoever shows a toast tries again.
  area().catch(() => undefined);
}

/** Shows a toast; answers how to take it away again. One that says that something failed, or offers an act, stays. */
export function toast(content: ToastContent): () => void {
  let isTakenBack = false;
  let close: (() => void) | null = null;
  area().then(
    ({ show }) => {
      if (!isTakenBack) close = show(content);
    },
    (error: unknown) => console.error(error),
  );
  return () => {
    isTakenBack = true;
    close?.();
  };
}
