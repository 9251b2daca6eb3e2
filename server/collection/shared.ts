import { outsideCalls } from '../callContext.ts';

/**
 * Lets callers share a computation. A caller who asks while it runs waits, and gets the result of the next run. That run begins after the
 * caller has asked, so its result is not older than the question. All waiting callers share one next run.
 */
export function shared<Result>(compute: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  let next: Promise<Result> | null = null;
  const run = () => {
    running = outsideCalls(compute).finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (next || !running) return next ?? run();
    const afterwards = () => {
      next = null;
      return run();
    };
    next = running.then(afterwards, afterwards);
    return next;
  };
}
