import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from './tables.ts';

type Suspension = Pick<Selectable<Tables['users']>, 'suspended_at' | 'suspension_expires'>;

/** Whether a user is suspended at a time. */
export function isSuspended({ suspended_at, suspension_expires }: Suspension, moment: Date): boolean {
  return (
    suspended_at !== null && suspended_at <= moment && (suspension_expires === null || suspension_expires > moment)
  );
}

/** The condition that a row of `users` is suspended at a time. */
export function whereSuspended(moment: Date): RawBuilder<boolean> {
  return sql<boolean>`is_suspended_at(users, ${moment}::timestamptz)`;
}

/** The condition that a row of `users` is not suspended at a time. */
export function whereNotSuspended(moment: Date): RawBuilder<boolean> {
  return sql<boolean>`not ${whereSuspended(moment)}`;
}
