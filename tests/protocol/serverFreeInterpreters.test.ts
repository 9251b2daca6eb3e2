import { beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { randomId } from '../../server/randomId.ts';
import { anyDatabase } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

type Found = {
  interpreter: string;
  group: string;
  obstacle: string | null;
  in_the_way: { kind: string; name: string | null; from: string } | null;
  response: string | null;
  shift: string | null;
  score: number;
  reasons: { reason: string; points: number; value: number }[];
};

describe.each(anyDatabase)('free interpreters, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  let app: FastifyInstance;
  let manager: ReturnType<typeof callsOf>;
  const people: Record<string, string> = {};
  let customer: string;

  const from = '2024-05-06T07:00:00Z';
  const to = '2024-05-06T08:00:00Z';
  const shift = (interpreter: string, changes: object = {}) =>
    manager.post('/schedules/', {
      interpreter,
      date: '2024-05-06',
      repeat: 'once',
      time_from: '09:00',
      time_to: '17:00',
      location_type: 'remote',
      request_type: 'online',
      allowReservations: true,
      ...changes,
    });
  const book = async (interpreter: string, time_from: string, time_to: string, changes: object = {}) => {
    const { id } = (
      await manager.post('/reservations/', {
        name: 'Booked',
        date: '2024-05-06',
        time_from,
        time_to,
        type: 'remote',
        interpreters: [interpreter],
        ...changes,
      })
    ).json();
    expect((await manager.post(`/reservations/${id}/approve/`)).statusCode).toBe(200);
    return id;
  };
  const free = async (query = `?from=${from}&to=${to}`): Promise<Found[]> =>
    (await manager.get(`/interpreters/free/${query}`)).json().results;
  const names = (found: Found[]) =>
    found.map(({ interpreter }) => Object.keys(people).find((name) => people[name] === interpreter));
  const valueOf = (found: Found[], name: string, wanted: string) =>
    found.find(({ interpreter }) => interpreter === people[name])?.reasons.find(({ reason }) => reason === wanted);

  beforeAll(async () => {
    app = await backend.app();
    manager = callsOf(app, await backend.signedIn({ role: 'manager' }));
    for (const name of ['Anna', 'Birna', 'Dóra', 'Elín', 'Freyja', 'Gunna'])
      people[name] = (await backend.addUser({ role: 'interpreter', first_name: name, last_name: 'Túlkur' })).id;
    customer = (await backend.addUser({ role: 'deaf' })).id;
    const { Anna = '', Birna = '', Dóra = '', Elín = '', Freyja = '', Gunna = '' } = people;
    await shift(Anna);
    await shift(Birna);
    await shift(Dóra);
    await shift(Elín, { location_type: 'site', request_type: 'live', address: 'Hlemmur 2', travel_time: 30 });
    await shift(Freyja, { allowReservations: false });
    await backend.addUser({ role: 'interpreter', approval_status: 'pending' });
    await backend.addUser({ role: 'interpreter', suspended_at: new Date('2024-04-01') });
    await backend.database.db
      .updateTable('users')
      .set({ languages: ['icl', 'pol'] })
      .where('id', '=', Birna)
      .execute();
    await backend.database.db
      .updateTable('users')
      .set({ languages: ['icl'] })
      .where('id', '=', Gunna)
      .execute();
  });

  it('are those in shift, then those without any shift at that time', async () => {
    const found = await free();
    expect(names(found)).toEqual(['Anna', 'Birna', 'Dóra', 'Gunna']);
    expect(found.map((candidate) => candidate.shift !== null)).toEqual([true, true, true, false]);
    expect(names(await free(`?from=2024-05-06T14:00:00Z&to=2024-05-06T14:30:00Z`))).not.toContain('Elín');
    expect(names(await free(`?from=2024-05-06T14:30:00Z&to=2024-05-06T15:00:00Z`))).toContain('Elín');
  });

  it('are ordered by score, with stable reasons and order', async () => {
    const query = `?from=${from}&to=${to}&languages[]=pol&languages[]=icl`;
    const found = await free(query);
    expect(names(found)).toEqual(['Birna', 'Anna', 'Dóra', 'Gunna']);
    for (const { score, reasons } of found) expect(score).toBe(reasons.reduce((sum, { points }) => sum + points, 0));
    expect(found[0]?.reasons).toEqual([
      { reason: 'shift', points: 30, of: 30, value: 1 },
      { reason: 'travel', points: 20, of: 20, value: 0 },
      { reason: 'load', points: 20, of: 20, value: 0 },
      { reason: 'languages', points: 15, of: 15, value: 2 },
      { reason: 'past_work', points: 0, of: 15, value: 0 },
    ]);
    expect(valueOf(found, 'Gunna', 'languages')).toMatchObject({ value: 1, points: 8 });
    expect(await free(query)).toEqual(found);
    expect(await free(`${query}&limit=1`)).toEqual([found[0]]);
  });

  it('on site are those at the place', async () => {
    const site = `?from=${from}&to=${to}&location_type=site`;
    const here = await free(`${site}&address=hlemmur%202`);
    expect(names(here)).toEqual(['Elín', 'Gunna']);
    expect(valueOf(here, 'Elín', 'travel')).toMatchObject({ value: 0, points: 20 });
    expect(valueOf(await free(`${site}&address=Elsewhere`), 'Elín', 'travel')).toMatchObject({ value: 30, points: 15 });
    expect(valueOf(here, 'Gunna', 'travel')).toMatchObject({ points: 0 });
  });

  it('exclude booked interpreters, and include their reserved hours of the week', async () => {
    const id = await book(people['Anna'] ?? '', '10:30', '12:30');
    expect(names(await free())).toEqual(['Birna', 'Dóra', 'Gunna']);
    const later = await free('?from=2024-05-06T09:30:00Z&to=2024-05-06T10:30:00Z');
    expect(names(later)).toEqual(['Birna', 'Dóra', 'Anna', 'Gunna']);
    expect(valueOf(later, 'Anna', 'load')).toMatchObject({ value: 120, points: 19 });
    // The reservation does not count as an obstacle for its own interpreters, who are listed only if they are looked up.
    expect(names(await free(`?reservation=${id}`))).toEqual(['Birna', 'Dóra', 'Gunna']);
    expect(await free(`?reservation=${id}&interpreter=${people['Anna']}`)).toMatchObject([
      { interpreter: people['Anna'], group: 'ready', obstacle: null, response: 'asked' },
    ]);
    const both = `interpreter=${people['Anna']}&interpreter=${people['Birna']}`;
    expect(names(await free(`?reservation=${id}&${both}`))).toEqual(['Anna', 'Birna']);
    // The week is from Monday to Sunday.
    const loadOn = async (day: string) =>
      valueOf(
        await free(`?from=${day}T10:00:00Z&to=${day}T11:00:00Z&group[]=ready&group[]=needs_shift`),
        'Anna',
        'load',
      )?.value;
    expect(await Promise.all(['2024-05-05', '2024-05-07', '2024-05-12', '2024-05-13'].map(loadOn))).toEqual([
      0, 120, 120, 0,
    ]);
  });

  it('are apart from those who need a shift, and from those who cannot, with what is in the way', async () => {
    const all = await free(`?from=${from}&to=${to}&group[]=ready&group[]=needs_shift&group[]=impossible`);
    const found = all.map(({ interpreter, group, obstacle, in_the_way: way }) => ({
      name: names(all)[all.findIndex((candidate) => candidate.interpreter === interpreter)],
      group,
      obstacle,
      way: way && `${way.kind} ${way.name} ${way.from}`,
    }));
    expect(found).toEqual([
      { name: 'Birna', group: 'ready', obstacle: null, way: null },
      { name: 'Dóra', group: 'ready', obstacle: null, way: null },
      { name: 'Gunna', group: 'needs_shift', obstacle: 'no_shift', way: null },
      { name: undefined, group: 'impossible', obstacle: 'inactive', way: null },
      { name: undefined, group: 'impossible', obstacle: 'inactive', way: null },
      { name: 'Anna', group: 'impossible', obstacle: 'booked', way: 'reservation Booked 2024-05-06T07:30:00.000Z' },
      { name: 'Elín', group: 'impossible', obstacle: 'no_shift', way: 'shift null 2024-05-06T06:00:00.000Z' },
      { name: 'Freyja', group: 'impossible', obstacle: 'no_shift', way: 'shift null 2024-05-06T06:00:00.000Z' },
    ]);
    const usual = await manager.get(`/interpreters/free/?from=${from}&to=${to}`);
    expect(usual.json()).toMatchObject({ count: 3, impossible: 5 });
    expect(await free(`?from=${from}&to=${to}&interpreter=${people['Anna']}`)).toEqual([all[5]]);
  });

  it.each(['declined', 'handed_back'] as const)('who have %s it come last', async (answer) => {
    const { db } = backend.database;
    const asked = { name: 'Asked', date: '2024-05-07', time_from: '10:00', time_to: '11:00', type: 'remote' };
    const { id } = (await manager.post('/reservations/', { ...asked, interpreters: [people['Birna']] })).json();
    await shift(people['Birna'] ?? '', { date: '2024-05-07' });
    await shift(people['Dóra'] ?? '', { date: '2024-05-07' });
    await db
      .updateTable('reservation_interpreters')
      .set({ response: answer })
      .where('reservation_id', '=', id)
      .execute();
    const found = await free(`?reservation=${id}&group[]=ready`);
    expect(names(found)).toEqual(['Dóra', 'Birna']);
    expect(found.map(({ response }) => response)).toEqual([null, answer]);
  });

  it('who know the customer come first', async () => {
    const { db } = backend.database;
    const since = (created: Date, started: Date | null) => ({
      id: randomId(),
      channel: 'online' as const,
      session_mode: 'VRI' as const,
      location_type: 'remote' as const,
      queue_type: 'social' as const,
      category: 'Health',
      customer_id: customer,
      interpreter_id: people['Dóra'] ?? '',
      created,
      started,
    });
    const day = (text: string) => new Date(`${text}T08:00:00Z`);
    await db
      .insertInto('interpretations')
      .values([
        since(day('2024-04-01'), day('2024-04-01')),
        since(day('2024-04-02'), day('2024-04-02')),
        since(day('2024-04-03'), null),
        since(day('2023-04-01'), day('2023-04-01')),
      ])
      .execute();
    const found = await free(`?from=${from}&to=${to}&customer=${customer}`);
    expect(names(found)[0]).toBe('Dóra');
    expect(valueOf(found, 'Dóra', 'past_work')).toMatchObject({ value: 2, points: 6 });
  });

  it.each([
    ['without a time', '', { from: ['required'], to: ['required'] }],
    ['for a time that ends before it begins', `?from=${to}&to=${from}`, { to: ['check_dates'] }],
    ['for longer than a day', `?from=${from}&to=2024-05-08T07:00:00Z`, { to: ['check_dates'] }],
    ['in a year without days', '?from=9999-12-31T10:00:00Z&to=9999-12-31T11:00:00Z', { from: ['check_dates'] }],
    ['in the year 1', '?from=0001-01-01T10:00:00Z&to=0001-01-01T11:00:00Z', { from: ['check_dates'] }],
  ])('are refused %s', async (_, query, errors) => {
    expect((await manager.get(`/interpreters/free/${query}`)).json()).toMatchObject({ status: 400, errors });
  });

  it('are refused for interpreters, and for a missing reservation', async () => {
    const interpreter = callsOf(app, await backend.signedIn({ role: 'interpreter' }));
    expect((await interpreter.get(`/interpreters/free/?from=${from}&to=${to}`)).statusCode).toBe(403);
    expect((await manager.get(`/interpreters/free/?reservation=${'f'.repeat(24)}`)).statusCode).toBe(404);
  });
});
