import { useSyncExternalStore } from 'react';

const minute = 60_000;

function subscribe(changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        changed();
        wait();
      },
      minute - (Date.now() % minute),
    );
  };
  wait();
  return () => clearTimeout(timer);
}

const thisMinute = () => Math.floor(Date.now() / minute) * minute;

/** The current minute (ISO 8601), updated when the wall clock changes. */
export function useMinute(): string {
  return new Date(useSyncExternalStore(subscribe, thisMinute)).toISOString();
}
