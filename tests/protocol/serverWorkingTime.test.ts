import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { ExcessRule } from '../../contract/workingTimeNames.ts';
import { manifestDefaults, type WorkingTime } from '../../tenants/inheritance.ts';
import { databaseKinds, testDeployment, type SignedIn } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { importsOf } from '../support/imports.ts';

type Excess = { limit: string; minutes: number; bound: number };

describe.each(databaseKinds)('the limits of working time, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let app: FastifyInstance;
  let owner: SignedIn;
  let planner: ReturnType<typeof callsOf>;
  let interpreter: string;

  const start = async (onExcess: ExcessRule = 'warn', changes: Partial<WorkingTime> = {}) => {
    const limits = Object.entries({ ...manifestDefaults.workingTime, ...changes });
    const workingTime = Object.fromEntries(
      limits.map(([name, { limit }]) => [name, { limit, onExcess }]),
    ) as WorkingTime;
    app = await backend.app({ deployment: { ...testDeployment, timeZone: 'Europe/Vilnius', workingTime } });
    planner = callsOf(app, owner);
  };
  const draft = (date: string, time_from: string, time_to: string, changes: object = {}) => ({
    interpreter,
    date,
    repeat: 'once',
    time_from,
    time_to,
    location_type: 'remote',
    request_type: 'online',
    allowReservations: true,
    ...changes,
  });
  const add = async (...given: Parameters<typeof draft>) => {
    const answer = await planner.post('/schedules/', draft(...given));
    return { status: answer.statusCode, body: answer.json() };
  };
  const words = (excess: readonly Excess[] = []) =>
    excess.map(({ limit, minutes, bound }) => `${limit} ${minutes}/${bound}`).join(', ');
  /** What a shift would exceed, day by day. */
  const previewed = async (...given: Parameters<typeof draft>): Promise<string[]> => {
    const { occurrences } = (await planner.post('/schedules/preview/', draft(...given))).json();
    return occurrences.map(({ excess }: { excess: Excess[] }) => words(excess));
  };
  /** What the shifts of a range exceed, in the calendar. */
  const shown = async (from: string, to = from): Promise<string[]> => {
    const { results } = (await planner.get(`/calendar/?from_day=${from}&to_day=${to}`)).json();
    return results.flatMap(({ shifts }: { shifts: { excess?: Excess[] }[] }) =>
      shifts.map(({ excess }) => words(excess)),
    );
  };
  const shiftOn = async (date: string) => {
    const { results } = (await planner.get(`/shifts/?from_day=${date}&to_day=${date}`)).json();
    return results[0];
  };
  const change = async (id: string, changes: object) => {
    const { etag } = (await planner.get(`/shifts/${id}/`)).json();
    return planner.patch(`/shifts/${id}/`, etag, changes);
  };

  beforeEach(async () => {
    owner = await backend.signedIn({ role: 'owner', first_name: 'Ásta' });
    interpreter = (
      await backend.addUser({ role: 'interpreter', first_name: 'Una', last_name: 'Ó', email: 'una@example.org' })
    ).id;
    await start();
  });

  describe('a preview', () => {
    it('counts the hours of all shifts that begin on a day', async () => {
      await add('2024-06-03', '12:00', '18:00');
      expect(await previewed('2024-06-03', '08:00', '12:00')).toEqual(['']);
      expect(await previewed('2024-06-03', '07:30', '12:00')).toEqual(['hours_per_day 630/600']);
      expect(await previewed('2024-06-03', '00:00', '12:00', { repeat: 'daily', until: '2024-06-04' })).toEqual([
        'hours_per_day 1080/600, rest 0/660',
        'hours_per_day 720/600, rest 360/660',
      ]);
    });

    it('counts the hours of a week from Monday to Sunday, with the days of the series itself', async () => {
      await add('2024-06-03', '08:00', '18:00', { repeat: 'daily', until: '2024-06-06' });
      expect(await previewed('2024-06-07', '08:00', '16:00')).toEqual(['']);
      expect(await previewed('2024-06-07', '08:00', '16:30', { repeat: 'daily', until: '2024-06-10' })).toEqual([
        'hours_per_week 3930/2880',
        'hours_per_week 3930/2880',
        'hours_per_week 3930/2880',
        '',
      ]);
      expect(await previewed('2024-06-09', '22:00', '06:00')).toEqual(['']);
      expect(await previewed('2024-06-02', '08:00', '18:00')).toEqual(['']);
    });

    it('counts a night for the day on which it begins', async () => {
      await add('2024-06-09', '22:00', '06:00');
      expect(await previewed('2024-06-10', '17:00', '03:00')).toEqual(['']);
      expect(await previewed('2024-06-09', '12:00', '14:30')).toEqual(['hours_per_day 630/600, rest 450/660']);
    });

    it('wants rest between shifts, and takes a pause within a day of work for a break', async () => {
      await add('2024-06-03', '14:00', '22:00');
      expect(await previewed('2024-06-03', '09:00', '10:00')).toEqual(['']);
      expect(await previewed('2024-06-04', '09:00', '12:00')).toEqual(['']);
      expect(await previewed('2024-06-04', '08:59', '12:00')).toEqual(['rest 659/660']);
      expect(await previewed('2024-06-03', '22:00', '06:00')).toEqual(['hours_per_day 960/600, rest 0/660']);
      await add('2024-06-05', '22:00', '00:00');
      expect(await previewed('2024-06-06', '00:00', '06:00')).toEqual(['']);
    });

    it('wants it between days of work, into however many shifts a day is cut', async () => {
      await add('2024-06-03', '06:00', '09:00');
      await add('2024-06-03', '11:00', '13:00');
      expect(await previewed('2024-06-03', '17:00', '19:00')).toEqual(['']);
      expect(await previewed('2024-06-03', '18:00', '20:00')).toEqual(['rest 300/660']);
      await add('2024-06-03', '18:00', '20:00');
      expect(await shown('2024-06-03')).toEqual(['rest 300/660', 'rest 300/660', 'rest 300/660']);
      expect(await previewed('2024-06-04', '07:00', '09:00')).toEqual(['']);
      await add('2024-06-05', '06:00', '07:00');
      await add('2024-06-05', '19:00', '20:00');
      expect(await shown('2024-06-05')).toEqual(['', '']);
      expect(await previewed('2024-06-05', '12:00', '13:00')).toEqual(['rest 360/660']);
      for (const hour of ['02', '08', '14', '20'])
        await add('2024-06-10', `${hour}:00`, `${hour}:30`, { repeat: 'daily', until: '2024-06-12' });
      expect(new Set(await shown('2024-06-11'))).toEqual(new Set(['rest 330/660']));
    });

    it('counts elapsed hours of a night in which the clocks change', async () => {
      await add('2024-10-26', '14:00', '22:00');
      // 22:00 to 08:00 lasts eleven hours in this night.
      expect(await previewed('2024-10-27', '08:00', '12:00')).toEqual(['']);
      expect(await previewed('2024-10-26', '23:00', '09:00')).toEqual(['hours_per_day 1140/600, rest 60/660']);
      expect(await previewed('2024-11-02', '23:00', '09:00')).toEqual(['']);
      await add('2025-03-29', '14:00', '22:00');
      expect(await previewed('2025-03-30', '09:00', '12:00')).toEqual(['rest 600/660']);
      expect(await previewed('2025-03-22', '22:00', '09:00')).toEqual(['hours_per_day 660/600']);
      expect(await previewed('2025-04-05', '22:00', '09:00')).toEqual(['hours_per_day 660/600']);
    });

    it('counts neither a cancelled shift nor those of others, and the shift itself only as it becomes', async () => {
      await add('2024-06-03', '08:00', '18:00', { repeat: 'daily', until: '2024-06-04' });
      const { id, schedule } = await shiftOn('2024-06-03');
      const longer = await planner.post(`/schedules/${schedule}/preview/`, { time_to: '19:00' });
      expect(longer.json().occurrences.map(({ excess }: { excess: Excess[] }) => words(excess))).toEqual([
        'hours_per_day 660/600',
        'hours_per_day 660/600',
      ]);
      await change(id, { state: 'disabled' });
      expect(await previewed('2024-06-03', '08:00', '18:00')).toEqual(['']);
      interpreter = (await backend.addUser({ role: 'interpreter' })).id;
      expect(await previewed('2024-06-04', '08:00', '18:00')).toEqual(['']);
    });

    it('has limits of the manifest, and none that are off', async () => {
      await start('warn', { hoursPerDay: { limit: 8, onExcess: 'warn' } });
      expect(await previewed('2024-06-03', '08:00', '16:30')).toEqual(['hours_per_day 510/480']);
      await start('off');
      expect(await previewed('2024-06-03', '00:00', '00:00')).toEqual(['']);
      expect((await add('2024-06-03', '00:00', '00:00')).status).toBe(201);
      expect(await shown('2024-06-03')).toEqual(['']);
    });
  });

  describe('a limit that warns', () => {
    it('refuses nothing, and is shown in the calendar and with the shift', async () => {
      expect((await add('2024-06-03', '00:00', '12:00')).status).toBe(201);
      expect((await add('2024-06-03', '12:00', '18:00')).status).toBe(201);
      expect(await shown('2024-06-03')).toEqual([
        'hours_per_day 1080/600, rest 0/660',
        'hours_per_day 1080/600, rest 0/660',
      ]);
      const { id } = await shiftOn('2024-06-03');
      expect((await planner.get(`/shifts/${id}/`)).json().excess).toEqual([
        { limit: 'hours_per_day', minutes: 1080, bound: 600 },
        { limit: 'rest', minutes: 0, bound: 660 },
      ]);
      expect(await shown('2024-06-04')).toEqual([]);
    });

    it('counts the whole week, whichever of its days the calendar shows', async () => {
      await add('2024-06-03', '08:00', '18:00', { repeat: 'daily', until: '2024-06-07' });
      expect(await shown('2024-06-05')).toEqual(['hours_per_week 3000/2880']);
    });
  });

  describe('a limit that refuses', () => {
    beforeEach(() => start('refuse'));

    it('refuses a shift and a series with the days, unless these are left out', async () => {
      await add('2024-06-03', '12:00', '18:00');
      const series = { repeat: 'daily', until: '2024-06-05' };
      const { status, body } = await add('2024-06-03', '06:00', '12:00', series);
      expect([status, body.code, body.days]).toEqual([409, 'working_time_exceeded', ['2024-06-03']]);
      const { possible, occurrences } = (
        await planner.post('/schedules/preview/', draft('2024-06-03', '06:00', '12:00', series))
      ).json();
      expect([possible, occurrences[0].reasons, occurrences[1].reasons]).toEqual([
        false,
        ['working_time_exceeded'],
        [],
      ]);
      expect((await add('2024-06-03', '06:00', '12:00', { ...series, days_out: ['2024-06-03'] })).status).toBe(201);
    });

    it('refuses that a shift or a series moves, gets longer, another person, or is put back', async () => {
      const other = (await backend.addUser({ role: 'interpreter' })).id;
      await add('2024-06-03', '08:00', '14:00');
      await add('2024-06-04', '12:00', '18:00', { repeat: 'daily', until: '2024-06-05' });
      const moved = await shiftOn('2024-06-04');
      for (const changes of [{ date: '2024-06-03', time_from: '14:00', time_to: '20:00' }, { time_from: '07:00' }]) {
        const refused = await change(moved.id, changes);
        expect([refused.statusCode, refused.json().code]).toEqual([409, 'working_time_exceeded']);
      }
      const { etag } = (await planner.get(`/schedules/${moved.schedule}/`)).json();
      const longer = await planner.patch(`/schedules/${moved.schedule}/`, etag, { time_from: '07:00' });
      expect(longer.json()).toMatchObject({ code: 'working_time_exceeded', days: ['2024-06-04', '2024-06-05'] });
      const of = await planner.patch(`/shifts/${moved.id}/following/`, moved.etag, { time_from: '07:00' });
      expect(of.json()).toMatchObject({ code: 'working_time_exceeded' });

      await change(moved.id, { state: 'disabled' });
      await add('2024-06-04', '06:00', '12:00');
      const back = await change(moved.id, { state: 'enabled' });
      expect(back.json().code).toBe('working_time_exceeded');
      await planner.post('/schedules/', draft('2024-06-03', '14:00', '20:00', { interpreter: other }));
      const { results } = (await planner.get('/shifts/?from_day=2024-06-03&to_day=2024-06-03')).json();
      const theirs = results.find((shift: { interpreter: string }) => shift.interpreter === other);
      expect((await change(theirs.id, { interpreter })).json().code).toBe('working_time_exceeded');
    });

    it('lets a shift that already exceeds it become shorter, and keeps it in a change of its other terms', async () => {
      await start('warn');
      await add('2024-06-03', '06:00', '20:00', { repeat: 'daily', until: '2024-06-04' });
      await start('refuse');
      const { id, schedule } = await shiftOn('2024-06-03');
      expect((await change(id, { time_to: '19:00' })).statusCode).toBe(200);
      expect((await change(id, { time_to: '20:00' })).statusCode).toBe(409);
      const { etag } = (await planner.get(`/schedules/${schedule}/`)).json();
      const kept = await planner.patch(`/schedules/${schedule}/`, etag, { allowReservations: false });
      expect(kept.statusCode).toBe(200);
    });

    it('refuses rows of an import, also together with other rows', async () => {
      await add('2024-06-03', '08:00', '12:00');
      const imports = importsOf(app, owner);
      const { id } = await imports.checked(
        'shifts',
        [
          'Interpreter;Date;From;To;Location;Channel;Address',
          'una@example.org;2024-06-03;12:00;19:00;Remote;Online;',
          'una@example.org;2024-06-04;08:00;13:00;Remote;Online;',
          'una@example.org;2024-06-05;08:00;13:00;Remote;Online;',
          'una@example.org;2024-06-05;13:00;18:30;Remote;Online;',
        ].join('\n'),
      );
      expect(await imports.issues(id)).toEqual([
        '2 working_time_exceeded',
        '4 working_time_exceeded',
        '5 working_time_exceeded',
      ]);
    });

    it('warns of rows of an import that exceed a limit, and writes them, where limits warn', async () => {
      await start('warn');
      await add('2024-06-03', '08:00', '12:00');
      const imports = importsOf(app, owner);
      const { id } = await imports.checked(
        'shifts',
        [
          'Interpreter;Date;From;To;Location;Channel;Address',
          'una@example.org;2024-06-03;12:00;19:00;Remote;Online;',
          'una@example.org;2024-06-04;08:00;13:00;Remote;Online;',
        ].join('\n'),
      );
      const results = await imports.rows(id);
      expect(results).toMatchObject([
        {
          result: 'new',
          issues: [{ code: 'working_time_exceeded', excess: [{ limit: 'hours_per_day', minutes: 660, bound: 600 }] }],
        },
        { result: 'new', issues: [] },
      ]);
    });

    it('refuses a long reservation of one interpreter, and takes it with two', async () => {
      const long = { name: 'Court', date: '2024-06-03', time_from: '09:00', time_to: '10:31', type: 'remote' };
      const refused = await planner.post('/reservations/', long);
      expect([refused.statusCode, refused.json().errors]).toEqual([400, { interpreters_needed: ['team_needed'] }]);
      const { id } = (await planner.post('/reservations/', { ...long, interpreters_needed: 2 })).json();
      const { etag } = (await planner.get(`/reservations/${id}/`)).json();
      const alone = await planner.patch(`/reservations/${id}/`, etag, { interpreters_needed: 1 });
      expect(alone.json().errors).toEqual({ interpreters_needed: ['team_needed'] });
      expect((await planner.post('/reservations/', { ...long, time_to: '10:30' })).statusCode).toBe(201);
    });
  });

  describe('candidates', () => {
    const find = async (time = 'from=2024-06-03T09:00:00Z&to=2024-06-03T12:00:00Z') => {
      const query = `${time}&group[]=ready&group[]=needs_shift&group[]=impossible`;
      const { results } = (await planner.get(`/interpreters/free/?${query}`)).json();
      return results.map(({ group, obstacle, excess }: { group: string; obstacle: string | null; excess?: Excess[] }) =>
        [group, obstacle, words(excess)].join(' · '),
      );
    };

    it('who need a shift say what it would exceed, and are not possible where that is refused', async () => {
      await add('2024-06-03', '15:00', '23:00');
      expect(await find()).toEqual(['needs_shift · no_shift · hours_per_day 660/600']);
      await start('refuse');
      expect(await find()).toEqual(['impossible · no_shift · hours_per_day 660/600']);
      await start('off');
      expect(await find()).toEqual(['needs_shift · no_shift · ']);
    });

    it('who need a shift at night say so of the day on which it begins', async () => {
      await add('2024-06-04', '14:00', '23:00');
      // In Vilnius from 22:00 to 00:30, and from 00:30 to 02:00.
      expect(await find('from=2024-06-03T19:00:00Z&to=2024-06-03T21:30:00Z')).toEqual(['needs_shift · no_shift · ']);
      expect(await find('from=2024-06-03T21:30:00Z&to=2024-06-03T23:00:00Z')).toEqual([
        'needs_shift · no_shift · hours_per_day 630/600',
      ]);
    });

    it('who are on shift say what their shift exceeds', async () => {
      await add('2024-06-03', '08:00', '20:00');
      expect(await find()).toEqual(['ready ·  · hours_per_day 720/600']);
    });
  });

  it('warn of nothing and refuse no long reservation of one interpreter unless they are to', async () => {
    const long = { name: 'Court', date: '2024-06-03', time_from: '09:00', time_to: '17:00', type: 'remote' };
    expect((await planner.post('/reservations/', long)).statusCode).toBe(201);
  });
});
