import { describe, expect, test } from '@jest/globals';
import type { FreeInterpreter, FreeInterpreters, Reservation } from '../../../contract/reservations.ts';
import { hearing } from '../../../tests/support/reservation.ts';
import { planCoverage } from './plan.ts';

const covering = {
  obstacle: null,
  response: 'asked',
  responded: null,
  message: null,
  language_reason: null,
  booked_by_name: null,
} as const;
const ill = { id: 'ill', name: 'Ill', ...covering };

const approved = (id: string, from: string, to: string, more: Partial<Reservation> = {}): Reservation => ({
  ...hearing,
  id,
  status: 'approved',
  start: `2099-05-04T${from}:00Z`,
  end: `2099-05-04T${to}:00Z`,
  interpreters: [ill],
  ...more,
});
const free = (...results: [id: string, isInShift: boolean][]): FreeInterpreters => ({
  count: results.length,
  impossible: 0,
  results: results.map(([interpreter, isInShift], at): FreeInterpreter => ({
    interpreter,
    interpreter_name: interpreter,
    group: isInShift ? 'ready' : 'needs_shift',
    obstacle: isInShift ? null : 'no_shift',
    in_the_way: null,
    preferred_by: null,
    response: null,
    shift: isInShift ? 's' : null,
    score: 90 - at,
    reasons: [],
  })),
});
const [early, late] = [approved('early', '08:00', '09:00'), approved('late', '10:00', '11:00')];
const asked = { concerned: ['ill'], chosen: {} };
const decisionsOf = (all: Parameters<typeof planCoverage>[0]) => planCoverage(all).map(({ decision }) => decision);

describe('the outcome of a reservation that loses its interpreter', () => {
  test('the best who is free and in shift takes it; without one it waits again', () => {
    const there = {
      early: free(['ill', true], ['without shift', false], ['bo', true]),
      late: free(['without shift', false]),
    };
    expect(decisionsOf({ ...asked, reservations: [early, late], free: there })).toEqual([
      { reservation: 'early', outcome: 'reassign', interpreters: ['bo'] },
      { reservation: 'late', outcome: 'pending' },
    ]);
  });

  test('nobody is picked for overlapping reservations, but somebody may take consecutive ones', () => {
    const beside = approved('beside', '08:30', '09:30');
    const after = approved('after', '09:30', '10:00');
    const both = free(['bo', true], ['cecilia', true]);
    expect(
      decisionsOf({ ...asked, reservations: [early, beside, after], free: { early: both, beside: both, after: both } }),
    ).toEqual([
      { reservation: 'early', outcome: 'reassign', interpreters: ['bo'] },
      { reservation: 'beside', outcome: 'reassign', interpreters: ['cecilia'] },
      { reservation: 'after', outcome: 'reassign', interpreters: ['bo'] },
    ]);
  });

  test('an interpreter chosen for one is not proposed for another at the same time', () => {
    const beside = approved('beside', '08:30', '09:30');
    const both = free(['bo', true], ['cecilia', true]);
    const chosen = { beside: { outcome: 'reassign', interpreters: ['bo'] } } as const;
    expect(
      decisionsOf({ ...asked, chosen, reservations: [early, beside], free: { early: both, beside: both } }),
    ).toEqual([
      { reservation: 'early', outcome: 'reassign', interpreters: ['cecilia'] },
      { reservation: 'beside', outcome: 'reassign', interpreters: ['bo'] },
    ]);
  });

  test('those of a team who can still take it stay, and only the free places are filled', () => {
    const team = approved('team', '08:00', '09:00', {
      interpreters_needed: 3,
      interpreters: [
        ill,
        { id: 'stays', name: 'Stays', ...covering },
        { id: 'booked', name: 'B', ...covering, obstacle: 'booked' },
      ],
    });
    expect(
      decisionsOf({
        ...asked,
        reservations: [team],
        free: { team: free(['stays', true], ['bo', true], ['eve', true]) },
      }),
    ).toEqual([{ reservation: 'team', outcome: 'reassign', interpreters: ['stays', 'bo', 'eve'] }]);
    expect(decisionsOf({ ...asked, reservations: [team], free: { team: free(['bo', true]) } })).toEqual([
      { reservation: 'team', outcome: 'pending' },
    ]);
  });

  test('choices hold while they are possible; a chosen interpreter who is no longer free is replaced', () => {
    const chosen = {
      early: { outcome: 'reassign', interpreters: ['cecilia'] },
      late: { outcome: 'cancel', interpreters: [] },
    } as const;
    const reservations = [early, late];
    const there = { early: free(['bo', true], ['cecilia', true]), late: free(['bo', true]) };
    expect(decisionsOf({ ...asked, chosen, reservations, free: there })).toEqual([
      { reservation: 'early', outcome: 'reassign', interpreters: ['cecilia'] },
      { reservation: 'late', outcome: 'cancel' },
    ]);
    expect(
      decisionsOf({ ...asked, chosen, reservations, free: { early: free(['bo', true]), late: free() } })[0],
    ).toEqual({
      reservation: 'early',
      outcome: 'reassign',
      interpreters: ['bo'],
    });
  });
});
