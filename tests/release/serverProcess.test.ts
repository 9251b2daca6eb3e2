import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '../../server/db/database.ts';
import { argonPasswords } from '../../server/auth/passwords.ts';
import { randomId } from '../../server/randomId.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { startServer, type ServerProcess } from '../support/serverProcess.ts';
import { addSession } from '../support/session.ts';

const email = 'owner@testland.example';
const password = 'a password';

describe('the backend as a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-process-'));
  let running: ServerProcess | null = null;
  /** Mails wait here until the test releases them. */
  const held: (() => void)[] = [];
  const slowMail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      stream.resume();
      stream.once('end', () => {
        held.push(() => done());
        slowMail.emit('held');
      });
    },
  });
  let environment: Record<string, string>;

  beforeAll(async () => {
    await new Promise<void>((listening) => slowMail.listen(0, '127.0.0.1', listening));
    const { port } = slowMail.server.address() as AddressInfo;
    environment = { TENANT: 'iceland', SMTP_URL: `smtp://127.0.0.1:${port}`, DATA_DIR: folder, PORT: '0' };
    const database = await openDatabase({ folder });
    await database.migrate();
    await database.db
      .insertInto('users')
      .values({
        id: randomId(),
        email,
        password_hash: await argonPasswords().hash(password),
        first_name: 'Anna',
        last_name: 'Jónsdóttir',
        role: 'owner',
        approval_status: 'approved',
        created: new Date(),
      })
      .execute();
    await database.close();
  });
  afterEach(async () => {
    running?.child.kill('SIGKILL');
    await running?.ended;
    running = null;
  });
  afterAll(async () => {
    await new Promise<void>((closed) => slowMail.close(() => closed()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('says how to create the first owner while there is no account', async () => {
    const empty = join(folder, 'empty');
    const sentence = 'there is no account yet: create the first owner with node server/owner.js';
    for (const [data, isSaid] of [
      [empty, true],
      [folder, false],
    ] as const) {
      running = startServer({ ...environment, DATA_DIR: data });
      await running.url;
      expect([data, running.lines.some((line) => line.includes(sentence))]).toEqual([data, isSaid]);
      running.child.kill('SIGTERM');
      await running.ended;
    }
  });

  it('finishes the current call on SIGTERM, and accepts no other', async () => {
    running = startServer(environment);
    const url = await running.url;
    const arrived = once(slowMail, 'held');
    const login = fetch(`${url}/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    await arrived;
    running.child.kill('SIGTERM');
    const isRefused = async () => {
      try {
        return (await fetch(`${url}/livez/`, { headers: { connection: 'close' } })).status === 503;
      } catch {
        return true;
      }
    };
    while (!(await isRefused())) await new Promise((again) => setTimeout(again, 20));
    for (const release of held) release();
    const answer = await login;
    expect([answer.status, Object.keys(await answer.json())]).toEqual([
      200,
      ['otpToken', 'otp_expiry', 'resend_after'],
    ]);
    expect(await running.ended).toBe(0);
    expect(running.lines.at(-1)).toContain('"msg":"stopped"');
    const database = await openDatabase({ folder });
    expect(await database.db.selectFrom('otp_challenges').select('guesses').execute()).toEqual([{ guesses: 0 }]);
    await database.close();
  });

  it('accepts calls for a while after readiness fails, and ends once a running report is read', async () => {
    const requests = 40_000;
    const database = await openDatabase({ folder });
    const { id } = await database.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const token = await addSession(database.db, id);
    await sql`insert into interpretations
      (id, channel, session_mode, location_type, queue_type, category, created, note)
      select lpad(to_hex(n), 24, '0'), 'online', 'VRI', 'remote', 'social', 'Health',
        '2024-04-01T10:00:00Z'::timestamptz + n * interval '1 second', repeat('A note of some length. ', 10)
      from generate_series(1, ${requests}::int) as n`.execute(database.db);
    await database.close();
    running = startServer({ ...environment, STOP_DELAY_SECONDS: '20', STOP_TIMEOUT_SECONDS: '600' });
    const url = await running.url;
    const headers = { authorization: `Token ${token}` };
    const agent = new Agent({ keepAlive: true });
    const asked = get(`${url}/report/?from_day=2024-04-01&to_day=2024-04-30&output=csv`, { agent, headers });
    const [report] = (await once(asked, 'response')) as [IncomingMessage];
    await once(report, 'readable');
    running.child.kill('SIGTERM');
    const status = async (path: string) => {
      const answer = await fetch(`${url}${path}`, { headers });
      return [answer.status, answer.headers.get('connection')];
    };
    while ((await status('/readyz/'))[0] !== 503) await new Promise((again) => setTimeout(again, 5));
    const meanwhile = await Promise.all(Array.from({ length: 20 }, () => status('/auth/me/')));
    expect(meanwhile).toEqual(Array.from({ length: 20 }, () => [200, 'close']));
    expect(await status('/livez/')).toEqual([200, 'close']);
    let lines = 0;
    for await (const chunk of report) lines += (chunk as Buffer).toString('latin1').split('\n').length - 1;
    expect(lines).toBeGreaterThanOrEqual(requests);
    expect(await running.ended).toBe(0);
    expect(running.lines.join('\n')).not.toContain('cut off');
    expect(running.lines.at(-1)).toContain('"msg":"stopped"');
    agent.destroy();
  });

  it.each([
    [
      'invalid settings',
      { SMTP_URL: 'mail', PORT: 'x' },
      ['SMTP_URL: "mail" cannot be used', 'PORT: "x" cannot be used'],
    ],
    ['an unknown deployment', { TENANT: 'icland' }, ['There is no deployment "icland".', 'Did you mean "iceland"?']],
    [
      'a database that does not respond',
      { DATABASE_URL: 'postgresql://127.0.0.1:1/x', FILES_KEY: testFilesKey },
      ['The backend could not start: '],
    ],
  ])('exits with a clear line for %s', async (_, changes, expected) => {
    running = startServer({ ...environment, ...changes });
    expect(await running.ended).toBe(1);
    const output = running.errors.join('\n');
    for (const words of expected) expect(output).toContain(words);
    expect(output).not.toMatch(/\n\s+at /);
  });
});
