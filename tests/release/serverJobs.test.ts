import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job } from '../../contract/jobs.ts';
import { openDatabase, type DatabasePlace } from '../../server/db/database.ts';
import { randomId } from '../../server/randomId.ts';
import { silence } from '../../server/seed/media.ts';
import { bothDatabases } from '../support/backend.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { createShared } from '../support/postgres.ts';
import { addInterpretation, addRecording, addRecordingFile } from '../support/recordings.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';
import { addSession } from '../support/session.ts';

const count = 40;
const sound = silence(60);
/** The recording whose file is late: it is retried for more than a minute. */
const late = '0'.repeat(24);
const day = 24 * 60 * 60_000;

describe.each(bothDatabases)('a job in server processes, on the %s database', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-jobs-'));
  let token = '';
  let drop: () => Promise<void> = async () => undefined;
  let place: DatabasePlace;
  let environment: Record<string, string>;
  let servers: ServerProcess[] = [];

  beforeAll(async () => {
    const shared = kind === 'postgres' ? await createShared({ migrated: true }) : null;
    const url = shared?.url;
    if (shared) drop = shared.drop;
    place = url ? { url } : { folder };
    environment = {
      TENANT: 'iceland',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PORT: '0',
      ...(url ? { DATABASE_URL: url, FILES_KEY: testFilesKey } : { DATA_DIR: folder }),
    };
    const database = await openDatabase(place);
    await database.migrate();
    const [id, created] = [randomId(), new Date()];
    const expires = new Date(created.getTime() + day);
    const { db } = database;
    const name = { first_name: 'Anna', last_name: 'Jónsdóttir', email: 'owner@testland.example' };
    await db
      .insertInto('users')
      .values({ id, ...name, role: 'owner', approval_status: 'approved', created })
      .execute();
    token = await addSession(db, id, { created, lifetime: day });
    const interpretation = await addInterpretation(db);
    await addRecording(db, interpretation, { id: late, seconds: null, expires });
    for (let index = 0; index < count; index += 1) {
      const recording = await addRecording(db, interpretation, { seconds: null, expires });
      await addRecordingFile(db, recording, { bytes: sound, type: 'audio/mpeg' });
    }
    await database.close();
  });
  afterEach(async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
    servers = [];
  });
  afterAll(async () => {
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async () => {
    const server = startServer(environment);
    servers.push(server);
    return { server, url: await server.url };
  };

  const call = async (url: string, path: string, body?: object): Promise<Job> => {
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(
      `${url}${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    expect(answer.status).toBeLessThan(300);
    return (await answer.json()) as Job;
  };

  const until = async (url: string, id: string, isReached: (job: Job) => boolean): Promise<Job> => {
    for (;;) {
      const job = await call(url, `/jobs/${id}/`);
      if (isReached(job)) return job;
      await new Promise((again) => setTimeout(again, 10));
    }
  };

  it('continues after a process was killed, and does everything once', async () => {
    const first = await start();
    // A second process, if the database can be shared.
    const second = kind === 'postgres' ? await start() : null;
    const { id, total } = await call(first.url, '/recordings/process_pending/', {});
    expect(total).toBe(count + 1);
    await until(first.url, id, ({ done }) => done >= 3);
    first.server.child.kill('SIGKILL');
    await first.server.ended;
    const meanwhile = await openDatabase(place);
    const open = await meanwhile.db.selectFrom('tasks').select('subject_id').where('ended', 'is', null).execute();
    expect(open.map(({ subject_id }) => subject_id)).toContain(late);
    await addRecordingFile(meanwhile.db, late, { bytes: sound, type: 'audio/mpeg' });
    await meanwhile.close();

    const { url } = second ?? (await start());
    const job = await until(url, id, ({ state }) => state === 'done');
    expect(job).toMatchObject({ total: count + 1, done: count + 1, failed: 0 });
    for (const { child } of servers) child.kill('SIGTERM');
    await Promise.all(servers.map(({ ended }) => ended));

    const database = await openDatabase(place);
    const moves = await database.db
      .selectFrom('audit_entries')
      .select(['record_id', 'act', 'after'])
      .where('collection', '=', 'recordings')
      .where('act', '=', 'process')
      .execute();
    const finished = moves.filter(({ after }) => after?.['state'] === 'ready').map(({ record_id }) => record_id);
    const states = await database.db.selectFrom('recordings').select('state').distinct().execute();
    const tasks = await database.db.selectFrom('tasks').select(['subject_id', 'tries']).execute();
    await database.close();
    expect([finished.length, new Set(finished).size]).toEqual([count + 1, count + 1]);
    expect(states).toEqual([{ state: 'ready' }]);
    // Only tasks in progress at the kill, and those without a file, were repeated.
    const again = tasks.filter(({ subject_id, tries }) => tries > 1 && subject_id !== late);
    expect(again.length).toBeLessThanOrEqual(1);
  });
});
