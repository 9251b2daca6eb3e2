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

/** The minute that it is (ISO 8601), as a clock on the wall shows it. */
export function useMinute(): string {
  return new Date(useSyncExternalStore(subscribe, thisMinute)).toISOString();
}
