import { expect, test } from '@jest/globals';
import { toTerms } from './absenceForm.ts';

const values = { person: '', kind: 'leave', note: '', date_from: '04-05-2099', date_to: '04-05-2099' } as const;
const hours = (time_from: string, time_to: string, date_to: string = values.date_to) =>
  toTerms({ ...values, span: 'hours', time_from, time_to, date_to });
const days = (date_to: string) => toTerms({ ...values, span: 'days', time_from: '', time_to: '', date_to });

test('whole days are one day or more', () => {
  expect(days('04-05-2099')).toEqual({
    date_from: '2099-05-04',
    date_to: '2099-05-04',
    time_from: null,
    time_to: null,
  });
  expect(days('05-05-2099')).toMatchObject({ date_from: '2099-05-04', date_to: '2099-05-05' });
  expect(days('03-05-2099')).toBeNull();
});

test('hours of one day end after they begin; on a later day they end at any time', () => {
  expect(hours('09:00', '09:01')).toMatchObject({ time_from: '09:00', time_to: '09:01' });
  expect(hours('09:00', '09:00')).toBeNull();
  expect(hours('09:00', '08:59')).toBeNull();
  expect(hours('09:00', '09:00', '05-05-2099')).toMatchObject({ date_to: '2099-05-05', time_to: '09:00' });
  expect(hours('22:00', '06:00', '05-05-2099')).toMatchObject({ time_from: '22:00', time_to: '06:00' });
});

test('hours until 24:00 last to the end of the day', () => {
  expect(hours('13:00', '24:00')).toMatchObject({ date_to: '2099-05-04', time_from: '13:00', time_to: null });
  expect(hours('13:00', '00:00')).toMatchObject({ date_to: '2099-05-04', time_from: '13:00', time_to: null });
  expect(hours('24:00', '13:00')).toBeNull();
});
