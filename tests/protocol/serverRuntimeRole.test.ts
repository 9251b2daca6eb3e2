import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import { build } from '../../server/app.ts';
import { argonPasswords } from '../../server/auth/passwords.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/tables.ts';
import { smtpMailer } from '../../server/mail/mailer.ts';
import { startSink, type MailSink } from '../../server/mail/sink.ts';
import { anyDatabase, testDeployment, testPassword } from '../support/backend.ts';
import { callsOf } from '../support/calls.ts';
import { eraseAgain } from '../../server/resources/privacy/erasures.ts';
import { testFileKeys } from '../support/fileKeys.ts';
import { createShared } from '../support/postgres.ts';
import { addSession } from '../support/session.ts';

const templates = join(import.meta.dirname, '../../.cache/databases');
const runtime = 'signboard_test_runtime';

/** The same database as another role, without a password. */
const asRole = (url: string, role: string) => url.replace('//signboard@', `//${role}@`);

async function openPostgres(): Promise<{ database: Database; stop: () => Promise<void> }> {
  const { url, drop } = await createShared({ migrated: false });
  const owner = await openDatabase({ url });
  await sql
    .raw(
      `do $$ begin if not exists (select from pg_roles where rolname = '${runtime}') then create role ${runtime} login; end if; end $$`,
    )
    .execute(owner.db);
  await owner.close();
  return { database: await openDatabase({ url: asRole(url, runtime), migrateUrl: url }), stop: drop };
}

const openEmbedded = async () => ({
  database: await openDatabase({ memory: true, templates }, { isRestricted: true }),
  stop: async () => undefined,
});

/** Both kinds, since each has its own way to the restricted role. */
const kinds = [...new Set([...anyDatabase, 'embedded' as const])];

describe.each(kinds)('the runtime role, on the %s database', (kind) => {
  let database: Database;
  let db: Kysely<Tables>;
  let sink: MailSink;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ database, stop } = kind === 'postgres' ? await openPostgres() : await openEmbedded());
    db = database.db;
    await database.migrate();
    sink = await startSink();
  });
  afterAll(async () => {
    await database.close();
    await sink.stop();
    await stop();
  });

  it('runs the backend: people sign in, records are written, and both logs have it', async () => {
    const mailer = smtpMailer(sink.urlOf('testland'), { name: 'Testland', address: 'help@testland.example' });
    const deployment = { ...testDeployment, flags: { ...testDeployment.flags, twoFactor: false } };
    const passwords = argonPasswords();
    const app = await build({ deployment, database, mailer, passwords, fileKeys: testFileKeys });
    const user = { id: '00000000000000000000000a', email: 'anna@testland.example' };
    const password_hash = await passwords.hash(testPassword);
    const names = { first_name: 'Anna', last_name: 'Jónsdóttir', role: 'owner', approval_status: 'approved' } as const;
    await db
      .insertInto('users')
      .values({ ...user, ...names, password_hash, created: new Date() })
      .execute();
    const signedIn = await app.inject({
      method: 'POST',
      url: '/auth/login/',
      payload: { email: user.email, password: testPassword },
    });
    expect(signedIn.statusCode).toBe(200);
    const token = await addSession(db, user.id, { created: new Date(), lifetime: 60_000 });
    const owner = callsOf(app, { ...user, headers: { authorization: `Token ${token}` } });
    const made = await owner.post('/contacts/', { name: 'Night desk', phoneNumber: '+3545551234' });
    expect(made.statusCode).toBe(201);
    expect((await owner.get(`/audit/?record=${made.json().id}`)).json().count).toBe(1);
    expect((await owner.get('/security_events/')).json().count).toBe(1);
    await app.close();
    mailer.close();
  });

  it.each(['audit_entries', 'security_events'])('is refused to change, delete or truncate %s', async (table) => {
    for (const statement of [
      `update ${table} set person_email = 'somebody@else.example'`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `alter table ${table} disable trigger all`,
      `drop table ${table} cascade`,
      `select erase_audit_values(array[1]::bigint[], null)`,
    ])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied|must be owner/);
    expect(await database.isAppendOnly()).toBe(true);
  });

  it('erases a person, also from both logs, and cannot take an erasure back', async () => {
    const id = '00000000000000000000000e';
    const names = { first_name: 'Erla', last_name: 'Einarsdóttir', role: 'deaf', approval_status: 'approved' } as const;
    await db
      .insertInto('users')
      .values({ id, email: 'erla@testland.example', ...names, created: new Date() })
      .execute();
    const kept = () => sql`select from audit_entries where after ->> 'email' = 'erla@testland.example'`.execute(db);
    expect((await kept()).rows).toHaveLength(1);
    await expect(sql`select erase_logged_person(${id}, null, now(), true)`.execute(db)).rejects.toThrow(
      'erased person',
    );
    expect(await eraseAgain(db, new Date(), [id])).toEqual([id]);
    expect((await kept()).rows).toHaveLength(0);
    for (const table of ['erased_people', 'erasures'])
      for (const statement of [`update ${table} set at = now()`, `delete from ${table}`, `truncate ${table}`])
        await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied/);
  });

  it('cannot delete events of the last thirty days through retention either', async () => {
    const at = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);
    for (const days of [1, 29, 31])
      await db
        .insertInto('security_events')
        .values({ at: at(days), event: 'sign_out', request_id: `${days} days` })
        .execute();
    await sql`select delete_security_events('infinity')`.execute(db);
    const left = await db
      .selectFrom('security_events')
      .select('request_id')
      .where('event', '=', 'sign_out')
      .orderBy('at')
      .execute();
    expect(left.map(({ request_id }) => request_id)).toEqual(['29 days', '1 days']);
  });
});

it('without a second address the owner of the database works as before, and is recognised', async () => {
  const database = await openDatabase({ memory: true, templates });
  await database.migrate();
  expect(await database.isAppendOnly()).toBe(false);
  await database.close();
});
