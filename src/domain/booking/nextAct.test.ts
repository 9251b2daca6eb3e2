import { expect, test } from '@jest/globals';
import type { FreeInterpreter } from '../../../contract/reservations.ts';
import { hearing } from '../../../tests/support/reservation.ts';
import { nextAct } from './nextAct.ts';

const candidate = (name: string, response: FreeInterpreter['response'] = null, shift: string | null = 's1') => ({
  interpreter: name,
  interpreter_name: name,
  group: 'ready' as const,
  obstacle: null,
  in_the_way: null,
  preferred_by: null,
  response,
  shift,
  score: 80,
  reasons: [],
});
const can = { ...hearing.can, approve: false, assign: true };
const short = { ...hearing, status: 'pending' as const, is_past: false, interpreters: [], interpreters_needed: 1, can };

test('the best who is ready is proposed for a reservation without people', () => {
  expect(nextAct(short, [candidate('Eve'), candidate('Jaan')])).toMatchObject({ act: 'approve', team: ['Eve'] });
});

test('nobody is proposed who has declined it, handed it back, or has no shift', () => {
  const others = [candidate('Ann', 'declined'), candidate('Bo', 'handed_back'), candidate('Cy', null, null)];
  expect(nextAct(short, [...others, candidate('Eve')])).toMatchObject({ team: ['Eve'] });
  expect(nextAct(short, others)).toBeNull();
});
