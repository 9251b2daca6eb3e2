import { sql } from 'kysely';
import type { Channel, LocationType } from '../../../contract/interpretations.ts';
import { whereNotSuspended } from '../../db/suspension.ts';
import type { Db } from '../../db/tables.ts';
import { longestShift } from '../schedules/repository.ts';

/** Approved users of any role. */
export async function countRegisteredUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('approval_status', '=', 'approved')
    .executeTakeFirstOrThrow();
  return count;
}

/** How long an interpreter counts as online without another event, in milliseconds: longer than any shift. */
const longestPresence = 24 * 60 * 60_000;

/** Interpreters who are online now, except suspended ones. */
export async function countOnlineInterpreters(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('presence')
    .innerJoin('users', 'users.id', 'presence.user_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('presence.online_since', '>', new Date(now.getTime() - longestPresence))
    .where('users.role', '=', 'interpreter')
    .where('users.approval_status', '=', 'approved')
    .where(whereNotSuspended(now))
    .executeTakeFirstOrThrow();
  return count;
}

/** The time of an interpreter or a reservation, end exclusive. */
export type OccupiedTime = { id: string; starts: Date; ends: Date };

/**
 * Shifts of some kinds that overlap an interval, of active interpreters; without cancelled ones.
 * @param options.own limits the result to one interpreter; null: not limited
 */
export function listPlanned(
  db: Db,
  { from, to }: { from: Date; to: Date },
  {
    channels,
    locations,
    onlyInterpreter,
  }: { channels: readonly Channel[]; locations: readonly LocationType[]; onlyInterpreter: string | null },
): Promise<OccupiedTime[]> {
  let shifts = db
    .selectFrom('shifts')
    .innerJoin('users', 'users.id', 'shifts.interpreter_id')
    .select(['shifts.interpreter_id as id', 'shifts.starts', 'shifts.ends'])
    .where(sql<boolean>`is_active_interpreter(users, shifts.starts, shifts.ends)`)
    .where('starts', '<', to)
    // Implied by the next condition, but usable by the index.
    .where('starts', '>', new Date(from.getTime() - longestShift))
    .where('ends', '>', from)
    .where('state', '<>', 'disabled')
    .where('request_type', 'in', [...channels])
    .where('location_type', 'in', [...locations]);
  if (onlyInterpreter !== null) shifts = shifts.where('interpreter_id', '=', onlyInterpreter);
  return shifts.execute();
}

/**
 * The times of approved reservations that overlap an interval.
 * @param options.own limits the result to one interpreter; null: not limited
 */
export function listReserved(
  db: Db,
  { from, to }: { from: Date; to: Date },
  { onlyInterpreter }: { onlyInterpreter: string | null },
): Promise<OccupiedTime[]> {
  let reservations = db
    .selectFrom('reservations')
    .select(['id', 'starts', 'ends'])
    .where('status', '=', 'approved')
    .where(sql<boolean>`tstzrange(starts, ends) && tstzrange(${from}::timestamptz, ${to}::timestamptz)`);
  if (onlyInterpreter !== null)
    reservations = reservations.where(
      sql<boolean>`exists (select from reservation_interpreters
        where reservation_interpreters.reservation_id = reservations.id and takes_part and interpreter_id = ${onlyInterpreter})`,
    );
  return reservations.execute();
}
