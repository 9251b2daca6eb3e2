import { atom, getDefaultStore } from 'jotai';

/** Whether calls get through: the browser says that it is offline, or answers fail to arrive. */
export const connectionAtom = atom<'online' | 'offline' | 'unreachable'>('online');

const store = getDefaultStore();

/** How often the network has gone. */
let losses = 0;

/** Follows what the browser knows of the network. Answers how to stop. */
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
 * To be told of a call before it is sent. Answers how to note whether an answer came: any means that the backend is there, none
 * that it is not. One that was on its way when the network went says nothing of it.
 */
export function expectAnswer(): (arrived: boolean) => void {
  const before = losses;
  return (arrived) => {
    const failing = navigator.onLine ? 'unreachable' : 'offline';
    if (!arrived) store.set(connectionAtom, failing);
    else if (losses === before) store.set(connectionAtom, 'online');
  };
}
