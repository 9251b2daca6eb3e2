import { describe, expect, test } from '@jest/globals';
import { hearing } from '../tests/support/reservation.ts';
import type { Reservation, ReservationChanges } from './reservations.ts';
import { toldByChange } from './toldByChange.ts';

const member = (id: string, response: Reservation['interpreters'][number]['response']) => ({
  ...{
    id,
    name: id,
    obstacle: null,
    response,
    responded: null,
    message: null,
    language_reason: null,
    booked_by_name: null,
  },
});
const booked: Reservation = {
  ...hearing,
  status: 'approved',
  customer: 'katrin',
  interpreters: [member('una', 'accepted'), member('orri', 'declined'), member('ada', 'offered')],
};
const nobody = { askedAgain: [], interpreters: [], offered: [], customers: [] };

describe('a change of a reservation', () => {
  // R148
  test.each<[string, ReservationChanges, object]>([
    [
      'of the time asks again, ends the offer, and tells the customer',
      { time_from: '09:00' },
      { askedAgain: ['una'], offered: ['ada'], customers: ['katrin'] },
    ],
    [
      'to remote removes the place',
      { type: 'remote' },
      { askedAgain: ['una'], offered: ['ada'], customers: ['katrin'] },
    ],
    ['of the kind asks the interpreters again', { service_kind: 'both' }, { askedAgain: ['una'], offered: ['ada'] }],
    ['of the link tells everybody', { link: 'https://meet.example' }, { interpreters: ['una'], customers: ['katrin'] }],
    ['of the customer tells both', { customer: 'lena' }, { interpreters: ['una'], customers: ['katrin', 'lena'] }],
    ['of the note tells nobody', { note: 'Room 2', emergency: false, languages: ['icl'] }, {}],
    ['to what it is tells nobody', { name: booked.name, address: booked.address, link: '', customer: 'katrin' }, {}],
  ])('%s', (_, changes, expected) => {
    expect(toldByChange(booked, changes)).toEqual({ ...nobody, ...expected });
  });

  test('of the customer tells the new one only of an approved one', () => {
    const concerned = toldByChange({ ...booked, status: 'pending', interpreters: [] }, { customer: 'lena' });
    expect(concerned).toEqual({ ...nobody, customers: ['katrin'] });
  });
});
