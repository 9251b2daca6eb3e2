import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { platformExamples } from '../../contract/platformExamples.ts';
import type { Webhook, WebhookDelivery } from '../../contract/webhooks.ts';
import { webhookEventTypes } from '../../contract/webhookLimits.ts';
import { anyDatabase, type SignedIn, testStart } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';
import { importsOf } from '../support/imports.ts';
import { platformOf } from '../support/platform.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Received = { headers: Record<string, string>; body: string };

/** Another system: what it got, and what it answers. */
async function startReceiver() {
  const received: Received[] = [];
  let answer = { status: 204, body: '' };
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', () => listens()));
  return {
    received,
    url: `http://hooks.localhost:${(server.address() as AddressInfo).port}/signboard`,
    answerWith: (status: number, body = '') => {
      answer = { status, body };
    },
    types: () => received.map(({ body }) => JSON.parse(body).type as string),
    stop: () => new Promise((closed) => server.close(closed)),
  };
}

describe.each(anyDatabase)('webhooks, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  let app: FastifyInstance;
  let owner: SignedIn;
  let calls: Calls;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeEach(async () => {
    receiver = await startReceiver();
    app = await backend.app({
      options: { privateWebhooks: true, dashboardUrl: 'https://dashboard.testland.example/' },
    });
    await app.ready();
    owner = await backend.signedIn({ first_name: 'Ása', language: 'en' });
    calls = callsOf(app, owner);
  });
  afterEach(async () => {
    // Apps are reused by later tests: an open one would go on sending.
    await app.close();
    await receiver.stop();
    await backend.reset();
  });

  it('are told to every owner by e-mail when one is added, and when its address, events or secret change', async () => {
    const other = await backend.addUser({ role: 'owner', language: 'en' });
    const { record } = await add();
    const change = async (changes: object) => {
      const { etag } = (await calls.get(`/webhooks/${record.id}/`)).json();
      expect((await calls.patch(`/webhooks/${record.id}/`, etag, changes)).statusCode).toBe(200);
    };
    await change({ description: 'Wages' });
    await change({ url: 'https://elsewhere.example/hook' });
    await change({ event_types: ['person.changed'] });
    await calls.post(`/webhooks/${record.id}/rotate_secret/`);
    await backend.mailsAreSent();
    const mails = backend.sink.messages.filter(({ to }) => to.includes(other.email));
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Brú & Co: a webhook was added: “Payroll”',
      'Brú & Co: the secret of the webhook “Wages” was replaced',
      'Brú & Co: the webhook “Wages” was changed',
      'Brú & Co: the webhook “Wages” was changed',
    ]);
    expect(mails.filter(({ text }) => text.includes('https://elsewhere.example/hook'))).toHaveLength(3);
    expect(backend.sink.messages.filter(({ to }) => to.includes(owner.email))).toHaveLength(4);
  });

  const add = async (changes: object = {}): Promise<{ secret: string; record: Webhook }> => {
    const answer = await calls.post('/webhooks/', {
      url: receiver.url,
      description: 'Payroll',
      event_types: webhookEventTypes,
      ...changes,
    });
    expect(answer.statusCode).toBe(201);
    return answer.json();
  };
  const read = async (id: string): Promise<Webhook> => (await calls.get(`/webhooks/${id}/`)).json();
  const deliveries = async (id: string): Promise<WebhookDelivery[]> =>
    (await calls.get(`/webhooks/${id}/deliveries/?page_size=100`)).json().results;
  /** Sends a test event until it has as many attempts. */
  const attempted = async (id: string, attempts = 1): Promise<WebhookDelivery> => {
    for (;;) {
      const [latest] = await deliveries(id);
      if (latest && latest.attempts.length >= attempts) return latest;
      await new Promise((again) => setTimeout(again, 10));
    }
  };
  /** Lets the time pass, and wakes the sender. */
  const later = async (milliseconds: number, id: string) => {
    backend.pass(milliseconds);
    owner = await backend.openSession(owner);
    calls = callsOf(app, owner);
    const { etag } = await read(id);
    await calls.patch(`/webhooks/${id}/`, etag, {});
  };
  /** The event types and data that wait or were sent, in the order of their writing. */
  const events = async () =>
    (
      await backend.database.db
        .selectFrom('webhook_deliveries')
        .select(['type', 'data', 'subject_id'])
        .orderBy('transaction')
        .orderBy('type')
        .execute()
    ).map(({ type, data, subject_id }) => ({ type, data, subject: subject_id }));
  const typesOf = async (subject: string) =>
    (await events()).flatMap((event) => (event.subject === subject ? event.type : []));

  it('get a message that the package of Standard Webhooks verifies, and log the attempt', async () => {
    const { secret, record } = await add();
    receiver.answerWith(200, 'thanks');
    expect((await calls.post(`/webhooks/${record.id}/test/`)).statusCode).toBe(204);
    const delivery = await attempted(record.id);
    expect(delivery).toMatchObject({
      type: 'test',
      state: 'delivered',
      next_attempt: null,
      attempts: [{ status: 200, failure: null, answer: 'thanks', at: testStart.toISOString() }],
    });
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    expect(headers).toMatchObject({ 'webhook-id': delivery.id, 'content-type': 'application/json' });
    // The package compares the time with the clock of this machine.
    const verify = () => new StandardWebhook(secret).verify(body, headers);
    expect(verify).toThrow('Message timestamp too old');
    const signed = new StandardWebhook(secret).sign(delivery.id, testStart, body);
    expect(headers['webhook-signature']).toBe(signed);
    expect(JSON.parse(body)).toEqual({
      type: 'test',
      timestamp: testStart.toISOString(),
      data: { id: record.id },
    });
  });

  it('keep their secret from everybody: in answers, in the audit log and in the database', async () => {
    const { secret, record } = await add();
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(key).toHaveLength(32);
    const stored = await backend.database.db.selectFrom('signing_keys').selectAll().execute();
    expect(stored.map(({ data_key }) => Buffer.from(data_key).includes(key))).toEqual([false]);
    const all = [await calls.get('/webhooks/'), await calls.get('/audit/?collection=webhooks')];
    for (const { body } of all) expect(body).not.toContain(secret);
    expect(all[1]?.json().results).toMatchObject([{ act: 'create', record: record.id, record_name: 'Payroll' }]);
    const manager = callsOf(app, await backend.signedIn({ role: 'manager' }));
    expect((await manager.get('/webhooks/')).statusCode).toBe(403);
  });

  it('are signed with the former secret, too, for a day after a rotation', async () => {
    const { secret, record } = await add();
    const rotated = (await calls.post(`/webhooks/${record.id}/rotate_secret/`)).json();
    expect(rotated.record.former_secret_until).toBe(new Date(testStart.getTime() + day).toISOString());
    await calls.post(`/webhooks/${record.id}/test/`);
    const { id } = await attempted(record.id);
    const [first = { headers: {}, body: '' }] = receiver.received;
    const signaturesOf = (...secrets: string[]) =>
      secrets.map((signingSecret) => new StandardWebhook(signingSecret).sign(id, testStart, first.body)).join(' ');
    expect(first.headers['webhook-signature']?.split(' ').toSorted()).toEqual(
      signaturesOf(rotated.secret, secret).split(' ').toSorted(),
    );
    await later(day, record.id);
    await calls.post(`/webhooks/${record.id}/test/`);
    await attempted(record.id);
    expect(receiver.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });

  it('get thin events of shifts, schedules and reservations, one for each change', async () => {
    // Nothing listens, so that the events stay as they were written.
    const { record } = await add({ url: 'http://127.0.0.1:1/' });
    const { staff, una, customer } = await addBookingPeople(backend);
    const manager = callsOf(app, staff);
    const booking = createBooking(() => ({ manager, interpreters: [una.id], customer: customer.id }));
    const schedule = await booking.shift();
    const [shift] = await booking.shiftsOf(schedule.id);
    const reservation = await booking.approved();
    await booking.act(reservation.id, 'cancel');
    const [fresh] = await booking.shiftsOf(schedule.id);
    await manager.patch(`/shifts/${shift.id}/`, fresh.etag, { state: 'disabled' });
    expect(await typesOf(schedule.id)).toEqual(['schedule.created']);
    expect(await typesOf(shift.id)).toEqual(['shift.created', 'shift.cancelled']);
    expect(await typesOf(reservation.id)).toEqual([
      'reservation.created',
      'reservation.decided',
      'reservation.cancelled',
    ]);
    const [created] = (await events()).filter(({ type }) => type === 'reservation.created');
    expect(Object.keys(created?.data ?? {}).toSorted()).toEqual(['end', 'id', 'path', 'start', 'status']);
    expect(created?.data).toMatchObject({ path: `/reservations/${reservation.id}/`, status: 'pending' });
    expect((await manager.get(String(created?.data['path']))).statusCode).toBe(200);
    expect(JSON.stringify(await events())).not.toMatch(/Katrín|Arnardóttir|Court hearing/);
    expect(await read(record.id)).toMatchObject({ failed: 0 });
  });

  describe('of requests that a video platform reports', () => {
    /** A video platform. Its requests are named, and their times are minutes before now. */
    const startPlatform = async () => {
      const { secret } = (
        await calls.post('/service_accounts/', { name: 'Video', scopes: ['platform'], days: 30 })
      ).json();
      const platform = platformOf(app, secret);
      const event = (type: string, subject: string, minutesAgo: number) => {
        const like = platformExamples.find(
          (platformEvent) => platformEvent.type === `signboard.${type}` && platformEvent.subject === 'request-204',
        );
        const time = new Date(testStart.getTime() - minutesAgo * minute).toISOString();
        return { ...like, subject, time, id: `${type}/${subject}` };
      };
      const call = (subject: string, created: number, answered: number, ended: number) => [
        event('request.created', subject, created),
        event('request.answered', subject, answered),
        event('request.ended', subject, ended),
      ];
      const report = async (batch: object[]) => {
        const { results } = await platform.sendAll(batch);
        expect(results.map(({ status }) => status)).toEqual(batch.map(() => 'accepted'));
      };
      return { call, report };
    };
    const requestEvents = async () => (await events()).map(({ type }) => type);
    const all = ['request.answered', 'request.created', 'request.ended'];
    let platform: Awaited<ReturnType<typeof startPlatform>>;
    beforeEach(async () => {
      await add({ url: 'http://127.0.0.1:1/', event_types: all });
      await backend.addUser({ role: 'interpreter', email: 'una@example.org' });
      platform = await startPlatform();
    });

    it('get each event of a request that arrives event by event', async () => {
      for (const event of platform.call('one', 3, 2, 1)) await platform.report([event]);
      expect(await requestEvents()).toEqual(['request.created', 'request.answered', 'request.ended']);
    });

    it('get each event of a request that arrives when it is over', async () => {
      await platform.report(platform.call('at once', 40, 39, 1));
      expect(await requestEvents()).toEqual(all);
      const [{ data } = { data: {} }] = await events();
      expect(data).toMatchObject({ started: expect.any(String), ended: expect.any(String) });
    });

    it('get the end of a known request that is reported hours later', async () => {
      const [created, ...rest] = platform.call('late', 2, 1, 0);
      await platform.report([created!]);
      backend.pass(5 * hour);
      await platform.report(rest);
      expect((await requestEvents()).toSorted()).toEqual(all);
    });

    it('get nothing of requests of the past', async () => {
      await platform.report(platform.call('old', 60, 59, 15));
      for (const event of platform.call('older', 3 * 24 * 60, 3 * 24 * 60 - 1, 3 * 24 * 60 - 2))
        await platform.report([event]);
      expect(await requestEvents()).toEqual([]);
    });

    it('get nothing of past interpretations that are imported', async () => {
      const imports = importsOf(app, owner);
      const { id } = await imports.checked(
        'interpretations',
        'created;started;ended;channel;session_mode;queue_type;category;interpreter\n2024-03-01 10:00;2024-03-01 10:05;2024-03-01 10:30;online;VRI;social;Doctor;una@example.org\n',
      );
      expect(await imports.write(id)).toMatchObject({ state: 'written' });
      expect(await requestEvents()).toEqual([]);
    });
  });

  it('get events of people, whoever writes them', async () => {
    await add({ url: 'http://127.0.0.1:1/' });
    const person = (
      await calls.post('/users/', {
        email: 'nina@testland.example',
        first_name: 'Nína',
        last_name: 'Karlsdóttir',
        role: 'interpreter',
      })
    ).json();
    await calls.patch(`/users/${person.id}/`, person.etag, { first_name: 'Nína Rós' });
    await calls.post(`/users/${person.id}/suspend/`, { reason: 'On leave' });
    expect(await typesOf(person.id)).toEqual(['person.invited', 'person.changed', 'person.suspended']);
    expect(JSON.stringify(await events())).not.toMatch(/Nína|nina@|On leave/);
  });

  it('get nothing of a change that is rolled back, and only the types that they want', async () => {
    await add({ url: 'http://127.0.0.1:1/', event_types: ['person.suspended'] });
    const { id } = await backend.addUser({ role: 'interpreter' });
    const { db } = backend.database;
    const change = db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ suspended_at: testStart }).where('id', '=', id).execute();
      throw new Error('rolled back');
    });
    await expect(change).rejects.toThrow('rolled back');
    await db.updateTable('users').set({ phone: '+3545551234' }).where('id', '=', id).execute();
    expect(await events()).toEqual([]);
    await db.updateTable('users').set({ suspended_at: testStart }).where('id', '=', id).execute();
    expect(await typesOf(id)).toEqual(['person.suspended']);
  });

  it('are retried with growing pauses for three days, then given up, and sent again on request', async () => {
    const { record } = await add();
    receiver.answerWith(500, '<h1>Broken</h1>');
    await calls.post(`/webhooks/${record.id}/test/`);
    let delivery = await attempted(record.id);
    expect(delivery).toMatchObject({ state: 'waiting', attempts: [{ status: 500, answer: '<h1>Broken</h1>' }] });
    const pauses: number[] = [];
    for (let attempts = 2; delivery.next_attempt !== null; attempts += 1) {
      const pause = Date.parse(delivery.next_attempt) - Date.parse(delivery.attempts[0]?.at ?? '');
      pauses.push(pause);
      await later(pause, record.id);
      const reached = Math.min(attempts, 10);
      const before = delivery.attempts[0]?.at;
      do delivery = await attempted(record.id, reached);
      while (delivery.attempts[0]?.at === before);
    }
    expect(delivery.state).toBe('failed');
    expect(pauses.length).toBeGreaterThan(14);
    for (const [index, pause] of pauses.entries()) {
      const full = Math.min(12 * hour, 5000 * 2 ** index);
      expect(pause).toBeLessThanOrEqual(full);
      expect(pause).toBeGreaterThanOrEqual(0.8 * full - 1);
    }
    expect(await read(record.id)).toMatchObject({ failed: 1, waiting: 0, enabled: true });
    receiver.answerWith(200);
    expect((await calls.post(`/webhooks/${record.id}/replay/`)).json()).toEqual({ count: 1 });
    for (;;) {
      const [again] = await deliveries(record.id);
      if (again?.state === 'delivered') break;
      await new Promise((waits) => setTimeout(waits, 10));
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await read(record.id)).toMatchObject({ failed: 0, failing_since: null });
  });

  it('fail no longer once a later attempt succeeds', async () => {
    const { record } = await add();
    receiver.answerWith(500);
    await calls.post(`/webhooks/${record.id}/test/`);
    await attempted(record.id);
    receiver.answerWith(200);
    await later(5000, record.id);
    expect(await attempted(record.id, 2)).toMatchObject({ state: 'delivered' });
    expect(await read(record.id)).toMatchObject({ failing_since: null });
  });

  it('are disabled after days of failures, which owners get by e-mail, and send what waits when they are enabled', async () => {
    const { record } = await add();
    receiver.answerWith(503);
    await calls.post(`/webhooks/${record.id}/test/`);
    await attempted(record.id);
    expect((await read(record.id)).failing_since).toBe(testStart.toISOString());
    await later(5 * day, record.id);
    await attempted(record.id, 2);
    const disabled = await read(record.id);
    expect(disabled).toMatchObject({ enabled: false, disabled_because: 'failures' });
    await backend.mailsAreSent();
    const mail = backend.sink.messages.at(-1);
    expect(mail).toMatchObject({ to: [owner.email], subject: expect.stringContaining('Payroll') });
    expect(mail?.text).toContain(`https://dashboard.testland.example/dashboard/webhooks/${record.id}`);
    expect((await calls.post(`/webhooks/${record.id}/test/`)).json().code).toBe('transition_refused');
    await calls.patch(`/webhooks/${record.id}/`, disabled.etag, { enabled: true });
    expect(await read(record.id)).toMatchObject({ enabled: true, disabled_because: null, failing_since: null });
  });

  it('are disabled at once by an endpoint that is gone', async () => {
    const { record } = await add();
    receiver.answerWith(410);
    await calls.post(`/webhooks/${record.id}/test/`);
    await attempted(record.id);
    expect(await read(record.id)).toMatchObject({ enabled: false, disabled_because: 'gone' });
  });

  it('follow no redirect', async () => {
    const { record } = await add();
    receiver.answerWith(307);
    await calls.post(`/webhooks/${record.id}/test/`);
    expect(await attempted(record.id)).toMatchObject({ state: 'waiting', attempts: [{ status: 307 }] });
    expect(receiver.received).toHaveLength(1);
  });

  it('are changed only by those who know the latest version, and deleted with their log', async () => {
    const { record } = await add();
    const changed = await calls.patch(`/webhooks/${record.id}/`, record.etag, { description: 'Rota' });
    expect(changed.json()).toMatchObject({ description: 'Rota' });
    expect((await calls.patch(`/webhooks/${record.id}/`, record.etag, { description: 'Late' })).statusCode).toBe(412);
    expect((await calls.remove(`/webhooks/${record.id}/`)).statusCode).toBe(204);
    expect((await calls.get(`/webhooks/${record.id}/deliveries/`)).statusCode).toBe(404);
  });

  it('lose their log after thirty days', async () => {
    const { record } = await add();
    await calls.post(`/webhooks/${record.id}/test/`);
    await attempted(record.id);
    backend.pass(30 * day);
    const other = await backend.app({ options: { dashboardUrl: 'https://other.testland.example/' } });
    await other.ready();
    await other.close();
    const { db } = backend.database;
    expect(await db.selectFrom('webhook_attempts').selectAll().execute()).toEqual([]);
  });

  describe('in a deployment that does not allow private addresses', () => {
    it.each([
      ['http://hooks.example.com/', 'link_invalid'],
      ['https://10.0.0.5/', 'private_address'],
      ['https://169.254.169.254/latest/', 'private_address'],
      ['https://[::1]/', 'private_address'],
      ['https://metadata.localhost/', 'private_address'],
    ])('cannot have the address %s', async (url, code) => {
      const strict = await backend.app();
      const answer = await callsOf(strict, owner).post('/webhooks/', {
        url,
        description: 'Payroll',
        event_types: ['shift.created'],
      });
      expect(answer.json()).toMatchObject({ status: 400, errors: { url: [code] } });
    });

    it('do not reach a private address that a name leads to', async () => {
      const { record } = await add();
      await app.close();
      const strict = await backend.app({ options: { dashboardUrl: 'https://strict.testland.example/' } });
      await strict.ready();
      calls = callsOf(strict, owner);
      await calls.post(`/webhooks/${record.id}/test/`);
      expect(await attempted(record.id)).toMatchObject({
        state: 'waiting',
        attempts: [{ status: null, failure: 'private_address', answer: '' }],
      });
      expect(receiver.received).toEqual([]);
      await strict.close();
    });
  });
});
