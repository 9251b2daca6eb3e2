import { sql, type Kysely } from 'kysely';
import type { Channel, LocationType } from '../../../contract/interpretations.ts';
import { whereNotSuspended } from '../../db/suspension.ts';
import type { Tables } from '../../db/tables.ts';
import { longestShift } from '../schedules/repository.ts';

type Db = Kysely<Tables>;

/** Approved people, whatever their role. */
export async function countRegisteredUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('approval_status', '=', 'approved')
    .executeTakeFirstOrThrow();
  return count;
}

/** Interpreters who are online now. One who is suspended is not, whatever their app still says. */
export async function countOnlineInterpreters(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('presence')
    .innerJoin('users', 'users.id', 'presence.user_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('users.role', '=', 'interpreter')
    .where('users.approval_status', '=', 'approved')
    .where(whereNotSuspended(now))
    .executeTakeFirstOrThrow();
  return count;
}

/** Somebody's time, or a reservation's, half-open. */
export type Stretch = { id: string; starts: Date; ends: Date };

/**
 * Shifts of these kinds that touch a range of instants, of interpreters who may work then; cancelled ones are left out.
 * @param options.own the one interpreter whose they must be, or null
 */
export function listPlanned(
  db: Db,
  { from, to }: { from: Date; to: Date },
  {
    channels,
    locations,
    own,
  }: { channels: readonly Channel[]; locations: readonly LocationType[]; own: string | null },
): Promise<Stretch[]> {
  let shifts = db
    .selectFrom('shifts')
    .innerJoin('users', 'users.id', 'shifts.interpreter_id')
    .select(['shifts.interpreter_id as id', 'shifts.starts', 'shifts.ends'])
    .where(sql<boolean>`is_active_interpreter(users, shifts.starts, shifts.ends)`)
    .where('starts', '<', to)
    // What the line below says of the end, in terms of the index.
    .where('starts', '>', new Date(from.getTime() - longestShift))
    .where('ends', '>', from)
    .where('state', '<>', 'disabled')
    .where('request_type', 'in', [...channels])
    .where('location_type', 'in', [...locations]);
  if (own !== null) shifts = shifts.where('interpreter_id', '=', own);
  return shifts.execute();
}

/**
 * When approved reservations are that touch a range of instants.
 * @param options.own the one interpreter whose they must be, or null
 */
export function listReserved(
  db: Db,
  { from, to }: { from: Date; to: Date },
  { own }: { own: string | null },
): Promise<Stretch[]> {
  let reservations = db
    .selectFrom('reservations')
    .select(['id', 'starts', 'ends'])
    .where('status', '=', 'approved')
    .where(sql<boolean>`tstzrange(starts, ends) && tstzrange(${from}::timestamptz, ${to}::timestamptz)`);
  if (own !== null)
    reservations = reservations.where(
      sql<boolean>`exists (select from reservation_interpreters
        where reservation_interpreters.reservation_id = reservations.id and interpreter_id = ${own})`,
    );
  return reservations.execute();
}
