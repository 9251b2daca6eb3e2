import { spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { BusyFailure } from '../../../contract/busyCalendarLimits.ts';
import { CalendarError, type Period } from './periods.ts';

/** The program that reads a calendar; compiled to JavaScript in the image. */
const program = join(import.meta.dirname, `calendarProcess${extname(import.meta.filename)}`);

/** The memory of the process in MiB: a calendar of the maximum size needs about half of it. */
const memoryLimit = 192;

/** Timeout of one calendar, in milliseconds. */
const timeLimit = 15_000;

/** Calendars wait for each other: two at a time need too much memory for a small container. */
let latest: Promise<unknown> = Promise.resolve();

async function expandNow(calendar: Buffer, { from, to }: Period, zone: string): Promise<Period[]> {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${memoryLimit}`, program, String(from), String(to), zone],
    { stdio: ['pipe', 'pipe', 'ignore'], env: {}, timeout: timeLimit, killSignal: 'SIGKILL' },
  );
  const ended = new Promise<void>((resolve) => child.once('error', () => resolve()).once('close', () => resolve()));
  const [, said] = await Promise.allSettled([pipeline([calendar], child.stdin), text(child.stdout), ended]);
  const answer = said.status === 'fulfilled' && said.value !== '' ? (JSON.parse(said.value) as unknown) : null;
  // Without an answer the process has reached one of its limits.
  if (answer === null) throw new CalendarError('calendar_too_many_events');
  if (!Array.isArray(answer)) throw new CalendarError((answer as { refused: BusyFailure }).refused);
  return (answer as [number, number][]).map(([begin, end]) => ({ from: begin, to: end }));
}

/**
 * The times of an iCalendar file in a range (`busyPeriods`), computed by a separate process with limits on memory and time.
 * @throws CalendarError calendar_unreadable, calendar_too_many_events
 */
export function expand(calendar: Buffer, range: Period, zone: string): Promise<Period[]> {
  const expanding = latest.then(() => expandNow(calendar, range, zone));
  latest = expanding.catch(() => undefined);
  return expanding;
}
