import { describe, expect, it } from '@jest/globals';
import type { PlanResults, ReservationPlan } from '../../contract/reservationPlans.ts';
import { anyDatabase } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { addOpenWeek, openWeek } from '../support/openWeek.ts';
import { faultsOfPlan } from '../support/planFaults.ts';

describe.each(anyDatabase)('plans of weeks with 300 reservations and 80 people, on the %s database', (kind) => {
  const backend = backendOf(kind);

  it.each(['first', 'second', 'third'])(
    'break no rule before and after they are assigned, which refuses nobody who is proposed: the %s week',
    async (seed) => {
      const { db } = backend.database;
      const manager = callsOf(await backend.app(), await backend.signedIn({ role: 'manager' }));
      await addOpenWeek(db, { people: 80, bookings: 450, seed });
      const plan = async (): Promise<ReservationPlan> => (await manager.post('/reservations/plan/', openWeek)).json();
      const { lines } = await plan();
      expect(await faultsOfPlan(db, lines)).toEqual([]);
      const proposed = lines.flatMap(({ reservation: { id }, interpreter }) =>
        interpreter ? [{ reservation: id, ...interpreter }] : [],
      );
      expect(proposed.length).toBeGreaterThan(150);
      const chosen = proposed.slice(0, 300);
      const answer = await manager.post('/reservations/plan/apply/', {
        act: 'assign',
        lines: chosen.map(({ reservation, interpreter }) => ({ reservation, interpreter })),
      });
      const { results } = answer.json<PlanResults>();
      // Only a colleague who was booked before and cannot come keeps somebody from an approved one.
      const refusedFor = results.flatMap(({ refusal }, at) =>
        refusal && refusal.values['interpreters']?.includes(chosen[at]!.interpreter_name) !== false ? [refusal] : [],
      );
      expect(refusedFor).toEqual([]);
      expect(results.filter(({ refusal }) => refusal === null).length).toBeGreaterThan(150);
      expect(results).toHaveLength(chosen.length);
      expect(await faultsOfPlan(db, (await plan()).lines)).toEqual([]);
    },
  );
});
