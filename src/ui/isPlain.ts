import type { MouseEvent } from 'react';

/** Whether a click opens the link in this tab; otherwise the browser handles it. */
export function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}
