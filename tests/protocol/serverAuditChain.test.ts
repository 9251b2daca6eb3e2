import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/tables.ts';
import { createAuditChain } from '../../server/resources/audit/chain.ts';
import { verifyChain } from '../../server/resources/audit/verifyChain.ts';
import { anyDatabase, startBackend, type TestBackend, testStart } from '../support/backend.ts';
import { callsOf } from '../support/calls.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';

const repository = join(import.meta.dirname, '../..');
const day = 24 * 60 * 60_000;

describe.each(anyDatabase)('the audit log is a hash chain, on the %s database', (kind) => {
  let backend: TestBackend;
  let db: Kysely<Tables>;
  let run = async () => undefined as void;
  let now = testStart;
  beforeAll(async () => {
    backend = await startBackend(kind);
    ({ db } = backend.database);
  });
  afterEach(() => backend.reset());
  afterAll(() => backend.close());

  /** Adds contacts, one entry each, and chains them. Returns the ids of the entries. */
  const writeEntries = async (count: number): Promise<number[]> => {
    now = testStart;
    const chain = createAuditChain(db, () => now, true);
    // One call notes the newest entry, the next one sees that the transactions of that time have ended.
    run = async () => {
      await chain();
      await chain();
    };
    const owner = callsOf(await backend.app(), await backend.signedIn());
    for (let number = 1; number <= count; number += 1)
      await owner.post('/contacts/', { name: `Contact ${number}`, phoneNumber: '+3545551234' });
    await run();
    return (await db.selectFrom('audit_entries').select('id').orderBy('id').execute()).map(({ id }) => id);
  };
  const check = async () => {
    const { findings, verified, erased, waiting } = await verifyChain(db);
    return { findings, verified, erased, waiting };
  };

  it('that fits as long as nothing but the backend writes, and says what is not in it yet', async () => {
    const ids = await writeEntries(3);
    expect(await check()).toEqual({ findings: [], verified: ids.length, erased: 0, waiting: 0 });
    await callsOf(await backend.app(), await backend.signedIn()).post('/contacts/', {
      name: 'Another one',
      phoneNumber: '+3545551234',
    });
    const later = await check();
    expect([later.findings, later.verified]).toEqual([[], ids.length]);
    expect(later.waiting).toBeGreaterThan(0);
  });

  it.each([
    [
      'the values',
      `set after = jsonb_set(after, '{name}', '"Somebody else"')`,
      'the values before or after, or the e-mail',
    ],
    ['the e-mail', `set person_email = 'somebody@else.example'`, 'the values before or after, or the e-mail'],
    ['the person', `set person_id = '00000000000000000000000b'`, 'time, person, request, act or record'],
    ['the time', `set at = at - interval '1 second'`, 'time, person, request, act or record'],
  ])('that shows a change of %s of an entry by the owner of the database', async (_, change, what) => {
    const ids = await writeEntries(4);
    const id = ids.at(-2) ?? 0;
    await sql.raw(`update audit_entries ${change} where id = ${id}`).execute(db);
    expect((await check()).findings).toEqual([expect.stringContaining(`Entry ${id} was changed: ${what}`)]);
  });

  it('that shows deleted entries, with and without their links, also at the end', async () => {
    const ids = await writeEntries(5);
    const [one = 0, two = 0] = ids.slice(-4);
    await db.deleteFrom('audit_entries').where('id', '=', one).execute();
    expect((await check()).findings).toEqual([`Entry ${one} was deleted (link ${ids.length - 3}).`]);
    for (const table of ['audit_chain', 'audit_salts'] as const)
      await db.deleteFrom(table).where('entry_id', '=', two).execute();
    await db.deleteFrom('audit_entries').where('id', '=', two).execute();
    const missing = `Links ${ids.length - 2} to ${ids.length - 2} are missing, with their entries before ${ids.at(-2)}.`;
    expect((await check()).findings).toEqual([expect.stringContaining(`Entry ${one} was deleted`), missing]);
    await db.deleteFrom('audit_chain').where('entry_id', '>', two).execute();
    expect((await check()).findings).toContainEqual(
      `The chain ends at link ${ids.length - 3}, but the anchor of 2024-05-01 is at ${ids.length}.`,
    );
  });

  it('that shows an entry inserted in the middle', async () => {
    const ids = await writeEntries(2);
    // A gap, as a transaction that was rolled back leaves it.
    await sql`select nextval(pg_get_serial_sequence('audit_entries', 'id'))`.execute(db);
    await callsOf(await backend.app(), await backend.signedIn()).post('/contacts/', {
      name: 'Another one',
      phoneNumber: '+3545551234',
    });
    await run();
    expect((await check()).findings).toEqual([]);
    const gap = Math.max(...ids) + 1;
    await sql`insert into audit_entries (id, at, act, collection, record_id) overriding system value
      values (${gap}, now(), 'create', 'users', '00000000000000000000000b')`.execute(db);
    await run();
    expect((await check()).findings).toEqual([`Entry ${gap} was inserted later.`]);
  });

  it('that still fits after an erasure, which removes the values with their salts and has an entry of its own', async () => {
    const ids = await writeEntries(3);
    const id = ids.at(-1) ?? 0;
    await sql`select erase_audit_values(array[${id}]::bigint[], null)`.execute(db);
    await run();
    expect(await check()).toEqual({ findings: [], verified: ids.length + 1, erased: 1, waiting: 0 });
    const other = ids.at(-2) ?? 0;
    await db.deleteFrom('audit_salts').where('entry_id', '=', other).execute();
    await db
      .updateTable('audit_entries')
      .set({ person_email: null, before: null, after: null })
      .where('id', '=', other)
      .execute();
    expect((await check()).findings).toEqual([`Entry ${other} has lost its values without an entry for the erasure.`]);
  });

  it('that is anchored once a day, in the security log and for the other system', async () => {
    const ids = await writeEntries(2);
    await run();
    now = new Date(testStart.getTime() + day);
    await run();
    const anchors = () => db.selectFrom('audit_anchors').select(['day', 'position']).orderBy('day').execute();
    // Nothing was written on the second day.
    expect(await anchors()).toEqual([{ day: '2024-05-01', position: ids.length }]);
    await callsOf(await backend.app(), await backend.signedIn()).post('/contacts/', {
      name: 'Next day',
      phoneNumber: '+3545551234',
    });
    await run();
    expect((await anchors()).map((anchor) => anchor.day)).toEqual(['2024-05-01', '2024-05-02']);
    const events = await db
      .selectFrom('security_events')
      .innerJoin('security_forwards', 'security_forwards.event_id', 'security_events.id')
      .select(['event', 'object', 'object_id', 'rows'])
      .orderBy('security_events.id')
      .execute();
    expect(events[0]).toEqual({
      event: 'audit_anchor',
      object: 'audit',
      object_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      rows: ids.length,
    });
    // Somebody who writes the whole chain anew is found by a copy of an anchor.
    for (const table of ['audit_chain', 'audit_salts', 'audit_anchors'] as const) await db.deleteFrom(table).execute();
    await sql`update audit_entries set act = 'delete' where id = ${ids[0] ?? 0}`.execute(db);
    await run();
    expect((await check()).findings).toEqual([]);
    const [{ rows: position, object_id: hash } = { rows: 0, object_id: '' }] = events;
    const known = await verifyChain(db, [{ position: position ?? 0, hash: hash ?? '' }]);
    expect(known.findings).toEqual([
      `The anchor from outside does not fit link ${position}: the chain was written anew.`,
    ]);
  });
});

const onPostgres = hasPostgres ? describe : describe.skip;

onPostgres('with transactions that end in another order than they wrote', () => {
  it('no entry is overtaken: the chain waits for those that may have a lower id', async () => {
    const { url, drop } = await createShared({ migrated: true });
    const [slow, fast] = [await openDatabase({ url }), await openDatabase({ url })];
    const chain = createAuditChain(fast.db, () => testStart, false);
    const add = (handle: Kysely<Tables>, record_id: string) =>
      handle
        .insertInto('audit_entries')
        .values({ at: testStart, act: 'create', collection: 'users', record_id })
        .execute();
    const chained = async () => (await fast.db.selectFrom('audit_chain').select('entry_id').execute()).length;
    await slow.db.transaction().execute(async (trx) => {
      await add(trx, 'slow');
      await add(fast.db, 'fast');
      for (let times = 0; times < 4; times += 1) await chain();
      expect(await chained()).toBe(0);
    });
    for (let times = 0; times < 3; times += 1) await chain();
    expect(await chained()).toBe(2);
    expect(await verifyChain(fast.db)).toMatchObject({ findings: [], verified: 2, waiting: 0 });
    await slow.close();
    await fast.close();
    await drop();
  });

  it('the command names what was changed, with its exit code', async () => {
    const { url, drop } = await createShared({ migrated: true });
    const database = await openDatabase({ url });
    await database.db
      .insertInto('audit_entries')
      .values({ at: testStart, act: 'create', collection: 'users', record_id: 'one' })
      .execute();
    const chain = createAuditChain(database.db, () => testStart, false);
    await chain();
    await chain();
    const verify = (...args: string[]) =>
      new Promise<{ code: unknown; text: string }>((ended) => {
        const env = { ...process.env, TENANT: 'iceland', DATABASE_URL: url };
        execFile(
          process.execPath,
          ['server/auditVerify.ts', ...args],
          { cwd: repository, env },
          (error, stdout, stderr) => ended({ code: error?.code ?? 0, text: `${stderr}${stdout}` }),
        );
      });
    expect(await verify()).toEqual({
      code: 0,
      text: '1 entries checked, 0 of them erased; 0 are not in the chain yet.\nThe audit log fits its chain.\n',
    });
    await database.db.updateTable('audit_entries').set({ record_id: 'two' }).execute();
    const changed = await verify();
    expect([changed.code, changed.text]).toEqual([1, expect.stringContaining('Entry 1 was changed')]);
    expect((await verify('--anchor', 'nonsense')).code).toBe(2);
    await database.close();
    await drop();
  });
});
