import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { flags } from '../../contract/flags.ts';
import { isWithin } from '../../server/resources/serviceAccounts/admission.ts';
import { anyDatabase, type SignedIn } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

describe.each(anyDatabase)('service accounts, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let app: FastifyInstance;
  let owner: SignedIn;
  beforeEach(async () => {
    app = await backend.app({ options: { publicUrl: 'https://api.example.com/', trustedHops: 1 } });
    owner = await backend.signedIn({ first_name: 'Ása' });
  });

  const calls = async () => callsOf(app, await backend.openSession(owner));
  const create = async (more: object = {}) =>
    (
      await (await calls()).post('/service_accounts/', { name: 'Video', scopes: ['platform'], days: 30, ...more })
    ).json();
  const list = async () => (await (await calls()).get('/service_accounts/')).json();
  const call = (secret: string, address = '192.0.2.7') =>
    app.inject({
      method: 'POST',
      url: '/platform/events/',
      payload: '[]',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/cloudevents-batch+json',
        'x-forwarded-for': address,
      },
    });
  const statusOf = async (...[secret, address]: Parameters<typeof call>) => (await call(secret, address)).statusCode;

  it('show the secret once, store only its hash, and stop working when they expire or are ended', async () => {
    const { secret, record } = await create();
    expect(record).toMatchObject({ name: 'Video', scopes: ['platform'], networks: [], used: null });
    expect(await statusOf(secret)).toBe(200);
    const listed = await list();
    expect(listed).toMatchObject({
      results: [{ id: record.id, created_by: 'Ása Jónsdóttir', used: '2024-05-01T07:00:00.000Z' }],
      addresses: {
        platform: 'https://api.example.com/platform/events/',
        read: 'https://api.example.com/',
      },
    });
    const stored = await backend.database.db.selectFrom('service_accounts').selectAll().execute();
    expect(JSON.stringify([listed, stored])).not.toContain(secret);
    const other = await create({ name: 'Other', days: 90 });
    backend.pass(30 * day);
    expect([await statusOf(secret), await statusOf(other.secret)]).toEqual([401, 200]);
    expect((await (await calls()).remove(`/service_accounts/${other.record.id}/`)).statusCode).toBe(204);
    const refused = await call(other.secret);
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it('keep the former secret for the chosen hours after a rotation, but no longer than before', async () => {
    const { secret, record } = await create();
    const rotate = async (overlap_hours: number) =>
      (await (await calls()).post(`/service_accounts/${record.id}/rotate/`, { days: 365, overlap_hours })).json();
    const second = await rotate(24);
    expect(second.record).toMatchObject({
      overlap_until: '2024-05-02T07:00:00.000Z',
      expires: '2025-05-01T07:00:00.000Z',
    });
    expect([await statusOf(secret), await statusOf(second.secret)]).toEqual([200, 200]);
    backend.pass(day);
    expect([await statusOf(secret), await statusOf(second.secret)]).toEqual([401, 200]);
    const third = await rotate(0);
    expect([await statusOf(second.secret), await statusOf(third.secret)]).toEqual([401, 200]);
  });

  it('are told to every owner by e-mail when one is added, and when its secret is replaced', async () => {
    const other = await backend.addUser({ role: 'owner', language: 'en' });
    const { record } = await create();
    await (await calls()).post(`/service_accounts/${record.id}/rotate/`, { days: 30, overlap_hours: 0 });
    await backend.mailsAreSent();
    const subjectsTo = (email: string) =>
      backend.sink.messages.flatMap(({ to, subject }) => (to.includes(email) ? subject : []));
    expect(subjectsTo(other.email)).toEqual([
      'Brú & Co: a service account was added: “Video”',
      'Brú & Co: the secret of the service account “Video” was replaced',
    ]);
    expect(subjectsTo(owner.email)).toHaveLength(2);
  });

  it('may be limited to address ranges of both kinds', async () => {
    const { secret } = await create({ networks: ['192.0.2.0/24', '2001:db8::/32'] });
    const addresses = ['192.0.2.7', '2001:db8:1::1', '::ffff:192.0.2.9', '192.0.3.1', '2001:db9::1'];
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await statusOf(secret, address));
    expect(statuses).toEqual([200, 200, 200, 403, 403]);
    expect(isWithin(['10.1.2.3/32'], '10.1.2.4')).toBe(false);
    for (const network of ['192.0.2.0', '192.0.2.0/33', '::/129', 'here/8'])
      expect(await create({ networks: [network] })).toMatchObject({
        code: 'invalid',
        errors: { 'networks.0': ['network_invalid'] },
      });
  });

  it('are created by owners only, with a recent authentication, and twenty at a time', async () => {
    const manager = callsOf(app, await backend.signedIn({ role: 'manager' }));
    expect((await manager.get('/service_accounts/')).statusCode).toBe(403);
    for (let count = 0; count < 20; count += 1) await create({ name: `System ${count}` });
    expect(await create()).toMatchObject({ status: 409, code: 'too_many_service_accounts' });
    const earlier = callsOf(app, owner);
    backend.pass(10 * 60_000);
    const late = await earlier.post('/service_accounts/', { name: 'Late', scopes: ['platform'], days: 30 });
    expect(late.json()).toMatchObject({ code: 'insufficient_user_authentication' });
  });

  it('are in the audit log and in the security log: created, rotated, ended and refused', async () => {
    const { secret, record } = await create({ networks: ['192.0.2.0/24'] });
    await (await calls()).post(`/service_accounts/${record.id}/rotate/`, { days: 30, overlap_hours: 1 });
    expect(await statusOf(secret, '198.51.100.1')).toBe(403);
    await (await calls()).remove(`/service_accounts/${record.id}/`);
    const audit = (await (await calls()).get('/audit/?collection=service_accounts')).json();
    expect(
      audit.results.map(({ act, record_name }: { act: string; record_name: string }) => [act, record_name]),
    ).toEqual([
      ['end_service_account', 'Video'],
      ['rotate_service_account', 'Video'],
      ['add_service_account', 'Video'],
    ]);
    const asked = ['added', 'rotated', 'ended', 'refused'].map((name) => `event[]=service_account_${name}`).join('&');
    const log = (await (await calls()).get(`/security_events/?${asked}&ordering=at`)).json();
    const events = log.results.map(({ event, reason, object, object_id }: Record<string, string>) => [
      event,
      reason,
      object,
      object_id,
    ]);
    expect(events).toEqual([
      ['service_account_added', null, 'Video', record.id],
      ['service_account_rotated', null, 'Video', record.id],
      ['service_account_refused', 'address_not_allowed', 'Video', record.id],
      ['service_account_ended', null, 'Video', record.id],
    ]);
  });

  it('read what managers read with the scope read, change nothing, and see no logs or settings', async () => {
    const all = await backend.app({ flags: Object.fromEntries(flags.map((flag) => [flag, true])) });
    const manager = await backend.signedIn({ role: 'manager' });
    const asManager = callsOf(all, manager);
    await asManager.post('/partners/', { name: 'City Hospital', slug: 'city', contact_email: 'office@example.org' });
    const { secret } = await create({ name: 'Payroll', scopes: ['read'] });
    const platform = await create({ name: 'Video', scopes: ['platform'] });
    const asService = (method: string, url: string, used = secret) =>
      all.inject({ method: method as 'GET', url, headers: { authorization: `Bearer ${used}` } });

    const partners = await asService('GET', '/partners/');
    expect(partners.json()).toMatchObject({ count: 1, results: [{ name: 'City Hospital' }] });
    expect((await asService('GET', '/partners/', platform.secret)).json()).toMatchObject({ code: 'scope_missing' });

    const { paths } = (await all.inject('/openapi.json')).json();
    const read: string[] = [];
    for (const [path, methods] of Object.entries<Record<string, { security: object[] }>>(paths))
      for (const [method, { security }] of Object.entries(methods)) {
        if (method === 'head' || path.startsWith('/platform/') || security.length === 0) continue;
        const url = path.replace(/\{\w+\}/g, 'f'.repeat(24));
        const { statusCode } = await asService(method.toUpperCase(), url);
        const isRead = JSON.stringify(security).includes('"read"');
        if (isRead) read.push(path);
        const wanted = isRead ? (await asManager.get(url)).statusCode : 401;
        expect([method, path, statusCode]).toEqual([method, path, wanted]);
      }
    expect(read).toEqual(expect.arrayContaining(['/users/', '/calendar/', '/reservations/{id}/', '/statistics/']));
    expect(
      read.filter((path) => /audit|security|privacy|retention|service_accounts|webhooks|feeds/.test(path)),
    ).toEqual([]);
  });

  it('read 600 times a minute, each with their own count, which answers tell', async () => {
    const read = async (secret: string) => {
      const answer = await app.inject({ url: '/partners/', headers: { authorization: `Bearer ${secret}` } });
      const { ratelimit, 'ratelimit-policy': policy, 'retry-after': wait } = answer.headers;
      return [answer.statusCode, policy, ratelimit, wait];
    };
    const payroll = await create({ name: 'Payroll', scopes: ['read', 'platform'] });
    const other = await create({ name: 'Rota', scopes: ['read'] });
    const policy = '"read";q=600;w=60';
    expect(await read(payroll.secret)).toEqual([200, policy, '"read";r=599;t=60', undefined]);
    for (let sent = 1; sent < 600; sent += 1) await read(payroll.secret);
    expect(await read(payroll.secret)).toEqual([429, policy, '"read";r=0;t=60', '60']);
    expect((await read(other.secret))[0]).toBe(200);
    const event = await call(payroll.secret);
    expect([event.statusCode, event.headers['ratelimit']]).toEqual([200, undefined]);
    backend.pass(60_000);
    expect((await read(payroll.secret))[2]).toBe('"read";r=599;t=60');
  });

  it('are counted by address when the secret is wrong', async () => {
    const { secret } = await create();
    for (let attempt = 0; attempt < 30; attempt += 1) expect(await statusOf('wrong')).toBe(401);
    expect([await statusOf('wrong'), await statusOf(secret)]).toEqual([429, 200]);
  });
});
