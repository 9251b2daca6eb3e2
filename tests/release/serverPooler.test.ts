import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { randomId } from '../../server/randomId.ts';
import type { SignedIn } from '../support/backend.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { startPgbouncer } from '../support/pgbouncer.ts';
import { createShared } from '../support/postgres.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';
import { addSignedIn } from '../support/session.ts';

const settings = {
  jit: 'off',
  enable_memoize: 'off',
  timezone: 'UTC',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '30s',
};

describe('backends behind PgBouncer in transaction mode', () => {
  let shared: Awaited<ReturnType<typeof createShared>>;
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
  let database: Database;
  let environment: Record<string, string>;
  let owner: SignedIn;
  let name: string;
  const servers: ServerProcess[] = [];
  const start = (changes: Record<string, string> = {}) => {
    const server = startServer({ ...environment, ...changes });
    servers.push(server);
    return server;
  };

  beforeAll(async () => {
    shared = await createShared({ migrated: true });
    const address = new URL(shared.url.replace('@/', '@localhost/'));
    name = address.pathname.slice(1);
    pooler = await startPgbouncer(address.searchParams.get('host') ?? '', { poolSize: 4 });
    database = await openDatabase({ url: shared.url });
    owner = await addSignedIn(database.db, 'owner');
    environment = {
      TENANT: 'iceland',
      DATABASE_URL: pooler.urlOf(name),
      LISTEN_DATABASE_URL: shared.url,
      DATABASE_POOLER: 'transaction',
      SMTP_URL: 'smtp://127.0.0.1:9',
      PORT: '0',
      FILES_KEY: testFilesKey,
    };
  });
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
    await database.close();
    await pooler.stop();
    await shared.drop();
  });

  it('do not start with wrong settings, which PgBouncer would not pass on, and name the right ones', async () => {
    const server = start();
    expect(await server.ended).toBe(1);
    expect(server.errors.join('\n')).toContain("alter role signboard set jit to 'off'");
  });

  it('serve lists, searches, writes and streams over four connections for both', async () => {
    const client = new pg.Client(shared.url);
    await client.connect();
    for (const [setting, value] of Object.entries(settings))
      await client.query(`alter database ${client.escapeIdentifier(name)} set ${setting} to '${value}'`);
    // Connections that PgBouncer has open keep the settings that they began with.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and client_port = -1 and pid <> pg_backend_pid()`,
      [name],
    );
    const urls = await Promise.all([start().url, start().url]);
    const stream = await fetch(`${urls[1]}/events/`, { headers: { ...owner.headers, accept: 'text/event-stream' } });
    const texts = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    const hear = async (text: string) => {
      for (let heard = ''; !heard.includes(text);) heard += (await texts.read()).value ?? '';
    };
    await hear('event: start');
    const headers = { ...owner.headers, 'content-type': 'application/json' };
    const call = async (index: number): Promise<number> => {
      const url = urls[index % 2];
      if (index % 5 === 0) {
        const body = JSON.stringify({ name: `Desk ${index}`, phoneNumber: '+3545812345' });
        const asked = { method: 'POST', body, headers: { ...headers, 'idempotency-key': randomId() } };
        return (await fetch(`${url}/contacts/`, asked)).status;
      }
      const path = ['/contacts/', '/contacts/?search=desk', '/users/', '/partners/'][index % 4];
      return (await fetch(`${url}${path}`, { headers })).status;
    };
    for (let round = 0; round < 10; round += 1) {
      const statuses = await Promise.all(Array.from({ length: 40 }, (_, index) => call(index)));
      expect(new Set(statuses)).toEqual(new Set([200, 201]));
    }
    await hear('"kind":"contacts"');
    await texts.cancel();
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = $1 and application_name = 'signboard'`,
      [name],
    );
    // Four of the pooler, one listener of the process with a stream, and the one of this test.
    expect(rows[0]?.count).toBeLessThanOrEqual(6);
    await client.end();
  });
});
