import { describe, expect, it } from '@jest/globals';
import { savedViewsMax } from '../../contract/savedViews.ts';
import { anyDatabase } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const view = { screen: 'users', name: 'Waiting for approval', address: 'approval_status=pending&hide=id' };

describe.each(anyDatabase)('saved views, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const as = async (role: 'interpreter' | 'manager' | 'owner') =>
    callsOf(await backend.app(), await backend.signedIn({ role }));

  it('are stored, found by screen, renamed, given another address, and deleted', async () => {
    const calls = await as('interpreter');
    const made = await calls.post('/saved_views/', view);
    expect([made.statusCode, made.json()]).toMatchObject([201, { ...view, can: { update: true, delete: true } }]);
    await calls.post('/saved_views/', { ...view, screen: 'partners/venues' });
    expect((await calls.get('/saved_views/?screen=users')).json()).toEqual({ count: 1, results: [made.json()] });
    const url = `/saved_views/${made.json().id}/`;
    expect((await calls.patch(url, null, { name: 'Newcomers' })).json().code).toBe('precondition_required');
    const renamed = (await calls.patch(url, made.json().etag, { name: 'Newcomers' })).json();
    const moved = (await calls.patch(url, renamed.etag, { address: 'page_size=50' })).json();
    expect(moved).toMatchObject({ name: 'Newcomers', address: 'page_size=50', screen: 'users' });
    expect((await calls.patch(url, made.json().etag, { name: 'Old hands' })).json().code).toBe('precondition_failed');
    expect((await calls.remove(url)).statusCode).toBe(204);
    expect((await calls.get('/saved_views/?screen=users')).json().count).toBe(0);
  });

  it('are private: hidden from everybody else, including owners', async () => {
    const manager = await as('manager');
    const { id, etag } = (await manager.post('/saved_views/', view)).json();
    const owner = await as('owner');
    expect((await owner.get('/saved_views/')).json()).toEqual({ count: 0, results: [] });
    const url = `/saved_views/${id}/`;
    for (const answer of [
      await owner.get(url),
      await owner.patch(url, etag, { name: 'Mine' }),
      await owner.remove(url),
    ])
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    expect((await owner.post('/saved_views/', view)).statusCode).toBe(201);
    expect((await manager.get(url)).json().name).toBe(view.name);
  });

  it('have unique names per screen, ignoring case', async () => {
    const calls = await as('manager');
    await calls.post('/saved_views/', view);
    const again = await calls.post('/saved_views/', { ...view, name: ' WAITING for approval ', address: '' });
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { code: 'view_name_taken', errors: { name: ['view_name_taken'] } },
    ]);
    expect((await calls.post('/saved_views/', { ...view, screen: 'partners' })).statusCode).toBe(201);
  });

  it('are refused with an invalid screen or address, and deleted with the person', async () => {
    const calls = await as('owner');
    for (const [field, value] of [
      ['screen', '../users'],
      ['screen', ''],
      ['address', 'search=a b'],
      ['address', 'x'.repeat(2001)],
      ['name', 'ab'],
    ] as const) {
      const answer = await calls.post('/saved_views/', { ...view, [field]: value });
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]]);
    }
    const app = await backend.app();
    const leaving = await backend.signedIn({ role: 'manager' });
    await callsOf(app, leaving).post('/saved_views/', view);
    expect((await calls.remove(`/users/${leaving.id}/`)).statusCode).toBe(204);
    expect(await backend.database.db.selectFrom('saved_views').select('id').execute()).toEqual([]);
  });

  it('are limited to fifty per screen, also with concurrent calls', async () => {
    const calls = await as('owner');
    const answers = await Promise.all(
      Array.from({ length: savedViewsMax + 3 }, (_, index) =>
        calls.post('/saved_views/', { ...view, name: `View ${index}` }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(savedViewsMax);
    expect(new Set(answers.filter(({ statusCode }) => statusCode !== 201).map((answer) => answer.json().code))).toEqual(
      new Set(['too_many_views']),
    );
    expect((await calls.post('/saved_views/', { ...view, screen: 'partners' })).statusCode).toBe(201);
  });
});
