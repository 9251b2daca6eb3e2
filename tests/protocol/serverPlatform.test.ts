import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { platformExamples } from '../../contract/platformExamples.ts';
import { Simulator } from '../../scripts/platform/simulator.ts';
import type { Tables } from '../../server/db/tables.ts';
import { grayFilm } from '../../server/seed/media.ts';
import { seededRandom } from '../../server/seed/random.ts';
import { anyDatabase, type SignedIn, testDeployment } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { platformOf } from '../support/platform.ts';

const source = 'https://video.example';

type Event = (typeof platformExamples)[number];

const example = (type: string): Event => platformExamples.find((event) => event.type === `signboard.${type}`)!;

/** An example with other attributes. */
const stored = 'signboard.recording.stored';
const like = (type: string, changes: Partial<Event>): Event => {
  const event = { ...example(type), ...changes };
  return { ...event, id: changes.id ?? `${event.id}/${event.subject}/${event.time}` };
};

/** All rows that events make, without random ids: people are named by their e-mail, partners by their name. */
async function rowsIn(db: Kysely<Tables>) {
  const read = async (query: ReturnType<typeof sql<Record<string, unknown>>>) => (await query.execute(db)).rows;
  return {
    requests: await read(sql`
      select request.id, channel, session_mode, queue_type, category, note, closure_note, outcome, waiting_seconds,
        duration_seconds, request.created, started, ended, customer.email as customer, interpreter.email as interpreter,
        partners.name as partner
      from interpretations request left join users customer on customer.id = customer_id
      left join users interpreter on interpreter.id = interpreter_id left join partners on partners.id = request.partner_id
      order by request.id`),
    ratings: await read(sql`
      select feedback.id, interpretation_id, rating, notes, waiting_seconds, feedback.created, requested, feedback.channel,
        email, partners.name
      from feedback left join users on users.id = interpreter_id left join partners on partners.id = feedback.partner_id
      order by feedback.id`),
    recordings: await read(sql`
      select id, interpretation_id, media_kind, state, created, expires from recordings order by id`),
    people: await read(sql`
      select email, first_name, last_name, phone, language, role, approval_status, created from users
      where role = 'deaf' order by email`),
    partners: await read(sql`select name, contact_email, website, address, slug, created from partners order by name`),
    presence: await read(sql`select email, online_since from presence join users on users.id = user_id`),
    versions: await read(sql`select * from app_versions order by platform, version`),
    figures: await read(sql`
      select hour, sum(requests) as requests, sum(answered) as answered, sum(abandoned) as abandoned,
        sum(waiting_seconds) as waited, sum(ratings) as ratings, sum(rating_sum) as stars
      from figure_hours group by hour having sum(requests) <> 0 order by hour`),
  };
}

describe.each(anyDatabase)('a video platform, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let db: Kysely<Tables>;
  let app: FastifyInstance;
  let owner: SignedIn;
  let una: SignedIn;
  let platform: ReturnType<typeof platformOf>;
  beforeAll(async () => {
    ({ db } = backend.database);
  });
  const prepare = async () => {
    app = await backend.app();
    owner = await backend.signedIn();
    una = await backend.signedIn({ role: 'interpreter', email: 'una@example.org', first_name: 'Una' });
    const created = await callsOf(app, owner).post('/service_accounts/', {
      name: 'Video',
      scopes: ['platform'],
      days: 30,
    });
    platform = platformOf(app, created.json().secret);
  };
  beforeEach(prepare);

  const read = async (url: string) => (await callsOf(app, owner).get(url)).json();
  const statusesOf = async (events: readonly unknown[]) =>
    (await platform.sendAll(events)).results.map(({ status }) => status);

  it('gets the same rows for its events, whatever their order, however often and in whatever batches they come', async () => {
    const more = [
      like('request.created', { subject: 'request-205', time: '2024-05-01T06:50:00Z' }),
      like('request.answered', { time: '2024-05-01T06:31:00Z' }),
      like('interpreter.presence', { time: '2024-05-01T06:50:00Z', data: { online: false } }),
      like('interpreter.presence', { time: '2024-05-01T06:52:00Z' }),
      like('version.published', { time: '2024-05-01T06:50:00Z' }),
      like('customer.changed', {
        time: '2024-05-01T06:20:00Z',
        data: { email: 'new@example.org', first_name: 'Jón', last_name: 'Ari' },
      }),
      // It gets the address that the first customer has given up.
      like('customer.changed', {
        subject: 'customer-18',
        time: '2024-05-01T06:21:00Z',
        data: { email: 'jon@example.org', first_name: 'Another', last_name: 'Jón' },
      }),
    ];
    const events = [...platformExamples, ...more];
    const inOrder = events.toSorted((a, b) => a.time.localeCompare(b.time));
    expect(new Set(await statusesOf(inOrder))).toEqual(new Set(['accepted']));
    const expected = await rowsIn(db);
    expect(expected).toMatchObject({
      requests: [
        { outcome: 'abandoned' },
        { outcome: 'answered', partner: 'Health centre', interpreter: 'una@example.org' },
      ],
      people: [{ email: 'jon@example.org', first_name: 'Another' }, { email: 'new@example.org' }],
      presence: [{ online_since: new Date('2024-05-01T06:52:00Z') }],
    });
    for (let turn = 0; turn < 4; turn += 1) {
      await backend.reset();
      await prepare();
      const random = seededRandom(`delivery ${turn}`);
      const repeated = events.filter(() => random.chance(0.4));
      const order = [...events, ...repeated]
        .map((event) => ({ event, place: random.next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ event }) => event);
      while (order.length > 0) await platform.sendAll(order.splice(0, random.between(1, 8)));
      expect({ turn, rows: await rowsIn(db) }).toEqual({ turn, rows: expected });
    }
  });

  it('is told what became of each event, and an invalid one is rejected alone', async () => {
    const created = example('request.created');
    const wrong: [change: object | string, code: string, pointer: string][] = [
      ['no object', 'invalid', ''],
      [{ specversion: '0.3' }, 'invalid', '/specversion'],
      [{ id: undefined }, 'required', '/id'],
      [{ type: 'signboard.request.lost' }, 'invalid', '/type'],
      [{ time: 'yesterday' }, 'invalid', '/time'],
      [{ time: '2024-05-01T07:06:00Z' }, 'time_in_future', '/time'],
      [{ time: '0001-01-01T00:00:00Z' }, 'invalid', '/time'],
      [{ time: '1999-12-31T23:59:59Z' }, 'invalid', '/time'],
      [{ data: { ...created.data, channel: 'letter' } }, 'invalid', '/data/channel'],
      [{ data: { ...created.data, service_kind: 'transcription' } }, 'feature_off', '/data/service_kind'],
      [{ data: { ...created.data, location_type: 'site' } }, 'invalid', '/data/location_type'],
      [{ data: { ...created.data, colour: 'red' } }, 'invalid', '/data/colour'],
      [{ data: { ...created.data, note: '\ud800' } }, 'invalid', ''],
      [
        { ...example('request.answered'), data: { interpreter: 'nobody@example.org' } },
        'interpreter_unknown',
        '/data/interpreter',
      ],
      [{ ...example('interpreter.presence'), subject: owner.email }, 'interpreter_unknown', '/subject'],
      [
        { ...example('customer.changed'), data: { ...example('customer.changed').data, phone: '12' } },
        'phone_invalid',
        '/data/phone',
      ],
      [
        {
          ...example('customer.changed'),
          data: { ...example('customer.changed').data, email: una.email.toUpperCase() },
        },
        'email_taken',
        '/data/email',
      ],
    ];
    const events = wrong.map(([change]) => (typeof change === 'string' ? change : { ...created, ...change }));
    const { status, results } = await platform.sendAll([...events, example('request.rated'), created, created]);
    expect(status).toBe(207);
    expect(results.slice(0, wrong.length).map((result) => [result.status, result.code, result.pointer])).toEqual(
      wrong.map(([, code, pointer]) => ['rejected', code, pointer]),
    );
    // The rating came first, but its request is in the same batch.
    expect(results.slice(wrong.length)).toEqual([
      { source, id: 'request.rated/request-204', status: 'accepted' },
      { source, id: 'request.created/request-204', status: 'accepted' },
      { source, id: 'request.created/request-204', status: 'duplicate' },
    ]);
    expect(await platform.send(created)).toEqual({
      status: 200,
      result: expect.objectContaining({ status: 'duplicate' }),
    });
    expect(await platform.send(example('request.abandoned'))).toEqual({
      status: 200,
      result: expect.objectContaining({ status: 'waiting' }),
    });
    // A rejected event may be sent again once its reason is gone.
    await backend.addUser({ role: 'interpreter', email: 'nobody@example.org' });
    const answered = { ...example('request.answered'), data: { interpreter: 'Nobody@example.org' } };
    expect((await platform.send(answered)).result).toMatchObject({ status: 'accepted' });
  });

  // The embedded database runs one transaction at a time.
  (kind === 'postgres' ? it : it.skip)(
    'is told of one event only when somebody takes the address of its customer at the same moment',
    async () => {
      const taken = await backend.signedIn({ role: 'interpreter', email: 'guest@example.org' });
      const registered = Promise.withResolvers<void>();
      const registration = db.transaction().execute(async (trx) => {
        await trx.updateTable('users').set({ email: 'jon@example.org' }).where('id', '=', taken.id).execute();
        await registered.promise;
      });
      const sent = platform.sendAll([example('customer.changed'), example('partner.changed')]);
      for (;;) {
        const { rows } = await sql`select from pg_locks where not granted and locktype = 'transactionid'`.execute(db);
        if (rows.length > 0) break;
        await sleep(20);
      }
      registered.resolve();
      await registration;
      const { status, results } = await sent;
      expect(status).toBe(207);
      expect(results).toMatchObject([
        { status: 'rejected', code: 'email_taken', pointer: '/data/email' },
        { status: 'accepted' },
      ]);
    },
  );

  it('keeps what staff write until an event says something new about it', async () => {
    await platform.sendAll(platformExamples);
    const { results } = await read('/interpretations/?outcome[]=answered');
    const [{ id, etag }] = results;
    await callsOf(app, owner).patch(`/interpretations/${id}/`, etag, { note: 'Called back', closure_note: 'Solved' });
    await platform.send(like('interpreter.presence', { time: '2024-05-01T06:58:00Z', data: { online: false } }));
    await platform.send(like('request.abandoned', { subject: 'request-204', time: '2024-05-01T06:40:00Z' }));
    expect(await read(`/interpretations/${id}/`)).toMatchObject({ note: 'Called back', closure_note: 'Solved' });
    const ended = like('request.ended', { time: '2024-05-01T06:42:00Z', data: { closure_note: 'A second visit' } });
    await platform.send(ended);
    expect(await read(`/interpretations/${id}/`)).toMatchObject({
      note: 'Called back',
      closure_note: 'A second visit',
      duration_seconds: 708,
    });
  });

  it('counts an interpreter as online for 24 hours without another event', async () => {
    const online = async () => (await read('/overview/')).online_interpreters;
    await platform.send(like('interpreter.presence', { time: '2024-04-30T06:59:00Z' }));
    expect(await online()).toBe(0);
    await platform.send(like('interpreter.presence', { time: '2024-04-30T07:01:00Z' }));
    expect(await online()).toBe(1);
  });

  it('sends the bytes of a recording before or after their event; they are encrypted and processed', async () => {
    const film = grayFilm(7);
    await platform.sendAll(platformExamples.filter(({ subject }) => subject === 'request-204'));
    const [{ id }] = (await read('/interpretations/')).results;
    const recordings = async () => (await read(`/interpretations/${id}/`)).recordings;
    const untilReady = async (count: number) => {
      for (;;) {
        const all = await recordings();
        if (all.filter(({ state }: { state: string }) => state === 'ready').length === count) return all;
        await sleep(20);
      }
    };
    expect(await recordings()).toMatchObject([{ state: 'pending', media_kind: 'video' }]);
    expect((await platform.upload(source, 'recording-9.webm', Buffer.from('no film'))).json()).toMatchObject({
      code: 'file_type_refused',
    });
    expect((await platform.upload(source, 'recording-9.webm', film)).statusCode).toBe(204);
    const [ready] = await untilReady(1);
    expect(ready).toMatchObject({ duration_seconds: 7, size: film.length, error: null });
    const { rows: chunks } = await sql<{ bytes: Buffer }>`select bytes from file_chunks`.execute(db);
    expect(chunks.some(({ bytes }) => Buffer.from(bytes).includes(film.subarray(0, 64)))).toBe(false);
    const view = await callsOf(app, owner).post(`/recordings/${ready.id}/view/`);
    const content = await app.inject(
      new URL(view.json().media.url, 'http://localhost/').href.replace('http://localhost', ''),
    );
    expect(content.rawPayload.equals(film)).toBe(true);

    expect((await platform.upload(source, 'early.webm', film)).statusCode).toBe(204);
    await platform.send(
      like('recording.stored', {
        id: 'early',
        data: { recording: 'recording-10', media_kind: 'video', object: 'early.webm' },
      }),
    );
    expect(await untilReady(2)).toHaveLength(2);
  });

  it('keeps one file of a recording that was stored under two names, sent at the same time', async () => {
    const film = grayFilm(3);
    await platform.sendAll(
      platformExamples.filter(({ subject, type }) => subject === 'request-204' && type !== stored),
    );
    const names = ['first.webm', 'second.webm'];
    for (const [index, object] of names.entries()) {
      const data = { recording: 'recording-9', media_kind: 'video', object } as const;
      await platform.send(like('recording.stored', { id: object, time: `2024-05-01T06:4${index}:00Z`, data }));
    }
    const answers = await Promise.all(names.map((object) => platform.upload(source, object, film)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    const files = await db.selectFrom('files').select(['collection']).where('purpose', '=', 'recording').execute();
    expect(files).toEqual([{ collection: 'recordings' }]);
    expect(await db.selectFrom('platform_objects').selectAll().execute()).toEqual([]);
  });

  it('is named in the audit log for customers and partners; the facts of requests are not in it', async () => {
    await platform.sendAll(platformExamples);
    const { results } = await read('/audit/?search=Video&ordering=at');
    expect(results.map(({ act, collection }: Record<string, string>) => [act, collection])).toEqual([
      ['create', 'users'],
      ['create', 'partners'],
    ]);
  });

  it('is simulated with events that are all accepted, a whole working day in the zone of the deployment', async () => {
    const start = Date.parse('2024-04-30T03:00:00Z');
    const simulator = new Simulator(testDeployment, {
      key: 'a day',
      source: 'urn:signboard:simulator',
      interpreters: [una.email],
      perDay: 300,
      start,
    });
    const [morning, evening] = [simulator.until(start + 4 * 3_600_000), simulator.stop(start + 12 * 3_600_000)];
    const { results } = await platform.sendAll(morning.events);
    expect(results.filter(({ status }) => status !== 'accepted')).toEqual([]);
    expect((await read('/interpretations/?ended=false')).count).toBeGreaterThan(0);
    await platform.sendAll(evening.events);
    expect((await read('/interpretations/?ended=false')).count).toBe(0);
    expect(await read('/overview/')).toMatchObject({ online_interpreters: 0 });
    for (const outcome of ['answered', 'abandoned'])
      expect((await read(`/interpretations/?outcome[]=${outcome}`)).count).toBeGreaterThan(0);
  });

  it('does not bring back a customer who was erased', async () => {
    await platform.sendAll(platformExamples);
    const { results } = await read('/users/?role[]=deaf');
    const erased = await callsOf(app, owner).post(`/privacy/people/${results[0].id}/erasure/`, {
      confirmation: 'Jón Helgason',
    });
    expect(erased.statusCode).toBeLessThan(300);
    await platform.send(like('request.ended', { time: '2024-05-01T06:44:00Z', data: {} }));
    await platform.send(
      like('customer.changed', {
        time: '2024-05-01T06:59:00Z',
        data: { email: 'other@example.org', first_name: 'Other', last_name: 'Person' },
      }),
    );
    // An older event about the person, which arrives late, again or for the first time.
    const late = { email: 'late@example.org', first_name: 'Jón', last_name: 'Helgason' };
    await platform.send(like('customer.changed', { id: 'late', time: '2024-05-01T06:00:00Z', data: late }));
    expect((await read('/users/?role[]=deaf')).count).toBe(0);
    const requests = (await read('/interpretations/?outcome[]=answered')).results;
    expect(requests).toMatchObject([{ customer: null, note: null, closure_note: null }]);
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(one)::text as row from platform_subjects one union all
      select to_jsonb(one)::text from platform_events one`.execute(db);
    expect(rows.filter(({ row }) => /Helgason|jon@example/.test(row))).toEqual([]);
  });

  it('does not bring back a customer who used it again after an erasure and was erased again', async () => {
    const erase = async (confirmation: string) => {
      const { results } = await read('/users/?role[]=deaf');
      const erasure = await callsOf(app, owner).post(`/privacy/people/${results[0].id}/erasure/`, { confirmation });
      expect(erasure.statusCode).toBe(200);
    };
    const hear = (id: string, time: string) =>
      platform.send(
        like('customer.changed', {
          id,
          time,
          data: { email: `${id}@example.org`, first_name: 'Jón', last_name: 'Helgason' },
        }),
      );
    await platform.sendAll(platformExamples);
    await erase('Jón Helgason');
    backend.pass(9 * 60_000);
    await hear('again', '2024-05-01T07:03:00Z');
    expect((await read('/users/?search=again@example.org')).count).toBe(1);
    await erase('again@example.org');
    await hear('late', '2024-05-01T07:06:00Z');
    expect((await read('/users/?search=late@example.org')).count).toBe(0);
  });

  it.each([
    ['a customer', () => callsOf(app, owner).get('/users/?role[]=deaf')],
    ['an interpreter', () => callsOf(app, owner).get('/users/?role[]=interpreter')],
  ])('keeps no id of %s who was erased in the facts about requests, which go on', async (_, find) => {
    const known = async () => {
      const { rows } = await sql<{ row: string }>`select to_jsonb(one)::text as row from platform_subjects one
        where kind = 'request'`.execute(db);
      return rows.filter(({ row }) => ids.some((id) => row.includes(`"${id}"`)));
    };
    await platform.sendAll(platformExamples);
    const [{ id, first_name, last_name }] = (await find()).json().results;
    const subjects = await db
      .selectFrom('platform_subjects')
      .select('external_id')
      .where('record_id', '=', id)
      .execute();
    const ids = [id, ...subjects.map(({ external_id }) => external_id)];
    expect(await known()).not.toEqual([]);
    const confirmation = `${first_name} ${last_name}`;
    const erased = await callsOf(app, owner).post(`/privacy/people/${id}/erasure/`, { confirmation });
    expect(erased.statusCode).toBe(200);
    expect(await known()).toEqual([]);
    const ended = like('request.ended', {
      id: 'later',
      time: '2024-05-01T06:48:00Z',
      data: { closure_note: 'Solved' },
    });
    expect((await platform.send(ended)).result).toMatchObject({ status: 'accepted' });
    expect((await read('/interpretations/?outcome[]=answered')).results).toMatchObject([{ closure_note: 'Solved' }]);
  });
});
