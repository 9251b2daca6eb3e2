import { describe, expect, it } from '@jest/globals';
import { anyDatabase, testDeployment } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

describe.each(anyDatabase)('public holidays, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const open = async (changes: object) => {
    const app = await backend.app({ deployment: { ...testDeployment, ...changes } });
    return callsOf(app, await backend.signedIn({ role: 'manager' }));
  };
  const language = (value: string) => ({ label: value, value, instance: 'LTU', direction: 'ltr' });
  const vilnius = {
    timeZone: 'Europe/Vilnius',
    holidays: 'LT',
    languages: [language('lt'), language('en'), language('sk')],
  };

  it('are served with the lanes and the month of a calendar, named in the languages of the deployment', async () => {
    const manager = await open(vilnius);
    const eve = { date: '2024-06-24', names: { lt: 'Joninės, Rasos', en: "St. John's Day", sk: 'Joninės, Rasos' } };
    const week = (await manager.get('/calendar/?from_day=2024-06-24&to_day=2024-06-30')).json();
    expect(week.holidays).toEqual([eve]);
    const month = (await manager.get('/calendar/month/?from_day=2024-06-01&to_day=2024-06-30')).json();
    expect(month.holidays.map(({ date }: { date: string }) => date)).toEqual(['2024-06-24']);
    const turn = (await manager.get('/calendar/?from_day=2024-12-30&to_day=2025-01-05')).json();
    expect(turn.holidays).toMatchObject([{ date: '2025-01-01', names: { en: "New Year's Day" } }]);
  });

  it('are those of the region', async () => {
    const datesOf = async (holidays: string) => {
      const manager = await open({ timeZone: 'America/Vancouver', holidays });
      const { holidays: found } = (await manager.get('/calendar/?from_day=2024-08-05&to_day=2024-08-05')).json();
      return found.map(({ date }: { date: string }) => date);
    };
    expect(await datesOf('CA-BC')).toEqual(['2024-08-05']);
    expect(await datesOf('CA-QC')).toEqual([]);
  });

  it('warn in the preview of shifts, and refuse none', async () => {
    const manager = await open(vilnius);
    const { id: interpreter } = await backend.addUser({ role: 'interpreter' });
    const draft = {
      interpreter,
      date: '2024-06-23',
      until: '2024-06-25',
      repeat: 'daily',
      time_from: '09:00',
      time_to: '17:00',
      location_type: 'remote',
      request_type: 'online',
    };
    const preview = (await manager.post('/schedules/preview/', draft)).json();
    expect([preview.possible, preview.holidays]).toMatchObject([true, [{ date: '2024-06-24' }]]);
    expect((await manager.post('/schedules/', draft)).statusCode).toBe(201);
  });

  it('are absent without `holidays` in the manifest', async () => {
    const manager = await open({ holidays: null });
    for (const url of ['/calendar/?', '/calendar/month/?'])
      expect((await manager.get(`${url}from_day=2024-12-24&to_day=2024-12-26`)).json()).not.toHaveProperty('holidays');
  });
});
