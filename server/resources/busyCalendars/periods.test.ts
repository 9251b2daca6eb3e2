import { describe, expect, it } from '@jest/globals';
import { expand } from './expansion.ts';
import { busyPeriods } from './periods.ts';

const zone = 'Europe/Tallinn';
const range = { from: Date.parse('2024-05-01T00:00:00Z'), to: Date.parse('2025-06-05T00:00:00Z') };

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const read = (...lines: string[]) =>
  busyPeriods(calendar(...lines), range, zone).map(({ from, to }) =>
    [from, to].map((at) => new Date(at).toISOString().replace(':00.000Z', 'Z')).join(' '),
  );

const easternTime = [
  ...['BEGIN:VTIMEZONE', 'TZID:Eastern Standard Time'],
  ...['BEGIN:STANDARD', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500'],
  ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400'],
  ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3', 'END:DAYLIGHT'],
  'END:VTIMEZONE',
];

describe('the periods of a calendar', () => {
  it('are those of its events, in UTC, in a named zone, and without one', () => {
    expect(read(...event('UID:1', 'DTSTART:20240506T090000Z', 'DTEND:20240506T100000Z'))).toEqual([
      '2024-05-06T09:00Z 2024-05-06T10:00Z',
    ]);
    expect(
      read(
        ...event(
          'UID:1',
          'DTSTART;TZID=America/New_York:20240506T090000',
          'DTEND;TZID=America/New_York:20240506T100000',
        ),
      ),
    ).toEqual(['2024-05-06T13:00Z 2024-05-06T14:00Z']);
    expect(read(...event('UID:1', 'DTSTART:20240506T090000', 'DURATION:PT1H30M'))).toEqual([
      '2024-05-06T06:00Z 2024-05-06T07:30Z',
    ]);
  });

  it('follow the rules of a zone that only the calendar defines', () => {
    expect(
      read(
        ...easternTime,
        ...event('UID:1', 'DTSTART;TZID=Eastern Standard Time:20240506T090000', 'DURATION:PT1H'),
        ...event('UID:2', 'DTSTART;TZID=Eastern Standard Time:20241206T090000', 'DURATION:PT1H'),
      ),
    ).toEqual(['2024-05-06T13:00Z 2024-05-06T14:00Z', '2024-12-06T14:00Z 2024-12-06T15:00Z']);
  });

  it('last whole days of the deployment for events without times', () => {
    expect(read(...event('UID:1', 'DTSTART;VALUE=DATE:20240506', 'DTEND;VALUE=DATE:20240508'))).toEqual([
      '2024-05-05T21:00Z 2024-05-07T21:00Z',
    ]);
    expect(read(...event('UID:1', 'DTSTART;VALUE=DATE:20240506'))).toEqual(['2024-05-05T21:00Z 2024-05-06T21:00Z']);
  });

  it('keep the local time of a series when the clocks change', () => {
    expect(
      read(...event('UID:1', `DTSTART;TZID=${zone}:20241021T090000`, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2')),
    ).toEqual(['2024-10-21T06:00Z 2024-10-21T07:00Z', '2024-10-28T07:00Z 2024-10-28T08:00Z']);
  });

  it('have 25 hours on a whole day on which the clocks go back', () => {
    expect(read(...event('UID:1', 'DTSTART;VALUE=DATE:20241027', 'DURATION:P1D'))).toEqual([
      '2024-10-26T21:00Z 2024-10-27T22:00Z',
    ]);
  });

  it('leave out excluded days, add further ones, and end with the rule', () => {
    expect(
      read(
        ...event(
          ...['UID:1', `DTSTART;TZID=${zone}:20240506T090000`, `DTEND;TZID=${zone}:20240506T100000`],
          ...['RRULE:FREQ=DAILY;UNTIL=20240509T060000Z', 'EXDATE:20240507T060000Z'],
          `RDATE;TZID=${zone}:20240520T120000`,
        ),
      ),
    ).toEqual([
      '2024-05-06T06:00Z 2024-05-06T07:00Z',
      '2024-05-08T06:00Z 2024-05-08T07:00Z',
      '2024-05-09T06:00Z 2024-05-09T07:00Z',
      '2024-05-20T09:00Z 2024-05-20T10:00Z',
    ]);
  });

  it('have changed occurrences at their new times, and not those that were cancelled', () => {
    const series = event('UID:1', `DTSTART;TZID=${zone}:20240506T090000`, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3');
    const moved = event(
      ...['UID:1', `RECURRENCE-ID;TZID=${zone}:20240513T090000`],
      ...[`DTSTART;TZID=${zone}:20240514T150000`, 'DURATION:PT2H'],
    );
    const cancelled = event(
      ...['UID:1', 'RECURRENCE-ID:20240520T060000Z', 'STATUS:CANCELLED'],
      ...['DTSTART:20240520T060000Z', 'DURATION:PT1H'],
    );
    expect(read(...series, ...moved, ...cancelled)).toEqual([
      '2024-05-06T06:00Z 2024-05-06T07:00Z',
      '2024-05-14T12:00Z 2024-05-14T14:00Z',
    ]);
  });

  it('do not have cancelled events, and those that are shown as free', () => {
    const times = ['DTSTART:20240506T090000Z', 'DTEND:20240506T100000Z'];
    expect(
      read(...event('UID:1', ...times, 'STATUS:CANCELLED'), ...event('UID:2', ...times, 'TRANSP:TRANSPARENT')),
    ).toEqual([]);
    expect(read(...event('UID:3', ...times, 'STATUS:TENTATIVE', 'TRANSP:OPAQUE'))).toHaveLength(1);
  });

  it('are merged where they overlap or touch, and cut to the range', () => {
    expect(
      read(
        ...event('UID:1', 'DTSTART:20240506T090000Z', 'DTEND:20240506T100000Z'),
        ...event('UID:2', 'DTSTART:20240506T093000Z', 'DTEND:20240506T110000Z'),
        ...event('UID:3', 'DTSTART:20240506T110000Z', 'DTEND:20240506T120000Z'),
        ...event('UID:4', 'DTSTART:20240420T000000Z', 'DTEND:20240502T000000Z'),
        ...event('UID:5', 'DTSTART:20230101T000000Z', 'DTEND:20230102T000000Z'),
        ...event('UID:6', 'DTSTART:20260101T000000Z', 'DTEND:20260102T000000Z'),
      ),
    ).toEqual(['2024-05-01T00:00Z 2024-05-02T00:00Z', '2024-05-06T09:00Z 2024-05-06T12:00Z']);
  });

  it('are read from free and busy times, too', () => {
    expect(
      read(
        'BEGIN:VFREEBUSY',
        'FREEBUSY:20240506T090000Z/PT1H,20240507T090000Z/20240507T120000Z',
        'FREEBUSY;FBTYPE=FREE:20240508T090000Z/PT8H',
        'END:VFREEBUSY',
      ),
    ).toEqual(['2024-05-06T09:00Z 2024-05-06T10:00Z', '2024-05-07T09:00Z 2024-05-07T12:00Z']);
  });

  it('are read although other parts of the calendar, or one of its events, are broken', () => {
    expect(
      read(
        ...['BEGIN:VTODO', 'DTSTART:20240501T090000Z', 'END:VTODO', 'no colon'],
        ...event('UID:1', 'DTSTART:20240506T090000Z', 'DTEND:20240506T100000Z', 'RRULE:FREQ=SOMETIMES'),
        ...event('UID:2', 'DTSTART:nonsense', 'DTEND:20240506T100000Z'),
        ...event(
          ...['UID:3', 'SUMMARY:A title that', '  goes on; with:signs', 'DTSTART:20240508T090000Z'],
          ...['BEGIN:VALARM', 'TRIGGER:-PT15M', 'DURATION:PT5M', 'END:VALARM', 'DTEND:20240508T', ' 100000Z'],
        ),
      ),
    ).toContain('2024-05-08T09:00Z 2024-05-08T10:00Z');
  });

  it('are not read from a web page', () => {
    for (const text of ['<!doctype html><p>Sign in</p>', '', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'])
      expect(() => busyPeriods(text, range, zone)).toThrow('calendar_unreadable');
  });

  it('are refused if a rule repeats every second, or if there are more than 5,000', () => {
    expect(() => read(...event('UID:1', 'DTSTART:20000101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'))).toThrow(
      'calendar_too_many_events',
    );
    expect(() => read(...event('UID:1', 'DTSTART:20240501T000000Z', 'DURATION:PT5M', 'RRULE:FREQ=HOURLY'))).toThrow(
      'calendar_too_many_events',
    );
  });
});

describe('the process that reads a calendar', () => {
  const expanded = (text: string) => expand(Buffer.from(text), range, zone);
  const one = event('UID:1', 'DTSTART:20240506T090000Z', 'DTEND:20240506T100000Z');

  it('returns the periods, and refuses what is no calendar', async () => {
    expect(await expanded(calendar(...one))).toEqual([
      { from: Date.parse('2024-05-06T09:00:00Z'), to: Date.parse('2024-05-06T10:00:00Z') },
    ]);
    await expect(expanded('<html></html>')).rejects.toThrow('calendar_unreadable');
  });

  it('is ended if a rule never applies, and the next calendar is read', async () => {
    const never = event('UID:1', 'DTSTART:20240101T090000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30');
    const refused = expanded(calendar(...never));
    const next = expanded(calendar(...one));
    await expect(refused).rejects.toThrow('calendar_too_many_events');
    expect(await next).toHaveLength(1);
  });

  it('reads 24,000 events', async () => {
    const days = Array.from({ length: 300 }, (_, at) => new Date(range.from + at * 24 * 60 * 60_000).toISOString());
    const lessons = days.map((day) =>
      event('UID:REPLACED', `DTSTART:${day.replace(/[-:]|\.000/g, '')}`, 'DURATION:PT1H', 'SUMMARY:Lesson').join(
        '\r\n',
      ),
    );
    const all = Array.from({ length: 80 }, (_, copy) =>
      lessons.join('\r\n').replaceAll('REPLACED', `${copy}@example.com`),
    );
    const text = calendar(...all);
    expect(await expanded(text)).toHaveLength(300);
  });
});
