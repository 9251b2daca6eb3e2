/**
 * `node server/resources/busyCalendars/calendarProcess.ts <from> <to> <zone>`: the times of the iCalendar text on standard input. It is
 * a process of its own, so that a calendar that takes too much memory or time ends this process and not the backend. Standard output is
 * a list of `[from, to]` in milliseconds as JSON, or `{ refused }` with a code of the catalogue.
 */
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { busyPeriods, CalendarError } from './periods.ts';

try {
  // When memory runs out, the kernel kills this process and not the backend.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Only Linux has this file.
}

const [, , from, to, zone = 'UTC'] = process.argv;

function answerTo(calendar: string): unknown {
  try {
    return busyPeriods(calendar, { from: Number(from), to: Number(to) }, zone).map((period) => [
      period.from,
      period.to,
    ]);
  } catch (error) {
    if (error instanceof CalendarError) return { refused: error.code };
    throw error;
  }
}

process.stdout.write(JSON.stringify(answerTo(await text(process.stdin))));
