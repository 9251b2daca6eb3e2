import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The calendar programs of Debian with a subscription: vdirsyncer fetches the feed, khal shows it in a time zone. */
export async function subscribe({ address, zone }: { address: string; zone: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'calendar-'));
  const events = join(folder, 'events');
  mkdirSync(events);
  /** Writes the settings of a program, and returns their path. */
  const settings = (name: string, ...lines: string[]) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };
  const vdirsyncer = settings(
    'vdirsyncer.conf',
    '[general]',
    `status_path = "${join(folder, 'status')}"`,
    '[pair feed]',
    'a = "remote"',
    'b = "local"',
    'collections = null',
    'conflict_resolution = "a wins"',
    '[storage remote]',
    'type = "http"',
    `url = "${address}"`,
    '[storage local]',
    'type = "filesystem"',
    `path = "${events}"`,
    'fileext = ".ics"',
  );
  const khal = settings(
    'khal.conf',
    '[calendars]',
    '[[feed]]',
    `path = ${events}`,
    '[locale]',
    `local_timezone = ${zone}`,
    `default_timezone = ${zone}`,
    'timeformat = %H:%M',
    'dateformat = %Y-%m-%d',
    'longdateformat = %Y-%m-%d',
    'datetimeformat = %Y-%m-%d %H:%M',
    'longdatetimeformat = %Y-%m-%d %H:%M',
    '[sqlite]',
    `path = ${join(folder, 'khal.db')}`,
  );
  await run('vdirsyncer', ['-c', vdirsyncer, 'discover', 'feed']);
  return {
    /** Fetches the feed. */
    sync: () => run('vdirsyncer', ['-c', vdirsyncer, 'sync']),
    /** How many entries the last fetch has left. */
    count: () => readdirSync(events).length,
    /** The lines that khal shows from a day on, such as `2024-10-21` and `09:00-17:00 Shift`. */
    listed: async (from: string, days: number) => {
      const format = ['--day-format', '{date}', '--format', '{start-time}-{end-time} {title} {status}'];
      const { stdout } = await run('khal', ['-c', khal, 'list', from, `${days}d`, ...format]);
      return stdout.trim().split('\n');
    },
    end: () => rmSync(folder, { recursive: true }),
  };
}
