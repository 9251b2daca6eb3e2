import { describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { generate } from 'otplib';
import type { SecurityEvent } from '../../contract/securityEvents.ts';
import { anyDatabase, testDeployment, testPassword, type TestBackend } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { softAuthenticator } from '../support/softAuthenticator.ts';
import { addInterpretation, addRecording } from '../support/recordings.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const day = 24 * 60 * 60_000;

const post = (app: FastifyInstance, url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'user-agent': firefox, ...headers },
    remoteAddress: '192.0.2.7',
  });

describe.each(anyDatabase)('the security log, on the %s database', (kind) => {
  const backend = backendOf(kind);

  /** An app, and what its security log answers to an owner, the oldest first. */
  const open = async (parts: Parameters<TestBackend['app']>[0] = {}) => {
    const app = await backend.app(parts);
    const signedIn = await backend.signedIn({ role: 'owner' });
    const owner = { ...callsOf(app, signedIn), ...signedIn };
    const log = async (query = ''): Promise<SecurityEvent[]> =>
      (await owner.get(`/security_events/?ordering=at&page_size=100${query}`)).json().results;
    const names = async (query = '') =>
      (await log(query)).map(({ event, reason }) => (reason ? `${event}: ${reason}` : event));
    return { app, owner, log, names };
  };

  it('has the sign-in of a person with time, address, device and request, and their sign-out', async () => {
    const { app, log } = await open({ flags: { twoFactor: false } });
    const { id, email } = await backend.addUser({ role: 'manager' });
    const answer = await post(
      app,
      '/auth/login/',
      { email, password: testPassword },
      { 'x-request-id': 'request-4711' },
    );
    await post(app, '/auth/logout/', {}, { authorization: `Token ${answer.json().token}` });
    expect(await log()).toEqual([
      {
        id: expect.any(Number),
        at: '2024-05-01T07:00:00.000Z',
        event: 'sign_in',
        reason: null,
        person: id,
        person_email: email,
        person_name: 'Sigríður Jónsdóttir',
        subject: null,
        subject_name: null,
        object: 'password',
        object_id: null,
        rows: null,
        columns: [],
        address: '192.0.2.7',
        user_agent: firefox,
        device: 'Firefox, Linux',
        request_id: 'request-4711',
      },
      expect.objectContaining({ event: 'sign_out', person: id, address: '192.0.2.7' }),
    ]);
  });

  it('has refused sign-ins with the reason, of the account if there is one, and keeps nothing that was typed', async () => {
    const { app, log } = await open();
    const { id, email } = await backend.addUser({ role: 'manager' });
    const suspended = await backend.addUser({ role: 'manager', suspended_at: new Date('2024-03-31T21:00:00Z') });
    await post(app, '/auth/login/', { email: 'a-password-in-the-wrong-field@example.org', password: 'wrong' });
    await post(app, '/auth/login/', { email: email.toUpperCase(), password: 'wrong password' });
    await post(app, '/auth/login/', { email: suspended.email, password: testPassword });
    const { otpToken } = (await post(app, '/auth/login/', { email, password: testPassword })).json();
    const wrong = backend.codeFor(email) === '123456' ? '123457' : '123456';
    await post(app, '/auth/otp/', { otpToken, code: wrong });
    await post(app, '/auth/otp/', { otpToken, code: backend.codeFor(email) });
    const events = await log();
    expect(events.map(({ event, reason, person }) => [event, reason, person])).toEqual([
      ['sign_in_refused', 'bad_credentials', null],
      ['sign_in_refused', 'bad_credentials', id],
      ['sign_in_refused', 'account_suspended', suspended.id],
      ['sign_in_refused', 'otp_wrong', id],
      ['sign_in', null, id],
    ]);
    for (const secret of ['wrong-field', 'wrong password', otpToken, wrong])
      expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('has one event a minute for an address that a throttle refuses again and again', async () => {
    const { app, names } = await open();
    for (let attempt = 0; attempt < 30; attempt += 1)
      await post(app, '/auth/login/', { email: 'nobody@example.org', password: 'wrong' });
    expect((await names()).filter((name) => name === 'sign_in_refused: too_many_requests')).toHaveLength(1);
  });

  it('has requested, chosen and changed passwords, and the password that was wrong', async () => {
    const options = { dashboardUrl: 'https://testland.example/' };
    const { app, owner, log, names } = await open({ options });
    const person = await backend.signedIn({ role: 'manager' });
    const chosen = { password: 'Blár himinn 77', password_confirmation: 'Blár himinn 77' };
    await post(app, '/auth/change_password/', { current_password: 'not this one', ...chosen }, person.headers);
    await post(app, '/auth/change_password/', { current_password: testPassword, ...chosen }, person.headers);
    await post(app, '/auth/forgot_password/', { email: person.email });
    await owner.post(`/users/${person.id}/request_password_reset/`);
    const mail = backend.sink.messages.findLast(({ to }) => to.includes(person.email));
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    // The second call comes too late, and a program that repeats it makes no further events.
    for (let times = 0; times < 3; times += 1)
      await post(app, '/auth/reset_password/', {
        token,
        password: 'Græn jörð 88',
        password_confirmation: 'Græn jörð 88',
      });
    expect(await names()).toEqual([
      'reauthentication_refused: password_wrong',
      'password_changed',
      'password_reset_requested',
      'password_reset_requested',
      'link_used',
      'password_changed',
      'link_refused: reset_link_expired',
    ]);
    expect((await log('&event[]=link_used')).map((event) => [event.person, event.object])).toEqual([
      [person.id, 'password_link'],
    ]);
    expect(JSON.stringify(await log())).not.toContain(token);
    expect((await log('&event[]=password_reset_requested')).map((event) => [event.person, event.subject])).toEqual([
      [person.id, null],
      [owner.id, person.id],
    ]);
    expect((await log('&event[]=password_changed')).map((event) => event.person)).toEqual([person.id, person.id]);
  });

  it('has proofs of identity before sensitive acts, also refused ones, and sessions that somebody ended', async () => {
    const { owner, log, app } = await open();
    const person = await backend.signedIn({ role: 'manager' });
    const asPerson = callsOf(app, person);
    await asPerson.post('/auth/reauthentication/', { current_password: 'not this one' });
    expect((await asPerson.post('/auth/reauthentication/', { current_password: testPassword })).statusCode).toBe(204);
    expect((await asPerson.post('/auth/sessions/end_others/')).statusCode).toBe(204);
    expect((await owner.remove(`/users/${person.id}/sessions/`)).statusCode).toBe(204);
    expect((await log()).map(({ event, reason, ...who }) => [event, reason, who.person, who.subject])).toEqual([
      ['reauthentication_refused', 'password_wrong', person.id, null],
      ['reauthentication', null, person.id, null],
      ['session_ended', null, person.id, null],
      ['session_ended', null, owner.id, person.id],
    ]);
  });

  it('has passkeys, authenticator apps and recovery codes: added, removed, replaced and used', async () => {
    const { app, log } = await open({ options: { dashboardUrl: 'https://testland.example/' } });
    const person = await backend.signedIn({ role: 'manager' });
    const asPerson = callsOf(app, person);
    const authenticator = softAuthenticator({ origin: 'https://testland.example' });
    const { options } = (await asPerson.post('/auth/passkeys/options/')).json();
    const added = await asPerson.post('/auth/passkeys/', { name: 'Laptop', response: authenticator.create(options) });
    const { options: asked } = (await post(app, '/auth/passkeys/challenge/', {})).json();
    await post(app, '/auth/passkeys/sign_in/', { response: authenticator.get(asked) });
    await asPerson.remove(`/auth/passkeys/${added.json().results[0].id}/`);
    const { secret } = (await asPerson.post('/auth/totp/')).json();
    const epoch = Date.parse('2024-05-01T07:00:00Z') / 1000;
    await asPerson.post('/auth/totp/confirm/', { code: await generate({ secret, epoch }) });
    const { codes } = (await asPerson.post('/auth/recovery_codes/')).json();
    const { otpToken } = (await post(app, '/auth/login/', { email: person.email, password: testPassword })).json();
    await post(app, '/auth/otp/', { otpToken, code: codes[0] });
    await asPerson.post('/auth/reauthentication/', { code: codes[1] });
    await asPerson.remove('/auth/totp/');
    const events = await log();
    expect(events.map(({ event, object }) => (object ? `${event}: ${object}` : event))).toEqual([
      'passkey_added',
      'sign_in: passkey',
      'passkey_removed',
      'totp_added',
      'recovery_codes_renewed',
      'sign_in: recovery_code',
      'recovery_code_used',
      'reauthentication: recovery_code',
      'recovery_code_used',
      'totp_removed',
    ]);
    expect(new Set(events.map((event) => event.person))).toEqual(new Set([person.id]));
    for (const used of [secret, codes[0], codes[1]]) expect(JSON.stringify(events)).not.toContain(used);
  });

  it('has calls that the role of a person does not allow, one a minute for each path, and forged links of files', async () => {
    const { app, log } = await open();
    const person = await backend.signedIn({ role: 'interpreter' });
    const calls = callsOf(app, person);
    for (let times = 0; times < 3; times += 1) expect((await calls.get('/audit/')).statusCode).toBe(403);
    await calls.remove('/contacts/00000000000000000000000a/');
    const forged = `/files/00000000000000000000000a/content/?expires=4102444800&session=${'A'.repeat(43)}&signature=${'A'.repeat(43)}`;
    expect((await app.inject(forged)).statusCode).toBe(404);
    const events = await log();
    expect(events.map(({ event, reason, object, person: id }) => [event, reason, object, id])).toEqual([
      ['access_refused', 'forbidden', '/audit/', person.id],
      ['access_refused', 'forbidden', '/contacts/:id/', person.id],
      ['link_refused', 'not_found', 'file_link', null],
    ]);
  });

  it('has suspensions, exported lists and exported reports', async () => {
    const { owner, log } = await open();
    const { id } = await backend.addUser({ role: 'interpreter' });
    const { etag } = (await owner.get(`/users/${id}/`)).json();
    await owner.post(`/users/${id}/suspend/`, { reason: 'On leave' }, { 'if-match': etag });
    expect((await owner.post('/exports/', { list: 'users/', rows: 12 })).statusCode).toBe(204);
    expect((await owner.post('/exports/', { list: 'https://example.org/', rows: 1 })).statusCode).toBe(400);
    const report = await owner.get('/report/?output=csv&from_day=2024-04-01&to_day=2024-04-30');
    expect(report.statusCode).toBe(200);
    const events = await log();
    expect(events.map(({ event, person, subject, object, rows }) => [event, person, subject, object, rows])).toEqual([
      ['suspended', owner.id, id, null, null],
      ['export', owner.id, null, 'users/', 12],
      ['export', owner.id, null, 'report', 0],
    ]);
  });

  it('has the first opening of a link to a recording, not each part that a player requests', async () => {
    const { app, owner, log } = await open({ flags: { recordings: true } });
    const { db } = backend.database;
    const id = await addRecording(db, await addInterpretation(db), { state: 'ready', seconds: 4, size: 1 });
    const { media } = (await owner.post(`/recordings/${id}/view/`)).json();
    expect(await log()).toEqual([]);
    for (const range of ['bytes=0-99', 'bytes=100-199'])
      expect((await app.inject({ url: `/${media.url}`, headers: { range } })).statusCode).toBe(206);
    expect(await log()).toEqual([
      expect.objectContaining({ event: 'file_opened', person: owner.id, object: 'recordings', object_id: id }),
    ]);
  });

  it('is filtered by event, person, address, request and days, and searched', async () => {
    const { app, owner, log } = await open({ flags: { twoFactor: false } });
    const { id, email } = await backend.addUser({ role: 'manager' });
    await post(app, '/auth/login/', { email, password: testPassword }, { 'x-request-id': 'request-one' });
    await log();
    backend.pass(2 * day);
    const later = callsOf(app, await backend.openSession(owner));
    await later.post('/exports/', { list: 'partners/', rows: 3 });
    const found = async (query: string): Promise<string[]> =>
      (await later.get(`/security_events/?ordering=at&${query}`))
        .json()
        .results.map(({ event }: SecurityEvent) => event);
    expect(await found('')).toEqual(['sign_in', 'export']);
    expect(await found('event[]=export&event[]=suspended')).toEqual(['export']);
    expect(await found(`person=${id}`)).toEqual(['sign_in']);
    expect(await found('address=192.0.2.7')).toEqual(['sign_in']);
    expect(await found('address=192.0.2.8')).toEqual([]);
    expect(await found('request_id=request-one')).toEqual(['sign_in']);
    expect(await found('search=192.0.2')).toEqual(['sign_in']);
    expect(await found('to_day=2024-05-01')).toEqual(['sign_in']);
    expect(await found('from_day=2024-05-02')).toEqual(['export']);
  });

  it('is read by owners only', async () => {
    const app = await backend.app();
    for (const role of ['manager', 'interpreter'] as const)
      expect((await callsOf(app, await backend.signedIn({ role })).get('/security_events/')).statusCode).toBe(403);
  });

  it('loses events after the days of the manifest', async () => {
    const deployment = { ...testDeployment, retention: { ...testDeployment.retention, security_events: 30 } };
    const { owner, names } = await open({ deployment });
    await owner.post('/exports/', { list: 'users/', rows: 1 });
    expect(await names()).toEqual(['export']);
    backend.pass(31 * day);
    // Other options start a new process, whose housekeeping runs at its start.
    const later = callsOf(await backend.app({ deployment, options: {} }), await backend.signedIn());
    const count = async (): Promise<number> => (await later.get('/security_events/')).json().count;
    while ((await count()) > 0) await new Promise((again) => setTimeout(again, 20));
  });

  it('never fails a call: events wait for a database that refuses them, and are stored later', async () => {
    const { app, names } = await open({ flags: { twoFactor: false } });
    const { db } = backend.database;
    const { email } = await backend.addUser({ role: 'manager' });
    await db.schema.alterTable('security_events').renameTo('security_events_away').execute();
    const answer = await post(app, '/auth/login/', { email, password: testPassword });
    await db.schema.alterTable('security_events_away').renameTo('security_events').execute();
    expect(answer.statusCode).toBe(200);
    expect(await names()).toEqual(['sign_in']);
  });
});
