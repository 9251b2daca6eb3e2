import { useSyncExternalStore } from 'react';

const paper: { since: string | null } = { since: null };
const followers = new Set<() => void>();

function turn(since: string | null): void {
  paper.since = since;
  for (const follow of followers) follow();
}

const before = () => turn(new Date().toISOString());
const after = () => turn(null);

function subscribe(follow: () => void): () => void {
  if (followers.size === 0) {
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
  }
  followers.add(follow);
  return () => {
    followers.delete(follow);
    if (followers.size > 0) return;
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
  };
}

/** The time of printing (ISO 8601) while the page is being printed; null otherwise. */
export function usePrintedAt(): string | null {
  return useSyncExternalStore(subscribe, () => paper.since);
}

/** Whether the page is being printed. Renders synchronously before printing, for what CSS alone cannot express. */
export function useOnPaper(): boolean {
  return usePrintedAt() !== null;
}
