import { useCallback } from 'react';
import { overviewDay } from '#api/overview.ts';
import { useInvalidate } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { calendar, shifts } from '#api/shifts.ts';
import { users } from '#api/users.ts';

/** Reads that become stale when somebody can no longer be planned, besides the people themselves. */
export const touchedByPeople = [reservations.path, calendar.path, shifts.path, overviewDay[0], 'interpreters/'];

/** Invalidates the reads that an action on people may have changed. */
export function usePeopleChanged(): () => Promise<void> {
  const invalidate = useInvalidate();
  return useCallback(() => invalidate(users.path, ...touchedByPeople), [invalidate]);
}
