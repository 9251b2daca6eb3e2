import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { audited } from '../../contract/kinds.ts';
import { databaseKinds } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const day = 24 * 60 * 60_000;

describe.each(databaseKinds)('collections, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const asOwner = async () => {
    const app = await backend.app();
    const owner = await backend.signedIn({ email: 'owner@testland.example' });
    return { app, owner, calls: callsOf(app, owner) };
  };

  const addCategories = async (calls: ReturnType<typeof callsOf>, names: string[]) => {
    for (const name of names) expect((await calls.post('/partner_categories/', { name })).statusCode).toBe(201);
  };

  // R204
  it('return lists in pages of ten, with the total count', async () => {
    const { calls } = await asOwner();
    await addCategories(
      calls,
      Array.from({ length: 12 }, (_, index) => `Category ${String(index).padStart(2, '0')}`),
    );
    const first = (await calls.get('/partner_categories/')).json();
    expect([first.count, first.results.length, first.results[0].name]).toEqual([12, 10, 'Category 00']);
    const second = (await calls.get('/partner_categories/?page=2')).json();
    expect(second.results.map(({ name }: { name: string }) => name)).toEqual(['Category 10', 'Category 11']);
    expect((await calls.get('/partner_categories/?page=9')).json()).toEqual({ count: 12, results: [] });
    expect((await calls.get('/partner_categories/?page_size=5&page=3')).json().results).toHaveLength(2);
  });

  it('count up to ten thousand records exactly, and longer lists with a delay of seconds at most', async () => {
    const { calls } = await asOwner();
    const { db } = backend.database;
    const count = async () => (await calls.get('/contacts/')).json().count;
    const add = (from: number, to: number) =>
      db.transaction().execute(async (trx) => {
        await sql`select set_config('signboard.audit', 'off', true)`.execute(trx);
        await sql`insert into contacts (id, name, "phoneNumber", created)
          select lpad(to_hex(n), 24, '0'), 'Name ' || n, '+3545551234', now()
          from generate_series(${from}::int, ${to}::int) n`.execute(trx);
      });
    const later = () =>
      sql`update list_counts set
      counted = counted - interval '6 seconds', claimed = claimed - interval '6 seconds'`.execute(db);
    await add(1, 9999);
    expect(await count()).toBe(9999);
    await add(10_000, 10_000);
    expect(await count()).toBe(10_000);
    await add(10_001, 10_001);
    expect(await count()).toBe(10_001);
    await add(10_002, 10_100);
    expect(await count()).toBe(10_001);
    // Another list has its own count, and the last page implies its count.
    expect((await calls.get('/contacts/?search=9999')).json().count).toBe(1);
    expect((await calls.get('/contacts/?page=1011')).json()).toEqual({ count: 10_100, results: [] });
    await later();
    expect(await Promise.all([count(), count(), count()])).toContain(10_100);
    expect(await count()).toBe(10_100);
    await sql`delete from contacts where name like '%9'`.execute(db);
    await later();
    expect(await count()).toBe(9090);
    await add(20_001, 20_001);
    expect(await count()).toBe(9091);
  });

  // R158
  it('sort by the keys of the list in both directions, and find every word of a search in any case', async () => {
    const { calls } = await asOwner();
    await addCategories(calls, ['Łódź hospitals', 'Courts of law', 'courts of LIFE', '100% schools']);
    const names = async (query: string) =>
      (await calls.get(`/partner_categories/?${query}`)).json().results.map(({ name }: { name: string }) => name);
    expect(await names('ordering=name')).toEqual(['100% schools', 'Courts of law', 'courts of LIFE', 'Łódź hospitals']);
    expect(await names('ordering=-name')).toEqual([
      'Łódź hospitals',
      'courts of LIFE',
      'Courts of law',
      '100% schools',
    ]);
    expect(await names('search=LAW+court')).toEqual(['Courts of law']);
    expect(await names(`search=${encodeURIComponent('łÓDŹ')}`)).toEqual(['Łódź hospitals']);
    expect(await names('search=lodz')).toEqual(['Łódź hospitals']);
    // Wildcards of SQL are taken literally.
    expect(await names(`search=${encodeURIComponent('%')}`)).toEqual(['100% schools']);
    expect(await names(`search=${encodeURIComponent("' or 1=1 --")}`)).toEqual([]);
  });

  it('sort names alphabetically, with accented letters beside the plain ones', async () => {
    const { calls } = await asOwner();
    const sorted = [
      'Ágústa’s home',
      'archives',
      'Oficinas',
      'Órgãos públicos',
      'Šeimos centrai',
      'sodai',
      'Žolynai',
      'Zoo',
    ];
    await addCategories(calls, sorted.toReversed());
    const names = async (query: string) =>
      (await calls.get(`/partner_categories/?${query}`)).json().results.map(({ name }: { name: string }) => name);
    expect(await names('ordering=name')).toEqual(sorted);
    expect(await names('ordering=-name')).toEqual(sorted.toReversed());
  });

  it.each([
    ['page=0', { page: ['invalid'] }],
    ['page=one', { page: ['invalid'] }],
    ['page_size=101', { page_size: ['invalid'] }],
    ['ordering=password_hash', { ordering: ['invalid'] }],
    ['colour=red', { colour: ['invalid'] }],
  ])('refuse the query %s', async (query, errors) => {
    const { calls } = await asOwner();
    const answer = await calls.get(`/partner_categories/?${query}`);
    expect([answer.statusCode, answer.json().errors]).toEqual([400, errors]);
  });

  it('accept filters with several values in bracket notation', async () => {
    const { calls } = await asOwner();
    for (const role of ['manager', 'interpreter', 'deaf'] as const) await backend.addUser({ role });
    const answer = await calls.get('/users/?role[]=manager&role[]=deaf&ordering=role');
    expect(answer.json().results.map(({ role }: { role: string }) => role)).toEqual(['deaf', 'manager']);
    expect((await calls.get('/users/?role[]=emperor')).json().code).toBe('invalid');
  });

  it('change a record only for callers who have read its current version', async () => {
    const { calls } = await asOwner();
    const made = await calls.post('/departments/', { name: 'Reykjavík' });
    const { id, etag } = made.json();
    expect(made.headers.etag).toBe(etag);
    const url = `/departments/${id}/`;
    expect((await calls.patch(url, null, { name: 'Akureyri' })).json()).toMatchObject({
      status: 428,
      code: 'precondition_required',
    });
    const changed = await calls.patch(url, etag, { name: 'Akureyri' });
    expect([changed.statusCode, changed.json().name]).toEqual([200, 'Akureyri']);
    expect(changed.headers.etag).not.toBe(etag);
    expect((await calls.patch(url, etag, { name: 'Selfoss' })).json()).toMatchObject({
      status: 412,
      code: 'precondition_failed',
    });
    const read = await calls.get(url);
    expect([read.headers.etag, read.json().etag, read.json().name]).toEqual([
      changed.headers.etag,
      changed.headers.etag,
      'Akureyri',
    ]);
    expect((await calls.remove(url, { 'if-match': etag })).statusCode).toBe(412);
    expect((await calls.remove(url, { 'if-match': read.json().etag })).statusCode).toBe(204);
    expect((await calls.get(url)).statusCode).toBe(404);
  });

  it('create once per key, for a day', async () => {
    const { app, owner, calls } = await asOwner();
    const key = { 'idempotency-key': 'key-of-this-act-1' };
    const first = await calls.post('/departments/', { name: 'Reykjavík' }, key);
    const again = await calls.post('/departments/', { name: ' Reykjavík ' }, key);
    expect([again.statusCode, again.json(), again.headers.etag]).toEqual([201, first.json(), first.headers.etag]);
    const other = await calls.post('/departments/', { name: 'Akureyri' }, key);
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_conflict']);
    const elsewhere = await calls.post('/partner_categories/', { name: 'Reykjavík' }, key);
    expect(elsewhere.json().code).toBe('idempotency_conflict');
    expect((await calls.get('/departments/')).json().count).toBe(1);
    backend.pass(day);
    const later = callsOf(app, await backend.openSession(owner));
    expect((await later.post('/departments/', { name: 'Akureyri' }, key)).statusCode).toBe(201);
  });

  it('separate the keys of two people, and free a key whose create failed', async () => {
    const { app, calls } = await asOwner();
    const other = callsOf(app, await backend.signedIn());
    const key = { 'idempotency-key': 'key-of-this-act-1' };
    expect((await calls.post('/departments/', { name: 'Reykjavík' }, key)).statusCode).toBe(201);
    expect((await other.post('/departments/', { name: 'reykjavík' }, key)).json().code).toBe('department_taken');
    expect((await other.post('/departments/', { name: 'Akureyri' }, key)).statusCode).toBe(201);
  });

  it('record in the audit log who changed what, when, from what to what; for owners', async () => {
    const { app, owner, calls } = await asOwner();
    const manager = await backend.signedIn({ role: 'manager' });
    const asManager = callsOf(app, manager);
    const { id, etag } = (await asManager.post('/contacts/', { name: 'Taxi', phoneNumber: '588 5522' })).json();
    backend.pass(60_000);
    await calls.patch(`/contacts/${id}/`, etag, { name: 'Taxi Hreyfill' });
    await calls.remove(`/contacts/${id}/`);
    const trail = (await calls.get(`/audit/?collection=contacts&record=${id}&ordering=at`)).json();
    expect(trail).toEqual({
      count: 3,
      results: [
        {
          id: expect.any(Number),
          at: '2024-05-01T07:00:00.000Z',
          person: manager.id,
          person_email: manager.email,
          request_id: expect.any(String),
          act: 'create',
          collection: 'contacts',
          record: id,
          before: null,
          after: { id, name: 'Taxi', phoneNumber: '+3545885522', created: expect.any(String) },
          person_name: 'Sigríður Jónsdóttir',
          // The record no longer exists: its name at that time, and no page.
          record_name: 'Taxi',
          page: null,
          names: { [manager.id]: 'Sigríður Jónsdóttir' },
          others: 0,
        },
        expect.objectContaining({
          at: '2024-05-01T07:01:00.000Z',
          person: owner.id,
          act: 'update',
          before: expect.objectContaining({ name: 'Taxi' }),
          after: expect.objectContaining({ name: 'Taxi Hreyfill' }),
        }),
        expect.objectContaining({
          act: 'delete',
          before: expect.objectContaining({ name: 'Taxi Hreyfill' }),
          after: null,
        }),
      ],
    });
    expect((await asManager.get('/audit/')).json().code).toBe('forbidden');
    expect((await calls.get(`/audit/?person=${manager.id}`)).json().count).toBe(1);
    expect((await calls.get('/audit/?act=delete&from=2024-05-01T09:00:00%2B02:00')).json().count).toBe(1);
    expect((await calls.get('/audit/?to=2024-05-01T07:00:00Z&collection=contacts')).json().count).toBe(0);
    expect((await calls.get('/audit/?collection=contacts&from_day=2024-05-01&to_day=2024-05-01')).json().count).toBe(3);
    expect((await calls.get('/audit/?collection=contacts&from_day=2024-05-02')).json().count).toBe(0);
    expect((await calls.get('/audit/?collection=contacts&to_day=2024-04-30')).json().count).toBe(0);
    expect((await calls.get('/audit/?from_day=2024-05-02&to_day=2024-05-01')).json().code).toBe('check_dates');
  });

  it('are grouped by request in the audit log: a deletion, and what it changes along', async () => {
    const { calls } = await asOwner();
    const { id } = (await calls.post('/departments/', { name: 'Hafnarfjörður' })).json();
    const people = await Promise.all(
      ['Anna', 'Birna'].map((first_name) => backend.addUser({ role: 'interpreter', first_name, department_id: id })),
    );
    await calls.remove(`/departments/${id}/`);
    const groups = (await calls.get('/audit/?grouped=true&collection=departments&act=delete')).json();
    expect(groups.results).toMatchObject([
      { act: 'delete', collection: 'departments', record: id, record_name: 'Hafnarfjörður', page: null, others: 2 },
    ]);
    const request = groups.results[0].request_id as string;
    const all = (await calls.get(`/audit/?request_id=${request}`)).json().results;
    expect(all).toHaveLength(3);
    for (const person of people) {
      const history = (await calls.get(`/audit/?grouped=true&record=${person.id}&act=update`)).json().results;
      expect(history).toMatchObject([
        {
          request_id: request,
          collection: 'users',
          page: { kind: 'users', id: person.id, partner: null },
          others: 2,
        },
      ]);
    }
  });

  it('have the trigger of the audit log on the tables of every audited kind, and on no others', async () => {
    const { rows } = await sql<{ name: string }>`
      select tgrelid::regclass::text as name from pg_trigger
      where tgfoid = 'write_audit'::regproc and not tgisinternal`.execute(backend.database.db);
    // The entries of service accounts and calendar feeds are written without their secret.
    const withTrigger = audited.filter((name) => !['service_accounts', 'calendar_feeds', 'imports'].includes(name));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(withTrigger.toSorted());
  });

  it('record neither refused calls nor secrets', async () => {
    const { calls } = await asOwner();
    await calls.post('/departments/', { name: 'Reykjavík' });
    await calls.post('/departments/', { name: 'REYKJAVÍK' });
    expect((await calls.get('/audit/?collection=departments')).json().count).toBe(1);
    await backend.database.db.updateTable('users').set({ password_hash: 'hidden-hash' }).execute();
    const app = await backend.app();
    const again = callsOf(app, await backend.signedIn());
    const trail = await again.get('/audit/?collection=users&page_size=100');
    expect(trail.json().count).toBeGreaterThan(1);
    expect(trail.body).not.toMatch(/hidden-hash|argon2|password_hash/);
  });

  it.each([
    ['/departments/', { name: 'Reykjavík' }, { name: '  rEYKJAVÍK ' }, 'name', 'department_taken'],
    ['/partner_categories/', { name: 'Sjúkrahús' }, { name: 'SJÚKRAHÚS' }, 'name', 'category_taken'],
  ])('have unique names in %s, ignoring case', async (url, first, second, field, code) => {
    const { calls } = await asOwner();
    expect((await calls.post(url, first)).statusCode).toBe(201);
    const refused = await calls.post(url, second);
    expect(refused.json()).toMatchObject({ status: 409, code, errors: { [field]: [code] } });
    const other = (await calls.post(url, { name: 'Something else' })).json();
    expect((await calls.patch(`${url}${other.id}/`, other.etag, second)).json().errors).toEqual({ [field]: [code] });
    expect((await calls.get(url)).json().count).toBe(2);
  });

  it.each([
    ['/departments/', { name: ' ab ' }, { name: ['too_short'] }],
    ['/departments/', {}, { name: ['required'] }],
    ['/departments/', { name: 'x'.repeat(101) }, { name: ['too_long'] }],
    ['/contacts/', { name: 'Taxi', phoneNumber: '12' }, { phoneNumber: ['phone_invalid'] }],
    ['/contacts/', { name: 'Taxi', phoneNumber: 'call 588 5522 now' }, { phoneNumber: ['phone_invalid'] }],
    ['/contacts/', { name: 'Taxi', phoneNumber: '588 5522 ext. 15' }, { phoneNumber: ['phone_extension'] }],
    ['/contacts/', { name: 'Taxi', phoneNumber: '5885522', id: 'x' }, { id: ['invalid'] }],
    ['/departments/', { name: '\u200b\u200b\u200b' }, { name: ['too_short'] }],
  ])('name the wrong fields: POST %s %j', async (url, payload, errors) => {
    const { calls } = await asOwner();
    const answer = await calls.post(url, payload);
    expect([answer.statusCode, answer.json().code, answer.json().errors]).toEqual([400, 'invalid', errors]);
  });

  it('take names that look the same for one name, in uniqueness, in search and in what is stored', async () => {
    const { calls } = await asOwner();
    expect((await calls.post('/departments/', { name: 'Night\u00a0\u200bdesk\u202e' })).json().name).toBe('Night desk');
    for (const name of ['Night desk', 'Night  desk', '\ufeffNight\u2003desk'])
      expect((await calls.post('/departments/', { name })).json().errors).toEqual({ name: ['department_taken'] });
    const found = await calls.get(`/departments/?search=${encodeURIComponent('night\u00a0de\u00adsk')}`);
    expect(found.json().results).toMatchObject([{ name: 'Night desk' }]);
  });

  it('refuse text that the database cannot store', async () => {
    const { calls } = await asOwner();
    const answer = await calls.post('/departments/', { name: 'Reyk\u0000javík' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid']);
    expect((await calls.get('/departments/a%00b/')).json().status).toBeLessThan(500);
  });

  // R143, R169
  it('store telephone numbers with their country code, from home or abroad', async () => {
    const { calls } = await asOwner();
    const add = async (phoneNumber: string) =>
      (await calls.post('/contacts/', { name: 'Somebody', phoneNumber })).json().phoneNumber;
    expect(await add('588-5522')).toBe('+3545885522');
    expect(await add('+372 5123 4567')).toBe('+37251234567');
    const found = await calls.get('/contacts/?search=%2B3725123');
    expect(found.json().count).toBe(1);
  });

  it('return permissions with each record', async () => {
    const { app, calls } = await asOwner();
    await calls.post('/departments/', { name: 'Reykjavík' });
    const interpreter = callsOf(app, await backend.signedIn({ role: 'interpreter' }));
    const can = async (by: typeof calls) => (await by.get('/departments/')).json().results[0].can;
    expect(await can(calls)).toEqual({ update: true, delete: true });
    expect(await can(interpreter)).toEqual({ update: false, delete: false });
  });

  // R146
  it('let a department be deleted, whose members stay without one, and count members', async () => {
    const { calls, owner } = await asOwner();
    const { id } = (await calls.post('/departments/', { name: 'Reykjavík' })).json();
    const before = (await calls.get(`/users/${owner.id}/`)).json();
    const moved = await calls.patch(`/users/${owner.id}/`, before.etag, { department: id });
    expect(moved.json()).toMatchObject({ department: id, department_name: 'Reykjavík' });
    expect((await calls.get(`/departments/${id}/`)).json().users).toBe(1);
    expect((await calls.remove(`/departments/${id}/`)).statusCode).toBe(204);
    expect((await calls.get(`/users/${owner.id}/`)).json().department).toBeNull();
    expect((await calls.get(`/audit/?record=${owner.id}&act=update`)).json().count).toBe(2);
  });

  // R119, R176, R195
  it('set the priorities of queues, the reserved ones for emergencies only', async () => {
    const { app, calls } = await asOwner();
    const queues = (await calls.get('/queues/')).json();
    expect(queues.results.map(({ queue_type }: { queue_type: string }) => queue_type)).toEqual([
      'emergency',
      'commercial',
      'incoming_call',
      'social',
    ]);
    const [{ etag }] = queues.results;
    const refused = await calls.patch('/queues/social/', etag, { priority: 1 });
    expect(refused.json()).toMatchObject({
      status: 400,
      code: 'priority_reserved',
      errors: { priority: ['priority_reserved'] },
      values: { priorities: '1' },
    });
    const set = await calls.patch('/queues/emergency/', etag, { priority: 1 });
    expect(set.json()).toMatchObject({ queue_type: 'emergency', priority: 1, can: { update: true } });
    expect((await calls.patch('/queues/emergency/', etag, { priority: 2 })).statusCode).toBe(412);
    expect((await calls.patch('/queues/emergency/', set.json().etag, { priority: 2 })).json().priority).toBe(2);
    expect((await calls.patch('/queues/lunch/', etag, { priority: 2 })).statusCode).toBe(404);
    expect((await calls.patch('/queues/social/', etag, { priority: 0 })).statusCode).toBe(400);
    const manager = callsOf(app, await backend.signedIn({ role: 'manager' }));
    expect((await manager.get('/queues/')).json().results[0].can).toEqual({ update: false });
    expect((await manager.patch('/queues/social/', etag, { priority: 5 })).statusCode).toBe(403);
    // An order gives each queue a number of its own; the emergency queue stays first.
    const order = ['emergency', 'social', 'incoming_call', 'commercial'];
    expect((await calls.post('/queues/reorder/', { queue_types: order })).statusCode).toBe(204);
    const numbers = (await calls.get('/queues/')).json().results as { queue_type: string; priority: number }[];
    expect(Object.fromEntries(numbers.map(({ queue_type, priority }) => [queue_type, priority]))).toEqual({
      emergency: 1,
      social: 2,
      incoming_call: 3,
      commercial: 4,
    });
    for (const wrong of [order.toReversed(), order.slice(1), [...order.slice(0, 3), 'social']])
      expect((await calls.post('/queues/reorder/', { queue_types: wrong })).json().code).toBe('conflict');
    expect((await manager.post('/queues/reorder/', { queue_types: order })).statusCode).toBe(403);
  });

  it('have no queue for relayed calls without relay', async () => {
    const app = await backend.app({ flags: { relay: false } });
    const calls = callsOf(app, await backend.signedIn());
    expect((await calls.get('/queues/')).json().count).toBe(3);
    expect((await calls.patch('/queues/incoming_call/', '"0"', { priority: 3 })).statusCode).toBe(404);
  });

  it('do not exist while their flag is off', async () => {
    const app = await backend.app({ flags: { departments: false, queues: false } });
    const calls = callsOf(app, await backend.signedIn());
    for (const url of ['/departments/', '/queues/']) expect((await calls.get(url)).json().code).toBe('feature_off');
    const me = (await calls.get('/auth/me/')).json();
    expect(me.verdicts.collections).toMatchObject({ departments: 'none', queues: 'none', contacts: 'write' });
  });
});
