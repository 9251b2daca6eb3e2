import { atom, getDefaultStore } from 'jotai';

/** `offline`: the browser reports no network. `unreachable`: calls get no answer. */
export const connectionAtom = atom<'online' | 'offline' | 'unreachable'>('online');

const store = getDefaultStore();

/** How often the browser has gone offline. */
let losses = 0;

/** Follows the browser's online state. Returns how to stop. */
export function followConnection(): () => void {
  const look = () => {
    if (!navigator.onLine) losses += 1;
    store.set(connectionAtom, navigator.onLine ? 'online' : 'offline');
  };
  look();
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  return () => {
    window.removeEventListener('online', look);
    window.removeEventListener('offline', look);
  };
}

/**
 * Call before each request; call the result with whether an answer arrived. Any answer means that the backend is reachable; no
 * answer to a request that was under way when the network was lost proves nothing.
 */
export function expectAnswer(): (arrived: boolean) => void {
  const before = losses;
  return (arrived) => {
    const failing = navigator.onLine ? 'unreachable' : 'offline';
    if (!arrived) store.set(connectionAtom, failing);
    else if (losses === before) store.set(connectionAtom, 'online');
  };
}
