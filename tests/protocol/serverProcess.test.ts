import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '../../server/db/database.ts';
import { argonPasswords } from '../../server/auth/passwords.ts';
import { randomId } from '../../server/randomId.ts';
import { startServer, type ServerProcess } from '../support/serverProcess.ts';

const email = 'owner@testland.example';
const password = 'a password';

describe('the backend as a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-process-'));
  let running: ServerProcess | null = null;
  /** Mails wait here until the test lets them through. */
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
  }, 60_000);
  afterEach(async () => {
    running?.child.kill('SIGKILL');
    await running?.ended;
    running = null;
  });
  afterAll(async () => {
    await new Promise<void>((closed) => slowMail.close(() => closed()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('finishes the call under way when it is told to stop, and takes no other', async () => {
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
  }, 60_000);

  it.each([
    [
      'settings that cannot be used',
      { SMTP_URL: 'mail', PORT: 'x' },
      ['SMTP_URL: "mail" cannot be used', 'PORT: "x" cannot be used'],
    ],
    [
      'a deployment that is not there',
      { TENANT: 'icland' },
      ['There is no deployment "icland".', 'Did you mean "iceland"?'],
    ],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgresql://127.0.0.1:1/x' },
      ['The backend could not start: '],
    ],
  ])(
    'ends with a clear line for %s',
    async (_, changes, expected) => {
      running = startServer({ ...environment, ...changes });
      expect(await running.ended).toBe(1);
      const said = running.errors.join('\n');
      for (const words of expected) expect(said).toContain(words);
      expect(said).not.toMatch(/\n\s+at /);
    },
    60_000,
  );
});
