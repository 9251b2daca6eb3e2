import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { bothDatabases, type TestBackend } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { tenantIds } from '../../tenants/tenantIds.ts';
import type { Deployment } from '../../server/deployment.ts';
import { loadDeployment } from '../../server/loadDeployment.ts';
import { prioritiesOf } from '../../server/seed/content.ts';
import { contentWords, countryWords } from '../../server/seed/locale.ts';
import { makePartners } from '../../server/seed/partners.ts';
import { makePeople, signInEmail } from '../../server/seed/people.ts';
import { demoPassword, seed } from '../../server/seed/seed.ts';

const now = new Date('2024-05-01T12:00:00Z');
const day = 86_400_000;

const tables = [
  'departments',
  'users',
  'partner_categories',
  'partners',
  'venues',
  'video_categories',
  'videos',
  'interpretations',
  'recordings',
  'feedback',
  'sliders',
  'files',
  'file_chunks',
  'closure_categories',
  'queue_priorities',
  'presence',
  'app_versions',
];

/** A row as text; the two databases return bytes as different types. */
function lineOf(row: object): string {
  const columns = Object.entries(row).map(([name, value]) => [
    name,
    ArrayBuffer.isView(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
      : value,
  ]);
  return JSON.stringify(Object.fromEntries(columns));
}

/** Every row of every table, sorted. */
async function dump({ database: { db } }: TestBackend): Promise<string> {
  const contents = [];
  for (const table of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
    contents.push(`${table}:`, ...rows.map(lineOf).toSorted());
  }
  return contents.join('\n');
}

const dumps = new Map<string, string>();

// R200
describe.each(bothDatabases)('demo data in a database that is %s', (kind) => {
  const backend = sharedBackendOf(kind);
  let iceland: Deployment;

  const signIn = async (deployment: Deployment, name: string) => {
    const open = { ...deployment, flags: { ...deployment.flags, twoFactor: false } };
    const app = await backend.app({ deployment: open, clock: () => now });
    const payload = { email: signInEmail(deployment, name), password: demoPassword };
    return { app, answer: await app.inject({ method: 'POST', url: '/auth/login/', payload }) };
  };

  beforeAll(async () => {
    iceland = await loadDeployment('iceland');
  });

  describe('added twice, once more, and days later', () => {
    it('is the same every time, byte for byte', async () => {
      await seed(backend.database, iceland, { size: 'demo', now });
      const first = await dump(backend);
      await backend.reset();
      await seed(backend.database, iceland, { size: 'demo', now });
      expect((await dump(backend)) === first).toBe(true);
      dumps.set(kind, first);
    });

    it('does not change when it is added again', async () => {
      const added = await seed(backend.database, iceland, { size: 'demo', now });
      expect(added).toEqual({ users: 0, interpretations: 0, feedback: 0, shifts: 0 });
      expect((await dump(backend)) === dumps.get(kind)).toBe(true);
    });

    it('grows by the days that have passed, and loses nothing', async () => {
      const added = await seed(backend.database, iceland, { size: 'demo', now: new Date(now.getTime() + 3 * day) });
      expect(added.users).toBe(0);
      expect(added.interpretations).toBeGreaterThan(10);
      expect(added.interpretations).toBeLessThan(100);
      const then = new Set((await dump(backend)).split('\n'));
      const gone = (dumps.get(kind) ?? '-').split('\n').filter((row) => !then.has(row));
      // Who is online is renewed, and requests that were open have ended.
      expect(gone.filter((row) => !row.includes('"online_since"') && !row.includes('"ended":null'))).toEqual([]);
      const { db } = backend.database;
      const open = await db.selectFrom('interpretations').select('created').where('ended', 'is', null).execute();
      const oldest = Math.min(...open.map(({ created }) => created.getTime()));
      expect(oldest).toBeGreaterThan(now.getTime() + 3 * day - day / 4);
    });

    it('differs for another variant', async () => {
      await backend.reset();
      await seed(backend.database, iceland, { size: 'demo', now, variant: 2 });
      const other = (await dump(backend)).split('\n').filter((row) => row.includes('"created"'));
      const first = new Set(dumps.get(kind)?.split('\n'));
      expect(other.filter((row) => first.has(row))).toEqual([]);
    });
  });

  describe('while it is added', () => {
    beforeEach(() => backend.reset());

    it('fills the surrounding weeks with shifts and reservations, once, and keeps what users have planned', async () => {
      await seed(backend.database, iceland, { size: 'demo', now });
      const { app, answer } = await signIn(iceland, 'manager');
      const headers = { authorization: `Token ${answer.json().token}` };
      const get = async (url: string) => (await app.inject({ url, headers })).json();
      const month = async () => (await get('/shifts/?from_day=2024-05-06&to_day=2024-06-02')).results;
      const shifts = await month();
      expect(shifts.length).toBeGreaterThan(150);
      expect(new Set(shifts.map((shift: { interpreter: string }) => shift.interpreter)).size).toBeGreaterThan(12);
      expect(new Set(shifts.map((shift: { state: string }) => shift.state))).toEqual(new Set(['enabled', 'disabled']));
      const past = (await get('/shifts/?from_day=2024-04-08&to_day=2024-04-28&state[]=enabled')).results;
      expect(past).toEqual([]);
      for (const query of [
        'status[]=approved',
        'status[]=rejected',
        'open=true',
        'unfilled=true',
        'past=true',
        'type=site',
      ])
        expect([query, (await get(`/reservations/?${query}`)).count > 0]).toEqual([query, true]);
      const waiting = (await get('/reservations/?open=true&page_size=100')).results;
      expect(
        waiting.filter((reservation: { no_interpreters_in_shift: boolean }) => reservation.no_interpreters_in_shift),
      ).toEqual([]);
      const session = (await signIn(iceland, 'interpreter')).answer.json();
      const mine = await app.inject({
        url: '/shifts/?from_day=2024-05-06&to_day=2024-06-02',
        headers: { authorization: `Token ${session.token}` },
      });
      expect(mine.json().count).toBeGreaterThan(2);
      await app.inject({ method: 'DELETE', url: `/shifts/${shifts[0].id}/`, headers });
      const left = await month();
      await seed(backend.database, iceland, { size: 'demo', now: new Date(now.getTime() + 30 * day) });
      expect((await month()).map(({ id }: { id: string }) => id)).toEqual(left.map(({ id }: { id: string }) => id));
      expect((await get('/shifts/?from_day=2024-07-01&to_day=2024-07-05')).count).toBeGreaterThan(20);
    });

    it('restores every index, reference and constraint that bulk writing defers', async () => {
      const { db } = backend.database;
      const rules = async () => {
        const { rows } = await sql<{ rule: string }>`
          select indexdef as rule from pg_indexes where schemaname = current_schema()
          union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
          union all select format('%s %s', tgname, tgenabled) from pg_trigger where not tgisinternal
          order by 1`.execute(db);
        return rows.map(({ rule }) => rule);
      };
      const before = await rules();
      const crowd = { managers: 2, interpreters: 6, customers: 40, partners: 5 };
      const added = await seed(backend.database, iceland, { size: { crowd, days: 20, perDay: 20, calendar: 30 }, now });
      expect(added.shifts).toBeGreaterThan(150);
      expect(await rules()).toEqual(before);
      const { rows } = await sql<{ requests: number }>`select sum(requests)::int as requests from figure_hours`.execute(
        db,
      );
      expect(rows).toEqual([{ requests: added.interpretations }]);
    });

    it('is refused in a database with other people', async () => {
      await backend.addUser({ email: 'real@person.is' });
      await expect(seed(backend.database, iceland, { size: 'demo', now })).rejects.toThrow(
        'This database has 1 people who are not demo data.',
      );
      expect(await dump(backend)).not.toContain('taknljos.example');
    });
  });

  describe('once it is added', () => {
    beforeAll(async () => {
      await backend.reset();
      await seed(backend.database, iceland, { size: 'demo', now });
    });

    it('fills the overview', async () => {
      const { app, answer } = await signIn(iceland, 'owner');
      const headers = { authorization: `Token ${answer.json().token}` };
      const overview = (await app.inject({ url: '/overview/', headers })).json();
      expect(overview.requests).toBeGreaterThan(250);
      expect(overview.registered_users).toBeGreaterThan(100);
      expect(overview.online_interpreters).toBeGreaterThan(2);
      expect(overview.feedback_count).toBeGreaterThan(50);
      expect(Math.abs(overview.average_feedback - 4.5)).toBeLessThan(0.25);
      // A realistic service level.
      expect(overview.service_level).toBeGreaterThan(55);
      expect(overview.service_level).toBeLessThan(85);
      const versions = (await app.inject({ url: '/versions/', headers })).json();
      expect(versions.results).toHaveLength(5);
      const queues = (await app.inject({ url: '/queues/', headers })).json();
      expect(queues.results.map(({ priority }: { priority: number }) => priority).toSorted()).toEqual([1, 2, 3, 4]);
    });

    it('has slider images with pictures, and closure categories', async () => {
      const { app, answer } = await signIn(iceland, 'interpreter');
      const read = async (url: string) =>
        (await app.inject({ url, headers: { authorization: `Token ${answer.json().token}` } })).json();
      const sliders = (await read('/sliders/')).results;
      expect(sliders.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3, 4]);
      const picture = await app.inject(`/${sliders[0].image.url}`);
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
      const closure = (await read('/closure_categories/?main=true')).results;
      expect(closure).toHaveLength(5);
      expect(closure[0].subcategories.length).toBeGreaterThan(2);
      const used = (await read(`/closure_categories/?parent=${closure[0].id}`)).results;
      expect(used[0].in_use).toBe(true);
    });

    it('has recordings to play, and some to be processed', async () => {
      const { app, answer } = await signIn(iceland, 'owner');
      const headers = { authorization: `Token ${answer.json().token}` };
      const counts = async (state: string) =>
        (await app.inject({ url: `/interpretations/?recording[]=${state}`, headers })).json();
      const ready = await counts('ready');
      expect(ready.count).toBeGreaterThan(30);
      expect((await counts('pending')).count).toBeGreaterThan(3);
      const detail = (await app.inject({ url: `/interpretations/${ready.results[0].id}/`, headers })).json();
      const [{ id, size, duration_seconds }] = detail.recordings;
      const view = await app.inject({ method: 'POST', url: `/recordings/${id}/view/`, headers, payload: {} });
      const media = await app.inject(`/${view.json().media.url}`);
      expect([media.statusCode, media.rawPayload.length]).toEqual([200, size]);
      expect(duration_seconds).toBeGreaterThan(5);
    });

    it.each([
      ['manager', 200, undefined],
      ['interpreter', 200, undefined],
      ['suspended', 403, 'account_suspended'],
      ['pending', 403, 'account_not_approved'],
      ['deaf', 403, 'no_permission_to_login'],
    ])('has a sign-in %s, which gets %i %s', async (name, status, code) => {
      const { answer } = await signIn(iceland, name);
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    });
  });
});

it.each(tenantIds())('%s has content in its own language', async (id) => {
  const { sliders, contacts, closure } = contentWords(await loadDeployment(id));
  const titles = closure.flatMap(({ title, subcategories }) => [title, ...subcategories]);
  for (const text of [...sliders, ...contacts, ...titles]) expect(text.length).toBeGreaterThanOrEqual(3);
  for (const { subcategories } of closure) expect(new Set(subcategories).size).toBe(subcategories.length);
});

it.each(tenantIds())('%s answers emergencies first, and reserves their priorities (Q16)', async (id) => {
  const deployment = await loadDeployment(id);
  const priorities = new Map(prioritiesOf(deployment).map(({ queue_type, priority }) => [queue_type, priority]));
  expect([priorities.size > 0, priorities.has('incoming_call')]).toEqual([
    deployment.flags.queues,
    deployment.flags.queues && deployment.flags.relay,
  ]);
  if (!deployment.flags.queues) return;
  expect(priorities.get('emergency')).toBe(1);
  priorities.delete('emergency');
  const others = [...priorities.values()];
  expect(new Set(others).size).toBe(others.length);
  expect(others.filter((priority) => priority < 2 || deployment.reservedQueuePriorities.includes(priority))).toEqual(
    [],
  );
});

it('is the same in every kind of database', () => {
  expect(new Set(dumps.values()).size).toBe(1);
});

describe.each(tenantIds())('the people of %s', (id) => {
  const crowd = { managers: 40, interpreters: 260, customers: 4000 };
  let deployment: Deployment;
  let people: ReturnType<typeof makePeople>['users'];

  beforeAll(async () => {
    deployment = await loadDeployment(id);
    ({ users: people } = makePeople(deployment, crowd, { key: id, days: 730, now, passwordHash: 'x' }));
  });

  it('have unique addresses, at reserved domains', () => {
    const emails = people.map(({ email }) => email);
    expect(new Set(emails).size).toBe(people.length);
    expect(emails.filter((email) => !/^[a-z0-9.]+@[a-z.]+\.example$/.test(email))).toEqual([]);
  });

  it('have phone numbers of their own country', () => {
    const { phone } = countryWords(deployment);
    const pattern = new RegExp(`^${phone.replace(/[+]/g, '\\+').replace(/#/g, '\\d')}$`);
    expect(people.map((person) => person.phone ?? '').filter((number) => !pattern.test(number))).toEqual([]);
    const { support } = deployment;
    const [prefix = ''] = support.phone?.split(' ') ?? [];
    expect(people[0]?.phone?.startsWith(prefix)).toBe(true);
  });

  it('have surnames that agree with their first names', () => {
    const { female, male, surnames, surnamesPerPerson } = countryWords(deployment);
    const disagree = people.filter(({ first_name, last_name }) => {
      const names = surnamesPerPerson === 1 ? [last_name] : last_name.split(' ');
      const fits = (gender: 'female' | 'male') =>
        names.every((name) => surnames.some((surname) => surname[gender] === name));
      return !((female.includes(first_name) && fits('female')) || (male.includes(first_name) && fits('male')));
    });
    expect(disagree.map(({ first_name, last_name }) => `${first_name} ${last_name}`)).toEqual([]);
  });
});

describe.each(tenantIds())('the partners of %s', (id) => {
  const count = 200;
  let made: ReturnType<typeof makePartners>;

  beforeAll(async () => {
    made = makePartners(await loadDeployment(id), { key: id, count, days: 730, now, passwordHash: 'x' });
  });

  it('have a valid slug and a category', () => {
    const { partners, categories } = made;
    expect(new Set(partners.map(({ slug }) => slug)).size).toBe(count);
    expect(partners.filter(({ slug }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 60)).toEqual([]);
    const known = new Set(categories.map((category) => category.id));
    expect(partners.filter(({ category_id }) => !known.has(category_id ?? ''))).toEqual([]);
  });

  it('have short links, at reserved domains', () => {
    const links = [...made.partners.map(({ website }) => website), ...made.videos.map(({ url }) => url)];
    const wrong = links.filter(
      (link) => !/^https:\/\/www\.[a-z0-9-]{3,63}\.example\//.test(link ?? '') || link!.length > 200,
    );
    expect(wrong).toEqual([]);
  });

  it('have venues, and users with the role partner', () => {
    expect(new Set(made.venues.map(({ partner_id }) => partner_id)).size).toBe(count);
    expect(new Set(made.users.map(({ email }) => email)).size).toBe(made.users.length);
    expect(new Set(made.users.map(({ role }) => role))).toEqual(new Set(['partner']));
  });
});
