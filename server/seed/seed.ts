import { setImmediate } from 'node:timers/promises';
import { type Insertable, sql } from 'kysely';
import { platforms, type Platform } from '../../contract/platforms.ts';
import type { Trx } from '../collection/write.ts';
import type { Database } from '../db/database.ts';
import type { Db, Tables } from '../db/tables.ts';
import { addDays, lastDays } from '../days.ts';
import type { Deployment } from '../deployment.ts';
import { mergeFigures } from '../figures/repository.ts';
import { addAbsences } from './absences.ts';
import { answerOf, calendarMaker } from './calendar.ts';
import { addContent, addPriorities, findClosures } from './content.ts';
import { addOffers } from './offers.ts';
import { makePartners } from './partners.ts';
import { makePeople, signInEmail, type Crowd } from './people.ts';
import { type Planned, RosterMaker, rostersAround, withoutDuty } from './rosters.ts';
import { seededRandom } from './random.ts';
import { addRecordings } from './recordings.ts';
import { type Made, RequestMaker } from './requests.ts';

/** The password of every demo sign-in. */
export const demoPassword = 'signboard-demo';

/** A fixed hash of it (server/auth/passwords.ts), so that the same seed writes the same bytes. */
const demoPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$3fqB1QLb7kcfxVxV6177sw$ChW2QPEpan2mNSK+8RkXo/vmZiciUjtcwcCmyXmeLKs';

/** The number of people, of days and of requests per day, and how many days the calendar goes back. */
type SeedAmounts = { crowd: Crowd; days: number; perDay: number; calendar: number };

/** `demo`: enough to explore. `bench`: a large deployment after two years; its calendar goes back `calendar` days. */
export const seedSizes = {
  demo: { crowd: { managers: 4, interpreters: 16, customers: 140, partners: 8 }, days: 120, perDay: 14, calendar: 0 },
  bench: {
    crowd: { managers: 100, interpreters: 900, customers: 99_000, partners: 200 },
    days: 730,
    perDay: 1490,
    calendar: 282,
  },
} as const satisfies Record<string, SeedAmounts>;

/** The name of a size. */
export type SeedSize = keyof typeof seedSizes;

/** The number of rows added. */
export type SeedReport = { users: number; interpretations: number; feedback: number; shifts: number };

/** The database contains other people; demo sign-ins with a public password must not be added. */
export class NotDemoDataError extends Error {
  override name = 'NotDemoDataError';
}

const batchSize = 2000;
const minute = 60_000;

/**
 * Inserts rows that do not exist yet, many per statement, and returns their number. `isEmpty` skips the check: tables
 * with a deferrable constraint do not support `on conflict`.
 */
async function addRows<Name extends keyof Tables>(
  db: Db,
  table: Name,
  rows: Insertable<Tables[Name]>[],
  { isEmpty = false } = {},
): Promise<number> {
  const first = rows[0];
  if (!first) return 0;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  let added = 0;
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = JSON.stringify(rows.slice(start, start + batchSize));
    const { numAffectedRows } = await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${batch}::jsonb)
      ${isEmpty ? sql`` : sql`on conflict do nothing`}`.execute(db);
    added += Number(numAffectedRows ?? 0);
  }
  return added;
}

/** Whether all demo people exist. Refuses a database with other people. */
async function hasPeople(db: Db, deployment: Deployment, expected: number): Promise<boolean> {
  const { count, demo } = await db
    .selectFrom('users')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where email = ${signInEmail(deployment, 'owner')}))::int`.as('demo'),
    ])
    .executeTakeFirstOrThrow();
  if (count > 0 && demo === 0)
    throw new NotDemoDataError(
      `This database has ${count} people who are not demo data. Demo sign-ins have a public password: give an empty database.`,
    );
  return count >= expected;
}

function releases(deployment: Deployment, now: Date): Insertable<Tables['app_versions']>[] {
  const [major = 1, minor = 0, patch = 0] = deployment.version.split('.').map(Number);
  const latest: Record<Platform, string> = {
    android: `${major}.${minor}.${patch + 1}`,
    apple: `${major}.${minor}.${patch + 1}`,
    web: `${major}.${minor}.${patch}`,
    admin: deployment.version,
    backend: `${major}.${minor + 1}.0`,
  };
  return platforms.flatMap((platform, index) => [
    { platform, version: `${major}.${minor}.${Math.max(0, patch - 1)}`, released: daysBefore(now, 61 + index) },
    { platform, version: latest[platform], released: daysBefore(now, 9 + 2 * index) },
  ]);
}

function daysBefore(now: Date, count: number): Date {
  return new Date(now.getTime() - count * 24 * 60 * minute);
}

/** The first day to make: all days at first, later from the last day with requests, which may be incomplete. */
async function firstDay(db: Db, isNew: boolean, fromDay: string, timeZone: string): Promise<string> {
  if (isNew) return fromDay;
  const { newest } = await db
    .selectFrom('interpretations')
    .select(sql<Date | null>`max(created)`.as('newest'))
    .executeTakeFirstOrThrow();
  if (!newest) return fromDay;
  const { toDay } = lastDays(newest, timeZone, 1);
  return toDay > fromDay ? toDay : fromDay;
}

async function addPeople(
  trx: Db,
  deployment: Deployment,
  { crowd, key, days, now }: { crowd: Crowd; key: string; days: number; now: Date },
): Promise<number> {
  const { departments, users } = makePeople(deployment, crowd, { key, days, now, passwordHash: demoPasswordHash });
  await addRows(trx, 'departments', departments);
  const added = await addRows(trx, 'users', users);
  await addRows(trx, 'app_versions', releases(deployment, now));
  return added;
}

/** Adds partners with their venues, videos and people, if there are none. */
async function addPartners(trx: Db, deployment: Deployment, options: Parameters<typeof makePartners>[1]) {
  if (await trx.selectFrom('partners').select('id').limit(1).executeTakeFirst()) return;
  const { categories, partners, users, venues, videoCategories, videos } = makePartners(deployment, options);
  await addRows(trx, 'partner_categories', categories);
  await addRows(trx, 'partners', partners);
  await addRows(trx, 'users', users);
  await addRows(trx, 'venues', venues);
  await addRows(trx, 'video_categories', videoCategories);
  await addRows(trx, 'videos', videos);
}

async function addRequests(
  trx: Db,
  deployment: Deployment,
  {
    fromDay,
    toDay,
    isLively,
    ...rhythm
  }: { fromDay: string; toDay: string; isLively: boolean; key: string; perDay: number; now: Date },
): Promise<Pick<SeedReport, 'interpretations' | 'feedback'>> {
  const people = await trx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('approval_status', '=', 'approved')
    .orderBy('id')
    .execute();
  const idsOf = (role: string) => people.flatMap((person) => (person.role === role ? person.id : []));
  const partners = await trx.selectFrom('partners').select('id').orderBy('id').execute();
  const cast = {
    customers: idsOf('deaf'),
    interpreters: idsOf('interpreter'),
    partners: partners.map(({ id }) => id),
    closures: await findClosures(trx, deployment),
  };
  const requests = new RequestMaker(deployment, cast, rhythm);
  const report = { interpretations: 0, feedback: 0 };
  let waiting: Made = { interpretations: [], feedback: [] };
  const write = async ({ interpretations, feedback }: Made) => {
    report.interpretations += await addRows(trx, 'interpretations', interpretations);
    report.feedback += await addRows(trx, 'feedback', feedback);
  };
  // While the database writes some days, the next ones are made.
  let writing = Promise.resolve();
  const flush = async () => {
    await writing;
    writing = write(waiting);
    // Marked as handled, because it is awaited only later.
    writing.catch(() => undefined);
    waiting = { interpretations: [], feedback: [] };
  };
  for (let day = fromDay; day <= toDay; day = addDays(day, 1)) {
    const made = requests.ofDay(day);
    waiting.interpretations.push(...made.interpretations);
    waiting.feedback.push(...made.feedback);
    if (waiting.interpretations.length >= batchSize) await flush();
    await setImmediate();
  }
  await flush();
  await writing;
  if (isLively) {
    const inShift = await findInShift(trx, rhythm.now);
    await write(requests.recent(inShift.length > 0 ? inShift.map(({ id }) => id) : cast.interpreters));
  }
  return report;
}

/** The number of planned days. */
const daysAhead = 30;

/** Adds series with their days and reservations, if there are none. Returns the number of shifts. */
async function addCalendar(
  trx: Db,
  deployment: Deployment,
  { past, key, now }: { past: number; key: string; now: Date },
): Promise<number> {
  if (past === 0 || (await trx.selectFrom('schedules').select('id').limit(1).executeTakeFirst())) return 0;
  const people = await trx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('approval_status', '=', 'approved')
    .where('role', 'in', ['interpreter', 'deaf'])
    .orderBy('id')
    .execute();
  const customers = people.flatMap(({ id, role }) => (role === 'deaf' ? id : []));
  const { fromDay, toDay } = lastDays(now, deployment.timeZone, past);
  const make = calendarMaker(deployment, customers, { key, fromDay, toDay: addDays(toDay, daysAhead), now });
  let shifts = 0;
  for (const { id } of people.filter(({ role }) => role === 'interpreter')) {
    const made = make(id);
    await addRows(trx, 'schedules', made.schedules);
    shifts += await addRows(trx, 'shifts', made.shifts, { isEmpty: true });
    await addRows(trx, 'reservations', made.reservations);
    await addRows(trx, 'reservation_interpreters', made.reservation_interpreters, { isEmpty: true });
  }
  return shifts;
}

/** The weeks of a demo calendar, before and after `now`. */
const weeksAround = { before: 4, after: 6 };

/** Adds schedules that do not exist yet, with their days and reservations. */
async function addPlanned(trx: Db, planned: readonly Planned[], now: Date): Promise<void> {
  if (planned.length === 0) return;
  const schedules = JSON.stringify(planned.map(({ schedule }) => schedule));
  const terms = sql.join(Object.keys(planned[0]?.schedule ?? {}).map((column) => sql.ref(column)));
  const { rows } = await sql<{ id: string }>`
    insert into schedules (${terms})
    select ${terms}
    from jsonb_populate_recordset(null::schedules, ${schedules}::jsonb)
    on conflict (id) do nothing returning id`.execute(trx);
  const added = new Set(rows.map(({ id }) => id));
  const days = planned.filter(({ schedule }) => added.has(schedule.id)).flatMap(({ shifts }) => shifts);
  const [first] = days;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  // Schedules that users have planned meanwhile stay.
  const { rows: written } = await sql<{ id: string }>`
    insert into shifts (${columns})
    select ${columns} from jsonb_populate_recordset(null::shifts, ${JSON.stringify(days)}::jsonb) as made
    where not exists (
      select from shifts there
      where there.interpreter_id = made.interpreter_id and there.occupied && made.occupied and there.state <> 'disabled'
    )
    returning id`.execute(trx);
  const stands = new Set(written.map(({ id }) => id));
  const reservations = planned.flatMap(({ schedule, reservations: made, shifts }) =>
    added.has(schedule.id) && shifts.every(({ id }) => stands.has(id)) ? made : [],
  );
  await addRows(
    trx,
    'reservations',
    reservations.map(({ reservation }) => reservation),
  );
  const people = reservations.flatMap(({ reservation, interpreter_id }) =>
    interpreter_id === null ? [] : [{ reservation_id: reservation.id, interpreter_id, ...answerOf(reservation) }],
  );
  await addRows(trx, 'reservation_interpreters', people);
  // Approved reservations are checked before past shifts become completed.
  await sql`set constraints all immediate`.execute(trx);
  await sql`set constraints all deferred`.execute(trx);
  await sql`
    update shifts set state = 'completed'
    where id in (select jsonb_array_elements_text(${JSON.stringify([...stands])}::jsonb))
      and state = 'enabled' and ends <= ${now}::timestamptz`.execute(trx);
}

/** Adds the interpreters' schedules, reservations, offers and absences for the weeks around a time. */
async function addRosters(trx: Trx, deployment: Deployment, { key, now }: { key: string; now: Date }): Promise<void> {
  const people = await trx
    .selectFrom('users')
    .select(['id', 'role', 'email'])
    .where('approval_status', '=', 'approved')
    .where('role', 'in', ['interpreter', 'deaf'])
    .orderBy('id')
    .execute();
  const customers = people.filter(({ role }) => role === 'deaf').map(({ id }) => id);
  // The first one has a shift and reservations every day: the one whom people sign in as.
  const signIn = signInEmail(deployment, 'interpreter');
  const interpreters = people
    .filter(({ role }) => role === 'interpreter')
    .toSorted((a, b) => Number(b.email === signIn) - Number(a.email === signIn))
    .map(({ id }) => id);
  const rosters = new RosterMaker(deployment, { key, interpreters, customers, now });
  for (const monday of rostersAround(now, deployment.timeZone, weeksAround))
    await addPlanned(trx, rosters.from(monday), now);
  const [asks] = interpreters;
  if (asks === undefined) return;
  const { flags, timeZone: zone } = deployment;
  if (flags.absences) await addAbsences(trx, deployment, { key, now, interpreters: withoutDuty(interpreters), asks });
  if (flags.reservations) await addOffers(trx, { key, now, zone, first: asks });
}

/** The interpreters in shift at a time, with the start of their shift, by id. */
function findInShift(trx: Db, now: Date): Promise<{ id: string; starts: Date }[]> {
  return trx
    .selectFrom('shifts')
    .innerJoin('users', 'users.id', 'shifts.interpreter_id')
    .select(['users.id', 'shifts.starts'])
    .where('users.role', '=', 'interpreter')
    .where('users.approval_status', '=', 'approved')
    .where('shifts.state', '=', 'enabled')
    .where('shifts.starts', '<=', now)
    .where('shifts.ends', '>', now)
    .orderBy('users.id')
    .execute();
}

/** Replaces who is online: most of those in shift, at least one. */
async function renewPresence(trx: Db, { key, now }: { key: string; now: Date }): Promise<void> {
  const inShift = await findInShift(trx, now);
  const presence = inShift.flatMap(({ id, starts }, index) => {
    const random = seededRandom(`${key}/presence/${id}/${starts.toISOString()}`);
    const isOnline = random.chance(0.85) || index === 0;
    const since = Math.min(now.getTime(), starts.getTime() + random.between(0, 12) * minute);
    return isOnline ? [{ user_id: id, online_since: new Date(since) }] : [];
  });
  await trx.deleteFrom('presence').execute();
  await addRows(trx, 'presence', presence);
}

/** Requests end after this time at the latest (server/seed/requests.ts). */
const longestRequest = 6 * 60 * minute;

/** Ends the open requests of an earlier run as unanswered, or after half an hour. */
async function endOpenRequests(trx: Db, now: Date): Promise<void> {
  await trx
    .updateTable('interpretations')
    .set({
      ended: sql`case when started is null then created + interval '2 minutes' else started + interval '30 minutes' end`,
    })
    .where('ended', 'is', null)
    .where('created', '<', new Date(now.getTime() - longestRequest))
    .execute();
}

/** Indexes, references and exclusion constraints, which can be checked once at the end instead of with each row. */
async function deferrableParts(trx: Db): Promise<{ takeOff: string; putBack: string }[]> {
  const { rows } = await sql<{ takeOff: string; putBack: string }>`
    select format('drop index %I', indexes.relname) as "takeOff", pg_get_indexdef(indexes.oid) as "putBack"
    from pg_index join pg_class indexes on indexes.oid = indexrelid join pg_class tables on tables.oid = indrelid
    where tables.relname in ('users', 'interpretations', 'feedback')
      and tables.relnamespace = current_schema()::regnamespace and not indisunique
      and not exists (select from pg_constraint where conindid = indexes.oid)
    union all
    select format('alter table %I drop constraint %I', relname, conname),
      format('alter table %I add constraint %I %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where relname in ('interpretations', 'feedback', 'shifts')
      and relnamespace = current_schema()::regnamespace and contype in ('f', 'x')
    union all
    select format('alter table %I disable trigger %I', relname, tgname), format('alter table %I enable trigger %I', relname, tgname)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relname in ('interpretations', 'shifts', 'reservations')
      and relnamespace = current_schema()::regnamespace and tgname like '%\\_audit'
    order by 1`.execute(trx);
  return rows;
}

/**
 * Fills tables without indexes and constraints and recreates those afterwards: a tenth of the time for a million rows.
 * Everything runs in one transaction, so an error leaves the database unchanged.
 */
async function withoutIndexes<Result>(trx: Db, fill: () => Promise<Result>): Promise<Result> {
  await sql`select set_config('statement_timeout', '0', true), set_config('maintenance_work_mem', '512MB', true)`.execute(
    trx,
  );
  const parts = await deferrableParts(trx);
  for (const { takeOff } of parts) await sql.raw(takeOff).execute(trx);
  const result = await fill();
  // Checking reservations against shifts row by row needs statistics; without them each check would scan the table.
  await sql`analyze shifts, reservations, reservation_interpreters`.execute(trx);
  await sql`set constraints all immediate`.execute(trx);
  for (const { putBack } of parts) await sql.raw(putBack).execute(trx);
  await sql`set constraints all deferred`.execute(trx);
  return result;
}

/** Updates the planner's statistics, without a timeout. */
async function analyse(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}

/**
 * Fills a migrated database with realistic data in the deployment's language and country. Deterministic, atomic, and
 * repeatable: existing data stays unchanged, except for who is online and requests left open, and days that have passed
 * since are added.
 * @param options.now the end of the data
 * @param options.variant another number gives other people and other days
 * @throws NotDemoDataError if the database contains other people.
 */
export async function seed(
  { db }: Database,
  deployment: Deployment,
  { size, now, variant = 1 }: { size: SeedSize | SeedAmounts; now: Date; variant?: number },
): Promise<SeedReport> {
  const { crowd, days, perDay, calendar }: SeedAmounts = typeof size === 'string' ? seedSizes[size] : size;
  const key = `${deployment.id}/${variant}`;
  const report = await db.transaction().execute(async (trx) => {
    // Demo data is neither audited, as the log would be larger than the data, nor announced.
    await sql`select set_config('signboard.audit', 'off', true), set_config('signboard.announce', 'off', true)`.execute(
      trx,
    );
    const expected = crowd.managers + crowd.interpreters + crowd.customers;
    const isNew = !(await hasPeople(trx, deployment, expected));
    const fill = async (): Promise<SeedReport> => {
      const users = isNew ? await addPeople(trx, deployment, { crowd, key, days, now }) : 0;
      if (isNew) await addContent(trx, deployment, { key, created: daysBefore(now, days) });
      await addPriorities(trx, deployment);
      await addPartners(trx, deployment, { key, count: crowd.partners, days, now, passwordHash: demoPasswordHash });
      const { fromDay: oldest, toDay } = lastDays(now, deployment.timeZone, days);
      const fromDay = await firstDay(trx, isNew, oldest, deployment.timeZone);
      const isLively = calendar === 0;
      if (isLively) await addRosters(trx, deployment, { key, now });
      await endOpenRequests(trx, now);
      const requests = await addRequests(trx, deployment, { key, perDay, fromDay, toDay, isLively, now });
      const shifts = await addCalendar(trx, deployment, { past: calendar, key, now });
      await renewPresence(trx, { key, now });
      return { users, ...requests, shifts };
    };
    const filled = await (isNew && calendar > 0 ? withoutIndexes(trx, fill) : fill());
    await addRecordings(trx, deployment, { key, now });
    await mergeFigures(trx);
    return filled;
  });
  // The planner's statistics are useless after inserting this much.
  if (calendar > 0) await analyse(db);
  return report;
}
