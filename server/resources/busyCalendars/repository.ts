import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import type { BusyKind } from '../../../contract/busyCalendarLimits.ts';
import type { Tables } from '../../db/tables.ts';
import { claimDue } from '../../queue/lease.ts';
import type { Period } from './periods.ts';

type Db = Kysely<Tables>;

/** The busy calendars of a person, the newest first. */
export function listBusyCalendars(db: Db, personId: string) {
  return db
    .selectFrom('busy_calendars')
    .select(['id', 'name', 'kind', 'host', 'created', 'read', 'failure', 'failing_since'])
    .where('user_id', '=', personId)
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute();
}

/** How many busy calendars a person has. Calls of one person that add one are serialised by `lock`. */
export async function countBusyCalendars(db: Db, personId: string, { lock = false } = {}): Promise<number> {
  if (lock) await db.selectFrom('users').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom('busy_calendars')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', personId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a busy calendar. */
export async function insertBusyCalendar(trx: Db, calendar: Insertable<Tables['busy_calendars']>): Promise<void> {
  await trx.insertInto('busy_calendars').values(calendar).execute();
}

/** Deletes a busy calendar of a person with its times; returns its name. */
export async function deleteBusyCalendar(trx: Db, id: string, personId: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('busy_calendars')
    .where('id', '=', id)
    .where('user_id', '=', personId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

const claimed = [
  ...(['id', 'user_id', 'name', 'sealed_address', 'key_id', 'data_key', 'etag', 'computed', 'tries'] as const),
  ...(['failing_since', 'is_told'] as const),
] as const;

/** A busy calendar that this process reads. */
export type ClaimedCalendar = Awaited<ReturnType<typeof claimCalendar>> & object;

/** Claims the busy calendar that has been due longest. */
export async function claimCalendar(db: Db, { now, lease }: { now: Date; lease: number }) {
  const until = new Date(now.getTime() + lease);
  const [calendar] = await claimDue(db, 'busy_calendars', { now, until, most: 1, columns: claimed });
  return calendar;
}

/** Stores the outcome of reading a claimed calendar. Returns false if it was claimed again or deleted meanwhile. */
export async function endReading(
  trx: Db,
  { id, tries }: Pick<ClaimedCalendar, 'id' | 'tries'>,
  changes: Updateable<Tables['busy_calendars']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('busy_calendars')
    .set(changes)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces the times of a calendar. If they are the same, nothing is written, and nobody hears of a change. */
export async function storeTimes(
  trx: Db,
  { id, user_id }: { id: string; user_id: string },
  periods: readonly Period[],
): Promise<void> {
  const before = await trx
    .selectFrom('busy_times')
    .select(['starts', 'ends'])
    .where('calendar_id', '=', id)
    .orderBy('starts')
    .execute();
  const isSame =
    before.length === periods.length &&
    before.every(({ starts, ends }, at) => starts.getTime() === periods[at]?.from && ends.getTime() === periods[at].to);
  if (isSame) return;
  await trx.deleteFrom('busy_times').where('calendar_id', '=', id).execute();
  const rows = periods.map(({ from, to }) => ({
    starts: new Date(from).toISOString(),
    ends: new Date(to).toISOString(),
  }));
  await sql`insert into busy_times (calendar_id, user_id, starts, ends)
    select ${id}, ${user_id}, starts, ends
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (starts timestamptz, ends timestamptz)`.execute(
    trx,
  );
}

/** A time at which a person is away. */
export type BusyTime = { person: string; kind: BusyKind; starts: Date; ends: Date };

/** The times that overlap an interval, by start, of some people or of everybody (undefined). Those of one kind are merged. */
export async function listBusyTimes(
  db: Db,
  { from, to, people }: { from: Date; to: Date; people: readonly string[] | undefined },
): Promise<BusyTime[]> {
  const isTheirs = people === undefined ? sql`true` : sql`busy_times.user_id = any(${[...people]}::text[])`;
  const { rows } = await sql<BusyTime>`
    select person, kind, lower(period) as starts, upper(period) as ends
    from (
      select busy_times.user_id as person, busy_calendars.kind, unnest(range_agg(tstzrange(starts, ends))) as period
      from busy_times join busy_calendars on busy_calendars.id = busy_times.calendar_id
      where ends > ${from}::timestamptz and starts < ${to}::timestamptz and ${isTheirs}
      group by busy_times.user_id, busy_calendars.kind
    ) as times
    order by starts, person, kind`.execute(db);
  return rows;
}
