import { describe, expect, test } from '@jest/globals';
import { addMonths, createDates, parseDay, typedDay } from './dates.ts';

const vilnius = createDates({ zone: 'Europe/Vilnius', locale: 'lt-LT' });
const vancouver = createDates({ zone: 'America/Vancouver', locale: 'en-CA', pattern: 'DD MMMM YYYY' });

describe('dates', () => {
  // R198
  test('an instant reads in the deployment’s time zone, wherever the reader is', () => {
    expect(vilnius.dateTime('2024-05-01T22:30:00Z')).toBe('02-05-2024 01:30');
    expect(vancouver.dateTime('2024-05-01T02:30:00+00:00')).toBe('30-04-2024 19:30');
    expect(vilnius.time('2024-01-01T10:05:00Z')).toBe('12:05');
  });

  test('the zone has a name in the reader’s language, and the offset of an instant', () => {
    expect(vilnius.zone()).toBe('Rytų Europos laikas');
    expect(vilnius.zone('2024-07-01T10:00:00Z')).toBe('Rytų Europos laikas (GMT+3)');
    expect(vancouver.zone('2024-01-01T10:00:00Z')).toBe('Pacific Time (GMT-8)');
    const iceland = createDates({ zone: 'Atlantic/Reykjavik', locale: 'en-IS' });
    expect(iceland.zone('2024-07-01T10:00:00Z')).toMatch(/^Greenwich Mean Time \(GMT/);
    const nameless = createDates({ zone: 'Etc/GMT+5', locale: 'en-CA' });
    expect(nameless.zone('2024-07-01T10:00:00Z')).toBe('GMT-5');
  });

  test('the end of an interval is its last day; with the time if it ends within a day', () => {
    expect(vilnius.lastDay('2026-11-30T22:00:00Z')).toBe('30-11-2026');
    expect(vilnius.lastDay('2026-11-30T12:30:00Z')).toBe('30-11-2026 14:30');
    expect(vancouver.lastDay('2024-12-01T08:00:00Z')).toBe('30-11-2024');
    // Of 23 and of 25 hours.
    expect(vilnius.lastDay('2026-03-29T21:00:00Z')).toBe('29-03-2026');
    expect(vilnius.lastDay('2026-10-25T22:00:00Z')).toBe('25-10-2026');
  });

  // R198
  test('a day is the same day in every zone', () => {
    expect(vancouver.day('2024-05-01')).toBe('01-05-2024');
    expect(vilnius.day('2024-05-01')).toBe('01-05-2024');
  });

  // R198
  test('a month is nominative where it stands alone, and genitive in a date', () => {
    expect(vilnius.longDay('2024-05-01')).toBe('2024 m. gegužės 1 d.');
    expect(vilnius.month('2024-05-01')).toBe('2024 m. gegužė');
    expect(vancouver.longDay('2024-05-01')).toBe('01 May 2024');
    expect(vancouver.fullDay('2024-05-01')).toBe('Wednesday 01 May 2024');
    expect(vancouver.month('2024-05-01')).toBe('May 2024');
  });

  test.each([
    ['lt-LT', '2026 m. lapkričio 22 d.', '2026 m. lapkričio 22 d., sekmadienis', '2026 m. lapkritis'],
    ['es-CO', '22 de noviembre de 2026', 'domingo, 22 de noviembre de 2026', 'noviembre de 2026'],
    ['pt-PT', '22 de novembro de 2026', 'domingo, 22 de novembro de 2026', 'novembro de 2026'],
    ['pt-BR', '22 de novembro de 2026', 'domingo, 22 de novembro de 2026', 'novembro de 2026'],
    ['et-EE', '22. november 2026', 'pühapäev, 22. november 2026', 'november 2026'],
    ['sk-SK', '22. novembra 2026', 'nedeľa 22. novembra 2026', 'november 2026'],
    ['is-IS', '22. nóvember 2026', 'sunnudagur, 22. nóvember 2026', 'nóvember 2026'],
  ])('a day in words is written as in %s', (locale, long, full, month) => {
    const dates = createDates({ zone: 'UTC', locale });
    expect([dates.longDay, dates.fullDay, dates.month].map((format) => format('2026-11-22'))).toEqual([
      long,
      full,
      month,
    ]);
  });

  test('a month after the last day of a longer one is the last day of the shorter one', () => {
    expect(['2028-01-31', '2026-01-31', '2026-12-31'].map((day) => addMonths(day, 1))).toEqual([
      '2028-02-29',
      '2026-02-28',
      '2027-01-31',
    ]);
  });

  test('an invalid date is a dash', () => {
    expect([vilnius.dateTime('soon'), vilnius.day(''), vilnius.longDay('x'), vilnius.month('x')]).toEqual(
      Array.from({ length: 4 }, () => '–'),
    );
  });

  // R198, R201
  test('a typed day is taken within two centuries, both ends included', () => {
    const typed = ['31-12-1899', '01-01-1900', '31-12-2099', '01-01-2100', '31-02-2024'];
    expect(typed.map(parseDay)).toEqual([null, '1900-01-01', '2099-12-31', null, null]);
  });

  test('a typed day is understood in every way that our languages write one', () => {
    const typed = [
      '1.9.2026',
      ' 01/09/2026 ',
      '1. 9. 2026',
      '1.9.2026.',
      '01092026',
      '2026-09-01',
      '2026.9.1',
      '2026 - 09 - 01',
    ];
    expect(typed.map(parseDay)).toEqual(typed.map(() => '2026-09-01'));
    expect(typedDay('2026-09-01')).toBe('01-09-2026');
    const others = ['', '1.9', '1.9.26', '192026', '20260901', '9/21/2026', '2026-02-30', '1-9-2026 x', '1/92026'];
    expect(others.map(parseDay)).toEqual(others.map(() => null));
  });
});
