import { createElement, type FunctionComponent, type ReactElement } from 'react';
import { loadChunk } from '#lib/loadChunk.ts';
import type { ToastContent } from './toastQueue.ts';

/** The lazily loaded component and queue. */
type ToastArea = { Toasts: FunctionComponent; show: (content: ToastContent) => () => void };

let loading: Promise<ToastArea> | null = null;
let region: ReactElement | null = null;
const followers = new Set<() => void>();

async function load(): Promise<ToastArea> {
  const loaded: ToastArea = await loadChunk(() => import('./Toasts.tsx'));
  region = createElement(loaded.Toasts);
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

/** The toast component once it is loaded; null before. */
export const toastRegion = (): ReactElement | null => region;

/** Calls `follower` when it is loaded. Returns how to stop. */
export function followToasts(follower: () => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/** Loads toasts before the first one is shown. The sign-in page does not load them, because it shows none. */
export function prepareToasts(): void {
  // `toast` tries again.
  area().catch(() => undefined);
}

/** Shows a toast; returns how to close it. Errors, and toasts with an action, stay until they are closed. */
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
