import { beforeEach, describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { keepBackends, type Backends } from './backends.ts';

describe('keeping a few backends open', () => {
  let happened: string[];
  let backends: Backends;
  let failures: number;

  /** A use that lasts until `end` is called. */
  const hold = (id: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { end: resolve, ended: backends.with(id, () => promise) };
  };
  const touch = (id: string) => backends.with(id, async () => undefined);

  beforeEach(() => {
    happened = [];
    failures = 0;
    backends = keepBackends(async (id) => {
      happened.push(`open ${id}`);
      if (failures-- > 0) throw new Error('no room');
      return {
        app: fastify(),
        close: async () => {
          happened.push(`close ${id}`);
        },
      };
    }, 2);
  });

  it('opens one when it is first asked, and once for all who ask at the same time', async () => {
    await Promise.all([touch('a'), touch('a'), touch('a')]);
    await touch('a');
    expect(happened).toEqual(['open a']);
  });

  it('closes the one that was used longest ago to open another', async () => {
    for (const id of ['a', 'b', 'a', 'c']) await touch(id);
    expect(happened).toEqual(['open a', 'open b', 'close b', 'open c']);
    expect(backends.open()).toEqual(['a', 'c']);
  });

  it('never closes one with a call under way: other calls that need room wait', async () => {
    const [a, b] = [hold('a'), hold('b')];
    const waiting = touch('c');
    await touch('a');
    expect(happened).toEqual(['open a', 'open b']);
    b.end();
    await waiting;
    expect(happened).toEqual(['open a', 'open b', 'close b', 'open c']);
    a.end();
    await a.ended;
  });

  it('holds no more than there is room for when everybody asks at once', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(ids.map(touch));
    let most = 0;
    let open = 0;
    for (const event of happened) {
      open += event.startsWith('open') ? 1 : -1;
      most = Math.max(most, open);
    }
    expect(most).toBe(2);
    expect(happened.filter((event) => event.startsWith('open'))).toEqual(ids.map((id) => `open ${id}`));
  });

  it('tries again after a failure, and tells everybody who was waiting', async () => {
    failures = 1;
    const results = await Promise.allSettled([touch('a'), touch('b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await touch('a');
    expect(happened).toEqual(['open a', 'open b', 'open a']);
  });

  it('waits for the calls under way before it closes', async () => {
    const held = hold('a');
    const closing = backends.close();
    await touch('a');
    expect(happened).toEqual(['open a']);
    held.end();
    await closing;
    expect(happened).toEqual(['open a', 'close a']);
    expect(backends.open()).toEqual([]);
  });
});
