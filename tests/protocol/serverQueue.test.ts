import { describe, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import { claimDue } from '../../server/queue/lease.ts';
import { databaseKinds, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';

const later = (seconds: number) => new Date(testStart.getTime() + seconds * 1000);

describe.each(databaseKinds)('a leased queue, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const addTasks = async (...tasks: [subject_id: string, due: Date][]) => {
    const values = tasks.map(([subject_id, due]) => ({ kind: 'a_kind', subject_id, due }));
    await backend.database.db.insertInto('tasks').values(values).execute();
  };
  const claim = async (now: Date, most: number, db: Kysely<Tables> = backend.database.db) => {
    const rows = await claimDue(db, 'tasks', {
      now,
      until: new Date(now.getTime() + 10_000),
      most,
      columns: ['subject_id', 'tries'],
      only: sql`kind = 'a_kind' and state in ('waiting', 'running')`,
    });
    return rows.map(({ subject_id, tries }) => `${subject_id} ${tries}`).toSorted();
  };

  it('returns what has been due longest, and nothing that is not due', async () => {
    await addTasks(['third', later(-1)], ['first', later(-3)], ['second', later(-2)], ['later', later(1)]);
    expect(await claim(testStart, 2)).toEqual(['first 1', 'second 1']);
    expect(await claim(testStart, 2)).toEqual(['third 1']);
    expect(await claim(testStart, 2)).toEqual([]);
  });

  it('gives each item to one of several concurrent claims', async () => {
    await addTasks(...Array.from({ length: 20 }, (_, index): [string, Date] => [`task ${index}`, testStart]));
    const claimed = await Promise.all(Array.from({ length: 10 }, () => claim(testStart, 4)));
    expect(claimed.flat()).toHaveLength(20);
    expect(new Set(claimed.flat()).size).toBe(20);
  });

  it('claims no more than it returns, also where the database joins row by row', async () => {
    await addTasks(['first', later(-3)], ['second', later(-2)], ['third', later(-1)]);
    const claimed = await backend.database.db.transaction().execute(async (trx) => {
      for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize'])
        await sql.raw(`set local enable_${way} = off`).execute(trx);
      return claim(testStart, 1, trx);
    });
    expect(claimed).toEqual(['first 1']);
    expect(await claim(testStart, 3)).toEqual(['second 1', 'third 1']);
  });

  it('returns items again when their lease has ended, and counts the attempts', async () => {
    await addTasks(['one', testStart]);
    expect(await claim(testStart, 1)).toEqual(['one 1']);
    expect(await claim(later(9), 1)).toEqual([]);
    expect(await claim(later(10), 1)).toEqual(['one 2']);
  });
});
