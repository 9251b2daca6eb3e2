import { sql, type Kysely } from 'kysely';
import type { Channel } from '../../../contract/interpretations.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

/** Half-open: from the first instant counted to the first that is not. */
export type Range = { from: Date; to: Date };

/** Requests created in a range, through the channels that the deployment has; one interpreter's, or everybody's. */
export async function countRequests(
  db: Db,
  { from, to }: Range,
  channels: Channel[],
  interpreterId: string | null,
): Promise<number> {
  if (channels.length === 0) return 0;
  const { count } = await db
    .selectFrom('interpretations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('created', '>=', from)
    .where('created', '<', to)
    .where('channel', 'in', channels)
    .$if(interpreterId !== null, (query) => query.where('interpreter_id', '=', interpreterId))
    .executeTakeFirstOrThrow();
  return count;
}

/** Approved people, whatever their role. */
export async function countRegisteredUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('approval_status', '=', 'approved')
    .executeTakeFirstOrThrow();
  return count;
}

/** Interpreters who are online now. */
export async function countOnlineInterpreters(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('presence')
    .innerJoin('users', 'users.id', 'presence.user_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('users.role', '=', 'interpreter')
    .where('users.approval_status', '=', 'approved')
    .executeTakeFirstOrThrow();
  return count;
}

/** The mean of the ratings given in a range, to two decimals, and how many there are; about one interpreter, or all. */
export async function averageRating(
  db: Db,
  { from, to }: Range,
  interpreterId: string | null,
): Promise<{ average: number | null; count: number }> {
  return db
    .selectFrom('feedback')
    .select([sql<number | null>`round(avg(rating), 2)::float8`.as('average'), sql<number>`count(*)::int`.as('count')])
    .where('created', '>=', from)
    .where('created', '<', to)
    .$if(interpreterId !== null, (query) => query.where('interpreter_id', '=', interpreterId))
    .executeTakeFirstOrThrow();
}
