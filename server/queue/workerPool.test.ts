import { describe, expect, it } from '@jest/globals';
import { createWorkerPool } from './workerPool.ts';

/** Pending work, and running work, which the test ends one by one. */
function workshop(most: number) {
  const due: string[] = [];
  const reported: string[] = [];
  const underWay = new Map<string, PromiseWithResolvers<void>>();
  let failure: Error | null = null;
  const places = createWorkerPool<string>(most, {
    take: async (free) => {
      if (failure) throw failure;
      return due.splice(0, free);
    },
    perform: (work) => {
      const working = Promise.withResolvers<void>();
      underWay.set(work, working);
      return working.promise;
    },
    onError: (error, work) => reported.push(`${work}: ${error instanceof Error ? error.message : ''}`),
  });
  return {
    ...places,
    due,
    reported,
    running: () => [...underWay.keys()],
    fail: (error: Error | null) => {
      failure = error;
    },
    /** Ends running work, and waits for the consequences. */
    end: async (work: string, error?: Error) => {
      const working = underWay.get(work);
      underWay.delete(work);
      if (error) working?.reject(error);
      else working?.resolve();
      await new Promise(setImmediate);
    },
  };
}

describe('a worker pool', () => {
  it('starts what is due, and refills free slots', async () => {
    const shop = workshop(2);
    shop.due.push('one', 'two', 'three');
    await shop.fill();
    expect(shop.running()).toEqual(['one', 'two']);
    await shop.end('two');
    expect(shop.running()).toEqual(['one', 'three']);
  });

  it('continues after a failure, which it reports', async () => {
    const shop = workshop(1);
    shop.due.push('one', 'two');
    await shop.fill();
    await shop.end('one', new Error('broken'));
    expect(shop.reported).toEqual(['one: broken']);
    expect(shop.running()).toEqual(['two']);
  });

  it('starts work that arrives during filling', async () => {
    const shop = workshop(2);
    const filling = shop.fill();
    shop.due.push('one');
    await Promise.all([filling, shop.fill()]);
    expect(shop.running()).toEqual(['one']);
  });

  it('is drained when nothing is due and nothing is running', async () => {
    const shop = workshop(1);
    shop.due.push('one', 'two');
    let isDrained = false;
    const draining = shop.drain().then(() => {
      isDrained = true;
    });
    await new Promise(setImmediate);
    await shop.end('one');
    expect(isDrained).toBe(false);
    await shop.end('two');
    await draining;
    expect(isDrained).toBe(true);
  });

  it('reports that claiming failed, and can be filled afterwards', async () => {
    const shop = workshop(1);
    shop.due.push('one');
    shop.fail(new Error('no database'));
    await expect(shop.fill()).rejects.toThrow('no database');
    shop.fail(null);
    await shop.fill();
    expect(shop.running()).toEqual(['one']);
  });

  it('claims no more work once stopped, and waits for running work', async () => {
    const shop = workshop(1);
    shop.due.push('one', 'two');
    await shop.fill();
    const stopping = shop.stop();
    await shop.end('one');
    await stopping;
    await shop.fill();
    expect(shop.running()).toEqual([]);
    expect(shop.due).toEqual(['two']);
  });
});
