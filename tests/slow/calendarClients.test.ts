import { execFile } from 'node:child_process';
import { mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startBackend, testDeployment, type TestBackend } from '../support/backend.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { callsOf } from '../support/calls.ts';
import { freePort } from '../support/freePort.ts';

const run = promisify(execFile);
const zone = 'Europe/Tallinn';

describe('calendar programs of Debian', () => {
  let backend: TestBackend;
  let folder: string;
  beforeAll(async () => {
    backend = await startBackend('embedded');
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'calendar-'));
    mkdirSync(join(folder, 'events'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await backend.reset();
  });
  afterAll(() => backend.close());

  /** Writes the settings of a program, and returns their path. */
  const settings = (name: string, ...lines: string[]) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };

  it('vdirsyncer subscribes to a feed, follows its changes, and khal shows local times across a change of the clocks', async () => {
    const port = await freePort();
    const app = await backend.app({
      deployment: { ...testDeployment, timeZone: zone },
      options: { publicUrl: `http://127.0.0.1:${port}/` },
    });
    await app.listen({ host: '127.0.0.1', port });
    const { staff, una, customer } = await addBookingPeople(backend);
    const manager = callsOf(app, staff);
    const booking = createBooking(() => ({ manager, interpreters: [una.id], customer: customer.id }));
    await booking.shift({ date: '2024-10-21', repeat: 'weekly', until: '2024-10-28' });
    const reservation = await booking.reserve({ date: '2024-10-28' });
    const { address } = (await callsOf(app, una).post('/calendar_feeds/', { name: 'Phone', covers: 'own' })).json();

    const events = join(folder, 'events');
    const vdirsyncer = settings(
      'vdirsyncer.conf',
      ...['[general]', `status_path = "${join(folder, 'status')}"`],
      ...['[pair feed]', 'a = "remote"', 'b = "local"', 'collections = null', 'conflict_resolution = "a wins"'],
      ...['[storage remote]', 'type = "http"', `url = "${address}"`],
      ...['[storage local]', 'type = "filesystem"', `path = "${events}"`, 'fileext = ".ics"'],
    );
    const khal = settings(
      'khal.conf',
      ...['[calendars]', '[[feed]]', `path = ${events}`],
      ...['[locale]', `local_timezone = ${zone}`, `default_timezone = ${zone}`],
      ...['timeformat = %H:%M', 'dateformat = %Y-%m-%d', 'longdateformat = %Y-%m-%d'],
      ...['datetimeformat = %Y-%m-%d %H:%M', 'longdatetimeformat = %Y-%m-%d %H:%M'],
      ...['[sqlite]', `path = ${join(folder, 'khal.db')}`],
    );
    const sync = () => run('vdirsyncer', ['-c', vdirsyncer, 'sync']);
    const listed = async () => {
      const format = ['--day-format', '{date}', '--format', '{start-time}-{end-time} {title} {status}'];
      const { stdout } = await run('khal', ['-c', khal, 'list', '2024-10-21', '8d', ...format]);
      return stdout.trim().split('\n');
    };

    await run('vdirsyncer', ['-c', vdirsyncer, 'discover', 'feed']);
    await sync();
    expect(readdirSync(events)).toHaveLength(3);
    expect(await listed()).toEqual([
      '2024-10-21',
      expect.stringMatching(/^09:00-17:00 Shift · Brú & Co\s*$|^09:00-17:00 Shift · Brú & Co CONFIRMED/),
      '2024-10-28',
      expect.stringMatching(/^09:00-17:00 Shift · Brú & Co/),
      expect.stringMatching(/^10:00-11:30 Reservation · Brú & Co/),
    ]);
    await booking.act(reservation.id, 'cancel');
    await sync();
    expect((await listed()).at(-1)).toMatch(/^10:00-11:30 Reservation · Brú & Co.*CANCELLED/);
    await app.close();
  });
});
