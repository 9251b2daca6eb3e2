import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the host of a calendar answers. */
type Answer = { status: number; headers?: OutgoingHttpHeaders; body?: string | Buffer };

/** An iCalendar file with events, each from one UTC time to another: `20240506T120000Z`. */
export function calendarOf(...events: (readonly [from: string, to: string])[]): string {
  const lines = events.flatMap(([from, to], at) => [
    'BEGIN:VEVENT',
    `UID:${at}@calendar.example`,
    'SUMMARY:Dentist, room 12',
    'LOCATION:Main Street 1',
    'ATTENDEE:mailto:anna@example.org',
    `DTSTART:${from}`,
    `DTEND:${to}`,
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Calendar//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

/** A calendar host on this machine: what it was asked, and what it answers on each path. */
export async function startCalendarHost() {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer(({ url = '/', headers }, response) => {
    asked.push({ path: url, headers });
    const { status, headers: sent, body } = answers.get(url) ?? { status: 404 };
    response.writeHead(status, sent).end(body);
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', () => listens()));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    host: `calendar.localhost:${port}`,
    /** Answers a path, and returns its address. */
    serve: (path: string, answer: Answer): string => {
      answers.set(path, answer);
      return `http://calendar.localhost:${port}${path}`;
    },
    stop: () => new Promise((closed) => server.close(closed)),
  };
}
