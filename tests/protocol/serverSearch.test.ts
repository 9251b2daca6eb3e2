import { describe, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import type { SearchAnswer } from '../../contract/search.ts';
import type { Tables } from '../../server/db/tables.ts';
import { searchIndexed } from '../../server/collection/list.ts';
import { randomId } from '../../server/randomId.ts';
import { databaseKinds, testStart } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

/** A name in each language of the deployments, and the same typed without its letters. */
const names = [
  ['Þórður Æsisson', 'thordur aesis'],
  ['Šarūnas Žąsinas', 'sarunas zasin'],
  ['Ñandú Güell', 'nandu guell'],
  ['Õnne Jõgi', 'onne jogi'],
  ['João Assunção', 'joao assuncao'],
  ['Ľubica Šťastná', 'lubica stastna'],
  ['Zoë O’Brien', 'ZOE'],
] as const;

/** Creates many users with one statement. */
async function addCrowd(db: Kysely<Tables>, count: number): Promise<void> {
  await sql`insert into users (id, email, first_name, last_name, role, approval_status, created)
    select lpad(to_hex(n), 24, '0'), 'person' || n || '@crowd.example', 'Given' || (n % 500), 'Family' || (n % 2000), 'deaf', 'approved', ${testStart}::timestamptz
    from generate_series(1, ${count}::int) n`.execute(db);
  await sql`vacuum analyze users`.execute(db);
}

describe.each(databaseKinds)('global search, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);

  const found = async (calls: ReturnType<typeof callsOf>, search: string, more = '') => {
    const answer = await calls.get(`/search/?search=${encodeURIComponent(search)}${more}`);
    expect(answer.statusCode).toBe(200);
    return answer.json<SearchAnswer>().groups;
  };
  const titles = (groups: SearchAnswer['groups']) =>
    groups.map(({ group, results }) => [group, ...results.map(({ title }) => title)]);

  it('finds records of every kind that the caller may read, ignoring case and accents', async () => {
    const app = await backend.app();
    const owner = await backend.signedIn();
    const manager = await backend.signedIn({ role: 'manager', first_name: 'Stjórnandi' });
    const calls = callsOf(app, owner);
    const made = async (url: string, body: object) => (await calls.post(url, body)).json().id as string;
    await made('/contacts/', { name: 'Sjúkrahús vaktstjóri', phoneNumber: '588 5885' });
    await made('/departments/', { name: 'Sjúkraþjónusta' });
    await made('/partner_categories/', { name: 'Sjúkrahús' });
    const partner = await made('/partners/', { name: 'Sjúkrahúsið á Akureyri', slug: 'sjukrahus' });
    const venue = await made(`/partners/${partner}/venues/`, { name: 'Bráðamóttaka sjúkrahúss' });
    const { id: customer } = await backend.addUser({ role: 'deaf', first_name: 'Sjúkur', last_name: 'Maður' });
    const { id: boss } = await backend.addUser({ role: 'owner', first_name: 'Sjúk' });
    const interpreter = await backend.signedIn({ role: 'interpreter' });
    const request = {
      channel: 'online' as const,
      session_mode: 'VRI' as const,
      location_type: 'remote' as const,
      queue_type: 'social' as const,
      category: 'Health',
      created: testStart,
      customer_id: customer,
      address: null,
      note: null,
      phone: null,
      closure_note: null,
    };
    const [ownRequest, strayRequest] = [randomId(), randomId()];
    await backend.database.db
      .insertInto('interpretations')
      .values([
        { ...request, id: ownRequest, interpreter_id: interpreter.id },
        { ...request, id: strayRequest, interpreter_id: null },
      ])
      .execute();

    const visit = {
      starts: testStart,
      ends: new Date(testStart.getTime() + 3_600_000),
      location_type: 'remote' as const,
    };
    const [theirs, nobodys] = [randomId(), randomId()];
    await backend.database.db
      .insertInto('reservations')
      .values([
        {
          ...visit,
          id: theirs,
          name: 'Læknistími',
          customer_id: customer,
          address: null,
          link: null,
          created: testStart,
        },
        {
          ...visit,
          starts: new Date(testStart.getTime() - 1),
          id: nobodys,
          name: 'Sjúkranudd',
          customer_id: null,
          address: null,
          link: null,
          created: testStart,
        },
      ])
      .execute();
    await backend.database.db
      .insertInto('reservation_interpreters')
      .values({ reservation_id: theirs, interpreter_id: interpreter.id })
      .execute();

    const all = await found(calls, 'SJUK');
    expect(titles(all)).toEqual([
      ['users', 'Sjúk Jónsdóttir', 'Sjúkur Maður'],
      ['partners', 'Sjúkrahúsið á Akureyri'],
      ['venues', 'Bráðamóttaka sjúkrahúss'],
      ['contacts', 'Sjúkrahús vaktstjóri'],
      ['online', 'Sjúkur Maður', 'Sjúkur Maður'],
      ['reservations', 'Læknistími', 'Sjúkranudd'],
      ['departments', 'Sjúkraþjónusta'],
      ['partner_categories', 'Sjúkrahús'],
    ]);
    expect(all.find(({ group }) => group === 'venues')?.results).toEqual([
      { id: venue, title: 'Bráðamóttaka sjúkrahúss', detail: null, partner, created: null },
    ]);
    // Managers do not find owners; interpreters find neither users nor other interpreters' requests.
    const ids = (groups: SearchAnswer['groups']) => groups.flatMap(({ results }) => results.map(({ id }) => id));
    expect(ids(await found(callsOf(app, manager), 'sjúk'))).not.toContain(boss);
    const seen = await found(callsOf(app, interpreter), 'sjúk');
    expect(seen.map(({ group }) => group)).not.toContain('users');
    for (const id of [ownRequest, theirs]) expect(ids(seen)).toContain(id);
    for (const id of [strayRequest, nobodys]) expect(ids(seen)).not.toContain(id);
    // Disabled kinds are not found.
    const without = await backend.app({ flags: { departments: false, online: false, reservations: false } });
    expect((await found(callsOf(without, owner), 'sjúk')).map(({ group }) => group)).toEqual([
      'users',
      'partners',
      'venues',
      'contacts',
      'partner_categories',
    ]);
    expect(await found(calls, 'sjúk akureyri')).toMatchObject([{ group: 'partners', results: [{ id: partner }] }]);
    // Either order of names, telephone numbers in any grouping, and the beginning of an id, as they are on the screen.
    const hlynur = { first_name: 'Hlynur', last_name: 'Kristjánsson', phone: '+3545812345' };
    const { id: person } = await backend.addUser({ role: 'deaf', ...hlynur });
    for (const shown of [
      'Kristjánsson, Hlynur',
      'hlynur kristjansson',
      '+354 581 2345',
      '00354 581-2345',
      '5812345',
      '581 2345',
      person.slice(0, 8),
      `${person.slice(0, 8)}…`,
      person,
    ]) {
      expect(ids(await found(calls, shown))).toEqual([person]);
      const listed = await calls.get(`/users/?search=${encodeURIComponent(shown)}`);
      expect(listed.json<{ results: { id: string }[] }>().results.map(({ id }) => id)).toEqual([person]);
    }
    for (const search of ['588 5885', '5885885'])
      expect(titles(await found(calls, search))).toEqual([['contacts', 'Sjúkrahús vaktstjóri']]);
    expect(ids(await found(calls, theirs.slice(0, 8)))).toEqual([theirs]);
    expect((await calls.get('/search/?search=s')).json().errors).toEqual({ search: ['too_short'] });
    expect(await found(calls, '%_')).toEqual([]);
    expect(await found(calls, '   ')).toEqual([]);
  });

  it('transliterates the letters of all seven languages', async () => {
    const app = await backend.app();
    const calls = callsOf(app, await backend.signedIn());
    for (const [name, typed] of names) {
      const [first_name = '', last_name = ''] = name.split(' ');
      await backend.addUser({ role: 'deaf', first_name, last_name });
      expect([typed, titles(await found(calls, typed))]).toEqual([typed, [['users', name]]]);
      expect(titles(await found(calls, name.toUpperCase().normalize('NFD')))).toEqual([['users', name]]);
    }
  });

  it('returns the best of many, and is fast if everything matches', async () => {
    const app = await backend.app();
    const calls = callsOf(app, await backend.signedIn());
    const { db } = backend.database;
    await addCrowd(db, 20_000);
    await backend.addUser({ first_name: 'Aaron', last_name: 'Crowd' });
    const [users] = await found(calls, 'crowd');
    expect(users).toMatchObject({ group: 'users', more: true });
    expect(users?.results).toHaveLength(5);
    expect((await found(calls, 'given7 family', '&limit=20'))[0]?.results).toHaveLength(20);
    const [single] = await found(calls, 'person12345@');
    expect(single).toMatchObject({ more: false, results: [{ detail: 'person12345@crowd.example' }] });
    const condition = searchIndexed('person12345', sql`search_text`);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from users where ${condition}`.execute(db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('users_search');
  });
});
