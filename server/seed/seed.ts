import { type Insertable, sql, type Kysely } from 'kysely';
import { platforms, type Platform } from '../../contract/platforms.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { addDays, lastDays } from '../days.ts';
import type { Deployment } from '../deployment.ts';
import { makePartners } from './partners.ts';
import { makePeople, signInEmail, type Crowd } from './people.ts';
import { seededRandom } from './random.ts';
import { requestMaker } from './requests.ts';

/** The password of every demo sign-in. */
export const demoPassword = 'signboard-demo';

/** Its hash, made once (server/auth/passwords.ts), so that the same seed writes the same bytes. */
const demoPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$3fqB1QLb7kcfxVxV6177sw$ChW2QPEpan2mNSK+8RkXo/vmZiciUjtcwcCmyXmeLKs';

/** `demo`: enough to look at. `bench`: a large deployment after two years. */
export const seedSizes = {
  demo: { crowd: { managers: 4, interpreters: 16, customers: 140, partners: 8 }, days: 120, perDay: 14 },
  bench: { crowd: { managers: 40, interpreters: 260, customers: 19_700, partners: 200 }, days: 730, perDay: 300 },
} as const satisfies Record<string, { crowd: Crowd; days: number; perDay: number }>;

/** How much data. */
export type SeedSize = keyof typeof seedSizes;

/** How many rows were added. */
export type SeedReport = { users: number; interpretations: number; feedback: number };

/** The database belongs to real people; demo sign-ins with a public password have no place in it. */
export class ForeignDataError extends Error {
  override name = 'ForeignDataError';
}

const batchSize = 2000;
const minute = 60_000;

/** Adds rows that are not there yet, many with one statement. Answers how many were added. */
async function addRows<Name extends keyof Tables>(
  db: Kysely<Tables>,
  table: Name,
  rows: Insertable<Tables[Name]>[],
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
      on conflict do nothing`.execute(db);
    added += Number(numAffectedRows ?? 0);
  }
  return added;
}

/** Whether the demo's people are in, all of them. Refuses a database that holds others. */
async function hasPeople(db: Kysely<Tables>, deployment: Deployment, expected: number): Promise<boolean> {
  const { count, demo } = await db
    .selectFrom('users')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where email = ${signInEmail(deployment, 'owner')}))::int`.as('demo'),
    ])
    .executeTakeFirstOrThrow();
  if (count > 0 && demo === 0)
    throw new ForeignDataError(
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

/** The first day to make: all of them at first, later the last that has requests (it may not have been over). */
async function firstDay(db: Kysely<Tables>, isNew: boolean, fromDay: string, timeZone: string): Promise<string> {
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
  trx: Kysely<Tables>,
  deployment: Deployment,
  { crowd, key, days, now }: { crowd: Crowd; key: string; days: number; now: Date },
): Promise<number> {
  const { departments, users } = makePeople(deployment, crowd, { key, days, now, passwordHash: demoPasswordHash });
  await addRows(trx, 'departments', departments);
  const added = await addRows(trx, 'users', users);
  const random = seededRandom(`${key}/presence`);
  const presence = users
    .filter(({ role, approval_status }) => role === 'interpreter' && approval_status === 'approved')
    .filter(() => random.chance(0.45))
    .map(({ id }) => ({ user_id: id, online_since: new Date(now.getTime() - random.between(5, 200) * minute) }));
  await addRows(trx, 'presence', presence);
  await addRows(trx, 'app_versions', releases(deployment, now));
  return added;
}

/** Partners with everything that hangs on them, where there are none. */
async function addPartners(trx: Kysely<Tables>, deployment: Deployment, options: Parameters<typeof makePartners>[1]) {
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
  trx: Kysely<Tables>,
  deployment: Deployment,
  { fromDay, toDay, ...rhythm }: { fromDay: string; toDay: string; key: string; perDay: number; now: Date },
): Promise<Omit<SeedReport, 'users'>> {
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
  };
  const make = requestMaker(deployment, cast, rhythm);
  const report = { interpretations: 0, feedback: 0 };
  let waiting: ReturnType<typeof make> = { interpretations: [], feedback: [] };
  const flush = async () => {
    report.interpretations += await addRows(trx, 'interpretations', waiting.interpretations);
    report.feedback += await addRows(trx, 'feedback', waiting.feedback);
    waiting = { interpretations: [], feedback: [] };
  };
  for (let day = fromDay; day <= toDay; day = addDays(day, 1)) {
    const made = make(day);
    waiting.interpretations.push(...made.interpretations);
    waiting.feedback.push(...made.feedback);
    if (waiting.interpretations.length >= batchSize) await flush();
  }
  await flush();
  return report;
}

/**
 * Fills a migrated database with believable data in the deployment's language and country. Deterministic, all or
 * nothing, and safe to repeat: what is there stays as it is, and days that have passed since are added.
 * @param options.now the moment that the data leads up to
 * @param options.variant another number gives other people and other days
 * @throws ForeignDataError when the database holds other people.
 */
export async function seed(
  { db }: Database,
  deployment: Deployment,
  { size, now, variant = 1 }: { size: SeedSize; now: Date; variant?: number },
): Promise<SeedReport> {
  const { crowd, days, perDay } = seedSizes[size];
  const key = `${deployment.id}/${variant}`;
  return db.transaction().execute(async (trx) => {
    // Nobody writes demo data; a trail of it would be longer than the data.
    await sql`select set_config('signboard.audit', 'off', true)`.execute(trx);
    const expected = crowd.managers + crowd.interpreters + crowd.customers;
    const isNew = !(await hasPeople(trx, deployment, expected));
    const users = isNew ? await addPeople(trx, deployment, { crowd, key, days, now }) : 0;
    await addPartners(trx, deployment, { key, count: crowd.partners, days, now, passwordHash: demoPasswordHash });
    const { fromDay: oldest, toDay } = lastDays(now, deployment.timeZone, days);
    const fromDay = await firstDay(trx, isNew, oldest, deployment.timeZone);
    const requests = await addRequests(trx, deployment, { key, perDay, fromDay, toDay, now });
    return { users, ...requests };
  });
}
