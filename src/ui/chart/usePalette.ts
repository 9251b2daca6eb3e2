import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-palette'] });
  return () => observer.disconnect();
}

const paletteNow = () => document.documentElement.dataset['palette'] ?? '';

/** The palette that the page is drawn in: for what has to be told its colours. */
export function usePalette(): string {
  return useSyncExternalStore(subscribe, paletteNow);
}
