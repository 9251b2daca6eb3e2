import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openDatabase, type Database } from '../../server/db/database.ts';
import { pendingMigrations } from '../../server/db/migrations.ts';
import { randomId } from '../../server/randomId.ts';
import { databaseKinds } from '../support/backend.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';

/** The names of all migrations, in order. */
const allMigrations = pendingMigrations([]).map(({ name }) => name);

const person = (values: object = {}) => ({
  id: randomId(),
  email: `${randomId()}@testland.example`,
  first_name: 'Anna',
  last_name: 'Jónsdóttir',
  role: 'deaf' as const,
  created: new Date(),
  ...values,
});

describe.each(databaseKinds)('the schema, on the %s database', (kind) => {
  let drop: () => Promise<void> = async () => undefined;
  let database: Database;
  beforeAll(async () => {
    const shared = kind === 'postgres' ? await createShared({ migrated: false }) : null;
    if (shared) drop = shared.drop;
    database = await openDatabase(shared ? { url: shared.url } : { memory: true });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  it('is created once, and unchanged the next time', async () => {
    expect(await database.migrate()).toEqual(allMigrations);
    expect(await database.migrate()).toEqual([]);
  });

  it('accepts the database of a newer release that took nothing away, and refuses one that did', async () => {
    await sql`insert into schema_migrations (name, sha256, runs_previous) values ('998_wider', 'x', true)`.execute(
      database.db,
    );
    expect(await database.migrate()).toEqual([]);
    await sql`update schema_migrations set runs_previous = false where name = '998_wider'`.execute(database.db);
    await expect(database.migrate()).rejects.toThrow('migration 998_wider, which this release cannot run on');
    await sql`delete from schema_migrations where name = '998_wider'`.execute(database.db);
  });

  it('records of every migration whether the release before it can run on it', async () => {
    const { rows } = await sql<{ name: string; runs_previous: boolean }>`
      select name, runs_previous from schema_migrations where name in ('003_people', '006_partners') order by name`.execute(
      database.db,
    );
    expect(rows).toEqual([
      { name: '003_people', runs_previous: true },
      { name: '006_partners', runs_previous: false },
    ]);
  });

  it.each([
    ['an e-mail in capitals', { email: 'Anna@testland.example' }],
    ['a personal number that is not four digits', { personal_number_last4: '12a4' }],
    ['a reason without a suspension', { suspension_reason: 'Rest' }],
    ['an invalid id', { id: 'anna' }],
  ])('refuses %s', async (_, values) => {
    await expect(database.db.insertInto('users').values(person(values)).execute()).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('refuses an e-mail that is in use', async () => {
    const first = person();
    await database.db.insertInto('users').values(first).execute();
    await expect(
      database.db
        .insertInto('users')
        .values(person({ email: first.email }))
        .execute(),
    ).rejects.toMatchObject({ code: '23505' });
  });

  it('returns numbers as numbers and instants as instants', async () => {
    const { rows } = await sql`select count(*) as count, '2024-05-01'::date as day, now() as moment from users`.execute(
      database.db,
    );
    expect(rows).toEqual([{ count: expect.any(Number), day: '2024-05-01', moment: expect.any(Date) }]);
  });
});

(hasPostgres ? describe : describe.skip)('two concurrently starting processes', () => {
  it('create the schema once', async () => {
    const { url, drop } = await createShared({ migrated: false });
    const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url })));
    const applied = await Promise.all(databases.map((database) => database.migrate()));
    expect(applied.flat()).toEqual(allMigrations);
    await Promise.all(databases.map((database) => database.close()));
    await drop();
  });
});

describe('a migration that was changed', () => {
  it('is refused, with a correction', () => {
    const known = [{ name: '003_people', sql: '', sha256: 'new', runsPrevious: true }];
    expect(() => pendingMigrations([{ name: '003_people', sha256: 'old', runs_previous: true }], known)).toThrow(
      'Migration 003_people was changed after the database had applied it. Restore its text and write a new migration.',
    );
  });
});
