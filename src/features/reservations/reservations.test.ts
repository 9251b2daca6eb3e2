import { describe, expect, test } from '@jest/globals';
import { emptyReservation, toReservation } from './reservationForm.ts';

describe('the form of a reservation', () => {
  test('sends days and times in the deployment’s time zone, null for empty fields, and no address for remote reservations', () => {
    const values = { ...emptyReservation, name: ' Visit ', date: '1-3-2027', time_from: '900', time_to: '0:00' };
    expect(toReservation({ ...values, type: 'remote', address: 'Main Street 1' })).toMatchObject({
      name: 'Visit',
      date: '2027-03-01',
      time_from: '09:00',
      time_to: '00:00',
      address: null,
      link: null,
      customer: null,
      languages: [],
    });
    const customer = `${'a'.repeat(24)} Anna Maria Tamm`;
    expect(toReservation({ ...values, customer, languages: ['eso'] })).toMatchObject({
      customer: 'a'.repeat(24),
      partner: null,
      languages: ['eso'],
    });
    expect(toReservation({ ...values, type: 'site', address: ' Main Street 1 ' }).address).toBe('Main Street 1');
  });
});
