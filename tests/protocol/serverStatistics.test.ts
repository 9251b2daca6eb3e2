import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Flags } from '../../contract/flags.ts';
import { mergeFigures, setServiceLevel } from '../../server/figures/repository.ts';
import { randomId } from '../../server/randomId.ts';
import { seededRandom } from '../../server/seed/random.ts';
import { databaseKinds, testDeployment, type TestBackend } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

type Stretch = { from_day: string; to_day: string; requests: number };

type NewRequest = {
  created: string;
  /** Seconds until the answer, and the duration after it. */
  waited?: number;
  lasted?: number;
  /** Seconds until it ended unanswered. */
  abandoned?: number;
  rating?: number;
  endUnknown?: boolean;
  interpreter?: string | null;
  customer?: string | null;
  partner?: string | null;
  channel?: 'online' | 'live';
  mode?: 'VRI' | 'VRS';
  location?: 'remote' | 'site';
  kind?: 'interpretation' | 'transcription' | 'both';
};

/** Inserts requests, as the interpretation apps do. */
async function addRequests({ database: { db } }: TestBackend, requests: NewRequest[]): Promise<void> {
  for (const { created, waited, lasted, abandoned, rating, endUnknown, ...more } of requests) {
    const id = randomId();
    const begin = Date.parse(created);
    const after = (seconds: number) => new Date(begin + seconds * 1000);
    const ends = waited !== undefined && lasted !== undefined ? after(waited + lasted) : null;
    await db
      .insertInto('interpretations')
      .values({
        id,
        channel: more.channel ?? 'online',
        session_mode: more.mode ?? 'VRI',
        location_type: more.location ?? 'remote',
        service_kind: more.kind ?? 'interpretation',
        // A reserved request may wait for long.
        kind: 'reserved',
        queue_type: 'social',
        category: 'Heilsa',
        customer_id: more.customer ?? null,
        partner_id: more.partner ?? null,
        interpreter_id: more.interpreter ?? null,
        created: new Date(begin),
        started: waited === undefined ? null : after(waited),
        ended: abandoned === undefined ? ends : after(abandoned),
        end_unknown: endUnknown ?? false,
      })
      .execute();
    if (rating === undefined) continue;
    const feedback = { id: randomId(), interpretation_id: id, interpreter_id: more.interpreter ?? null };
    await db
      .insertInto('feedback')
      .values({ ...feedback, rating, waiting_seconds: waited ?? 0, created: after(4000) })
      .execute();
  }
}

describe.each(databaseKinds)('statistics, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const asOwner = async ({
    zone = testDeployment.timeZone,
    flags = {},
    serviceLevelSeconds = testDeployment.serviceLevelSeconds,
  }: { zone?: string; flags?: Partial<Flags>; serviceLevelSeconds?: number } = {}) => {
    const deployment = {
      ...testDeployment,
      timeZone: zone,
      flags: { ...testDeployment.flags, ...flags },
      serviceLevelSeconds,
    };
    await setServiceLevel(backend.database.db, serviceLevelSeconds);
    const app = await backend.app({ deployment });
    return { app, calls: callsOf(app, await backend.signedIn()) };
  };
  const objects = async (calls: ReturnType<typeof callsOf>, query: string) => {
    const answer = await calls.get(`/statistics/?output=objects&${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([200, undefined]);
    return answer.json();
  };
  const countsOf = ({ results }: { results: Stretch[] }) =>
    results.map(({ from_day, requests }) => [from_day, requests]);

  it('compute each figure as defined', async () => {
    const { calls } = await asOwner();
    await addRequests(backend, [
      { created: '2024-04-30T09:00:00Z', waited: 10, lasted: 600, rating: 5 },
      { created: '2024-04-30T09:10:00Z', waited: 30, lasted: 300, rating: 2 },
      { created: '2024-04-30T09:20:00Z', waited: 31 },
      { created: '2024-04-30T09:30:00Z', abandoned: 45 },
      { created: '2024-04-30T09:40:00Z' },
      { created: '2024-04-30T09:50:00Z', endUnknown: true },
      { created: '2024-04-30T09:55:00Z', waited: 25, endUnknown: true },
    ]);
    const { totals, results, ...about } = await objects(calls, 'from_day=2024-04-30&to_day=2024-04-30');
    expect(about).toEqual({
      from_day: '2024-04-30',
      to_day: '2024-04-30',
      time_zone: 'Europe/Vilnius',
      scope: 'all',
      interval: 'days',
      service_level_seconds: 30,
    });
    expect(totals).toEqual({
      requests: 7,
      answered: 4,
      abandoned: 1,
      waiting: 1,
      unknown: 1,
      average_waiting: 24, // (10 + 30 + 31 + 25) / 4
      service_level: 60, // 3 of 4 + 1
      average_duration: 450,
      total_duration: 900,
      average_feedback: 3.5,
      feedback_count: 2,
    });
    expect(results).toEqual([{ from_day: '2024-04-30', to_day: '2024-04-30', ...totals }]);
  });

  it('count the service level with the limit of the manifest, for earlier requests, too', async () => {
    const earlier = [
      { created: '2024-04-29T09:00:00Z', waited: 110 },
      { created: '2024-04-29T10:00:00Z', waited: 130 },
    ];
    await addRequests(backend, earlier);
    const levelOf = async ({ calls }: { calls: ReturnType<typeof callsOf> }) => {
      const { totals, service_level_seconds } = await objects(calls, 'from_day=2024-04-29&to_day=2024-04-30');
      const overview = (await calls.get('/overview/')).json();
      expect([overview.service_level, overview.service_level_seconds]).toEqual([
        totals.service_level,
        service_level_seconds,
      ]);
      return [totals.service_level, service_level_seconds];
    };
    expect(await levelOf(await asOwner())).toEqual([0, 30]);
    const slower = await asOwner({ serviceLevelSeconds: 120 });
    expect(await levelOf(slower)).toEqual([50, 120]);
    await addRequests(backend, [{ created: '2024-04-30T09:00:00Z', waited: 120 }]);
    expect(await levelOf(slower)).toEqual([66.7, 120]);
    await mergeFigures(backend.database.db);
    expect(await levelOf(await asOwner({ serviceLevelSeconds: 20 }))).toEqual([0, 20]);
  });

  it('count in the overview as in the statistics of the same days', async () => {
    const { calls } = await asOwner();
    await addRequests(backend, [
      { created: '2024-04-01T21:00:00Z', waited: 5, lasted: 60, rating: 4 },
      { created: '2024-05-01T06:00:00Z', waited: 5, lasted: 60, rating: 3 },
      // A day too early: a rating given within the range belongs to a request outside it.
      { created: '2024-04-01T20:59:59Z', waited: 5, lasted: 60, rating: 1 },
    ]);
    const overview = (await calls.get('/overview/')).json();
    const { from_day, to_day, scope, registered_users, online_interpreters, service_level_seconds, ...figures } =
      overview;
    const { totals } = await objects(calls, `from_day=${from_day}&to_day=${to_day}`);
    expect(totals).toMatchObject(figures);
    expect(figures).toMatchObject({
      requests: 2,
      average_feedback: 3.5,
      answered: 2,
      average_waiting: 5,
      service_level: 100,
    });
    expect([scope, registered_users, online_interpreters, service_level_seconds]).toEqual(['all', 1, 0, 30]);
  });

  // R95
  it('return every day, week and month of the range, including those without requests', async () => {
    const { calls } = await asOwner();
    await addRequests(backend, [{ created: '2024-02-29T10:00:00Z' }, { created: '2024-03-31T20:59:59Z' }]);
    const days = await objects(calls, 'from_day=2024-02-27&to_day=2024-03-02');
    expect(countsOf(days)).toEqual([
      ['2024-02-27', 0],
      ['2024-02-28', 0],
      ['2024-02-29', 1],
      ['2024-03-01', 0],
      ['2024-03-02', 0],
    ]);
    expect(days.results[0]).toMatchObject({ service_level: null, average_waiting: null, average_feedback: null });
    const spans = async (query: string) =>
      (await objects(calls, query)).results.map(
        ({ from_day, to_day, requests }: Stretch) => `${from_day} ${to_day} ${requests}`,
      );
    // Weeks begin on Monday; the range cuts the first and the last short.
    expect(await spans('interval=weeks&from_day=2024-02-28&to_day=2024-03-12')).toEqual([
      '2024-02-28 2024-03-03 1',
      '2024-03-04 2024-03-10 0',
      '2024-03-11 2024-03-12 0',
    ]);
    expect(await spans('interval=months&from_day=2024-01-15&to_day=2024-04-01')).toEqual([
      '2024-01-15 2024-01-31 0',
      '2024-02-01 2024-02-29 1',
      '2024-03-01 2024-03-31 1',
      '2024-04-01 2024-04-01 0',
    ]);
  });

  it.each([
    // Clocks go forward on 31 March 2024 at 01:00 UTC: the day has 23 hours, from 22:00 to 21:00 UTC.
    ['Europe/Vilnius', '2024-03-31', '2024-03-30T22:00:00Z', '2024-03-31T21:00:00Z'],
    // And back on 27 October: 25 hours.
    ['Europe/Vilnius', '2024-10-27', '2024-10-26T21:00:00Z', '2024-10-27T22:00:00Z'],
    ['Australia/Sydney', '2024-10-06', '2024-10-05T14:00:00Z', '2024-10-06T13:00:00Z'],
    ['America/Vancouver', '2024-11-03', '2024-11-03T07:00:00Z', '2024-11-04T08:00:00Z'],
    // Midnight itself was skipped: the day began at 01:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'],
    // The last hour before midnight was repeated: the day had 25 hours.
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00Z', '2018-02-18T03:00:00Z'],
  ])('begin the days of %s at local midnight: %s', async (zone, day, from, to) => {
    const { calls } = await asOwner({ zone });
    const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
    await addRequests(
      backend,
      [before(from), from, before(to), to].map((created) => ({ created })),
    );
    expect(countsOf(await objects(calls, `from_day=${day}&to_day=${day}`))).toEqual([[day, 2]]);
  });

  it('count each request once in a range over a change of clocks at midnight, on the day of its local time', async () => {
    const { calls } = await asOwner({ zone: 'America/Sao_Paulo' });
    const created = [
      // 23:30 of 3 November, 01:00 and 23:30 of the fourth, 00:00 of the fifth.
      ...['2018-11-04T02:30:00Z', '2018-11-04T03:00:00Z', '2018-11-05T01:30:00Z', '2018-11-05T02:00:00Z'],
      // 23:30 of 17 February twice, 00:00 of the eighteenth.
      ...['2018-02-18T01:30:00Z', '2018-02-18T02:30:00Z', '2018-02-18T03:00:00Z'],
    ];
    await addRequests(
      backend,
      created.map((at) => ({ created: at })),
    );
    const counts = async (query: string) => countsOf(await objects(calls, query));
    expect(await counts('from_day=2018-11-03&to_day=2018-11-05')).toEqual([
      ['2018-11-03', 1],
      ['2018-11-04', 2],
      ['2018-11-05', 1],
    ]);
    expect(await counts('from_day=2018-02-17&to_day=2018-02-18')).toEqual([
      ['2018-02-17', 2],
      ['2018-02-18', 1],
    ]);
    // The clocks go forward at the end of one week, and back at the end of the other.
    expect(await counts('interval=weeks&from_day=2018-11-03&to_day=2018-11-05')).toEqual([
      ['2018-11-03', 3],
      ['2018-11-05', 1],
    ]);
    expect(await counts('interval=weeks&from_day=2018-02-12&to_day=2018-02-19')).toEqual([
      ['2018-02-12', 3],
      ['2018-02-19', 0],
    ]);
  });

  // R32
  it('filter by each parameter, with one value or several', async () => {
    const { calls } = await asOwner({ flags: { transcription: true } });
    const department_id = randomId();
    await backend.database.db.insertInto('departments').values({ id: department_id, name: 'Akureyri' }).execute();
    const interpreter = (await backend.addUser({ role: 'interpreter', department_id })).id;
    const colleague = (await backend.addUser({ role: 'interpreter' })).id;
    const customer = (await backend.addUser({ role: 'deaf' })).id;
    const created = '2024-04-30T09:00:00Z';
    const [category_id, partner] = [randomId(), randomId()];
    const { db } = backend.database;
    await db
      .insertInto('partner_categories')
      .values({ id: category_id, name: 'Hospitals', created: new Date(created) })
      .execute();
    await db
      .insertInto('partners')
      .values({ id: partner, name: 'Landspítali', slug: 'landspitali', category_id, created: new Date(created) })
      .execute();
    await addRequests(backend, [
      { created, interpreter: interpreter, customer, partner, waited: 1 },
      { created, interpreter: colleague, channel: 'live', location: 'site', waited: 1 },
      { created, mode: 'VRS', kind: 'both' },
      { created, kind: 'transcription' },
    ]);
    const count = async (query: string) =>
      (await objects(calls, `from_day=2024-04-30&to_day=2024-04-30&${query}`)).totals.requests;
    expect(await count('')).toBe(4);
    expect(await count('session_channel=live')).toBe(1);
    expect(await count('session_channel[]=live&session_channel[]=online')).toBe(4);
    expect(await count('session_type[]=both&session_type[]=transcription')).toBe(2);
    expect(await count('session_mode=VRS')).toBe(1);
    expect(await count('session_mode[]=VRI&session_mode[]=VRS')).toBe(4);
    // Q13: remote and site are accepted as well; combined with a mode, both must match.
    expect(await count('session_mode=site')).toBe(1);
    expect(await count('session_mode[]=VRS&session_mode[]=site')).toBe(0);
    expect(await count(`department=${department_id}`)).toBe(1);
    expect(await count(`interpreter[]=${interpreter}&interpreter[]=${colleague}`)).toBe(2);
    expect(await count(`interpreter=${randomId()}`)).toBe(0);
    expect(await count(`user=${customer}&session_channel=online`)).toBe(1);
    expect(await count(`partner=${partner}`)).toBe(1);
    expect(await count(`partner[]=${randomId()}`)).toBe(0);
    expect(await count(`partner_category[]=${category_id}`)).toBe(1);
  });

  // R34
  it('filter the report by the same parameters except the interval', async () => {
    const { calls } = await asOwner({ flags: { transcription: true } });
    const created = '2024-04-30T09:00:00Z';
    const { db } = backend.database;
    const [department_id, category_id, partner] = [randomId(), randomId(), randomId()];
    await db.insertInto('departments').values({ id: department_id, name: 'Selfoss' }).execute();
    const interpreter = (await backend.addUser({ role: 'interpreter', department_id })).id;
    const customer = (await backend.addUser({ role: 'deaf' })).id;
    await db
      .insertInto('partner_categories')
      .values({ id: category_id, name: 'Courts', created: new Date(created) })
      .execute();
    await db
      .insertInto('partners')
      .values({ id: partner, name: 'Landspítali', slug: 'landspitali', category_id, created: new Date(created) })
      .execute();
    await addRequests(backend, [
      { created, interpreter, customer, partner, waited: 1, channel: 'live', mode: 'VRS', kind: 'both' },
      { created },
    ]);
    const rowsOf = async (query: string) => {
      const url = `/report/?from_day=2024-04-30&to_day=2024-04-30&output=objects${query}`;
      return (await calls.get(url)).json().results?.length;
    };
    expect(await rowsOf('')).toBe(2);
    for (const query of [
      'session_channel=live',
      'session_type=both',
      'session_mode=VRS',
      `partner=${partner}`,
      `partner_category=${category_id}`,
      `department=${department_id}`,
      `interpreter=${interpreter}`,
      `user=${customer}`,
    ])
      expect([query, await rowsOf(`&${query}`)]).toEqual([query, 1]);
    const report = (await calls.get(`/report/?from_day=2024-04-30&to_day=2024-04-30&partner=${partner}`)).json();
    expect(report.facts).toContainEqual({ label: 'Samstarfsaðili', value: 'Landspítali' });
    expect(report.rows[0]).toContain('Landspítali');
  });

  it('agree between ledger and requests after any write', async () => {
    const { calls } = await asOwner({ zone: 'Australia/Adelaide', flags: { transcription: true } });
    const { db } = backend.database;
    const random = seededRandom('figures');
    const { id: customer } = await backend.addUser({ role: 'deaf' });
    const minute = 60_000;
    const begin = Date.parse('2024-04-02T00:00:00Z');
    await addRequests(
      backend,
      Array.from({ length: 150 }, () => ({
        created: new Date(begin + random.between(0, 8 * 24 * 60) * minute).toISOString(),
        customer,
        channel: random.pick(['online', 'live'] as const),
        mode: random.pick(['VRI', 'VRS'] as const),
        kind: random.pick(['interpretation', 'transcription'] as const),
        ...(random.chance(0.6)
          ? { waited: random.between(1, 60), lasted: random.between(60, 900), rating: random.between(1, 5) }
          : {}),
        ...(random.chance(0.2) ? { abandoned: 4000 } : {}),
      })),
    );
    const sameBothWays = async () => {
      // Clocks go back on the 7th; days begin at half past an hour of UTC.
      const days = 'from_day=2024-04-02&to_day=2024-04-10';
      for (const more of [
        '',
        '&interval=weeks',
        '&session_channel[]=live',
        '&session_mode[]=VRS&session_type[]=interpretation',
      ]) {
        const byHours = await objects(calls, `${days}${more}`);
        expect(byHours).toEqual(await objects(calls, `${days}${more}&user[]=${customer}`));
        expect(byHours.totals.requests).toBeGreaterThan(10);
      }
    };
    await sameBothWays();
    await sql`update interpretations set started = created + interval '20 seconds', ended = created + interval '9 minutes'
      where started is null and ended is null and id > '8'`.execute(db);
    await sql`update interpretations set end_unknown = true where ended is null and id < '6'`.execute(db);
    await sql`update interpretations set note = 'No other figures' where id > '4'`.execute(db);
    await sql`update feedback set rating = 6 - rating where id > 'a'`.execute(db);
    await sql`delete from feedback where id < '3'`.execute(db);
    await sql`delete from interpretations where id < '2'`.execute(db);
    await sameBothWays();
    await mergeFigures(db);
    await sameBothWays();
    const { rows } = await sql<{ lines: number }>`select count(*)::int as lines from figure_hours where merged
      group by hour, channel, session_mode, service_kind, location_type`.execute(db);
    expect(new Set(rows.map(({ lines }) => lines))).toEqual(new Set([1]));
  });

  it('show an interpreter their own figures, whatever filter is set', async () => {
    const { app } = await asOwner();
    const interpreter = await backend.signedIn({ role: 'interpreter' });
    const other = (await backend.addUser({ role: 'interpreter' })).id;
    const created = '2024-04-30T09:00:00Z';
    await addRequests(backend, [
      { created, interpreter: interpreter.id, waited: 7, lasted: 60, rating: 4 },
      { created, interpreter: other, waited: 9, lasted: 60, rating: 1 },
      { created },
    ]);
    const calls = callsOf(app, interpreter);
    const days = 'from_day=2024-04-30&to_day=2024-04-30';
    const figures = await objects(calls, days);
    expect([figures.scope, figures.totals.requests, figures.totals.average_feedback]).toEqual(['own', 1, 4]);
    expect((await objects(calls, `${days}&interpreter=${other}`)).totals.requests).toBe(0);
    const report = (await calls.get(`/report/?output=objects&${days}`)).json();
    expect(report.results).toHaveLength(1);
    // Interpreters get the rating, but not its customer.
    expect(report.results[0]).toMatchObject({ waiting_seconds: 7, rating: null });
    const rows = (await calls.get(`/report/?${days}`)).json();
    expect(rows.columns.map(({ key }: { key: string }) => key)).not.toContain('rating');
    const manager = callsOf(app, await backend.signedIn({ role: 'manager' }));
    expect(await objects(manager, days)).toMatchObject({ scope: 'all', totals: { requests: 3 } });
  });

  it('name a customer to an interpreter only after work for them', async () => {
    const { app } = await asOwner();
    const interpreter = await backend.signedIn({ role: 'interpreter' });
    const [known, stranger] = await Promise.all(
      ['Guðrún', 'Þóra'].map((first_name) => backend.addUser({ role: 'deaf', first_name })),
    );
    await addRequests(backend, [
      { created: '2024-04-30T09:00:00Z', interpreter: interpreter.id, customer: known?.id ?? '', waited: 1 },
    ]);
    const rows = await callsOf(app, interpreter).get(
      `/report/?from_day=2024-04-30&to_day=2024-04-30&user[]=${known?.id}&user[]=${stranger?.id}`,
    );
    expect(rows.body).toContain('Guðrún');
    expect(rows.body).not.toContain('Þóra');
  });

  it('ask to check the dates for invalid days and ranges', async () => {
    const { calls } = await asOwner();
    const wrong = {
      'from_day=2024-02-30&to_day=2024-03-01': ['from_day'],
      'from_day=01-05-2024&to_day=2024-05-02': ['from_day'],
      'from_day=2024-05-02&to_day=2024-05-01': ['to_day'],
      'from_day=1899-12-31&to_day=1900-01-01': ['from_day'],
      'from_day=2099-12-31&to_day=2100-01-01': ['to_day'],
      'from_day=2010-01-01&to_day=2024-01-01': ['to_day'],
      'from_day=yesterday&to_day=2024-13-01': ['from_day', 'to_day'],
    };
    for (const [query, fields] of Object.entries(wrong))
      for (const path of ['/statistics/', '/report/']) {
        const { status, code, errors } = (await calls.get(`${path}?${query}`)).json();
        expect([query, status, code, Object.keys(errors)]).toEqual([query, 400, 'check_dates', fields]);
      }
  });

  it('refuse unknown parameters', async () => {
    const { calls } = await asOwner({ flags: { departments: false } });
    const days = 'from_day=2024-05-01&to_day=2024-05-01';
    const errors = async (path: string) => (await calls.get(path)).json().errors;
    expect(await errors('/statistics/?to_day=2024-05-01')).toEqual({ from_day: ['required'] });
    expect(await errors(`/statistics/?${days}&interval=years`)).toEqual({ interval: ['invalid'] });
    expect(await errors(`/statistics/?${days}&output=exe`)).toEqual({ output: ['invalid'] });
    expect(await errors(`/report/?${days}&interval=days`)).toEqual({ interval: ['invalid'] });
    const refused = ['feature_off'];
    expect(await errors(`/report/?${days}&department=${randomId()}`)).toEqual({ department: refused });
    const none = await asOwner({ flags: { live: false, relay: false, transcription: false } });
    const kinds = 'session_channel[]=live&session_mode[]=VRS&session_type[]=both';
    for (const path of ['/statistics/', '/report/'])
      expect((await none.calls.get(`${path}?${days}&${kinds}`)).json().errors).toEqual({
        session_channel: refused,
        session_mode: refused,
        session_type: refused,
      });
  });

  it('leave out what the deployment does not have', async () => {
    const { calls } = await asOwner({ flags: { live: false, relay: false, feedback: false } });
    const created = '2024-04-30T09:00:00Z';
    await addRequests(backend, [
      { created, rating: 5, waited: 1, lasted: 1 },
      { created, channel: 'live', rating: 5 },
      { created, mode: 'VRS' },
    ]);
    const days = 'from_day=2024-04-30&to_day=2024-04-30';
    const { totals } = await objects(calls, days);
    expect(totals).toMatchObject({ requests: 1, average_feedback: null, feedback_count: 0 });
    const keys = async (path: string) =>
      (await calls.get(`${path}?${days}`)).json().columns.map(({ key }: { key: string }) => key);
    expect((await keys('/statistics/')).join(' ')).not.toContain('feedback');
    const columns = await keys('/report/');
    for (const gone of ['channel', 'session_mode', 'location_type', 'rating']) expect(columns).not.toContain(gone);
  });
});
