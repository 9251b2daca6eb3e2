import { describe, expect, it } from '@jest/globals';
import { randomId } from '../../server/randomId.ts';
import { anyDatabase, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(anyDatabase)('feedback on the %s database', (kind) => {
  const backend = backendOf(kind);

  const give = async (
    interpreter: string,
    { rating, daysAgo = 0, notes = null }: { rating: number; daysAgo?: number; notes?: string | null },
  ) => {
    const { db } = backend.database;
    const customer = await backend.addUser({ role: 'deaf', first_name: 'Kári', last_name: 'Leynir' });
    const created = new Date(testStart.getTime() - daysAgo * day - 60 * minute);
    const [id, interpretation_id] = [randomId(), randomId()];
    await db
      .insertInto('interpretations')
      .values({
        id: interpretation_id,
        channel: 'online',
        session_mode: 'VRI',
        location_type: 'remote',
        queue_type: 'social',
        category: 'Heilsa',
        customer_id: customer.id,
        interpreter_id: interpreter,
        created,
        started: new Date(created.getTime() + 30_000),
        ended: new Date(created.getTime() + 30_000 + 20 * minute),
      })
      .execute();
    await db
      .insertInto('feedback')
      .values({
        id,
        interpretation_id,
        interpreter_id: interpreter,
        rating,
        video_quality: 4,
        interpreter_quality: null,
        notes,
        waiting_seconds: 30 + rating,
        created: new Date(created.getTime() + 30 * minute),
      })
      .execute();
    return { id, interpretation_id, customer: customer.id };
  };

  const start = async () => {
    const app = await backend.app();
    const [anna, jon] = [
      await backend.signedIn({ role: 'interpreter', first_name: 'Anna', last_name: 'Björk' }),
      await backend.signedIn({ role: 'interpreter', first_name: 'Jón', last_name: 'Þór' }),
    ];
    return { app, anna, jon, calls: callsOf(app, await backend.signedIn({ role: 'manager' })) };
  };

  // R149
  it('shows staff everything', async () => {
    const { anna, calls } = await start();
    const given = await give(anna.id, { rating: 5, notes: 'Takk fyrir' });
    const feedback = {
      id: given.id,
      rating: 5,
      video_quality: 4,
      interpreter_quality: null,
      notes: 'Takk fyrir',
      created: '2024-05-01T06:30:00.000Z',
      request: given.interpretation_id,
      request_date: '2024-05-01T06:00:00.000Z',
      channel: 'online',
      category: 'Heilsa',
      interpreter: anna.id,
      interpreter_name: 'Anna Björk',
      customer: given.customer,
      customer_name: 'Kári Leynir',
      waiting_seconds: 35,
      duration_seconds: 1200,
    };
    expect((await calls.get('/feedback/')).json()).toEqual({ count: 1, results: [feedback] });
    expect((await calls.get(`/feedback/${given.id}/`)).json()).toEqual(feedback);
    expect((await calls.get('/feedback/nobody/')).json().code).toBe('not_found');
  });

  it('shows interpreters feedback on themselves, anonymously', async () => {
    const { app, anna, jon } = await start();
    const [about, other] = [await give(anna.id, { rating: 5 }), await give(jon.id, { rating: 2 })];
    const calls = callsOf(app, anna);
    const list = await calls.get('/feedback/');
    expect([list.json().count, list.json().results[0].id]).toEqual([1, about.id]);
    const record = await calls.get(`/feedback/${about.id}/`);
    for (const answer of [list, record])
      for (const hidden of ['Kári', 'Leynir', about.customer]) expect(answer.body).not.toContain(hidden);
    expect(record.json()).toMatchObject({ rating: 5, customer: null, customer_name: null });
    expect((await calls.get(`/feedback/${other.id}/`)).json().code).toBe('not_found');
    expect((await calls.get(`/feedback/?interpreter[]=${jon.id}`)).json().count).toBe(0);
  });

  it('is filtered, searched and ordered', async () => {
    const { anna, jon, calls } = await start();
    const five = await give(anna.id, { rating: 5, daysAgo: 3, notes: 'Frábær túlkun' });
    const three = await give(jon.id, { rating: 3, daysAgo: 2 });
    const one = await give(anna.id, { rating: 1, daysAgo: 1, notes: 'Beið of lengi, 100% slæmt' });
    const names = new Map([five, three, one].map(({ id }, index) => [id, ['five', 'three', 'one'][index]]));
    const found = async (query: string) =>
      (await calls.get(`/feedback/?${query}`)).json().results.map(({ id }: { id: string }) => names.get(id));
    expect(await found('')).toEqual(['one', 'three', 'five']);
    expect(await found('ordering=created')).toEqual(['five', 'three', 'one']);
    expect(await found('ordering=rating')).toEqual(['one', 'three', 'five']);
    expect(await found('ordering=-waiting_seconds')).toEqual(['five', 'three', 'one']);
    expect(await found('rating[]=5&rating[]=1')).toEqual(['one', 'five']);
    expect(await found(`interpreter[]=${jon.id}`)).toEqual(['three']);
    expect(await found('from_day=2024-04-29&to_day=2024-04-29')).toEqual(['three']);
    expect(await found('from_day=2024-04-30')).toEqual(['one']);
    expect(await found('search=FRABAER')).toEqual(['five']);
    expect(await found('search=100%25')).toEqual(['one']);
    const refused = await calls.get('/feedback/?from_day=2024-05-02&to_day=2024-05-01');
    expect(refused.json()).toMatchObject({ status: 400, code: 'check_dates', errors: { to_day: ['check_dates'] } });
    expect((await calls.get('/feedback/?rating[]=6')).json().code).toBe('invalid');
  });

  it('stays when people are deleted', async () => {
    const { anna, calls } = await start();
    const { id, customer } = await give(anna.id, { rating: 4 });
    const { db } = backend.database;
    await db.deleteFrom('users').where('id', 'in', [anna.id, customer]).execute();
    expect((await calls.get(`/feedback/${id}/`)).json()).toMatchObject({
      rating: 4,
      interpreter: null,
      interpreter_name: null,
      customer_name: null,
    });
  });

  it('does not exist while the flag is off', async () => {
    const calls = callsOf(await backend.app({ flags: { feedback: false } }), await backend.signedIn());
    for (const url of ['/feedback/', `/feedback/${'f'.repeat(24)}/`])
      expect((await calls.get(url)).json().code).toBe('feature_off');
    expect((await calls.get('/auth/me/')).json().verdicts.feedback).toBe(false);
  });
});
