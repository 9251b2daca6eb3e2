import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Schedule, SchedulePreview } from '../../contract/schedules.ts';
import type { CalendarMonth, Shift } from '../../contract/shifts.ts';
import { databaseKinds, testDeployment } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const day = 24 * 60 * 60_000;

describe.each(databaseKinds)('series, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let manager: ReturnType<typeof callsOf>;
  let anna: string;
  let bruno: string;

  const draft = (changes: object = {}) => ({
    interpreter: anna,
    date: '2024-05-06',
    until: '2024-05-15',
    repeat: 'daily',
    time_from: '09:00',
    time_to: '12:00',
    location_type: 'remote',
    request_type: 'online',
    allowReservations: true,
    ...changes,
  });
  const create = async (changes: object = {}, by = manager): Promise<Schedule> =>
    (await by.post('/schedules/', draft(changes))).json();
  const once = (date: string, changes: object = {}) => create({ date, until: date, repeat: 'once', ...changes });
  const shifts = async (query = '', by = manager): Promise<Shift[]> =>
    (await by.get(`/shifts/?from_day=2024-05-01&to_day=2024-06-11${query}`)).json().results;
  const daysOf = async (schedule: string) => (await shifts(`&schedule=${schedule}`)).map(({ date }) => date);
  const change = async ({ id }: Pick<Schedule, 'id'>, changes: object, by = manager) => {
    const { etag } = (await by.get(`/schedules/${id}/`)).json();
    const answer = await by.patch(`/schedules/${id}/`, etag, changes);
    return { status: answer.statusCode, body: answer.json() };
  };
  const shiftOn = async (date: string, schedule: Pick<Schedule, 'id'>): Promise<Shift> => {
    const found = (await shifts(`&schedule=${schedule.id}`)).find((shift) => shift.date === date);
    if (!found) throw new Error(`No shift on ${date}`);
    return found;
  };
  const book = async (date: string) => {
    const { id } = (
      await manager.post('/reservations/', {
        name: 'Court',
        date,
        time_from: '10:00',
        time_to: '11:00',
        type: 'remote',
        interpreters: [anna],
      })
    ).json();
    expect((await manager.post(`/reservations/${id}/approve/`)).statusCode).toBe(200);
    return id as string;
  };
  const effects = ({ occurrences }: SchedulePreview) =>
    occurrences.map(({ date, effect, reasons }) => [date.slice(5), effect, ...reasons].join(' '));

  beforeEach(async () => {
    const app = await backend.app();
    manager = callsOf(app, await backend.signedIn({ role: 'manager' }));
    anna = (await backend.addUser({ role: 'interpreter', first_name: 'Anna' })).id;
    bruno = (await backend.addUser({ role: 'interpreter', first_name: 'Bruno' })).id;
  });

  it('have a state: cancelled while all their coming days are, completed after their last day', async () => {
    const series = await create({ date: '2024-05-06', until: '2024-05-08', repeat: 'daily' });
    const other = await once('2024-05-07', { interpreter: bruno });
    const cancel = async (date: string) => {
      const { id, etag } = await shiftOn(date, series);
      expect((await manager.patch(`/shifts/${id}/`, etag, { state: 'disabled' })).statusCode).toBe(200);
    };
    /** The states by the list, which its filter by state must agree with. */
    const states = async () => {
      // Sessions do not last that long.
      const planner = callsOf(await backend.app(), await backend.signedIn({ role: 'manager' }));
      const found = await Promise.all(
        ['', 'enabled', 'disabled', 'completed'].map(async (state) => {
          const { results } = (await planner.get(`/schedules/${state && `?state[]=${state}`}`)).json();
          return (results as Schedule[]).map((schedule) => `${schedule.id} ${schedule.state}`).toSorted();
        }),
      );
      const [all = [], ...filtered] = found;
      expect(filtered.flat().toSorted()).toEqual(all);
      return [series, other].map(({ id }) => all.find((line) => line.startsWith(id))?.split(' ')[1]);
    };
    await cancel('2024-05-07');
    expect(await states()).toEqual(['enabled', 'enabled']);
    await cancel('2024-05-08');
    expect(await states()).toEqual(['enabled', 'enabled']);
    backend.pass(6 * day);
    expect(await states()).toEqual(['disabled', 'enabled']);
    backend.pass(day);
    expect(await states()).toEqual(['disabled', 'completed']);
    backend.pass(day);
    expect(await states()).toEqual(['completed', 'completed']);
  });

  describe('with days out', () => {
    const conflicts = ['2024-05-08', '2024-05-10', '2024-05-13'];

    it('are one schedule, whose later changes apply to all days except days out', async () => {
      for (const date of conflicts) await once(date, { time_from: '08:00', time_to: '10:00' });
      const refused = await manager.post('/schedules/', draft());
      expect([refused.statusCode, refused.json().code, refused.json().days]).toEqual([409, 'shift_overlap', conflicts]);

      const made = await manager.post('/schedules/', draft({ days_out: conflicts }));
      expect(made.statusCode).toBe(201);
      const schedule: Schedule = made.json();
      expect(schedule).toMatchObject({ date: '2024-05-06', until: '2024-05-15', days_out: conflicts });
      const seven = ['06', '07', '09', '11', '12', '14', '15'].map((number) => `2024-05-${number}`);
      expect(await daysOf(schedule.id)).toEqual(seven);
      expect((await manager.get('/schedules/?repeat[]=daily')).json().count).toBe(1);

      // The days are free by now, and still left out.
      for (const { id } of (await manager.get('/schedules/?repeat[]=once')).json().results as Schedule[])
        await manager.remove(`/schedules/${id}/`);
      expect((await change(schedule, { time_to: '13:00', until: '2024-05-17' })).body).toMatchObject({
        days_out: conflicts,
      });
      expect(await daysOf(schedule.id)).toEqual([...seven, '2024-05-16', '2024-05-17']);
      expect(new Set((await shifts(`&schedule=${schedule.id}`)).map(({ time_to }) => time_to))).toEqual(
        new Set(['13:00']),
      );
    });

    it('are previewed before they are written', async () => {
      for (const date of conflicts) await once(date, { time_from: '08:00', time_to: '10:00' });
      const preview: SchedulePreview = (
        await manager.post('/schedules/preview/', draft({ until: '2024-05-10', days_out: ['2024-05-08'] }))
      ).json();
      expect(preview.possible).toBe(false);
      expect(effects(preview)).toEqual([
        '05-06 added',
        '05-07 added',
        '05-08 left_out',
        '05-09 added',
        '05-10 added shift_overlap',
      ]);
      expect((await manager.get('/schedules/?repeat[]=daily')).json().count).toBe(0);
    });

    it('leave out only days of the series, and not all of them', async () => {
      const answer = async (changes: object) => {
        const { statusCode, ...found } = await manager.post('/schedules/', draft(changes));
        return [statusCode, found.json().code, found.json().errors];
      };
      const invalid = [400, 'invalid', { days_out: ['invalid'] }];
      expect(await answer({ days_out: ['2024-05-16'] })).toEqual(invalid);
      expect(await answer({ repeat: 'weekdays', days_out: ['2024-05-11'] })).toEqual(invalid);
      expect(await answer({ until: '2024-05-07', days_out: ['2024-05-06', '2024-05-07'] })).toEqual([
        400,
        'check_dates',
        { date: ['check_dates'] },
      ]);
      expect(await shifts()).toEqual([]);
    });

    it('may leave out past days', async () => {
      const schedule = await create({
        date: '2024-04-30',
        until: '2024-05-03',
        days_out: ['2024-04-30', '2024-05-01'],
      });
      expect(await daysOf(schedule.id)).toEqual(['2024-05-02', '2024-05-03']);
    });

    it('keep their days out when they are extended, get another time or another repetition', async () => {
      await once('2024-05-17', { time_from: '13:00', time_to: '14:00' });
      const schedule = await create({ days_out: ['2024-05-09'] });
      const longer = { until: '2024-05-18', time_from: '10:00', time_to: '13:30' };
      expect((await change(schedule, longer)).body).toMatchObject({ code: 'shift_overlap', days: ['2024-05-17'] });
      expect((await change(schedule, { ...longer, days_out: ['2024-05-17'] })).body.days_out).toEqual([
        '2024-05-09',
        '2024-05-17',
      ]);
      await change(schedule, { repeat: 'weekdays' });
      expect(await daysOf(schedule.id)).toEqual(
        ['06', '07', '08', '10', '13', '14', '15', '16'].map((number) => `2024-05-${number}`),
      );
      expect((await change(schedule, { days_out: ['2024-05-11'] })).body.errors).toEqual({ days_out: ['invalid'] });
    });

    it('are split together with their days out', async () => {
      const schedule = await create({ days_out: ['2024-05-07', '2024-05-13'] });
      const { id, etag } = await shiftOn('2024-05-10', schedule);
      const following = (await manager.patch(`/shifts/${id}/following/`, etag, { time_to: '13:00' })).json();
      expect(following).toMatchObject({ date: '2024-05-10', until: '2024-05-15', days_out: ['2024-05-13'] });
      expect((await manager.get(`/schedules/${schedule.id}/`)).json()).toMatchObject({
        until: '2024-05-09',
        days_out: ['2024-05-07'],
      });
      expect(await daysOf(following.id)).toEqual(['10', '11', '12', '14', '15'].map((number) => `2024-05-${number}`));
    });

    it('are put back, alone or with the following days, unless somebody is in the way or they have begun', async () => {
      const schedule = await create({ days_out: ['2024-05-07', '2024-05-09', '2024-05-13'] });
      expect((await change(schedule, { days_back: ['2024-05-08'] })).body.errors).toEqual({ days_back: ['invalid'] });
      const { body } = await change(schedule, { days_back: ['2024-05-09'] });
      expect(body.days_out).toEqual(['2024-05-07', '2024-05-13']);
      expect(await daysOf(schedule.id)).toContain('2024-05-09');
      await once('2024-05-13');
      expect((await change(body, { days_back: ['2024-05-13'] })).body).toMatchObject({
        code: 'shift_overlap',
        days: ['2024-05-13'],
      });
      backend.pass(6 * day);
      manager = callsOf(await backend.app(), await backend.signedIn({ role: 'manager' }));
      expect((await change(body, { days_back: ['2024-05-07'] })).body).toMatchObject({
        code: 'event_in_past',
        days: ['2024-05-07'],
      });
    });

    it('that were deleted do not come back when their last day has taken place before them', async () => {
      const schedule = await create({ until: '2024-05-08' });
      const moved = await shiftOn('2024-05-08', schedule);
      const { etag } = (await manager.get(`/shifts/${moved.id}/`)).json();
      await manager.patch(`/shifts/${moved.id}/`, etag, { date: '2024-05-02' });
      backend.pass(2 * day);
      manager = callsOf(await backend.app(), await backend.signedIn({ role: 'manager' }));
      await manager.remove(`/schedules/${schedule.id}/`);
      expect(await daysOf(schedule.id)).toEqual(['2024-05-02']);
      await change(schedule, { until: '2024-05-09' });
      expect(await daysOf(schedule.id)).toEqual(['2024-05-02', '2024-05-09']);
    });

    it('do not leave out a day that has begun', async () => {
      const schedule = await create();
      backend.pass(6 * day);
      manager = callsOf(await backend.app(), await backend.signedIn({ role: 'manager' }));
      expect((await change(schedule, { days_out: ['2024-05-06'] })).body).toMatchObject({
        code: 'event_in_past',
        days: ['2024-05-06'],
      });
    });
  });

  describe('that are changed', () => {
    it('preview added, changed, removed and refused days, and write nothing', async () => {
      const schedule = await create({ until: '2024-05-10' });
      await once('2024-05-11', { time_from: '08:00', time_to: '10:00' });
      const reservation = await book('2024-05-09');
      const preview = async (changes: object): Promise<SchedulePreview> =>
        (await manager.post(`/schedules/${schedule.id}/preview/`, changes)).json();

      const longer = await preview({ until: '2024-05-12' });
      expect(longer).toMatchObject({ possible: false, reservations: [] });
      expect(effects(longer)).toEqual([
        '05-06 kept',
        '05-07 kept',
        '05-08 kept',
        '05-09 kept',
        '05-10 kept',
        '05-11 added shift_overlap',
        '05-12 added',
      ]);
      const around = await preview({ until: '2024-05-12', days_out: ['2024-05-11'] });
      expect([around.possible, effects(around).at(-2)]).toEqual([true, '05-11 left_out']);

      const shorter = await preview({ until: '2024-05-07' });
      expect(effects(shorter)).toEqual([
        '05-06 kept',
        '05-07 kept',
        '05-08 removed',
        '05-09 removed shift_reserved',
        '05-10 removed',
      ]);
      expect([shorter.possible, shorter.reservations]).toEqual([
        false,
        [expect.objectContaining({ id: reservation, name: 'Court', from: '2024-05-09T10:00:00+03:00' })],
      ]);

      expect(effects(await preview({ repeat: 'weekly', until: '2024-05-20' }))).toEqual([
        '05-06 kept',
        '05-07 removed',
        '05-08 removed',
        '05-09 removed shift_reserved',
        '05-10 removed',
        '05-13 added',
        '05-20 added',
      ]);
      expect(effects(await preview({ time_to: '13:00', days_out: ['2024-05-09'] }))).toEqual([
        '05-06 changed',
        '05-07 changed',
        '05-08 changed',
        '05-09 removed shift_reserved',
        '05-10 changed',
      ]);
      expect(await daysOf(schedule.id)).toHaveLength(5);
    });

    it('do what the preview showed', async () => {
      const schedule = await create({ until: '2024-05-10' });
      const { id } = await shiftOn('2024-05-08', schedule);
      const changes = { repeat: 'weekdays', until: '2024-05-14', time_to: '13:00', days_out: ['2024-05-13'] };
      const preview: SchedulePreview = (await manager.post(`/shifts/${id}/following/preview/`, changes)).json();
      expect(effects(preview)).toEqual([
        '05-08 changed',
        '05-09 changed',
        '05-10 changed',
        '05-13 left_out',
        '05-14 added',
      ]);
      const { etag } = (await manager.get(`/shifts/${id}/`)).json();
      const following = (await manager.patch(`/shifts/${id}/following/`, etag, changes)).json();
      expect(await daysOf(following.id)).toEqual(['2024-05-08', '2024-05-09', '2024-05-10', '2024-05-14']);
      expect(await daysOf(schedule.id)).toEqual(['2024-05-06', '2024-05-07']);
    });

    it('are extended by their interpreter, but not shortened without the permission to delete shifts', async () => {
      const person = await backend.openSession(
        await backend.addUser({ role: 'interpreter', email: 'own@example.org' }),
      );
      const asPerson = callsOf(await backend.app(), person);
      const schedule = await create({ interpreter: person.id }, asPerson);
      expect((await change(schedule, { until: '2024-05-16' }, asPerson)).status).toBe(200);
      for (const less of [{ until: '2024-05-12' }, { days_out: ['2024-05-12'] }, { repeat: 'weekly' }])
        expect((await change(schedule, less, asPerson)).body).toMatchObject({ status: 403, code: 'forbidden' });
      const preview: SchedulePreview = (
        await asPerson.post(`/schedules/${schedule.id}/preview/`, { until: '2024-05-15' })
      ).json();
      expect(effects(preview).at(-1)).toBe('05-16 removed forbidden');
      expect(await daysOf(schedule.id)).toHaveLength(11);
    });
  });

  describe('in a month', () => {
    const month = async (query = '', by = manager): Promise<CalendarMonth['days']> =>
      (await by.get(`/calendar/month/?from_day=2024-04-29&to_day=2024-06-02${query}`)).json().days;
    const counts = (days: CalendarMonth['days']) => days.map(({ date, count }) => [date, count]);

    it("count everybody's shifts that take place, of more people than a page has", async () => {
      const people = await Promise.all(
        Array.from({ length: 120 }, (_, number) =>
          backend.addUser({ role: 'interpreter', email: `person${number}@example.org` }),
        ),
      );
      for (const { id } of people) await once('2024-05-06', { interpreter: id });
      const [first] = await shifts();
      await manager.patch(`/shifts/${first?.id}/`, first?.etag ?? '', { state: 'disabled' });
      await create({ date: '2024-05-20', until: '2024-05-21' });
      const days = await month();
      expect(counts(days)).toEqual([
        ['2024-05-06', 119],
        ['2024-05-20', 1],
        ['2024-05-21', 1],
      ]);
      expect(days.map(({ planned }) => planned)).toEqual([119 * 180, 180, 180]);
    });

    it('count cancelled shifts if the filter includes them', async () => {
      const schedule = await create({ until: '2024-05-07' });
      await once('2024-05-06', { interpreter: bruno, time_from: '15:00', time_to: '16:00' });
      for (const date of ['2024-05-06', '2024-05-07']) {
        const { id, etag } = await shiftOn(date, schedule);
        await manager.patch(`/shifts/${id}/`, etag, { state: 'disabled' });
      }
      const days = await month();
      expect(counts(days)).toEqual([
        ['2024-05-06', 1],
        ['2024-05-07', 0],
      ]);
      expect(counts(await month('&state[]=disabled'))).toEqual([
        ['2024-05-06', 1],
        ['2024-05-07', 1],
      ]);
      expect(counts(await month('&state[]=enabled&people=busy'))).toEqual([['2024-05-06', 1]]);
      expect(counts(await month(`&interpreter[]=${anna}&search=ann&request_type=online`))).toEqual([
        ['2024-05-06', 0],
        ['2024-05-07', 0],
      ]);
      expect(await month('&search=nobody')).toEqual([]);
    });

    it('are limited to an interpreter’s own', async () => {
      await create({ until: '2024-05-07' });
      const person = await backend.openSession(
        await backend.addUser({ role: 'interpreter', email: 'own@example.org' }),
      );
      await once('2024-05-06', { interpreter: person.id });
      const asPerson = callsOf(await backend.app(), person);
      expect(counts(await month('', asPerson))).toEqual([['2024-05-06', 1]]);
      expect(await month(`&interpreter[]=${anna}`, asPerson)).toEqual([]);
    });

    it('are on the day of the deployment’s time zone', async () => {
      const app = await backend.app({ deployment: { ...testDeployment, timeZone: 'Australia/Sydney' } });
      const elsewhere = callsOf(app, await backend.signedIn({ role: 'manager' }));
      const made = await create({ until: '2024-05-06', time_from: '00:00', time_to: '00:00' }, elsewhere);
      expect((await elsewhere.get(`/shifts/?from_day=2024-05-06&to_day=2024-05-06`)).json().results[0].from).toBe(
        '2024-05-06T00:00:00+10:00',
      );
      expect(made.zone).toBe('Australia/Sydney');
      expect(counts(await month('', elsewhere))).toEqual([['2024-05-06', 1]]);
    });

    it('span six weeks at most, and return 304 while nothing has changed', async () => {
      const { statusCode, headers } = await manager.get('/calendar/month/?from_day=2024-05-01&to_day=2024-05-31');
      expect([statusCode, typeof headers.etag]).toEqual([200, 'string']);
      const far = await manager.get('/calendar/month/?from_day=2024-05-01&to_day=2024-06-12');
      expect(far.json().code).toBe('check_dates');
    });
  });
});
