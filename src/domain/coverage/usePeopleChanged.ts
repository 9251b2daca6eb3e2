import { useCallback } from 'react';
import type { User } from '../../../contract/users.ts';
import { overviewDay } from '#api/overview.ts';
import { useInvalidate, useSaved } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { calendar, shifts } from '#api/shifts.ts';
import { users } from '#api/users.ts';

/** Reads that become stale when somebody can no longer be planned, besides the people themselves. */
export const touchedByPeople = [reservations.path, calendar.path, shifts.path, overviewDay[0], 'interpreters/'];

/** Invalidates the reads that an action on people may have changed, but keeps the person that it answered. */
export function usePeopleChanged(): (answer?: User | null) => Promise<void> {
  const invalidate = useInvalidate();
  const saved = useSaved();
  return useCallback(
    (answer) => {
      const stale = [users.path, ...touchedByPeople];
      return answer ? saved(users.one(answer.id), answer, ...stale) : invalidate(...stale);
    },
    [invalidate, saved],
  );
}
