import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/db/database.ts';
import { randomId } from '../../server/randomId.ts';

const person = (first_name: string) => ({
  id: randomId(),
  email: `${randomId()}@testland.example`,
  first_name,
  last_name: 'Jónsdóttir',
  role: 'deaf' as const,
  created: new Date(),
});

describe('the folder of the embedded database', () => {
  it('keeps its data, and admits one process at a time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signboard-data-'));
    const first = await openDatabase({ folder });
    await first.migrate();
    await first.db.insertInto('users').values(person('Eyrún')).execute();
    await expect(openDatabase({ folder })).rejects.toThrow(`is in use by process ${process.pid}`);
    await first.close();
    // A stale lock of a killed process is ignored.
    writeFileSync(join(folder, 'lock'), '4194305');
    const second = await openDatabase({ folder });
    expect(await second.migrate()).toEqual([]);
    expect(await second.db.selectFrom('users').select('first_name').execute()).toEqual([{ first_name: 'Eyrún' }]);
    await second.close();
    rmSync(folder, { recursive: true });
  });

  it('is initialised from the cached cluster, migrated and empty', async () => {
    const root = mkdtempSync(join(tmpdir(), 'signboard-data-'));
    const templates = join(root, 'templates');
    const names = ['first', 'second'];
    for (const name of names) {
      const database = await openDatabase({ folder: join(root, name), templates });
      expect(await database.migrate()).toEqual([]);
      expect(await database.db.selectFrom('users').select('first_name').execute()).toEqual([]);
      await database.db.insertInto('users').values(person(name)).execute();
      await database.close();
    }
    expect(readdirSync(templates)).toHaveLength(1);
    for (const name of names) {
      const database = await openDatabase({ folder: join(root, name), templates });
      expect(await database.db.selectFrom('users').select('first_name').execute()).toEqual([{ first_name: name }]);
      await database.close();
    }
    rmSync(root, { recursive: true });
  });
});
