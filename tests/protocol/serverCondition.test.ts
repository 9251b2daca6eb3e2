import { describe, expect, it } from '@jest/globals';
import { anyDatabase, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';

const token = 'a-token-of-the-operators';

describe.each(anyDatabase)('the condition of a backend, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const ago = (minutes: number): Date => new Date(testStart.getTime() - minutes * 60_000);

  it('shows operators counts and times of outbox and tasks, and nothing else', async () => {
    const { db } = backend.database;
    const mail = { recipient: 'anna@example.is', subject: 'Secret', text_body: '', html_body: '', calendars: '[]' };
    const times = { due: new Date('2024-05-02T21:00:00Z'), until: new Date('2024-05-02T21:00:00Z'), tries: 0 };
    await db
      .insertInto('mail_outbox')
      .values([
        { id: '0'.repeat(24), ...mail, ...times, created: ago(3) },
        { id: '1'.repeat(24), ...mail, ...times, created: ago(90), failure: '550 anna@example.is is unknown' },
      ])
      .execute();
    const task = { kind: 'recording', due: ago(2) };
    await db
      .insertInto('tasks')
      .values([
        { ...task, subject_id: 'a', state: 'waiting' },
        { ...task, subject_id: 'b', state: 'waiting', due: ago(7) },
        { ...task, subject_id: 'c', state: 'failed', ended: ago(60) },
        { ...task, subject_id: 'd', state: 'failed', ended: ago(60 * 48) },
      ])
      .execute();
    const app = await backend.app({ options: { healthToken: token } });
    const answer = await app.inject({ url: '/condition/', headers: { authorization: `Bearer ${token}` } });
    expect(answer.json()).toEqual({
      version: '1.2.3',
      database: { status: 'ok', milliseconds: expect.any(Number) },
      outbox: { waiting: 2, failing: 1, oldest: '2024-05-01T05:30:00.000Z' },
      jobs: { waiting: 2, running: 0, failed: 1, oldest: '2024-05-01T06:53:00.000Z' },
    });
  });

  it('does not exist for others: without a token, with a wrong one, or in a deployment that has none', async () => {
    const app = await backend.app({ options: { healthToken: token } });
    const status = async (authorization?: string) =>
      (await app.inject({ url: '/condition/', headers: authorization ? { authorization } : {} })).statusCode;
    expect([await status(), await status('Bearer wrong'), await status(`Token ${token}`)]).toEqual([404, 404, 404]);
    expect((await app.inject('/openapi.json')).body).not.toContain('condition');
    const without = await backend.app();
    const answer = await without.inject({ url: '/condition/', headers: { authorization: 'Bearer ' } });
    expect(answer.statusCode).toBe(404);
  });
});
