import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Erasure, PersonExport, PersonPrivacy } from '../../contract/privacy.ts';
import { openDatabase } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/tables.ts';
import { eraseAgain, erasedPeople } from '../../server/resources/privacy/erasures.ts';
import { unmappedColumns } from '../../server/resources/privacy/personalColumns.ts';
import { silence } from '../../server/seed/media.ts';
import { anyDatabase, type SignedIn, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';
import { addInterpretation, addRecording, addRecordingFile } from '../support/recordings.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';
import { addSignedIn } from '../support/session.ts';
import { formOf, picture, upload } from '../support/uploads.ts';

const day = 24 * 60 * 60_000;
const repository = join(import.meta.dirname, '../..');

/** Runs `npm run ops -- erase-again`. */
function runEraseAgain(url: string, ...args: string[]): Promise<{ code: unknown; text: string }> {
  const env = { ...process.env, TENANT: 'iceland', DATABASE_URL: url };
  return new Promise((ended) => {
    execFile(process.execPath, ['server/eraseAgain.ts', ...args], { cwd: repository, env }, (error, stdout, stderr) =>
      ended({ code: error?.code ?? 0, text: `${stderr}${stdout}` }),
    );
  });
}

/** Every value of the database as text, also the bytes of files. */
async function everything(db: Kysely<Tables>): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db);
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(one)::text as row from ${sql.table(name)} one`.execute(
      db,
    );
    parts.push(...rows.map(({ row }) => row.toLowerCase()));
  }
  return parts.join('\n');
}

/** Which of some facts the database contains, in its texts or in the bytes of its files. */
async function foundIn(db: Kysely<Tables>, facts: Record<string, string>): Promise<string[]> {
  const all = await everything(db);
  const isThere = (fact: string) => all.includes(fact.toLowerCase()) || all.includes(Buffer.from(fact).toString('hex'));
  return Object.entries(facts)
    .filter(([, fact]) => isThere(fact))
    .map(([name]) => name);
}

/** The columns of the database. */
async function columnsOf(db: Kysely<Tables>) {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema()`.execute(db);
  return rows;
}

describe.each(anyDatabase)('privacy, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let db: Kysely<Tables>;
  let app: FastifyInstance;
  let person: SignedIn;
  let owner: Calls;
  beforeAll(async () => {
    ({ db } = backend.database);
  });
  beforeEach(async () => {
    app = await backend.app();
    person = await backend.signedIn({ first_name: 'Olga', last_name: 'Eigandi', language: 'en' });
    owner = callsOf(app, person);
  });

  const read = async (id: string): Promise<PersonPrivacy> => (await owner.get(`/privacy/people/${id}/`)).json();
  const erase = (id: string, confirmation: string, more: object = {}, calls = owner) =>
    calls.post(`/privacy/people/${id}/erasure/`, { confirmation, ...more });
  const hold = (id: string, ends = new Date(testStart.getTime() + 30 * day).toISOString()) =>
    owner.post(`/privacy/people/${id}/holds/`, { reason: 'Court case 12', ends });
  /** Adds a user as an owner does, so that the audit log has their values. */
  const add = async (values: object): Promise<string> => {
    const made = await owner.post('/users/', { invite: false, ...values });
    expect(made.statusCode).toBe(201);
    return made.json().id;
  };
  /** A request with a recording whose bytes contain a text. */
  const recorded = async (inFile: string, values: Parameters<typeof addInterpretation>[1]) => {
    const request = await addInterpretation(db, values);
    const recording = await addRecording(db, request, { seconds: null });
    const bytes = Buffer.concat([silence(3), Buffer.from(inFile)]);
    await addRecordingFile(db, recording, { bytes, type: 'audio/mpeg' });
    return { request, recording };
  };
  /** A mail in the outbox that cannot be sent yet. */
  const queue = (recipient: string, text: string) =>
    db
      .insertInto('mail_outbox')
      .values({
        id: 'f'.repeat(20) + String(Math.floor(1000 + Math.random() * 8999)),
        recipient,
        subject: text,
        text_body: text,
        html_body: `<p>${text}</p>`,
        created: testStart,
        due: new Date(testStart.getTime() + day),
        until: new Date(testStart.getTime() + 2 * day),
      })
      .execute();
  const noMailTo = async (email: string) => {
    const waiting = () => db.selectFrom('mail_outbox').select('id').where('recipient', '=', email).execute();
    while ((await waiting()).length > 0) await new Promise((again) => setTimeout(again, 5));
  };

  const customerFacts = {
    email: 'kristina.kirsch@kunde.example',
    name: 'Kristina Kirschbaum',
    phone: '+3545812345',
    digits: '"7391"',
    note: 'allergic to penicillin',
    address: 'Kirsuberjagata 9',
    reservation: 'second opinion at the clinic',
    feedback: 'my daughter had to wait',
    file: 'kirschbaum-letter.png',
    recording: 'voice-of-kristina',
  };
  const addCustomer = async () => {
    const id = await add({
      email: customerFacts.email,
      first_name: 'Kristina',
      last_name: 'Kirschbaum',
      role: 'deaf',
      phone: customerFacts.phone,
      personal_number_last4: '7391',
    });
    const { request } = await recorded(customerFacts.recording, {
      customer_id: id,
      note: customerFacts.note,
      address: customerFacts.address,
      phone: customerFacts.phone,
    });
    await owner.patch(`/interpretations/${request}/`, '"1"', { note: `${customerFacts.note}, and to nuts` });
    await db
      .insertInto('feedback')
      .values({
        id: 'e'.repeat(24),
        interpretation_id: request,
        rating: 4,
        notes: customerFacts.feedback,
        waiting_seconds: 5,
        created: testStart,
      })
      .execute();
    const { staff, una, orri } = await addBookingPeople(backend);
    const booking = createBooking(() => ({ manager: callsOf(app, staff), interpreters: [una.id], customer: id }));
    await booking.shift();
    const { id: reservation } = await booking.reserve({ note: customerFacts.reservation });
    const file = (
      await upload(app, staff, { purpose: 'reservation', bytes: await picture(), name: customerFacts.file })
    ).json();
    await callsOf(app, staff).post(`/reservations/${reservation}/files/`, { file: file.id });
    await booking.act(reservation, 'approve');
    await queue(una.email, `Customer: Kristina Kirschbaum (${customerFacts.email})`);
    await queue(customerFacts.email, 'Your reservation');
    return { id, una, orri, reservation, request };
  };

  const partnerFacts = {
    email: 'pall@partner.example',
    name: 'Pálmar Pétursson',
    phone: '+3545812346',
    digits: '"8264"',
    suspension: 'three invoices unpaid',
    note: 'asks for the same interpreter as last time',
    closure: 'called twice about the keys',
    mail: 'Wednesday with Pálmar Pétursson',
    recording: 'voice-of-palmar',
  };
  const addPartnerUser = async () => {
    const partner = await owner.post('/partners/', { name: 'Ferjan', slug: 'ferjan' });
    const made = await owner.post(`/partners/${partner.json().id}/users/`, {
      email: partnerFacts.email,
      first_name: 'Pálmar',
      last_name: 'Pétursson',
      phone: partnerFacts.phone,
    });
    expect(made.statusCode).toBe(201);
    const { id, etag } = made.json();
    await owner.patch(`/users/${id}/`, etag, { personal_number_last4: '8264' });
    await owner.post(`/users/${id}/suspend/`, { reason: partnerFacts.suspension });
    await recorded(partnerFacts.recording, {
      customer_id: id,
      note: partnerFacts.note,
      closure_note: partnerFacts.closure,
    });
    await queue('somebody@else.example', partnerFacts.mail);
    return { id };
  };

  const interpreterFacts = {
    email: 'tulkur@tulkar.example',
    name: 'Tindur Tryggvason',
    phone: '+3545812347',
    digits: '"5926"',
    view: 'my evenings in town',
    viewOfOthers: 'search=Tryggvason%2C+Tindur',
    importedFile: 'people_tindur-tryggvason',
    address: '198.51.100.77',
    device: 'Vivaldi/7.77',
    shift: 'Tindagata 4',
    feedback: 'speaks too fast for me',
    recording: 'voice-of-tindur',
  };
  const addInterpreter = async () => {
    const id = await add({
      email: interpreterFacts.email,
      first_name: 'Tindur',
      last_name: 'Tryggvason',
      role: 'interpreter',
      phone: interpreterFacts.phone,
      personal_number_last4: '5926',
    });
    const user = await backend.openSession({ id, email: interpreterFacts.email });
    const calls = callsOf(app, user);
    await calls.post('/saved_views/', { screen: 'calendar', name: interpreterFacts.view, address: '?day=2024-05-01' });
    for (const address of [`?${interpreterFacts.viewOfOthers}`, `?interpreter[]=${id}`, '?search=Tryggvi'])
      await owner.post('/saved_views/', { screen: 'users', name: `People ${address}`, address });
    const bytes = Buffer.from('Name;Phone;E-mail\nDesk;+3545551234;desk@desk.example\n');
    const { payload, type } = await formOf(bytes, `${interpreterFacts.importedFile}.csv`);
    const headers = { ...person.headers, 'content-type': type };
    const uploaded = await app.inject({ method: 'POST', url: '/imports/?kind=contacts', headers, payload });
    expect(uploaded.statusCode).toBe(201);
    await app.inject({
      method: 'POST',
      url: '/auth/login/',
      payload: { email: interpreterFacts.email, password: 'not the password' },
      remoteAddress: interpreterFacts.address,
      headers: { 'user-agent': interpreterFacts.device },
    });
    await calls.post('/schedules/', {
      interpreter: id,
      date: '2024-05-06',
      repeat: 'once',
      time_from: '09:00',
      time_to: '17:00',
      location_type: 'site',
      address: interpreterFacts.shift,
      travel_time: 0,
      request_type: 'live',
    });
    const { request } = await recorded(interpreterFacts.recording, { interpreter_id: id, started: testStart });
    await db
      .insertInto('feedback')
      .values({
        id: 'd'.repeat(24),
        interpretation_id: request,
        interpreter_id: id,
        rating: 2,
        notes: interpreterFacts.feedback,
        waiting_seconds: 5,
        created: testStart,
      })
      .execute();
    await owner.get('/security_events/');
    return { id };
  };

  it.each([
    ['a customer', customerFacts, addCustomer, 'Kristina Kirschbaum'],
    ['a partner user', partnerFacts, addPartnerUser, 'PALL@partner.example'],
    ['an interpreter', interpreterFacts, addInterpreter, 'tindur  tryggvason'],
  ])(
    'the export of %s has what is stored, and after the erasure the database, files and mails have nothing of it',
    async (_, facts, addPerson, confirmation) => {
      const { id } = await addPerson();
      await owner.patch(`/users/${id}/`, (await owner.get(`/users/${id}/`)).json().etag, { language: 'lt' });
      expect(await foundIn(db, facts)).toEqual(Object.keys(facts));

      const file = await owner.get(`/privacy/people/${id}/export/?output=json`);
      const exported: PersonExport = file.json();
      expect([exported.format, exported.person]).toEqual(['signboard-person/1', id]);
      expect(file.body).toContain(facts.email);
      expect(file.body).not.toContain('argon2');
      expect(exported.records.map(({ table }) => table)).toEqual(
        expect.arrayContaining(['users', 'interpretations', 'recordings', 'audit_entries']),
      );

      const before = await read(id);
      expect(before.refusal).toBeNull();
      const answer = await erase(id, confirmation);
      expect([answer.statusCode, answer.json().code]).toEqual([200, undefined]);
      await noMailTo(facts.email);
      expect(await foundIn(db, facts)).toEqual([]);
      expect(backend.sink.messages.findLast(({ to }) => to.includes(facts.email))?.subject).toMatch(/eytt|ištrinti/);

      const erasure: Erasure = answer.json();
      expect(erasure).toMatchObject({
        by: person.id,
        by_name: 'Olga Eigandi',
        person_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(erasure.counts.find((count) => count.kind === 'recordings')).toEqual({
        kind: 'recordings',
        handling: 'delete',
        count: 1,
        held: 0,
      });
      expect((await owner.get('/privacy/erasures/')).json().results).toEqual([erasure]);
      expect((await owner.get(`/privacy/people/${id}/`)).statusCode).toBe(404);
      const erased = await db
        .selectFrom('audit_entries')
        .select('person_id')
        .where('act', '=', 'erase')
        .where('collection', '=', 'audit_entries')
        .execute();
      expect(new Set(erased.map((entry) => entry.person_id))).toEqual(new Set([person.id]));
    },
  );

  it('a customer who was deleted is still found, and can be erased', async () => {
    const { id } = await addCustomer();
    expect((await owner.remove(`/users/${id}/`)).statusCode).toBe(204);
    const { results } = (await owner.get('/privacy/people/?search=kirschb')).json();
    expect(results).toEqual([
      { id, name: 'Kristina Kirschbaum', email: customerFacts.email, role: 'deaf', deleted: testStart.toISOString() },
    ]);
    expect((await erase(id, customerFacts.email)).statusCode).toBe(200);
    await noMailTo(customerFacts.email);
    expect(await foundIn(db, customerFacts)).toEqual([]);
    expect((await owner.get('/privacy/people/?search=kirschb')).json().results).toEqual([]);
  });

  it('the page of a person counts what is stored, since when, for how long, and what an erasure does', async () => {
    const { id } = await addCustomer();
    const { name, email, role, deleted, data, holds } = await read(id);
    expect([name, email, role, deleted, holds]).toEqual(['Kristina Kirschbaum', customerFacts.email, 'deaf', null, []]);
    const since = testStart.toISOString();
    expect(data).toContainEqual({ kind: 'recordings', handling: 'delete', count: 1, since, kept_days: 90, held: 0 });
    expect(data).toContainEqual({ kind: 'requests', handling: 'blank', count: 1, since, kept_days: null, held: 0 });
    expect(data).toContainEqual({ kind: 'reservations', handling: 'blank', count: 1, since, kept_days: null, held: 0 });
    expect(data).toContainEqual(expect.objectContaining({ kind: 'mails', handling: 'delete', kept_days: 2 }));
  });

  it('an erasure keeps the figures, and tells the interpreters of reservations without the name', async () => {
    const { id, una, reservation, request } = await addCustomer();
    await erase(id, customerFacts.email);
    const [kept] = await db.selectFrom('interpretations').selectAll().where('id', '=', request).execute();
    expect(kept).toMatchObject({ customer_id: null, note: null, phone: null, category: 'Heilsa' });
    const still = (await owner.get(`/reservations/${reservation}/`)).json();
    expect(still).toMatchObject({ name: '———', customer: null, status: 'approved', files: [] });
    const mailOfChange = () =>
      backend.sink.messages.findLast(({ to, subject }) => to.includes(una.email) && /changed/.test(subject));
    while (!mailOfChange()) await new Promise((again) => setTimeout(again, 5));
    expect(mailOfChange()?.text).not.toContain('Kristina');
    const feedback = await db.selectFrom('feedback').select(['rating', 'notes']).execute();
    expect(feedback).toEqual([{ rating: 4, notes: null }]);
  });

  it('an interpreter with approved reservations needs a decision on each, as for a deletion', async () => {
    const { una, reservation } = await addCustomer();
    const refused = await erase(una.id, una.email);
    expect([refused.statusCode, refused.json().code, refused.json().reservations]).toEqual([
      409,
      'reservations_affected',
      [reservation],
    ]);
    const done = await erase(una.id, una.email, { reservations: [{ reservation, outcome: 'cancel' }] });
    expect(done.statusCode).toBe(200);
    expect((await owner.get(`/reservations/${reservation}/`)).json().status).toBe('cancelled');
  });

  it('an erasure needs the name or address, a recent authentication, an owner, and somebody else', async () => {
    const other = await backend.addUser({ role: 'interpreter', first_name: 'Una', last_name: 'Ósk' });
    const wrong = await erase(other.id, 'Una');
    expect([wrong.statusCode, wrong.json().errors]).toEqual([400, { confirmation: ['confirmation_differs'] }]);
    expect((await erase(person.id, person.email)).json().code).toBe('not_oneself');
    const manager = callsOf(app, await backend.signedIn({ role: 'manager' }));
    expect((await erase(other.id, other.email, {}, manager)).statusCode).toBe(403);
    backend.pass(10 * 60_000);
    expect((await erase(other.id, other.email)).json().code).toBe('insufficient_user_authentication');
    expect((await owner.get(`/privacy/people/${other.id}/export/?output=json`)).json().code).toBe(
      'insufficient_user_authentication',
    );
    expect(await db.selectFrom('erasures').select('id').execute()).toEqual([]);
    // The log has stored the refusal once it is read, so that no later test finds it.
    await owner.get('/security_events/');
  });

  it('exports and erasures are in the audit log and the security log, without personal data', async () => {
    const other = await backend.addUser({ role: 'interpreter', first_name: 'Una', last_name: 'Ósk' });
    const pdf = await owner.get(`/privacy/people/${other.id}/export/?output=pdf`);
    expect([pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
      'application/pdf',
      '%PDF-',
    ]);
    const { id: erasure } = (await erase(other.id, other.email)).json();
    const { results } = (await owner.get(`/audit/?record=${other.id}`)).json();
    expect(results.map((entry: { act: string; after: unknown }) => [entry.act, entry.after]).toSorted()).toEqual([
      ['create', null],
      ['erase', { erasure }],
      ['export', null],
    ]);
    const events = (await owner.get('/security_events/')).json().results;
    expect(
      events.map((event: { event: string; subject: string; object: string }) => [
        event.event,
        event.subject,
        event.object,
      ]),
    ).toEqual([
      ['erased', other.id, null],
      ['export', other.id, 'person'],
    ]);
  });

  it('a legal hold refuses erasure and deletion, keeps recordings, and ends by itself or by an owner', async () => {
    const { id } = await addCustomer();
    const made = await hold(id, new Date(testStart.getTime() + 200 * day).toISOString());
    expect([made.statusCode, made.json()]).toEqual([
      201,
      expect.objectContaining({ person: id, reason: 'Court case 12', in_force: true, created_by_name: 'Olga Eigandi' }),
    ]);
    expect((await read(id)).refusal).toBe('legal_hold');
    expect((await erase(id, customerFacts.email)).json().code).toBe('legal_hold');
    expect((await owner.remove(`/users/${id}/`)).json().code).toBe('legal_hold');
    expect((await owner.get('/privacy/holds/')).json()).toMatchObject({ count: 1, results: [{ id: made.json().id }] });
    expect((await owner.get('/audit/?collection=legal_holds')).json().results[0]).toMatchObject({ act: 'hold' });

    backend.pass(91 * day);
    // A process that starts deletes what is over, and has ended that when it is closed.
    const other = await backend.app({ options: { appUrl: 'https://app.testland.example/' } });
    await other.ready();
    await other.close();
    const left = () => db.selectFrom('recordings').select('id').execute();
    expect(await left()).toHaveLength(1);
    const later = callsOf(app, await backend.openSession(person));
    expect((await later.post(`/privacy/holds/${made.json().id}/end/`)).statusCode).toBe(204);
    expect((await later.post(`/privacy/holds/${made.json().id}/end/`)).statusCode).toBe(404);
    expect((await erase(id, customerFacts.email, {}, later)).statusCode).toBe(200);
    expect(await left()).toEqual([]);
  });

  it('a legal hold that has ended refuses nothing, and one cannot end in the past', async () => {
    const { id, email } = await backend.addUser({ role: 'deaf' });
    expect((await hold(id, testStart.toISOString())).json().errors).toEqual({ ends: ['check_dates'] });
    await hold(id, new Date(testStart.getTime() + 1_000).toISOString());
    backend.pass(1_000);
    expect((await owner.get('/privacy/holds/')).json().count).toBe(0);
    expect((await erase(id, email)).statusCode).toBe(200);
  });

  it('an erasure keeps recordings that also concern a person under a legal hold, and says so before', async () => {
    const customer = await backend.addUser({ role: 'deaf' });
    const interpreter = await backend.addUser({ role: 'interpreter', email: 'una@testland.example' });
    await recorded('both', {
      customer_id: customer.id,
      interpreter_id: interpreter.id,
      started: testStart,
      note: 'kept',
    });
    await hold(customer.id);
    expect((await read(interpreter.id)).data).toContainEqual(
      expect.objectContaining({ kind: 'recordings', count: 1, held: 1 }),
    );
    const { counts }: Erasure = (await erase(interpreter.id, interpreter.email)).json();
    expect(counts).toContainEqual({ kind: 'recordings', handling: 'delete', count: 1, held: 1 });
    expect(await db.selectFrom('recordings').select('id').execute()).toHaveLength(1);
    const [request] = await db.selectFrom('interpretations').select(['note', 'interpreter_id']).execute();
    expect(request).toEqual({ note: 'kept', interpreter_id: null });
  });

  it('of two erasures at the same moment, one is done and recorded', async () => {
    const { id, email } = await backend.addUser({ role: 'interpreter' });
    const answers = await Promise.all([erase(id, email), erase(id, email), erase(id, email)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    expect(await db.selectFrom('erasures').select('id').execute()).toHaveLength(1);
  });

  it('somebody who signs in while they are erased has no session afterwards, and no data', async () => {
    const facts = { email: 'fljot@testland.example', name: 'Fljót Fannarsdóttir' };
    const given = { email: facts.email, first_name: 'Fljót', last_name: 'Fannarsdóttir', role: 'interpreter' as const };
    const { id } = await backend.addUser(given);
    const fast = await backend.app({ flags: { twoFactor: false } });
    const payload = { email: facts.email, password: 'Þögn er gull 2024' };
    const signIn = () => fast.inject({ method: 'POST', url: '/auth/login/', payload });
    const [erased, ...others] = await Promise.all([erase(id, facts.email), signIn(), signIn(), signIn()]);
    expect(erased.statusCode).toBe(200);
    expect(others.every(({ statusCode }) => statusCode < 500)).toBe(true);
    expect(await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([]);
    await noMailTo(facts.email);
    await owner.get('/security_events/');
    expect(await foundIn(db, facts)).toEqual([]);
  });

  it('what an erased person wrote to the logs at the same moment is erased soon after', async () => {
    const { id, email } = await backend.addUser({ role: 'interpreter', email: 'late@testland.example' });
    await erase(id, email);
    await noMailTo(email);
    const late = { at: testStart, person_id: id, person_email: email };
    await db
      .insertInto('security_events')
      .values({ ...late, event: 'sign_out', address: '198.51.100.78', request_id: 'late' })
      .execute();
    await db
      .insertInto('audit_entries')
      .values({ ...late, act: 'update', collection: 'interpretations', record_id: id, after: { note: 'written late' } })
      .execute();
    const facts = { email, address: '198.51.100.78', note: 'written late' };
    expect(await foundIn(db, facts)).toEqual(['email', 'address', 'note']);
    const other = await backend.app({ options: { appUrl: 'https://app.testland.example/' } });
    await other.ready();
    await other.close();
    expect(await foundIn(db, facts)).toEqual([]);
  });

  it('after a backup is restored, people are erased again by the list that was kept outside', async () => {
    const { id } = await addPartnerUser();
    const rows = await sql<{
      user: object;
    }>`select to_jsonb(users) - 'search_text' as user from users where id = ${id}`.execute(db);
    await erase(id, partnerFacts.email);
    const list = (await erasedPeople(db)).map((erased) => erased.id);
    expect(list).toEqual([id]);
    // The restored database has the person, but not the erasure.
    await db.deleteFrom('erased_people').execute();
    await sql`insert into users (id, email, first_name, last_name, role, created, phone)
      select id, email, first_name, last_name, role, created, phone
      from jsonb_populate_record(null::users, ${JSON.stringify(rows.rows[0]?.user)}::jsonb)`.execute(db);
    expect(await foundIn(db, { email: partnerFacts.email, name: 'pálmar' })).not.toEqual([]);
    expect(await eraseAgain(db, testStart, list)).toEqual([id]);
    expect(await foundIn(db, { email: partnerFacts.email, phone: partnerFacts.phone })).toEqual([]);
    expect(await eraseAgain(db, testStart, list)).toEqual([]);
  });

  it('the use of every column is stated, and a new column without a statement is named with the remedy', async () => {
    const columns = await columnsOf(db);
    expect(unmappedColumns(columns)).toEqual([]);
    expect(
      unmappedColumns([...columns, { table: 'users', column: 'birthday' }, { table: 'wishes', column: 'id' }]),
    ).toEqual([
      'The column users.birthday is named 0 times in server/resources/privacy/personalColumns.ts: name it once, as a fact about a person, a proof, an id of a person, or other. A fact also needs a source in sources.ts.',
      'The table wishes is missing in server/resources/privacy/personalColumns.ts: state the use of each of its columns.',
    ]);
  });
});

const onPostgres = hasPostgres ? describe : describe.skip;

onPostgres('npm run ops -- erase-again', () => {
  it('prints the list of erased people, and erases those of a list who came back', async () => {
    const { url, drop } = await createShared({ migrated: true });
    const database = await openDatabase({ url });
    const { id } = await addSignedIn(database.db, 'deaf');
    const list = join(mkdtempSync(join(tmpdir(), 'erased-')), 'list.txt');
    expect(await runEraseAgain(url, '--list')).toEqual({ code: 0, text: '' });
    writeFileSync(list, `${id}\n`);
    expect(await runEraseAgain(url, '--from', list)).toEqual({
      code: 0,
      text: `${id} was erased again.\nErased again: 1.\n`,
    });
    expect(await database.db.selectFrom('users').select('id').execute()).toEqual([]);
    expect(await runEraseAgain(url, '--list')).toEqual({ code: 0, text: `${id}\n` });
    expect((await runEraseAgain(url)).text).toBe('Nobody had to be erased again.\n');
    writeFileSync(list, 'anna@example.is');
    const refused = await runEraseAgain(url, '--from', list);
    expect([refused.code, refused.text]).toEqual([
      1,
      expect.stringContaining('"anna@example.is" is not the id of a person'),
    ]);
    await database.close();
    await drop();
  });
});
