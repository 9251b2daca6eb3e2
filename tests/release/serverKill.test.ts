import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase, type Database, type DatabasePlace } from '../../server/db/database.ts';
import { randomId } from '../../server/randomId.ts';
import { addDays } from '../../server/schedule/wallTime.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';
import { startServer, type ServerProcess } from '../support/serverProcess.ts';
import { addSession } from '../support/session.ts';

/** The number of days of each series: all of them are stored, or none. */
const days = 10;
const writers = 6;

class Refused extends Error {}

type Kind = Database['kind'];

/** Twenty times on PostgreSQL; four on the embedded database, which takes seconds to restart. */
const rounds: [Kind, number][] = [['embedded', 4], ...(hasPostgres ? [['postgres', 20] as [Kind, number]] : [])];

type Acknowledged = { collection: 'contacts' | 'schedules'; id: string; version: number };

describe.each(rounds)('the backend on the %s database, killed %i times while it writes', (kind, count) => {
  let place: DatabasePlace;
  let environment: Record<string, string>;
  let stop: () => Promise<void> = async () => undefined;
  let authorization: string;
  let interpreters: string[];
  const running: ServerProcess[] = [];

  /** Queries the database; the embedded one admits one process at a time. */
  const within = async <Result>(look: (database: Database) => Promise<Result>): Promise<Result> => {
    const database = await openDatabase(place);
    try {
      return await look(database);
    } finally {
      await database.close();
    }
  };

  beforeAll(async () => {
    if (kind === 'postgres') {
      const { url, drop } = await createShared({ migrated: true });
      place = { url };
      stop = drop;
    } else {
      const folder = mkdtempSync(join(tmpdir(), 'signboard-kill-'));
      place = { folder };
      stop = async () => rmSync(folder, { recursive: true, force: true });
    }
    const where: Record<string, string> =
      'url' in place
        ? { DATABASE_URL: place.url, FILES_KEY: testFilesKey }
        : { DATA_DIR: 'folder' in place ? place.folder : '' };
    environment = { ...where, TENANT: 'iceland', SMTP_URL: 'smtp://127.0.0.1:9', PORT: '0' };
    interpreters = Array.from({ length: writers }, () => randomId());
    await within(async ({ db, migrate }) => {
      await migrate();
      const person = {
        first_name: 'Anna',
        last_name: 'Jónsdóttir',
        approval_status: 'approved',
        created: new Date(),
      } as const;
      const owner = { ...person, id: randomId(), email: 'owner@testland.example', role: 'owner' } as const;
      const others = interpreters.map(
        (id) => ({ ...person, id, email: `${id}@testland.example`, role: 'interpreter' }) as const,
      );
      await db
        .insertInto('users')
        .values([owner, ...others])
        .execute();
      authorization = `Token ${await addSession(db, owner.id)}`;
      await sql`truncate audit_entries`.execute(db);
    });
  });
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    await stop();
  });

  const start = (): ServerProcess => {
    const server = startServer(environment);
    running.push(server);
    return server;
  };

  let turn = 0;
  const progress = { written: 0 };
  const hasWritten = async (goal: number, pause: number): Promise<void> => {
    while (progress.written < goal) await sleep(pause);
  };
  /** Writes until the server is killed; returns what was acknowledged, and whether a call was cut off. */
  const writeUntilKilled = async (
    url: string,
    interpreter: string,
  ): Promise<{ done: Acknowledged[]; isCut: boolean }> => {
    const done: Acknowledged[] = [];
    const send = async (method: string, path: string, body: object, more: Record<string, string> = {}) => {
      const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomId(), ...more };
      const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
      const record = (await answer.json()) as { id: string; etag: string };
      if (!answer.ok) throw new Refused(`${method} ${path}: ${JSON.stringify(record)}`);
      progress.written += 1;
      return { id: record.id, version: Number(record.etag.slice(1, -1)), etag: record.etag };
    };
    const draft = {
      interpreter,
      repeat: 'daily',
      time_from: '09:00',
      time_to: '10:00',
      location_type: 'remote',
      request_type: 'online',
    };
    for (;;)
      try {
        const contact = await send('POST', '/contacts/', { name: `Contact ${turn}`, phoneNumber: '+3545812345' });
        const at = done.push({ collection: 'contacts', ...contact }) - 1;
        const changed = await send(
          'PATCH',
          `/contacts/${contact.id}/`,
          { name: 'Changed' },
          { 'if-match': contact.etag },
        );
        done[at] = { collection: 'contacts', ...changed };
        const date = addDays(new Date().toISOString().slice(0, 10), 2 + days * turn++);
        const series = await send('POST', '/schedules/', { ...draft, date, until: addDays(date, days - 1) });
        done.push({ collection: 'schedules', ...series });
      } catch (error) {
        // Only the connection may fail; a refusal would be a mistake of this test.
        if (error instanceof Refused) throw error;
        return { done, isCut: true };
      }
  };

  /** Rows that should not exist, and missing ones. */
  const inconsistencies = ({ db }: Database, acknowledged: readonly Acknowledged[]) =>
    db.transaction().execute(async (trx) => {
      const lost: string[] = [];
      for (const collection of ['contacts', 'schedules'] as const) {
        const rows = await trx.selectFrom(collection).select(['id', 'version']).execute();
        const versions = new Map(rows.map(({ id, version }) => [id, version]));
        for (const { id, version } of acknowledged.filter((record) => record.collection === collection))
          if ((versions.get(id) ?? 0) < version) lost.push(`${collection} ${id}`);
      }
      const { rows: half } = await sql<{ what: string }>`
        with rows as (
          select 'contacts' as collection, id, version from contacts
          union all select 'schedules', id, version from schedules
          union all select 'shifts', id, version from shifts
        ), trail as (
          select collection, record_id, count(*) filter (where act = 'create') as made, count(*) as written
          from audit_entries group by collection, record_id
        )
        select 'a record and its trail: ' || coalesce(rows.id, trail.record_id) as what
        from rows full join trail on trail.collection = rows.collection and trail.record_id = rows.id
        where rows.id is null or trail.made is distinct from 1 or trail.written is distinct from rows.version
        union all
        select 'days of a series: ' || schedules.id
        from schedules left join shifts on shifts.schedule_id = schedules.id
        group by schedules.id having count(shifts.id) <> ${days}
        union all
        select 'a key without its record: ' || key from idempotency_keys
        where answer is null or not exists (select from rows where rows.id = answer ->> 'id')`.execute(trx);
      const { keys, made } = await trx
        .selectNoFrom([
          sql<number>`(select count(*)::int from idempotency_keys)`.as('keys'),
          sql<number>`(select count(*)::int from contacts) + (select count(*)::int from schedules)`.as('made'),
        ])
        .executeTakeFirstOrThrow();
      return { lost, half: half.map(({ what }) => what), keysWithoutRecords: keys - made };
    });

  it('loses nothing that it acknowledged, and leaves nothing incomplete', async () => {
    const acknowledged: Acknowledged[] = [];
    let cut = 0;
    let next = start();
    for (let round = 0; round < count; round += 1) {
      const server = next;
      const url = await server.url;
      const writing = interpreters.map((interpreter) => writeUntilKilled(url, interpreter));
      // On PostgreSQL the next process starts while this one runs; the embedded database admits only one.
      if (kind === 'postgres' && round < count - 1) next = start();
      // At another moment every round: after some writes, or during many.
      await hasWritten(progress.written + writers * (1 + (round % 4)), 5 + (round % 3) * 7);
      server.child.kill('SIGKILL');
      await server.ended;
      const answered = await Promise.all(writing);
      acknowledged.push(...answered.flatMap(({ done }) => done));
      cut += answered.filter(({ isCut }) => isCut).length;
      const found = await within((database) => inconsistencies(database, acknowledged));
      expect([round, found]).toEqual([round, { lost: [], half: [], keysWithoutRecords: 0 }]);
      if (kind === 'embedded' && round < count - 1) next = start();
    }
    // Every kill cut off every writer, and all of them had written before.
    expect(cut).toBe(count * writers);
    expect(acknowledged.length).toBeGreaterThan(count * 2);
  });
});
