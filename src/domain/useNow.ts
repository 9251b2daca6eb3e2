import { useSyncExternalStore } from 'react';

const second = 1000;

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, second);
  return () => clearInterval(timer);
}

const thisSecond = () => Math.floor(Date.now() / second) * second;

/** The current second, in milliseconds since 1970; re-renders every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, thisSecond);
}
