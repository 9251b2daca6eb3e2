import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { randomId } from '../../server/randomId.ts';
import type { SignedIn } from '../support/backend.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { type PostgresServer, startPostgres, startStandby } from '../support/postgres.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';
import { addSignedIn } from '../support/session.ts';

describe('a backend with a replica', () => {
  let primary: PostgresServer;
  let standby: Awaited<ReturnType<typeof startStandby>>;
  let database: Database;
  let onStandby: pg.Client;
  let servers: ServerProcess[] = [];
  let urls: string[];
  let anna: SignedIn;
  let ben: SignedIn;

  beforeAll(async () => {
    primary = await startPostgres();
    const url = await primary.createDatabase();
    database = await openDatabase({ url });
    await database.migrate();
    [anna, ben] = [await addSignedIn(database.db, 'owner'), await addSignedIn(database.db, 'manager')];
    standby = await startStandby(primary.folder);
    const replicaUrl = url.replace(encodeURIComponent(primary.folder), encodeURIComponent(standby.folder));
    onStandby = new pg.Client(replicaUrl);
    onStandby.on('error', () => undefined);
    await onStandby.connect();
    const environment = {
      TENANT: 'iceland',
      DATABASE_URL: url,
      REPLICA_URL: replicaUrl,
      SMTP_URL: 'smtp://127.0.0.1:9',
      PORT: '0',
      FILES_KEY: testFilesKey,
      STOP_DELAY_SECONDS: '0',
    };
    servers = [startServer(environment), startServer(environment)];
    urls = await Promise.all(servers.map((server) => server.url));
    // Both have seen that the replica follows.
    await sleep(1_500);
  });
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
    await database.close();
    await primary.stop();
  });

  let turn = 0;
  const add = async ({ headers }: SignedIn) => {
    const answer = await fetch(`${urls[0]}/contacts/`, {
      method: 'POST',
      body: JSON.stringify({ name: `Desk ${(turn += 1)}`, phoneNumber: '+3545812345' }),
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomId() },
    });
    return ((await answer.json()) as { id: string }).id;
  };
  /** Whether a process lists a contact. */
  const lists = async (server: number, { headers }: SignedIn, id: string) => {
    const answer = await fetch(`${urls[server]}/contacts/?page_size=100&ordering=-created`, { headers });
    const { results } = (await answer.json()) as { results: { id: string }[] };
    return results.some((contact) => contact.id === id);
  };

  it('lists what the caller has written, through every process, while others read what the replica has', async () => {
    await onStandby.query('select pg_wal_replay_pause()');
    const state = async () => (await onStandby.query('select pg_get_wal_replay_pause_state() as state')).rows[0].state;
    while ((await state()) !== 'paused') await sleep(10);
    const id = await add(anna);
    const seen = await Promise.all([lists(0, anna, id), lists(1, anna, id), lists(0, ben, id), lists(1, ben, id)]);
    expect(seen).toEqual([true, true, false, false]);
    // A replica that is more than a second behind is not used.
    await sleep(2_000);
    expect(await Promise.all([lists(0, ben, id), lists(1, ben, id)])).toEqual([true, true]);
    await onStandby.query('select pg_wal_replay_resume()');
    await sleep(1_500);
  });

  it('shows a change to everybody who hears of it', async () => {
    const stream = await fetch(`${urls[1]}/events/`, { headers: { ...ben.headers, accept: 'text/event-stream' } });
    const texts = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    const hear = async (text: string) => {
      for (let heard = ''; !heard.includes(text);) heard += (await texts.read()).value ?? '';
    };
    await hear('event: start');
    for (let round = 0; round < 20; round += 1) {
      const id = await add(anna);
      await hear(id);
      expect(await Promise.all([lists(0, ben, id), lists(1, ben, id)])).toEqual([true, true]);
    }
    await texts.cancel();
  });

  it('reads from the primary when the replica is gone', async () => {
    await onStandby.end();
    await standby.stop();
    const id = await add(anna);
    for (let round = 0; round < 10; round += 1) expect(await lists(round % 2, ben, id)).toBe(true);
  });
});
