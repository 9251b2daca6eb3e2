import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Absence } from '../../contract/absences.ts';
import type { Flag } from '../../contract/flags.ts';
import type { Overview, OverviewDay } from '../../contract/overview.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import { addDays, instantAt, weekday } from '../../server/schedule/wallTime.ts';
import { makePeople, signInEmail } from '../../server/seed/people.ts';
import { type Planned, RosterMaker, rostersAround } from '../../server/seed/rosters.ts';
import { demoPassword, seed, seedSizes } from '../../server/seed/seed.ts';
import { anyDatabase, testDeployment, testStart } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';

describe.each(anyDatabase)('demo data of a deployment with few flags, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  beforeAll(async () => {
    const off = [
      'live',
      'relay',
      'feedback',
      'departments',
      'recordings',
      'transcription',
      'videos',
      'absences',
    ] satisfies Flag[];
    const flags = { ...testDeployment.flags, ...Object.fromEntries(off.map((flag) => [flag, false])) };
    await seed(backend.database, { ...testDeployment, flags }, { size: 'demo', now: testStart });
  });

  it.each([
    ['channel', ['online']],
    ['session_mode', ['VRI']],
    ['location_type', ['remote']],
    ['caption_type', [null]],
    ['service_kind', ['interpretation']],
  ] as const)('has no %s other than %j', async (column, expected) => {
    const rows = await backend.database.db.selectFrom('interpretations').select(column).distinct().execute();
    expect(rows.map((row) => Object.values(row)[0])).toEqual(expected);
  });

  it('has neither feedback nor departments, videos, recordings or absences', async () => {
    const { db } = backend.database;
    expect(await db.selectFrom('videos').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('video_categories').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('feedback').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('departments').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('recordings').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('absences').select('id').execute()).toEqual([]);
  });
});

const minute = 60_000;

describe.each(
  anyDatabase.flatMap((kind) => [
    { kind, id: 'iceland', weekday: 'Saturday', today: '2024-05-04', time: '03:00' },
    { kind, id: 'brazil', weekday: 'Sunday', today: '2024-05-05', time: '22:00' },
  ]),
)('demo data of $id on a $weekday, $today at $time', ({ kind, id, today, time }) => {
  const backend = sharedBackendOf(kind);
  let now: Date;
  let get: <Answer>(url: string) => Promise<Answer>;
  let patch: (url: string, etag: string, changes: object) => Promise<{ statusCode: number; json: () => unknown }>;

  beforeAll(async () => {
    const deployment = await loadDeployment(id);
    now = instantAt(today, time, deployment.timeZone);
    await seed(backend.database, deployment, { size: 'demo', now });
    const open = { ...deployment, flags: { ...deployment.flags, twoFactor: false } };
    const app = await backend.app({ deployment: open, clock: () => now });
    const payload = { email: signInEmail(deployment, 'owner'), password: demoPassword };
    const { token } = (await app.inject({ method: 'POST', url: '/auth/login/', payload })).json();
    const headers = { authorization: `Token ${token}` };
    get = async (url) => (await app.inject({ url, headers })).json();
    patch = (url, etag, changes) =>
      app.inject({ method: 'PATCH', url, headers: { ...headers, 'if-match': etag }, payload: changes });
  });

  it('has records that their forms accept as they are', async () => {
    type Schema = { $ref?: string; properties?: Record<string, unknown> };
    type Document = {
      paths: Record<string, { patch: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>;
      components: { schemas: Record<string, Schema> };
    };
    const { paths, components } = await get<Document>('/openapi.json');
    const refused: unknown[] = [];
    const kinds = ['users', 'contacts', 'departments', 'partners', 'partner_categories', 'closure_categories'];
    for (const url of [...kinds, 'absences', 'interpretations'].map((name) => `/${name}/`)) {
      const route = paths[`${url}{id}/`];
      // The flag is off.
      if (!route) continue;
      const { schema } = route.patch.requestBody.content['application/json'];
      const { properties = {} } = components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
      const { results } = await get<{ results: { id: string }[] }>(`${url}?page_size=100`);
      expect(results).not.toEqual([]);
      for (const result of results) {
        const record = await get<Record<string, unknown> & { etag: string }>(`${url}${result.id}/`);
        // A file is sent by its id.
        const sent = Object.keys(properties).filter((name) => name in record && !name.match(/^(logo|image)$/));
        const answer = await patch(
          `${url}${result.id}/`,
          record.etag,
          Object.fromEntries(sent.map((name) => [name, record[name]])),
        );
        if (answer.statusCode !== 200) refused.push([url, answer.json()]);
      }
    }
    expect(refused).toEqual([]);
  });

  it('has interpreters in shift now, and only they are online', async () => {
    const { half_hours } = await get<OverviewDay>('/overview/day/');
    const { planned } = half_hours.findLast(({ from }) => Date.parse(from) <= now.getTime()) ?? { planned: 0 };
    const { online_interpreters } = await get<Overview>('/overview/');
    expect(planned).toBeGreaterThan(0);
    expect(online_interpreters).toBeGreaterThan(0);
    expect(online_interpreters).toBeLessThanOrEqual(planned);
    const { db } = backend.database;
    const idle = await db
      .selectFrom('presence')
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('shifts')
              .whereRef('interpreter_id', '=', 'user_id')
              .where('state', '=', 'enabled')
              .where('starts', '<=', now)
              .where('ends', '>', now)
              .select('id'),
          ),
        ),
      )
      .select('user_id')
      .execute();
    expect(idle).toEqual([]);
  });

  it('has planned interpreters and reservations today', async () => {
    const { half_hours } = await get<OverviewDay>('/overview/day/');
    expect(half_hours.filter(({ planned }) => planned === 0)).toEqual([]);
    expect(Math.max(...half_hours.map(({ reserved }) => reserved))).toBeGreaterThan(0);
  });

  it.each(['status[]=approved', 'open=true', 'unfilled=true'])(
    'has reservations with %s in the next days',
    async (query) => {
      const days = `from_day=${today}&to_day=${addDays(today, 3)}`;
      expect((await get<{ count: number }>(`/reservations/?${query}&${days}`)).count).toBeGreaterThan(0);
    },
  );

  it('has an illness of today, a training, a leave, and one that waits for a planner', async () => {
    const { results } = await get<{ results: Absence[] }>('/absences/?ordering=from');
    expect(results.map(({ kind: what, state }) => [what, state])).toEqual([
      ['illness', 'reported'],
      ['training', 'approved'],
      ['leave', 'approved'],
      ['leave', 'requested'],
    ]);
    expect(results[0]).toMatchObject({ date_from: today, note: null });
    expect(new Set(results.map(({ person }) => person)).size).toBe(4);
  });

  it('has three open offers, which nobody has answered, and one of them to the interpreter who signs in', async () => {
    const { db } = backend.database;
    const offers = await db.selectFrom('reservation_offers').select(['reservation_id', 'deadline']).execute();
    expect(offers).toHaveLength(3);
    expect(offers.filter(({ deadline }) => deadline <= now)).toEqual([]);
    const offered = await db
      .selectFrom('reservation_interpreters')
      .innerJoin('users', 'users.id', 'interpreter_id')
      .select(['email', 'response'])
      .where(
        'reservation_id',
        'in',
        offers.map(({ reservation_id }) => reservation_id),
      )
      .execute();
    expect(new Set(offered.map(({ response }) => response))).toEqual(new Set(['offered']));
    expect(offered.map(({ email }) => email)).toContain(signInEmail(await loadDeployment(id), 'interpreter'));
    expect(await db.selectFrom('tasks').select('subject_id').where('kind', '=', 'end_offer').execute()).toHaveLength(3);
    expect((await get<{ count: number }>('/reservations/?open=true')).count).toBeGreaterThan(0);
  });

  it('has no more of them after seeding again', async () => {
    const { db } = backend.database;
    const count = async () => {
      const { absences, offers } = await db
        .selectNoFrom((row) => [
          row
            .selectFrom('absences')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .as('absences'),
          row
            .selectFrom('reservation_offers')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .as('offers'),
        ])
        .executeTakeFirstOrThrow();
      return [Number(absences), Number(offers)];
    };
    await seed(backend.database, await loadDeployment(id), { size: 'demo', now });
    expect(await count()).toEqual([4, 3]);
  });

  it('has requests of the last hours: one that waits, one in progress, and ended ones', async () => {
    const { db } = backend.database;
    const threeHours = 180 * minute;
    const requests = await db
      .selectFrom('interpretations')
      .select(['interpreter_id', 'started', 'ended', 'created'])
      .where('created', '>', new Date(now.getTime() - threeHours))
      .execute();
    const open = requests.filter(({ ended }) => ended === null);
    const waiting = open.filter(({ started }) => started === null);
    expect(waiting).toHaveLength(1);
    expect(now.getTime() - (waiting[0]?.created.getTime() ?? 0)).toBeLessThan(5 * minute);
    const busy = new Set(open.flatMap(({ interpreter_id }) => interpreter_id ?? []));
    expect(busy.size).toBe(1);
    const inShift = await db
      .selectFrom('shifts')
      .select('interpreter_id')
      .where('starts', '<=', now)
      .where('ends', '>', now)
      .execute();
    expect(inShift.map(({ interpreter_id }) => interpreter_id)).toEqual(expect.arrayContaining([...busy]));
    expect(requests.length - open.length).toBeGreaterThan(1);
  });
});

// The generator alone: filling a database at each of these times would take minutes.
describe.each(['iceland', 'brazil'])('the rosters of %s at night, in the morning, at noon and in the evening', (id) => {
  let missing: string[];

  /** What a demo at this time would not show. */
  const emptyParts = (
    planned: readonly Planned[],
    { today, now, zone }: { today: string; now: Date; zone: string },
  ) => {
    const shifts = planned.flatMap((plan) => plan.shifts).filter(({ state }) => state === 'enabled');
    const monday = addDays(today, 1 - weekday(today));
    const days = Array.from({ length: 14 }, (_, index) => addDays(monday, index));
    const soon = planned
      .flatMap((plan) => plan.reservations)
      .filter(({ reservation: { starts } }) => starts < instantAt(addDays(today, 4), '00:00', zone));
    const [from, to] = [instantAt(today, '00:00', zone), instantAt(addDays(today, 1), '00:00', zone)];
    const waiting = soon.filter(({ reservation: { status, starts } }) => status === 'pending' && starts > now);
    const parts = {
      'somebody in shift': shifts.some(({ starts, ends }) => starts <= now && ends > now),
      'three shifts on each day of two weeks': days.every(
        (day) => shifts.filter((shift) => shift.day === day).length > 2,
      ),
      'a reservation that is approved today': soon.some(
        ({ reservation: { status, starts } }) => status === 'approved' && starts >= from && starts < to,
      ),
      'a reservation that waits for an answer': waiting.some(({ interpreter_id }) => interpreter_id !== null),
      'a reservation without an interpreter': waiting.some(({ interpreter_id }) => interpreter_id === null),
    };
    return Object.entries(parts).flatMap(([part, isThere]) => (isThere ? [] : part));
  };

  beforeAll(async () => {
    const deployment = await loadDeployment(id);
    const zone = deployment.timeZone;
    const { crowd } = seedSizes.demo;
    const { users } = makePeople(deployment, crowd, { key: id, days: 1, now: testStart, passwordHash: '' });
    const idsOf = (role: string) => users.filter((user) => user.role === role).map((user) => user.id);
    const [interpreters, customers] = [idsOf('interpreter'), idsOf('deaf')];
    const week = Array.from({ length: 7 }, (_, index) => addDays('2024-04-29', index));
    missing = week.flatMap((today) =>
      ['03:00', '09:00', '14:00', '22:00'].flatMap((time) => {
        const now = instantAt(today, time, zone);
        const rosters = new RosterMaker(deployment, { key: id, interpreters, customers, now });
        const planned = rostersAround(now, zone, { before: 0, after: 2 }).flatMap((monday) => rosters.from(monday));
        return emptyParts(planned, { today, now, zone }).map((part) => `${today} ${time}: ${part}`);
      }),
    );
  });

  it('are never empty, on any day of the week', () => expect(missing).toEqual([]));
});
