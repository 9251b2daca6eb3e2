import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { type MailSink, startSink } from '../../server/mail/sink.ts';
import type { SignedIn } from '../support/backend.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';
import { addSignedIn } from '../support/session.ts';
import { type SilentProxy, startSilentProxy } from '../support/silentProxy.ts';

/** A separate database behind a proxy. */
async function startBehindProxy(): Promise<{
  direct: string;
  url: string;
  proxy: SilentProxy;
  stop: () => Promise<void>;
}> {
  const { url: direct, drop } = await createShared({ migrated: true });
  const { pathname, searchParams } = new URL(direct.replace('@/', '@localhost/'));
  const proxy = await startSilentProxy(`${searchParams.get('host')}/.s.PGSQL.5432`);
  return {
    direct,
    url: `postgresql://signboard@127.0.0.1:${proxy.port}${pathname}`,
    proxy,
    stop: async () => {
      await proxy.stop();
      await drop();
    },
  };
}

(hasPostgres ? describe : describe.skip)('a database with silent connections', () => {
  let behind: Awaited<ReturnType<typeof startBehindProxy>>;
  let sink: MailSink;
  let server: ServerProcess;
  let url = '';
  let headers: SignedIn['headers'];

  beforeAll(async () => {
    [behind, sink] = await Promise.all([startBehindProxy(), startSink()]);
    const database = await openDatabase({ url: behind.direct });
    headers = (await addSignedIn(database.db, 'owner')).headers;
    await database.close();
    server = startServer({
      TENANT: 'iceland',
      DATABASE_URL: behind.url,
      SMTP_URL: sink.url,
      PORT: '0',
      FILES_KEY: testFilesKey,
      QUERY_TIMEOUT_SECONDS: '1',
      STOP_DELAY_SECONDS: '0',
      STOP_TIMEOUT_SECONDS: '1',
    });
    url = await server.url;
  });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    await sink.stop();
    await behind.stop();
  });

  const ask = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers });
    const { code } = (await answer.json()) as { code?: string };
    return code ?? answer.status;
  };
  const askAll = () => Promise.all(Array.from({ length: 40 }, () => ask('/partners/')));
  const all = (outcome: number) => Array.from({ length: 40 }, () => outcome);

  it('fails pending calls, drops the silent connections, and serves the next calls', async () => {
    expect(await askAll()).toEqual(all(200));
    behind.proxy.silence();
    const outcomes = await askAll();
    expect(outcomes).toContain('backend_unreachable');
    expect(outcomes.filter((outcome) => outcome !== 'backend_unreachable' && outcome !== 200)).toEqual([]);
    expect(await askAll()).toEqual(all(200));
  });

  it('serves every call after the first failure, although only one connection was used', async () => {
    expect(await askAll()).toEqual(all(200));
    behind.proxy.silence();
    expect(await ask('/partners/')).toBe('backend_unreachable');
    expect(await askAll()).toEqual(all(200));
  });

  it('makes the backend not ready, but alive', async () => {
    expect(await ask('/readyz/')).toBe(200);
    behind.proxy.swallowNew(true);
    behind.proxy.silence();
    expect([await ask('/readyz/'), await ask('/livez/')]).toEqual(['backend_unreachable', 200]);
    behind.proxy.swallowNew(false);
    // A connection that is being opened has to time out first.
    while ((await ask('/readyz/')) !== 200) await sleep(100);
    expect(await ask('/partners/')).toBe(200);
  });

  it('is detected by the readiness probe alone', async () => {
    expect(await askAll()).toEqual(all(200));
    behind.proxy.silence();
    expect(await ask('/readyz/')).toBe('backend_unreachable');
    expect([await ask('/readyz/'), await ask('/partners/')]).toEqual([200, 200]);
  });
});

(hasPostgres ? describe : describe.skip)('a slow statement', () => {
  let drop: () => Promise<void>;
  let url: string;
  let database: Database;
  beforeAll(async () => {
    ({ url, drop } = await createShared({ migrated: true }));
    database = await openDatabase({ url }, { queryTimeout: 200 });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  it('is cancelled by PostgreSQL, and its connection stays usable', async () => {
    await database.db.connection().execute(async (connection) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
      await expect(sql`select pg_sleep(30)`.execute(connection)).rejects.toMatchObject({ code: '57014' });
      expect((await sql`select pg_backend_pid() as pid`.execute(connection)).rows).toEqual(rows);
    });
  });

  it('has no timeout in a migration', async () => {
    const other = await openDatabase({ url });
    await other.db.transaction().execute(async (trx) => {
      // The lock that a migration takes first.
      await sql`select pg_advisory_xact_lock(7305201)`.execute(trx);
      const migrating = database.migrate();
      const outcome = await Promise.race([migrating, sleep(6_000, 'still waiting')]);
      expect(outcome).toBe('still waiting');
      void migrating.catch(() => undefined);
    });
    expect(await database.migrate()).toEqual([]);
    await other.close();
  });
});
