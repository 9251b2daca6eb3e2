import { outsideCalls } from '../callContext.ts';

/**
 * A computation that callers share. Whoever asks while it runs gets the result of the next run, which begins after they asked: nobody gets
 * an older state, and there are never more than two runs for any number of callers at once.
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
