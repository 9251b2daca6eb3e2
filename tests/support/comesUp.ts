import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a server that was started is there. False: it has ended before. */
export async function comesUp(isThere: () => Promise<boolean>, isOver: () => boolean): Promise<boolean> {
  while (!isOver()) {
    if (await isThere()) return true;
    await sleep(50);
  }
  return false;
}

/** Whether a process has ended, by itself or by a signal. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Whether anything answers at an address. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
