import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyDatabase } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { importsOf } from '../support/imports.ts';
import { manyPeople, peopleFile } from '../support/manyPeople.ts';

describe.each(anyDatabase)('an import of 20,000 people, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);

  it('names each of 300 errors and writes nothing, then writes the others while it answers other calls, and undoes it', async () => {
    const app = await backend.app();
    await app.ready();
    const imports = importsOf(app, await backend.signedIn());
    const count = async () => (await imports.calls.get('/users/?page_size=1')).json().count as number;
    const before = await count();
    let answered = 0;
    const over = new AbortController();
    const others = (async () => {
      while (!over.signal.aborted) {
        await imports.calls.get('/contacts/');
        answered += 1;
        await sleep(100);
      }
    })();

    const { id, counts } = await imports.checked('users', peopleFile());
    const good = manyPeople.rows - manyPeople.wrong;
    expect(counts).toEqual({ new: good, changed: 0, unchanged: 0, refused: manyPeople.wrong });
    const named = new Set<number>();
    for (let page = 1; page <= manyPeople.wrong / 100; page += 1)
      for (const { number, issues } of await imports.rows(id, `&result[]=refused&page=${page}`)) {
        expect(issues).not.toEqual([]);
        named.add(number);
      }
    expect(named.size).toBe(manyPeople.wrong);
    expect(await count()).toBe(before);

    const answeredBefore = answered;
    expect(await imports.write(id, { only_good: true })).toMatchObject({ state: 'written', error: null });
    expect(answered).toBeGreaterThan(answeredBefore);
    over.abort();
    await others;

    expect(await imports.undo(id)).toMatchObject({ state: 'undone', left: 0 });
    expect(await count()).toBe(before);
  });
});
