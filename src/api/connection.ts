import { atom, getDefaultStore } from 'jotai';

/** Whether calls get through: the browser says that it is offline, or answers fail to arrive. */
export const connectionAtom = atom<'online' | 'offline' | 'unreachable'>('online');

const store = getDefaultStore();

/** Follows what the browser knows of the network. Answers how to stop. */
export function followConnection(): () => void {
  const look = () => store.set(connectionAtom, navigator.onLine ? 'online' : 'offline');
  look();
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  return () => {
    window.removeEventListener('online', look);
    window.removeEventListener('offline', look);
  };
}

/** Notes how a call went: any answer means that the backend is there; none, that it is not. */
export function noteAnswer(arrived: boolean): void {
  const failing = navigator.onLine ? 'unreachable' : 'offline';
  store.set(connectionAtom, arrived ? 'online' : failing);
}
