import { describe, expect, test } from '@jest/globals';
import { currentCall, withinCall } from '../callContext.ts';
import { shared } from './shared.ts';

/** A computation whose runs end when the test says so, with the number of the run. */
function heldComputation() {
  const runs: { end: () => void; fail: () => void }[] = [];
  const ask = shared(
    () =>
      new Promise<number>((resolve, reject) => {
        const run = runs.length + 1;
        runs.push({ end: () => resolve(run), fail: () => reject(new Error(`run ${run}`)) });
      }),
  );
  const turn = () => new Promise((done) => setImmediate(done));
  return { runs, ask, turn };
}

describe('A shared computation', () => {
  test('gives everybody who asks while it runs the result of one further run', async () => {
    const { runs, ask, turn } = heldComputation();
    const first = ask();
    const others = [ask(), ask(), ask()];
    runs[0]?.end();
    await turn();
    runs[1]?.end();
    await expect(first).resolves.toBe(1);
    await expect(Promise.all(others)).resolves.toEqual([2, 2, 2]);
    expect(runs).toHaveLength(2);
  });

  test('runs again for those who waited for a run that has failed', async () => {
    const { runs, ask, turn } = heldComputation();
    const first = ask();
    const second = ask();
    runs[0]?.fail();
    await expect(first).rejects.toThrow('run 1');
    await turn();
    runs[1]?.end();
    await expect(second).resolves.toBe(2);
  });

  test('runs again for whoever asks after its end', async () => {
    const { runs, ask } = heldComputation();
    const first = ask();
    runs[0]?.end();
    await expect(first).resolves.toBe(1);
    const second = ask();
    runs[1]?.end();
    await expect(second).resolves.toBe(2);
  });

  test('belongs to none of the calls that ask, so it does not read from a replica that lacks what one of them wrote', async () => {
    const ask = shared(async () => currentCall());
    const call = { id: '1', route: 'GET /reservations/work/', span: null, limits: new Map(), mayUseReplica: true };
    await expect(withinCall(call, () => Promise.all([ask(), ask()]))).resolves.toEqual([undefined, undefined]);
  });
});
