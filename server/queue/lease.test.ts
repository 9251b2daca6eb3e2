import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { nextAttempt, startHeartbeat } from './lease.ts';

const now = new Date('2024-05-01T10:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('retries', () => {
  const retries = { first: 5_000, longest: 30_000 };

  it('follow pauses that double up to the longest', () => {
    const pauses = [1, 2, 3, 4, 5].map((tries) => nextAttempt(retries, { tries, now }));
    expect(pauses).toEqual([5, 10, 20, 30, 30].map(later));
  });

  it('end after the maximum number of attempts', () => {
    expect(nextAttempt({ ...retries, maxAttempts: 3 }, { tries: 2, now })).toEqual(later(10));
    expect(nextAttempt({ ...retries, maxAttempts: 3 }, { tries: 3, now })).toBeNull();
  });

  it('end when the next attempt would be too late', () => {
    expect(nextAttempt(retries, { tries: 1, now, until: later(6) })).toEqual(later(5));
    expect(nextAttempt(retries, { tries: 1, now, until: later(5) })).toBeNull();
  });
});

describe('a heartbeat', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('renews the lease until it is stopped', async () => {
    const renew = jest.fn(async () => true);
    const { lost, stop } = startHeartbeat(1000, renew, () => undefined);
    await jest.advanceTimersByTimeAsync(3500);
    expect(renew).toHaveBeenCalledTimes(3);
    stop();
    await jest.advanceTimersByTimeAsync(3500);
    expect(renew).toHaveBeenCalledTimes(3);
    expect(lost.aborted).toBe(false);
  });

  it('reports a lost lease', async () => {
    const { lost, stop } = startHeartbeat(
      1000,
      async () => false,
      () => undefined,
    );
    await jest.advanceTimersByTimeAsync(1000);
    expect(lost.aborted).toBe(true);
    stop();
  });

  it('continues after a failure, which it reports', async () => {
    const failure = new Error('no database');
    const errors: unknown[] = [];
    const { lost, stop } = startHeartbeat(
      1000,
      () => Promise.reject(failure),
      (error) => errors.push(error),
    );
    await jest.advanceTimersByTimeAsync(2000);
    expect(errors).toEqual([failure, failure]);
    expect(lost.aborted).toBe(false);
    stop();
  });
});
