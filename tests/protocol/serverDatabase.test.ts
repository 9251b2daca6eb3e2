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

  it('refuses a database of a newer release', async () => {
    await sql`insert into schema_migrations (name, sha256) values ('999_later', 'x')`.execute(database.db);
    await expect(database.migrate()).rejects.toThrow('migration 999_later, which this release does not know');
    await sql`delete from schema_migrations where name = '999_later'`.execute(database.db);
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
    const known = [{ name: '001_people', sql: '', sha256: 'new' }];
    expect(() => pendingMigrations([{ name: '001_people', sha256: 'old' }], known)).toThrow(
      'Migration 001_people was changed after the database had applied it. Restore its text and write a new migration.',
    );
  });
});
