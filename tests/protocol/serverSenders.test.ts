import { describe, expect, it } from '@jest/globals';
import { randomId } from '../../server/randomId.ts';
import { anyDatabase, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';

describe.each(anyDatabase)('a process, on the %s database', (kind) => {
  const backend = backendOf(kind);

  /** Something due for each sender: a webhook, a push message and an e-mail. */
  const addWaiting = async () => {
    const { db } = backend.database;
    const { id: user_id } = await backend.addUser({ role: 'interpreter' });
    const [now, until] = [testStart, new Date(testStart.getTime() + 60_000)];
    const [webhook_id, subscription_id, notification_id] = [randomId(), randomId(), randomId()];
    await db
      .insertInto('webhooks')
      .values({ id: webhook_id, url: 'http://127.0.0.1:1/', description: 'Payroll', event_types: [], created: now })
      .execute();
    await db
      .insertInto('webhook_deliveries')
      .values({
        id: randomId(),
        webhook_id,
        type: 'test',
        subject_id: webhook_id,
        data: '{}',
        transaction: 1,
        created: now,
        due: now,
        until,
      })
      .execute();
    await db
      .insertInto('notifications')
      // Notifications that were read are sent no more.
      .values({
        id: notification_id,
        user_id,
        kind: 'shifts',
        title: 'Shift',
        path: '/shifts',
        created: now,
        read: now,
      })
      .execute();
    await db
      .insertInto('push_subscriptions')
      .values({
        id: subscription_id,
        user_id,
        endpoint: 'http://127.0.0.1:1/',
        p256dh: '',
        auth: '',
        created: now,
        used: now,
      })
      .execute();
    await db
      .insertInto('push_messages')
      .values({ id: randomId(), subscription_id, notification_id, due: now, until })
      .execute();
    await db
      .insertInto('mail_outbox')
      .values({
        id: randomId(),
        recipient: 'una@example.org',
        subject: 'Shift',
        text_body: '',
        html_body: '',
        calendars: '[]',
        created: now,
        due: now,
        until,
      })
      .execute();
  };
  const tables = ['webhook_deliveries', 'push_messages', 'mail_outbox'] as const;
  /** The tables in which something is still due. */
  const untouched = async () => {
    const due = await Promise.all(
      tables.map(async (table) => {
        const rows = await backend.database.db.selectFrom(table).select('due').where('due', '<=', testStart).execute();
        return rows.length > 0 ? table : [];
      }),
    );
    return due.flat();
  };

  it('touches nothing that waits if it may not send, and all of it otherwise', async () => {
    await addWaiting();
    const silent = await backend.app({ options: { senders: false } });
    await silent.ready();
    await silent.close();
    expect(await untouched()).toEqual([...tables]);
    expect(backend.sink.messages).toEqual([]);
    const sending = await backend.app();
    await sending.ready();
    await sending.close();
    expect(await untouched()).toEqual([]);
  });
});
