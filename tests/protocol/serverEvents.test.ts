import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { editedKinds } from '../../contract/editors.ts';
import type { Change } from '../../contract/events.ts';
import { platformExamples } from '../../contract/platformExamples.ts';
import { randomId } from '../../server/randomId.ts';
import { databaseKinds, type SignedIn, testStart } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { addressOf, type OpenEvents, openEvents } from '../support/events.ts';
import { platformOf } from '../support/platform.ts';

describe.each(databaseKinds)('the stream of changes, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  let [firstApp, secondApp] = [] as unknown as FastifyInstance[] as [FastifyInstance, FastifyInstance];
  let open: OpenEvents[] = [];
  beforeEach(async () => {
    // Two processes on one database.
    [firstApp, secondApp] = [await backend.app(), await backend.app()];
  });
  afterEach(async () => {
    for (const stream of open) stream.close();
    open = [];
    await backend.reset();
  });

  const listen = async (app: FastifyInstance, person: SignedIn, after?: string) => {
    const stream = await openEvents(app, person, after);
    open.push(stream);
    return stream;
  };
  const addContact = async (person: SignedIn, name = 'Night desk'): Promise<string> =>
    (await callsOf(secondApp, person).post('/contacts/', { name, phoneNumber: '+3545551234' })).json().id;
  const addRequest = async (interpreter_id: string | null, channel: 'online' | 'live' = 'online') => {
    const id = randomId();
    await backend.database.db
      .insertInto('interpretations')
      .values({
        id,
        channel,
        session_mode: 'VRI',
        location_type: 'remote',
        queue_type: 'social',
        category: 'Health',
        created: testStart,
        interpreter_id,
      })
      .execute();
    return id;
  };

  it('carries a change that was made through another process, within a second', async () => {
    const manager = await backend.signedIn({ role: 'manager' });
    const { response, start, changeOf } = await listen(firstApp, manager);
    expect(response.headers.get('content-type')).toMatch('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(start).toMatchObject({ event: 'start', data: { resumed: false } });
    const id = await addContact(manager);
    const before = performance.now();
    expect(await changeOf('contacts')).toEqual({ kind: 'contacts', id, etag: '"1"' });
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it('carries the version that a change gave to a record, and none for a deleted one', async () => {
    const owner = await backend.signedIn();
    const { changeOf } = await listen(firstApp, owner);
    const id = await addContact(owner);
    expect(await changeOf('contacts')).toEqual({ kind: 'contacts', id, etag: '"1"' });
    const calls = callsOf(secondApp, owner);
    const { etag } = (await calls.patch(`/contacts/${id}/`, '"1"', { name: 'Day desk' })).json();
    expect(await changeOf('contacts')).toEqual({ kind: 'contacts', id, etag });
    await calls.remove(`/contacts/${id}/`);
    expect(await changeOf('contacts')).toEqual({ kind: 'contacts', id, etag: null });
  });

  it('carries what a video platform reports: requests, ratings and who is online', async () => {
    const owner = await backend.signedIn();
    await backend.signedIn({ role: 'interpreter', email: 'una@example.org' });
    const account = { name: 'Video', scopes: ['platform'], days: 30 };
    const { secret } = (await callsOf(secondApp, owner).post('/service_accounts/', account)).json();
    const platform = platformOf(secondApp, secret);
    const { changeOf } = await listen(firstApp, owner);
    const report = async (type: string) => {
      const event = platformExamples.find((example) => example.type === `signboard.${type}`);
      expect((await platform.send(event)).result?.status).toBe('accepted');
    };
    await report('request.created');
    expect(await changeOf('interpretations')).toEqual({
      kind: 'interpretations',
      id: expect.any(String),
      etag: expect.any(String),
    });
    await report('request.answered');
    expect(await changeOf('interpretations')).toEqual({
      kind: 'interpretations',
      id: expect.any(String),
      etag: expect.any(String),
    });
    await report('interpreter.presence');
    expect(await changeOf('overview')).toEqual({ kind: 'overview', id: null, etag: null });
    await report('request.rated');
    expect(await changeOf('feedback')).toEqual({ kind: 'feedback', id: expect.any(String), etag: null });
  });

  it('carries nothing of records that the person may not read', async () => {
    const owner = await backend.signedIn();
    const manager = await backend.signedIn({ role: 'manager' });
    const interpreter = await backend.signedIn({ role: 'interpreter' });
    const [ofManager, ofInterpreter] = [await listen(firstApp, manager), await listen(firstApp, interpreter)];
    const { id: hidden } = await backend.addUser({ role: 'owner' });
    const { id: user } = await backend.addUser({ role: 'deaf' });
    const foreign = await addRequest(null);
    const contact = await addContact(owner);
    const isLast = ({ id }: Change) => id === contact;
    const seenByManager = await ofManager.changesUntil(isLast);
    expect(seenByManager).toEqual(
      expect.arrayContaining([
        { kind: 'users', id: user, etag: '"1"' },
        { kind: 'interpretations', id: foreign, etag: '"1"' },
      ]),
    );
    expect(seenByManager.map(({ id }) => id)).not.toContain(hidden);
    expect(await ofInterpreter.changesUntil(isLast)).toEqual([{ kind: 'contacts', id: contact, etag: '"1"' }]);
    await addRequest(interpreter.id);
    expect(await ofInterpreter.changeOf('interpretations')).toEqual({ kind: 'interpretations', id: null, etag: null });
  });

  it('carries nothing of what the deployment does not offer', async () => {
    const without = await backend.app({ flags: { live: false, sliders: false } });
    const owner = await backend.signedIn();
    const { changesUntil } = await listen(without, owner);
    await addRequest(null, 'live');
    await backend.database.db
      .insertInto('sliders')
      .values({ id: randomId(), title: 'Summer', created: testStart })
      .execute();
    const contact = await addContact(owner);
    const kinds = (await changesUntil(({ id }) => id === contact)).map((change) => change.kind);
    expect(kinds).not.toContain('interpretations');
    expect(kinds).not.toContain('sliders');
  });

  it('announces a statement that changes many records once, without their ids', async () => {
    const owner = await backend.signedIn();
    const { changeOf } = await listen(firstApp, owner);
    const contacts = Array.from({ length: 30 }, (_, number) => ({
      id: randomId(),
      name: `Desk ${number}`,
      phoneNumber: '+3545551234',
      created: testStart,
    }));
    await backend.database.db.insertInto('contacts').values(contacts).execute();
    expect(await changeOf('contacts')).toEqual({ kind: 'contacts', id: null, etag: null });
    const id = await addContact(owner);
    expect(await changeOf('contacts')).toEqual({ kind: 'contacts', id, etag: '"1"' });
  });

  it('continues after a cut without loss, through either process, and says when it cannot', async () => {
    const owner = await backend.signedIn();
    const first = await listen(firstApp, owner);
    await listen(secondApp, owner);
    const known = await addContact(owner);
    let { id: last, data } = (await first.next()) ?? { id: '', data: null };
    while (data && data.id !== known) ({ id: last, data } = (await first.next()) ?? { id: '', data: null });
    first.close();
    const missed = [await addContact(owner, 'Day desk'), await addContact(owner, 'Front desk')];
    for (const app of [firstApp, secondApp]) {
      const again = await listen(app, owner, last);
      expect(again.start).toMatchObject({ id: last, data: { resumed: true } });
      const changes = await again.changesUntil(({ id }) => id === missed.at(-1));
      expect(changes.map(({ id }) => id)).toEqual(missed);
    }
    const unknown = await listen(firstApp, owner, 'an event of long ago');
    expect(unknown.start?.data).toEqual({ resumed: false });
  });

  it('begins with what has changed since a page began to read', async () => {
    const owner = await backend.signedIn();
    const { changeOf } = await listen(firstApp, owner);
    const contact = await addContact(owner);
    await changeOf('contacts');
    const ask = async (age: number) => {
      const headers = { ...owner.headers, accept: 'text/event-stream' };
      const answer = await fetch(`${await addressOf(firstApp)}/events/?age=${age}`, { headers });
      const reader = answer.body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      await reader?.cancel();
      return new TextDecoder().decode(value);
    };
    expect(await ask(0)).toMatch(new RegExp(`"resumed":true.*"id":"${contact}"`, 's'));
    // Begun before the process heard changes.
    expect(await ask(3_600_000)).toContain('"resumed":false');
  });

  it.each([
    ['the person signs out', (person: SignedIn) => callsOf(secondApp, person).post('/auth/logout/')],
    [
      'an owner suspends the person',
      async ({ id }: SignedIn) =>
        callsOf(secondApp, await backend.signedIn()).post(`/users/${id}/suspend/`, { reason: 'Away' }),
    ],
    [
      'the person gets another role',
      ({ id }: SignedIn) =>
        backend.database.db.updateTable('users').set({ role: 'interpreter' }).where('id', '=', id).execute(),
    ],
  ])('ends when %s', async (_, act) => {
    const manager = await backend.signedIn({ role: 'manager' });
    const { changesUntil, next } = await listen(firstApp, manager);
    await act(manager);
    await changesUntil(() => false);
    expect(await next()).toBeNull();
    await expect(openEvents(firstApp, manager)).rejects.toThrow('401');
  });

  it('ends when the process stops, which accepts no other', async () => {
    const owner = await backend.signedIn();
    const app = await backend.app({ clock: () => testStart });
    const { changesUntil } = await listen(app, owner);
    app.announceStop();
    await expect(openEvents(app, owner)).rejects.toThrow('503');
    await Promise.all([app.close(), expect(changesUntil(() => false)).resolves.not.toBeNull()]);
  });

  it('is refused to clients that do not read streams, because they would wait for its end', async () => {
    const { headers } = await backend.signedIn();
    const answer = await firstApp.inject({ url: '/events/', headers });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid']);
  });

  describe('people who have the form of the same record open', () => {
    const openForm = async (app: FastifyInstance, person: SignedIn, record: string, kindOfRecord = 'contacts') => {
      const form = randomId();
      const say = async () => {
        const answer = await callsOf(app, person).post('/editors/', { form, kind: kindOfRecord, record });
        return answer.statusCode === 200 ? answer.json().others : answer.json().code;
      };
      return { say, close: () => callsOf(app, person).remove(`/editors/${form}/`) };
    };

    it('see each other, through any process, until the form is closed', async () => {
      const anna = await backend.signedIn({ role: 'manager', first_name: 'Anna', last_name: 'Karlsdóttir' });
      const jon = await backend.signedIn({ first_name: 'Jón', last_name: 'Þórsson' });
      const record = await addContact(anna);
      const ofAnna = await openForm(firstApp, anna, record);
      const ofJon = await openForm(secondApp, jon, record);
      expect(await ofAnna.say()).toEqual([]);
      const { changeOf } = await listen(firstApp, anna);
      const bystander = await listen(firstApp, await backend.signedIn());
      expect(await ofJon.say()).toEqual(['Anna Karlsdóttir']);
      expect(await changeOf('editors')).toEqual({ kind: 'editors', id: record, etag: null });
      expect(await ofAnna.say()).toEqual(['Jón Þórsson']);
      expect((await ofJon.close()).statusCode).toBe(204);
      expect(await changeOf('editors')).toEqual({ kind: 'editors', id: record, etag: null });
      expect(await ofAnna.say()).toEqual([]);
      const later = await addContact(anna, 'Day desk');
      const seen = await bystander.changesUntil(({ id }) => id === later);
      expect(seen.map((change) => change.kind)).not.toContain('editors');
      const audited = await backend.database.db.selectFrom('audit_entries').select('collection').distinct().execute();
      expect(audited.map(({ collection }) => collection).toSorted()).toEqual(['contacts', 'users']);
    });

    it('close only forms with an id', async () => {
      const answer = await callsOf(firstApp, await backend.signedIn()).remove('/editors/no-id/');
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid']);
    });

    it('do not see a form again whose last call arrives after it was closed', async () => {
      const [anna, jon] = [await backend.signedIn(), await backend.signedIn({ first_name: 'Jón' })];
      const record = await addContact(anna);
      const ofAnna = await openForm(firstApp, anna, record);
      for (const isOpenBefore of [true, false]) {
        const ofJon = await openForm(secondApp, jon, record);
        if (isOpenBefore) await ofJon.say();
        await ofJon.close();
        await ofJon.say();
        expect(await ofAnna.say()).toEqual([]);
      }
    });

    it('no longer see who left without closing it, or signed out', async () => {
      const [anna, jon] = [await backend.signedIn(), await backend.signedIn({ first_name: 'Jón' })];
      const record = await addContact(anna);
      const [ofAnna, ofJon] = [await openForm(firstApp, anna, record), await openForm(secondApp, jon, record)];
      await ofJon.say();
      expect(await ofAnna.say()).toHaveLength(1);
      backend.pass(91_000);
      expect(await ofAnna.say()).toEqual([]);
      await ofJon.say();
      expect(await ofAnna.say()).toHaveLength(1);
      await callsOf(secondApp, jon).post('/auth/logout/');
      expect(await ofAnna.say()).toEqual([]);
    });

    it('are only those who may read and change it', async () => {
      const owner = await backend.signedIn();
      const manager = await backend.signedIn({ role: 'manager' });
      const interpreter = await backend.signedIn({ role: 'interpreter' });
      const contact = await addContact(owner);
      const request = await addRequest(null);
      const says = async (person: SignedIn, record: string, kindOfRecord: string) =>
        (await openForm(firstApp, person, record, kindOfRecord)).say();
      expect(await says(interpreter, contact, 'contacts')).toBe('not_found');
      expect(await says(interpreter, request, 'interpretations')).toBe('not_found');
      expect(await says(manager, request, 'interpretations')).toEqual([]);
      expect(await says(manager, owner.id, 'users')).toBe('not_found');
      expect(await says(owner, manager.id, 'users')).toEqual([]);
      expect(await says(owner, randomId(), 'contacts')).toBe('not_found');
    });

    it.each(editedKinds)('does not exist for an unknown record of %s, whatever the role', async (kindOfRecord) => {
      for (const role of ['interpreter', 'manager', 'owner'] as const) {
        const form = await openForm(firstApp, await backend.signedIn({ role }), randomId(), kindOfRecord);
        expect([role, await form.say()]).toEqual([role, 'not_found']);
      }
    });
  });
});
