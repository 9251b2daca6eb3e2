import { jest } from '@jest/globals';
import { getDefaultStore } from 'jotai';
import { flushSync } from 'react-dom';
import { isStreamOpenAtom } from '../../src/api/sharedEvents.ts';

/** SWR makes a read once in this time, in milliseconds. */
const dedupingTime = 2_100;

/** Closes the stream of changes of a page, and lets the time pass until the page polls: `every` milliseconds. */
export async function pollOnce(every: number): Promise<void> {
  await new Promise((wait) => setTimeout(wait, dedupingTime));
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
      ...(['setInterval', 'clearInterval', 'requestAnimationFrame', 'cancelAnimationFrame'] as const),
      ...(['requestIdleCallback', 'cancelIdleCallback'] as const),
    ],
  });
  try {
    flushSync(() => getDefaultStore().set(isStreamOpenAtom, false));
    jest.advanceTimersByTime(every);
  } finally {
    jest.useRealTimers();
  }
}
