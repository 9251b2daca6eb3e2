import { describe, expect, test } from '@jest/globals';
import type { Shift } from '../../../contract/shifts.ts';
import { createDates } from '#lib/dates.ts';
import { readCalendar, stepped } from './calendarState.ts';
import {
  daysOfView,
  hoursOf,
  lanesOf,
  movedSpan,
  occupied,
  placeIn,
  type Planned,
  rowsOf,
  snapped,
  withSaved,
} from './layout.ts';
import type { CalendarBooking } from '../../../contract/shifts.ts';
import { bookingsIn, inOrder } from './entries.ts';
import { isChange, nudged, proposed, spanOf } from './proposal.ts';
import { nextStop } from './useRoving.ts';
import { partAt, topsOf, windowOf } from './windowOf.ts';

const hour = 3_600_000;

function shiftOn(date: string, from: string, to: string, more: Partial<Planned> = {}): Planned {
  return {
    id: `${date}${from}`,
    interpreter: 'a',
    interpreter_name: 'Anna',
    date,
    from: `${date}T${from}:00Z`,
    to: `${date}T${to}:00Z`,
    travel_time: 0,
    ...more,
  } as Planned;
}

function dayIn(zone: string, day: string) {
  const dates = createDates({ zone, locale: 'en' });
  return { dates, span: { from: dates.startOfDay(day), to: Date.parse(dates.endOfDay(day)) } };
}

describe('lanes', () => {
  const person = (id: string, shifts: Planned[]) => ({
    interpreter: id,
    interpreter_name: 'Anna',
    active: true,
    suspended_until: null,
    shifts,
  });
  const [monday, tuesday] = [shiftOn('2026-03-02', '09:00', '10:00'), shiftOn('2026-03-03', '09:00', '10:00')];

  test('are the ones that they were where nothing has changed', () => {
    const before = lanesOf([person('a', [monday]), person('b', [{ ...tuesday, interpreter: 'b' }])]);
    const after = lanesOf([person('a', [{ ...monday }]), person('b', [{ ...tuesday, travel_time: 15 }])], before);
    expect(after[0]).toBe(before[0]);
    expect(after[1]?.shifts[0]?.travel_time).toBe(15);
  });

  test('have each booking in the shift in which it begins, also where shifts meet', () => {
    const [early, late] = [shiftOn('2026-03-02', '09:00', '12:00'), shiftOn('2026-03-02', '12:00', '16:00')];
    const bookings = ['08:59', '09:00', '11:59', '12:00', '16:00'].map((time) => ({
      ...({ id: time, start: `2026-03-02T${time}:00Z`, end: '2026-03-02T17:00:00Z' } as CalendarBooking),
    }));
    const lanes = lanesOf([{ ...person('a', [early, late]), bookings }]);
    const held = [early, late].map((shift) => bookingsIn(lanes, shift.id).map(({ id }) => id));
    expect(held).toEqual([['09:00', '11:59'], ['12:00']]);
  });

  test('have a shift that has been saved where it is now, and only the two concerned are others', () => {
    const people = [person('a', [monday]), person('b', [tuesday]), person('c', [])];
    const saved = { ...monday, interpreter: 'b' } as Planned & Shift;
    const { results } = withSaved({ count: 3, results: people }, saved);
    expect(results.map(({ shifts }) => shifts.map(({ date }) => date))).toEqual([[], [monday.date, tuesday.date], []]);
    expect(results[2]).toBe(people[2]);
  });
});

describe('days on which clocks change', () => {
  test.each([
    ['Europe/Vilnius', '2026-03-29', 23, '2026-03-28T22:00:00.000Z', '04:00'],
    ['Europe/Vilnius', '2026-10-25', 25, '2026-10-24T21:00:00.000Z', '03:00'],
    ['America/Vancouver', '2025-03-09', 23, '2025-03-09T08:00:00.000Z', '04:00'],
    ['America/Vancouver', '2025-11-02', 25, '2025-11-02T07:00:00.000Z', '02:00'],
    // Here clocks leave midnight out, and show it twice.
    ['America/Santiago', '2025-09-07', 23, '2025-09-07T04:00:00.000Z', '04:00'],
    ['Atlantic/Azores', '2025-10-26', 25, '2025-10-26T00:00:00.000Z', '02:00'],
    ['Atlantic/Reykjavik', '2026-03-29', 24, '2026-03-29T00:00:00.000Z', '03:00'],
  ])('in %s %s has %i hours, from %s on', (zone, day, hours, begins, fourth) => {
    const { dates, span } = dayIn(zone, day);
    expect(new Date(span.from).toISOString()).toBe(begins);
    expect((span.to - span.from) / hour).toBe(hours);
    const marks = hoursOf(span);
    expect(marks).toHaveLength(hours);
    expect(dates.time(new Date(marks[3] ?? 0).toISOString())).toBe(fourth);
    expect(dates.dayAt(span.from)).toBe(day);
    expect(dates.dayAt(span.to - 1)).toBe(day);
  });

  test('times after the clock change are placed at their real hour', () => {
    const { span } = dayIn('Europe/Vilnius', '2026-03-29');
    const noon = Date.parse('2026-03-29T12:00:00+03:00');
    expect(placeIn(span, { from: noon, to: span.to }).start).toBeCloseTo((11 / 23) * 100);
  });
});

describe('layout', () => {
  // R199
  test('weeks begin on Monday, and a month is the weeks that it touches', () => {
    expect(daysOfView('week', '2026-11-22')).toEqual(
      ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`),
    );
    expect(daysOfView('agenda', '2026-11-22')[6]).toBe('2026-11-28');
    const month = daysOfView('month', '2026-08-15');
    expect([month[0], month.at(-1), month.length]).toEqual(['2026-07-27', '2026-09-06', 42]);
    expect(daysOfView('month', '2027-02-10')).toHaveLength(28);
    expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-01');
    expect(stepped('agenda', '2026-01-31', -1)).toBe('2026-01-24');
  });

  test('each person has a lane, with or without shifts; all shifts together are sorted by start', () => {
    const [early, late] = [shiftOn('2026-11-23', '08:00', '10:00'), shiftOn('2026-11-23', '09:00', '10:00')];
    const working = { active: true, suspended_until: null };
    const lanes = lanesOf([
      { interpreter: 'b', interpreter_name: 'Bo', ...working, shifts: [late] },
      { interpreter: 'c', interpreter_name: 'Cecilia', ...working, shifts: [] },
      { interpreter: 'a', interpreter_name: 'Anna', ...working, shifts: [early] },
    ]);
    expect(lanes.map(({ name, shifts }) => [name, shifts.length])).toEqual([
      ['Bo', 1],
      ['Cecilia', 0],
      ['Anna', 1],
    ]);
    expect(inOrder(lanes).map(({ interpreter_name }) => interpreter_name)).toEqual(['Anna', 'Bo']);
  });

  test('the way there and back is taken, too', () => {
    const shift = shiftOn('2026-11-23', '08:00', '10:00', { travel_time: 45 });
    const { from, to } = occupied(shift);
    expect([from, to].map((at) => new Date(at).toISOString().slice(11, 16))).toEqual(['07:15', '10:45']);
  });

  test('overlapping shifts are in rows below, consecutive ones in the same row', () => {
    expect(
      rowsOf([
        { from: 0, to: 4 },
        { from: 2, to: 6 },
        { from: 4, to: 8 },
        { from: 5, to: 9 },
      ]),
    ).toEqual([0, 1, 0, 2]);
  });

  test('moved shifts snap to quarters of an hour, stay within their day and keep their length', () => {
    const day = { from: 0, to: 24 * hour };
    expect(snapped(8.1 * hour, day)).toBe(8 * hour);
    expect(movedSpan({ from: 8 * hour, to: 12 * hour }, 'whole', 20 * hour, day)).toEqual({
      from: 20 * hour,
      to: 24 * hour,
    });
    expect(movedSpan({ from: 8 * hour, to: 9 * hour }, 'start', 5 * hour, day)).toEqual({
      from: 8.75 * hour,
      to: 9 * hour,
    });
    expect(movedSpan({ from: 8 * hour, to: 9 * hour }, 'end', -5 * hour, day)).toEqual({
      from: 8 * hour,
      to: 8.25 * hour,
    });
  });

  test('over midnight keep the day of their start, and are at most 16 hours long', () => {
    const day = { from: 0, to: 24 * hour };
    const night = { from: 22 * hour, to: 30 * hour };
    expect(movedSpan(night, 'whole', hour, day)).toEqual({ from: 23 * hour, to: 31 * hour });
    expect(movedSpan(night, 'whole', 5 * hour, day)).toEqual({ from: 23.75 * hour, to: 31.75 * hour });
    expect(movedSpan(night, 'start', -9 * hour, day)).toEqual({ from: 14 * hour, to: 30 * hour });
    const nextDay = { from: 24 * hour, to: 48 * hour };
    expect(movedSpan(night, 'end', 12 * hour, nextDay)).toEqual({ from: 22 * hour, to: 38 * hour });
    expect(movedSpan(night, 'whole', hour, nextDay)).toEqual(night);
  });

  test('of many lanes those in sight are found by their heights', () => {
    const tops = topsOf([40, 60, 40, 100, 40]);
    expect([0, 39, 40, 150, 9999].map((offset) => partAt(tops, offset))).toEqual([0, 0, 1, 3, 4]);
    expect(windowOf(tops, 100, 200)).toEqual({ first: 2, last: 4 });
    expect(windowOf(topsOf([]), -420, 500)).toEqual({ first: 0, last: 0 });
  });
});

describe('dragging and arrow keys', () => {
  const shift = shiftOn('2026-11-24', '08:00', '12:00');
  const lanes = [
    { id: 'a', name: 'Anna', isActive: true, suspendedUntil: null, shifts: [shift], bookings: [] },
    { id: 'b', name: 'Bo', isActive: true, suspendedUntil: null, shifts: [], bookings: [] },
  ];
  const days = daysOfView('week', '2026-11-24');
  const week = { lanes, days, timeline: null };
  const day = { from: Date.parse('2026-11-24T00:00Z'), to: Date.parse('2026-11-25T00:00Z') };
  const timeline = { lanes, days: ['2026-11-24'], timeline: day };

  test('a shift is moved to another day and to another interpreter', () => {
    const to = proposed(week, {
      grip: 'whole',
      shift,
      from: { lane: 0, day: 1, at: 0 },
      to: { lane: 1, day: 4, at: 0 },
    });
    expect(to).toMatchObject({ day: '2026-11-27', lane: { id: 'b' }, span: null });
  });

  test('a new one is drawn over days, or over hours, in one lane', () => {
    const drawn = { grip: 'new' as const, shift: null };
    expect(
      proposed(week, { ...drawn, from: { lane: 0, day: 4, at: 0 }, to: { lane: 1, day: 2, at: 0 } }),
    ).toMatchObject({ day: '2026-11-25', until: '2026-11-27', lane: { id: 'a' } });
    expect(
      proposed(timeline, {
        ...drawn,
        from: { lane: 1, day: 0, at: day.from + 13 * hour },
        to: { lane: 1, day: 0, at: day.from + 15.9 * hour },
      }),
    ).toMatchObject({ span: { from: day.from + 13 * hour, to: day.from + 16 * hour } });
  });

  test('an end is pulled without the rest', () => {
    const pulled = proposed(timeline, {
      grip: 'end',
      shift,
      from: { lane: 0, day: 0, at: day.from + 12 * hour },
      to: { lane: 1, day: 0, at: day.from + 13.5 * hour },
    });
    expect(pulled).toMatchObject({
      lane: { id: 'a' },
      span: { from: day.from + 8 * hour, to: day.from + 13.5 * hour },
    });
  });

  test('arrow keys move like the mouse, but not beyond the edge', () => {
    const lane = lanes[0];
    if (!lane) throw new Error('There is a lane.');
    const held = { shift, lane, day: shift.date, until: shift.date, span: null };
    expect(nudged(week, held, { key: 'after', isLonger: false })).toMatchObject({ day: '2026-11-25' });
    expect(nudged(week, held, { key: 'down', isLonger: false })).toMatchObject({ lane: { id: 'b' } });
    expect(nudged(week, held, { key: 'up', isLonger: false })).toBeNull();
    expect(
      nudged({ ...week, days: ['2026-11-24', '2026-11-25'] }, held, { key: 'before', isLonger: false }),
    ).toBeNull();
    const longer = nudged(timeline, { ...held, span: spanOf(shift) }, { key: 'after', isLonger: true });
    expect(longer?.span).toEqual({ from: day.from + 8 * hour, to: day.from + 12.25 * hour });
    expect([isChange(held), longer && isChange(longer)]).toEqual([false, true]);
  });

  test('the focus goes through a field’s shifts, then to the next lane', () => {
    const stops = { lanes: 2, days: 7, itemsAt: (lane: number, at: number) => (lane === 0 && at === 1 ? 2 : 0) };
    const go = (key: string, lane: number, at: number, item: number) => nextStop(stops, { lane, day: at, item }, key);
    expect(go('ArrowDown', 0, 1, -1)).toEqual({ lane: 0, day: 1, item: 0 });
    expect(go('ArrowDown', 0, 1, 1)).toEqual({ lane: 1, day: 1, item: -1 });
    expect(go('ArrowUp', 1, 1, -1)).toEqual({ lane: 0, day: 1, item: 1 });
    expect(go('ArrowRight', 0, 6, -1)).toBeNull();
    expect(nextStop({ ...stops, days: 1, itemsAt: () => 1 }, { lane: 0, day: 0, item: -1 }, 'ArrowRight')).toEqual({
      lane: 0,
      day: 0,
      item: 0,
    });
  });
});

test('an address that makes no sense is the calendar as it opens', () => {
  const read = (text: string) => readCalendar(new URLSearchParams(text), { view: 'week', today: '2026-11-21' });
  expect(read('view=year&day=2026-02-30&interpreter=x&state=gone&free=maybe')).toEqual(read(''));
  expect(read('view=day&day=2026-02-28&state=disabled,enabled&free=true')).toMatchObject({
    view: 'day',
    day: '2026-02-28',
    chosen: { state: ['disabled', 'enabled'], free: ['true'] },
  });
});
