import { describe, expect, it } from '@jest/globals';
import type { Insertable } from 'kysely';
import type { Interpretation } from '../../contract/interpretationRecords.ts';
import type { Tables } from '../../server/db/tables.ts';
import { randomId } from '../../server/randomId.ts';
import { databaseKinds, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { addInterpretation } from '../support/recordings.ts';

const minute = 60_000;

/** The instant some minutes after the start of a test. */
const at = (minutes: number) => new Date(testStart.getTime() + minutes * minute);

describe.each(databaseKinds)('interpretations, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const add = (values: Partial<Insertable<Tables['interpretations']>> = {}): Promise<string> =>
    addInterpretation(backend.database.db, values);

  const signIn = async (flags = {}) => {
    const app = await backend.app({ flags });
    const owner = callsOf(app, await backend.signedIn({ role: 'owner' }));
    const listed = async (query = '', by = owner) => {
      const answer = await by.get(`/interpretations/?${query}`);
      expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
      return (answer.json().results as Interpretation[]).map(({ id }) => id);
    };
    return { app, owner, listed };
  };

  // R87, R126
  it('return all fields, with waiting time and duration', async () => {
    const { owner } = await signIn();
    const customer = await backend.addUser({ role: 'deaf', first_name: 'Guðrún', last_name: 'Ósk' });
    const interpreter = await backend.addUser({ role: 'interpreter' });
    const id = await add({
      kind: 'reserved',
      channel: 'live',
      location_type: 'site',
      address: 'Laugavegur 1',
      phone: '+3545885522',
      customer_id: customer.id,
      interpreter_id: interpreter.id,
      started: at(1.5),
      ended: at(62.75),
      closure_note: 'Went well',
    });
    const answer = await owner.get(`/interpretations/${id}/`);
    expect(answer.headers.etag).toBe('"1"');
    expect(answer.json()).toMatchObject({
      id,
      etag: '"1"',
      kind: 'reserved',
      channel: 'live',
      session_mode: 'VRI',
      service_kind: 'interpretation',
      caption_type: null,
      location_type: 'site',
      queue_type: 'social',
      category: 'Heilsa',
      address: 'Laugavegur 1',
      phone: '+3545885522',
      customer: customer.id,
      customer_name: 'Guðrún Ósk',
      interpreter: interpreter.id,
      interpreter_name: 'Sigríður Jónsdóttir',
      created: '2024-05-01T07:00:00.000Z',
      started: '2024-05-01T07:01:30.000Z',
      ended: '2024-05-01T08:02:45.000Z',
      outcome: 'answered',
      waiting_seconds: 90,
      duration_seconds: 3675,
      note: null,
      closure_category: null,
      closure_category_title: null,
      closure_note: 'Went well',
      recording: null,
      recordings: [],
      feedback: null,
      partner: null,
      can: { note: true, close: true, process_recordings: true },
    });
  });

  it('include their feedback, for an interpreter only on themselves, and for nobody without the flag', async () => {
    const { app, owner } = await signIn();
    const interpreter = await backend.signedIn({ role: 'interpreter' });
    const other = await backend.addUser({ role: 'interpreter' });
    const given = async (about: string) => {
      const interpretation_id = await add({ interpreter_id: interpreter.id, started: at(1), ended: at(2) });
      const id = randomId();
      const said = { id, interpretation_id, interpreter_id: about, rating: 4, waiting_seconds: 60, created: at(3) };
      await backend.database.db.insertInto('feedback').values(said).execute();
      return { id, path: `/interpretations/${interpretation_id}/` };
    };
    const [mine, another] = [await given(interpreter.id), await given(other.id)];
    const seen = async (by: typeof owner, path: string) => (await by.get(path)).json().feedback as unknown;
    expect(await seen(owner, another.path)).toEqual({ id: another.id, rating: 4 });
    expect(await seen(callsOf(app, interpreter), mine.path)).toEqual({ id: mine.id, rating: 4 });
    expect(await seen(callsOf(app, interpreter), another.path)).toBeNull();
    const without = callsOf(await backend.app({ flags: { feedback: false } }), interpreter);
    expect(await seen(without, mine.path)).toBeNull();
  });

  it('distinguish waiting, answered and abandoned requests', async () => {
    const { owner, listed } = await signIn();
    const waiting = await add();
    const going = await add({ created: at(1), started: at(2) });
    const over = await add({ created: at(2), started: at(3), ended: at(4) });
    const gaveUp = await add({ created: at(3), ended: at(5) });
    const { results } = (await owner.get('/interpretations/?ordering=created')).json();
    const figures = (results as Interpretation[]).map((interpretation) => [
      interpretation.outcome,
      interpretation.waiting_seconds,
      interpretation.duration_seconds,
    ]);
    expect(figures).toEqual([
      ['waiting', null, null],
      ['answered', 60, null],
      ['answered', 60, 60],
      ['abandoned', null, null],
    ]);
    expect(await listed('outcome[]=abandoned&outcome[]=waiting')).toEqual([gaveUp, waiting]);
    expect(await listed('ended=false')).toEqual([going, waiting]);
    expect(await listed('ended=true&outcome[]=answered')).toEqual([over]);
  });

  it('are over with an unknown end after the limit of their kind, once with two processes, until it is reported', async () => {
    const { owner, listed } = await signIn();
    const { db } = backend.database;
    const waitingFor = (hours: number, values: Parameters<typeof add>[0] = {}) =>
      add({ created: at(-hours * 60), ...values });
    const relay = { session_mode: 'VRS' } as const;
    const live = { channel: 'live' } as const;
    const over = [
      await waitingFor(12),
      await waitingFor(12, relay),
      await waitingFor(36, live),
      await waitingFor(36, { ...live, kind: 'reserved', started: at(-36 * 60) }),
    ];
    const open = [
      await waitingFor(11.9),
      await waitingFor(13, { started: at(-11.9 * 60) }),
      await waitingFor(35.9, live),
      await waitingFor(40, { ...live, kind: 'reserved' }),
    ];
    await waitingFor(99, { ended: at(0) });
    const housekeeping = async (zone: string) => {
      const app = await backend.app({ options: { dashboardUrl: `https://${zone}.example/` } });
      await app.ready();
      await app.close();
    };
    await Promise.all([housekeeping('a'), housekeeping('b')]);
    await housekeeping('c');
    const unknown = await db.selectFrom('interpretations').select('id').where('end_unknown', '=', true).execute();
    expect(unknown.map(({ id }) => id).toSorted()).toEqual(over.toSorted());
    expect((await listed('ended=false')).toSorted()).toEqual(open.toSorted());
    expect((await listed('outcome[]=unknown')).toSorted()).toEqual(over.slice(0, 3).toSorted());
    expect((await owner.get(`/interpretations/${over[3]}/`)).json()).toMatchObject({
      outcome: 'answered',
      ended: null,
      end_unknown: true,
      duration_seconds: null,
    });
    const entries = (await owner.get('/audit/?act=end_unknown')).json().results;
    expect(entries.map(({ record }: { record: string }) => record).toSorted()).toEqual(over.toSorted());
    const ended = { started: at(-700), ended: at(-690) };
    await db.updateTable('interpretations').set(ended).where('id', '=', over[0]!).execute();
    expect((await owner.get(`/interpretations/${over[0]}/`)).json()).toMatchObject({
      outcome: 'answered',
      end_unknown: false,
      duration_seconds: 600,
    });
  });

  it('are found by each filter', async () => {
    const { listed } = await signIn({ transcription: true });
    const [customer, interpreter] = [
      await backend.addUser({ role: 'deaf' }),
      await backend.addUser({ role: 'interpreter' }),
    ];
    const { db } = backend.database;
    const [department, category, partner] = [randomId(), randomId(), randomId()];
    await db
      .insertInto('departments')
      .values({ id: department, name: `North ${department}` })
      .execute();
    await db.updateTable('users').set({ department_id: department }).where('id', '=', interpreter.id).execute();
    await db
      .insertInto('partner_categories')
      .values({ id: category, name: `Libraries ${category}`, created: testStart })
      .execute();
    await db
      .insertInto('partners')
      .values({ id: partner, name: 'City library', slug: `city-${partner}`, category_id: category, created: testStart })
      .execute();
    const plain = await add();
    const special = await add({
      kind: 'reserved',
      partner_id: partner,
      channel: 'live',
      session_mode: 'VRS',
      service_kind: 'both',
      caption_type: 'chat',
      location_type: 'site',
      queue_type: 'incoming_call',
      customer_id: customer.id,
      interpreter_id: interpreter.id,
      note: 'Ring twice',
      // A minute before midnight: the deployment's time zone decides which day it is.
      created: new Date('2024-05-02T20:59:00Z'),
    });
    const recorded = await add({ created: at(-60 * 24) });
    await backend.database.db
      .insertInto('recordings')
      .values({
        id: randomId(),
        interpretation_id: recorded,
        media_kind: 'video',
        state: 'pending',
        created: testStart,
        expires: at(60),
      })
      .execute();
    await db
      .insertInto('feedback')
      .values({ id: randomId(), interpretation_id: special, rating: 4, waiting_seconds: 5, created: testStart })
      .execute();
    for (const filter of [
      'kind[]=reserved',
      'channel[]=live',
      'session_mode[]=VRS',
      'service_kind[]=both&service_kind[]=transcription',
      'caption_type[]=chat',
      'location_type[]=site',
      'queue_type[]=incoming_call',
      `customer[]=${customer.id}`,
      `interpreter[]=${interpreter.id}`,
      `partner[]=${partner}`,
      `partner_category[]=${category}`,
      `department[]=${department}`,
      'rated=true',
      'has_note=true',
      'from_day=2024-05-02&to_day=2024-05-02',
      'recording[]=none&from_day=2024-05-02',
    ])
      expect([filter, await listed(filter)]).toEqual([filter, [special]]);
    expect(await listed('from_day=2024-05-01&to_day=2024-05-01')).toEqual([plain]);
    expect(await listed('from_day=2024-05-01&to_day=2099-12-31')).toEqual(await listed('from_day=2024-05-01'));
    expect(await listed('from_day=1900-01-01')).toEqual(await listed(''));
    expect(await listed('recording[]=pending&recording[]=ready')).toEqual([recorded]);
    expect(await listed('rated=false')).toEqual([plain, recorded]);
    expect(await listed('recording[]=none&recording[]=pending')).toHaveLength(3);
    expect(await listed('channel[]=online&channel[]=live&has_note=false')).toEqual([plain, recorded]);
  });

  it('are sorted by each column in both directions', async () => {
    const { listed } = await signIn();
    const long = await add({ category: 'A', started: at(1), ended: at(60) });
    const short = await add({ category: 'B', created: at(2), started: at(5), ended: at(6) });
    expect(await listed()).toEqual([short, long]);
    expect(await listed('ordering=created')).toEqual([long, short]);
    expect(await listed('ordering=duration_seconds')).toEqual([short, long]);
    expect(await listed('ordering=-waiting_seconds')).toEqual([short, long]);
    expect(await listed('ordering=category')).toEqual([long, short]);
  });

  it('are searched by people, notes, addresses and telephone numbers, every word', async () => {
    const { listed } = await signIn();
    const guðrún = await backend.addUser({ role: 'deaf', first_name: 'Guðrún', last_name: 'Ósk' });
    const jón = await backend.addUser({ role: 'interpreter', first_name: 'Jón', last_name: 'Þór' });
    const first = await add({ customer_id: guðrún.id, interpreter_id: jón.id, note: '100% happy' });
    const second = await add({ customer_id: guðrún.id, created: at(1), phone: '+3545885522', address: 'Ægisgata 3' });
    expect(await listed(`search=${encodeURIComponent('GUÐRÚN')}`)).toEqual([second, first]);
    expect(await listed(`search=${encodeURIComponent('guðrún þór')}`)).toEqual([first]);
    expect(await listed(`search=${encodeURIComponent('ósk ÆGIS 588')}`)).toEqual([second]);
    expect(await listed(`search=${encodeURIComponent('00%')}`)).toEqual([first]);
    expect(await listed('search=nobody')).toEqual([]);
  });

  it('are found by interpreters by the names of people, not by their e-mail addresses', async () => {
    const { app, owner, listed } = await signIn();
    const customer = await backend.addUser({ role: 'deaf', first_name: 'Guðrún', email: 'secret@example.org' });
    const jón = await backend.signedIn({ role: 'interpreter' });
    const mine = await add({ interpreter_id: jón.id, customer_id: customer.id });
    const search = `search=${encodeURIComponent('guðrún')}`;
    expect(await listed(search, callsOf(app, jón))).toEqual([mine]);
    expect(await listed('search=secret', callsOf(app, jón))).toEqual([]);
    expect(await listed('search=secret', owner)).toEqual([mine]);
  });

  it('are limited to interpreters’ own, who may write only a note', async () => {
    const { app, owner, listed } = await signIn();
    const jón = await backend.signedIn({ role: 'interpreter' });
    const asJón = callsOf(app, jón);
    const mine = await add({ interpreter_id: jón.id, started: at(1) });
    const other = await add();
    expect(await listed('', asJón)).toEqual([mine]);
    expect((await asJón.get('/interpretations/')).json().count).toBe(1);
    expect((await asJón.get(`/interpretations/${other}/`)).json().code).toBe('not_found');
    expect((await asJón.patch(`/interpretations/${other}/`, '"1"', { note: 'x' })).json().code).toBe('not_found');
    const read = (await asJón.get(`/interpretations/${mine}/`)).json();
    expect(read.can).toEqual({ note: true, close: false, process_recordings: false });
    const refused = await asJón.patch(`/interpretations/${mine}/`, read.etag, { note: 'Late', closure_note: 'Done' });
    expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden', errors: { closure_note: ['forbidden'] } });
    const noted = await asJón.patch(`/interpretations/${mine}/`, read.etag, { note: ' Late ' });
    expect(noted.json()).toMatchObject({ note: 'Late', closure_note: null });
    expect((await owner.get(`/audit/?collection=interpretations&record=${mine}&act=update`)).json().results).toEqual([
      expect.objectContaining({ act: 'update', person: jón.id, after: expect.objectContaining({ note: 'Late' }) }),
    ]);
  });

  it('are closed and annotated by callers who have read the current version', async () => {
    const { owner, listed } = await signIn();
    const id = await add({ note: 'Before' });
    const url = `/interpretations/${id}/`;
    expect((await owner.patch(url, null, { note: 'After' })).json().code).toBe('precondition_required');
    const closed = await owner.patch(url, '"1"', { closure_note: 'Done', note: ' ' });
    expect(closed.json()).toMatchObject({ closure_note: 'Done', note: null });
    expect((await owner.patch(url, '"1"', { note: 'After' })).json().code).toBe('precondition_failed');
    const category = (await owner.post('/closure_categories/', { title: 'Interpreted' })).json().id;
    const { etag } = closed.json();
    const named = await owner.patch(url, etag, { closure_category: category });
    expect(named.json()).toMatchObject({ closure_category: category, closure_category_title: 'Interpreted' });
    expect(await listed(`closure_category[]=${category}`)).toEqual([id]);
    const nowhere = await owner.patch(url, named.json().etag, { closure_category: 'f'.repeat(24) });
    expect([nowhere.statusCode, nowhere.json().errors]).toEqual([400, { closure_category: ['not_found'] }]);
    expect((await owner.patch(url, etag, { note: 'x'.repeat(2001) })).json().errors).toEqual({
      note: ['too_long'],
    });
    expect((await owner.patch(url, etag, { started: null })).json().errors).toEqual({
      started: ['invalid'],
    });
  });

  it('return 304 while a list has not changed, and only then', async () => {
    const { app } = await signIn();
    const { headers } = await backend.signedIn({ role: 'manager' });
    const id = await add();
    const read = (etag?: string) =>
      app.inject({
        url: '/interpretations/?ended=false',
        headers: { ...headers, ...(etag ? { 'if-none-match': etag } : {}) },
      });
    const first = await read();
    const etag = String(first.headers.etag);
    const again = await read(`"other", ${etag}`);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    await backend.database.db
      .updateTable('interpretations')
      .set({ started: at(1) })
      .where('id', '=', id)
      .execute();
    const later = await read(etag);
    expect([later.statusCode, later.json().results[0].outcome]).toEqual([200, 'answered']);
  });

  it.each([
    [{ live: false }, { channel: 'live' }, 'channel[]=live', 'channel'],
    [{ live: false }, { channel: 'live', location_type: 'site' }, 'location_type[]=site', 'location_type'],
    [{ online: false }, { channel: 'online' }, 'channel[]=online', 'channel'],
    [{ relay: false }, { session_mode: 'VRS' }, 'session_mode[]=VRS', 'session_mode'],
    [{ relay: false }, { session_mode: 'VRS' }, 'queue_type[]=incoming_call', 'queue_type'],
    [{ transcription: false }, { service_kind: 'both' }, 'service_kind[]=both', 'service_kind'],
    [{ transcription: false }, { service_kind: 'both' }, 'caption_type[]=chat', 'caption_type'],
  ] as const)('hide everything of the disabled %j: %j', async (flags, values, query, field) => {
    const { owner, listed } = await signIn(flags);
    const there = await add({ channel: 'online' in flags ? 'live' : 'online' });
    const hidden = await add(values);
    expect(await listed()).toEqual([there]);
    expect((await owner.get('/interpretations/')).json().count).toBe(1);
    expect((await owner.get(`/interpretations/${hidden}/`)).statusCode).toBe(404);
    const refused = await owner.get(`/interpretations/?${query}`);
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { [field]: ['feature_off'] }]);
  });

  it('do not exist in a deployment without a channel, and omit recordings without the flag', async () => {
    const { owner } = await signIn({ online: false, live: false });
    expect((await owner.get('/interpretations/')).json().code).toBe('feature_off');
    const { owner: unrecorded } = await signIn({ recordings: false });
    expect((await unrecorded.get('/interpretations/?recording[]=none')).json().errors).toEqual({
      recording: ['feature_off'],
    });
  });

  it.each(['from_day=2024-05-02&to_day=2024-05-01', 'from_day=yesterday', 'customer[]=me', 'ordering=note'])(
    'refuse the query %s',
    async (query) => {
      const { owner } = await signIn();
      expect((await owner.get(`/interpretations/?${query}`)).statusCode).toBe(400);
    },
  );

  it.each([
    ['an online one on site', { location_type: 'site' }],
    ['captions without transcription', { caption_type: 'chat' }],
    ['an end before the beginning', { started: at(2), ended: at(1) }],
    ['an end before the request', { ended: at(-1) }],
  ] as const)('are refused by the database: %s', async (_, values) => {
    await expect(add(values)).rejects.toMatchObject({ code: '23514' });
  });
});
