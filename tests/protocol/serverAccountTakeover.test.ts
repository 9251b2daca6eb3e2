import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { languages } from '../../contract/languages.ts';
import { anyDatabase, type SignedIn, startBackend, testPassword, type TestBackend } from '../support/backend.ts';
import { callsOf } from '../support/calls.ts';
import { chooseIn, dashboardUrl, type NationalIdServer, startNationalId } from '../support/nationalId.ts';

const victimsAddress = 'rut@testland.example';
const thiefsAddress = 'thief@elsewhere.example';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const people = [
  { subject: 'IS-1', name: 'Rut', note: '', email: victimsAddress, isEmailVerified: true },
  { subject: 'IS-2', name: 'Thief', note: '', email: thiefsAddress, isEmailVerified: true },
];

describe.each(anyDatabase)('account takeover, on the %s database', (kind) => {
  let backend: TestBackend;
  let nationalId: NationalIdServer;
  let app: FastifyInstance;
  beforeAll(async () => {
    [backend, nationalId] = await Promise.all([startBackend(kind), startNationalId(people)]);
  });
  beforeEach(async () => {
    app = await backend.app({
      flags: { nationalId: true, twoFactor: false },
      options: { openid: nationalId.settings, dashboardUrl },
    });
  });
  afterEach(async () => {
    await backend.mailsAreSent();
    await backend.reset();
  });
  afterAll(async () => {
    await nationalId.stop();
    await backend.close();
  });

  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  const outcomeOf = (answer: Awaited<ReturnType<typeof post>>) => [answer.statusCode, answer.json().code];
  const login = (email: string, password = testPassword) => post('/auth/login/', { email, password });
  const isSignedIn = async (person: SignedIn) => (await callsOf(app, person).get('/auth/me/')).statusCode === 200;
  const addressOf = async (id: string) =>
    (await backend.database.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())?.email;

  const mailsTo = async (email: string) => {
    await backend.mailsAreSent();
    return backend.sink.messages.filter(({ to }) => to.includes(email));
  };
  const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
  /** The token of the latest link to a dashboard page that was mailed to an address. */
  const tokenFor = async (email: string, page: string) => {
    await backend.mailsAreSent();
    const { text } = await backend.sink.waitFor(({ to, text: said }) => to.includes(email) && said.includes(page));
    return new URL(/https:\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '';
  };
  const signInWithId = async (name: string) => {
    const { authorization_url, openidToken } = (await post('/auth/openid/start/', {})).json();
    return post('/auth/openid/', { ...(await chooseIn(authorization_url, name)), openidToken });
  };
  const linkId = async (name: string, email: string) => {
    expect(outcomeOf(await signInWithId(name))).toEqual([403, 'national_id_unconfirmed']);
    return post('/auth/openid/confirm/', { token: await tokenFor(email, 'auth/confirm-national-id') });
  };
  const newVictim = () => backend.signedIn({ email: victimsAddress, role: 'owner', language: 'en' });
  /** Changes a person's e-mail and confirms the new address. */
  const change = async (person: SignedIn, email: string) => {
    const asked = await callsOf(app, person).post('/auth/email/', { email });
    expect(asked.statusCode).toBe(200);
    return post('/auth/email/confirm/', { token: await tokenFor(email, 'auth/confirm-email') });
  };

  describe('from a screen that was left unlocked', () => {
    it('is not possible by changing the e-mail and signing in with another national ID', async () => {
      const victim = await newVictim();
      const calls = callsOf(app, victim);
      const { etag } = (await calls.get(`/users/${victim.id}/`)).json();
      await calls.patch(`/users/${victim.id}/`, etag, { email: thiefsAddress });
      const thiefs = await signInWithId('Thief');
      expect(outcomeOf(thiefs)).toEqual([403, 'national_id_unknown']);
      expect(await addressOf(victim.id)).toBe(victimsAddress);
      expect((await linkId('Rut', victimsAddress)).statusCode).toBe(204);
      expect((await signInWithId('Rut')).json().user).toMatchObject({ id: victim.id });
    });

    it('is not possible by changing the e-mail and requesting a new password', async () => {
      const victim = await newVictim();
      const calls = callsOf(app, victim);
      const { etag, can } = (await calls.get(`/users/${victim.id}/`)).json();
      expect(can).toMatchObject({ update: true, change_email: false });
      const changed = await calls.patch(`/users/${victim.id}/`, etag, { email: thiefsAddress });
      expect([...outcomeOf(changed), changed.json().errors]).toEqual([403, 'not_oneself', { email: ['not_oneself'] }]);
      await post('/auth/forgot_password/', { email: thiefsAddress });
      expect(await subjectsTo(thiefsAddress)).toEqual([]);
    });

    it('is prevented: changing the e-mail requires a proof of the last ten minutes', async () => {
      const victim = await newVictim();
      backend.pass(10 * minute);
      const refused = await callsOf(app, victim).post('/auth/email/', { email: thiefsAddress });
      expect(outcomeOf(refused)).toEqual([403, 'insufficient_user_authentication']);
      expect((await callsOf(app, victim).get('/auth/email/')).json()).toEqual({ email: victimsAddress, pending: null });
      expect(backend.sink.messages).toEqual([]);
    });
  });

  describe('by staff', () => {
    it('is not possible for a manager on another or a former manager', async () => {
      const manager = await backend.signedIn({ role: 'manager' });
      const calls = callsOf(app, manager);
      const victim = await backend.addUser({ email: victimsAddress, role: 'manager' });
      const url = `/users/${victim.id}/`;
      const changeTo = async (changes: object) => calls.patch(url, (await calls.get(url)).json().etag, changes);
      const refused = await changeTo({ email: thiefsAddress });
      expect([...outcomeOf(refused), refused.json().errors]).toEqual([403, 'forbidden', { email: ['forbidden'] }]);
      expect((await changeTo({ email: thiefsAddress, role: 'interpreter' })).statusCode).toBe(403);
      expect((await changeTo({ role: 'interpreter' })).json().can.change_email).toBe(false);
      expect((await changeTo({ email: thiefsAddress })).statusCode).toBe(403);
      await calls.post(`${url}request_password_reset/`);
      expect(await subjectsTo(thiefsAddress)).toEqual([]);
      expect(await addressOf(victim.id)).toBe(victimsAddress);
    });

    it('is limited by permissions: owners may change everybody’s e-mail but their own', async () => {
      const roles = ['interpreter', 'deaf', 'partner', 'manager'] as const;
      const users = await Promise.all(roles.map((role) => backend.addUser({ role })));
      const may = async (role: 'manager' | 'owner') => {
        const calls = callsOf(app, await backend.signedIn({ role }));
        const read = await Promise.all(users.map(async ({ id }) => (await calls.get(`/users/${id}/`)).json()));
        return read.map(({ can }) => can.change_email);
      };
      expect(await may('manager')).toEqual([true, true, true, false]);
      expect(await may('owner')).toEqual([true, true, true, true]);
    });

    it('notifies both addresses of an interpreter, whose sessions, links and national IDs end', async () => {
      const calls = callsOf(app, await backend.signedIn({ role: 'manager' }));
      const victim = await backend.signedIn({ email: victimsAddress, role: 'interpreter', language: 'en' });
      expect((await linkId('Rut', victimsAddress)).statusCode).toBe(204);
      const session = await backend.openSession(victim);
      await post('/auth/forgot_password/', { email: victimsAddress });
      const reset = await tokenFor(victimsAddress, 'auth/reset-password');
      await callsOf(app, session).post('/auth/email/', { email: 'a@b.example' });
      const pending = await tokenFor('a@b.example', 'auth/confirm-email');
      const url = `/users/${victim.id}/`;
      const { etag } = (await calls.get(url)).json();
      expect((await calls.patch(url, etag, { email: 'new@testland.example' })).statusCode).toBe(200);
      expect(await isSignedIn(session)).toBe(false);
      const password = { password: 'a new password', password_confirmation: 'a new password' };
      expect(outcomeOf(await post('/auth/reset_password/', { token: reset, ...password }))).toEqual([
        400,
        'reset_link_expired',
      ]);
      expect(outcomeOf(await post('/auth/email/confirm/', { token: pending }))).toEqual([400, 'email_link_expired']);
      expect(outcomeOf(await signInWithId('Rut'))).toEqual([403, 'national_id_unknown']);
      expect(await subjectsTo(victimsAddress)).toContain('This address no longer belongs to your Brú & Co account');
      expect(await subjectsTo('new@testland.example')).toEqual([
        'This is now the e-mail address of your Brú & Co account',
      ]);
    });
  });

  describe('one’s own e-mail', () => {
    it('changes once the new address is confirmed; the requesting session continues, other sessions and links end', async () => {
      const person = await newVictim();
      const other = await backend.openSession(person);
      await post('/auth/forgot_password/', { email: victimsAddress });
      const reset = await tokenFor(victimsAddress, 'auth/reset-password');
      const asked = await callsOf(app, person).post('/auth/email/', { email: ' New@Testland.example ' });
      expect(asked.json()).toEqual({
        email: victimsAddress,
        pending: { email: 'new@testland.example', expires: '2024-05-02T07:00:00.000Z' },
      });
      expect(await addressOf(person.id)).toBe(victimsAddress);
      expect((await login(victimsAddress)).statusCode).toBe(200);
      const token = await tokenFor('new@testland.example', 'auth/confirm-email');
      const answers = await Promise.all([1, 2, 3].map(() => post('/auth/email/confirm/', { token })));
      expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
      expect((await callsOf(app, person).get('/auth/email/')).json()).toEqual({
        email: 'new@testland.example',
        pending: null,
      });
      expect(await isSignedIn(other)).toBe(false);
      const password = { password: 'a new password', password_confirmation: 'a new password' };
      expect((await post('/auth/reset_password/', { token: reset, ...password })).statusCode).toBe(400);
      expect((await login(victimsAddress)).json().code).toBe('bad_credentials');
      expect((await login('new@testland.example')).statusCode).toBe(200);
      expect(await subjectsTo(victimsAddress)).toContain('The e-mail address of your Brú & Co account was changed');
      expect(await subjectsTo('new@testland.example')).toEqual([
        'Confirm your new e-mail address for Brú & Co',
        'This is now the e-mail address of your Brú & Co account',
      ]);
    });

    it('is not changed by a link that expired, was replaced or cancelled, or whose address was taken meanwhile', async () => {
      const person = await newVictim();
      const calls = callsOf(app, person);
      const ask = async (email: string) => {
        await calls.post('/auth/email/', { email });
        return tokenFor(email, 'auth/confirm-email');
      };
      const confirm = async (token: string) => outcomeOf(await post('/auth/email/confirm/', { token }));
      const first = await ask('one@testland.example');
      const second = await ask('two@testland.example');
      expect(await confirm(first)).toEqual([400, 'email_link_expired']);
      expect((await calls.remove('/auth/email/')).statusCode).toBe(204);
      expect(await confirm(second)).toEqual([400, 'email_link_expired']);
      const third = await ask('three@testland.example');
      await backend.addUser({ email: 'three@testland.example' });
      expect(await confirm(third)).toEqual([409, 'email_taken']);
      const fourth = await ask('four@testland.example');
      backend.pass(day);
      expect(await confirm(fourth)).toEqual([400, 'email_link_expired']);
      expect(await addressOf(person.id)).toBe(victimsAddress);
    });

    it('cannot be an address in use', async () => {
      const other = await backend.addUser();
      const calls = callsOf(app, await newVictim());
      const asked = await calls.post('/auth/email/', { email: other.email });
      expect([...outcomeOf(asked), asked.json().errors]).toEqual([409, 'email_taken', { email: ['email_taken'] }]);
    });
  });

  describe('the undo link at the former address', () => {
    it('restores it, ends all access of the attacker, and lets the person choose a password', async () => {
      const victim = await newVictim();
      expect((await change(victim, thiefsAddress)).statusCode).toBe(204);
      expect((await linkId('Thief', thiefsAddress)).statusCode).toBe(204);
      const thief = { ...victim, headers: { authorization: `Token ${(await signInWithId('Thief')).json().token}` } };
      expect(await isSignedIn(thief)).toBe(true);
      await post('/auth/forgot_password/', { email: thiefsAddress });
      const reset = await tokenFor(thiefsAddress, 'auth/reset-password');
      expect((await change(thief, 'second@elsewhere.example')).statusCode).toBe(204);
      const thiefsUndo = await tokenFor(thiefsAddress, 'auth/undo-email');

      backend.pass(6 * day);
      const undone = await post('/auth/email/undo/', { token: await tokenFor(victimsAddress, 'auth/undo-email') });
      expect([undone.statusCode, undone.json()]).toEqual([
        200,
        { token: expect.stringMatching(/^[\w-]{43}$/), expires: '2024-05-07T08:00:00.000Z' },
      ]);
      expect(await addressOf(victim.id)).toBe(victimsAddress);
      expect([await isSignedIn(victim), await isSignedIn(thief)]).toEqual([false, false]);
      expect(outcomeOf(await signInWithId('Thief'))).toEqual([403, 'national_id_unknown']);
      expect((await login(victimsAddress)).json().code).toBe('bad_credentials');
      expect(outcomeOf(await post('/auth/email/undo/', { token: thiefsUndo }))).toEqual([400, 'email_undo_expired']);
      const password = { password: 'a new password', password_confirmation: 'a new password' };
      expect((await post('/auth/reset_password/', { token: reset, ...password })).statusCode).toBe(400);
      expect((await post('/auth/reset_password/', { token: undone.json().token, ...password })).statusCode).toBe(204);
      expect((await login(victimsAddress, 'a new password')).statusCode).toBe(200);
      expect((await subjectsTo(victimsAddress)).slice(-2)).toEqual([
        'Your e-mail address for Brú & Co has been put back',
        'Your password for Brú & Co was changed',
      ]);
      expect((await subjectsTo('second@elsewhere.example')).at(-1)).toBe(
        'This address no longer belongs to your Brú & Co account',
      );
    });

    it('works once, for seven days, and not after staff have set the address', async () => {
      const victim = await newVictim();
      await change(victim, 'new@testland.example');
      const token = await tokenFor(victimsAddress, 'auth/undo-email');
      const undo = async () => outcomeOf(await post('/auth/email/undo/', { token }));
      backend.pass(7 * day);
      expect(await undo()).toEqual([400, 'email_undo_expired']);
      await backend.mailsAreSent();
      await backend.reset();
      const again = await newVictim();
      await change(again, 'new@testland.example');
      const other = await tokenFor(victimsAddress, 'auth/undo-email');
      const calls = callsOf(app, await backend.signedIn());
      const { etag } = (await calls.get(`/users/${again.id}/`)).json();
      await calls.patch(`/users/${again.id}/`, etag, { email: 'third@testland.example' });
      expect(outcomeOf(await post('/auth/email/undo/', { token: other }))).toEqual([400, 'email_undo_expired']);
    });

    it('unlinks national IDs linked meanwhile when the person changes the address back themselves', async () => {
      const victim = await newVictim();
      await change(victim, thiefsAddress);
      await linkId('Thief', thiefsAddress);
      const signedIn = await backend.openSession({ id: victim.id, email: thiefsAddress });
      expect((await change(signedIn, victimsAddress)).statusCode).toBe(204);
      expect(outcomeOf(await signInWithId('Thief'))).toEqual([403, 'national_id_unknown']);
      expect((await callsOf(app, signedIn).get('/auth/national_ids/')).json()).toEqual({ results: [] });
    });
  });

  describe('national IDs', () => {
    it('sign nobody in before the mailed link is opened, once and in time', async () => {
      const person = await newVictim();
      expect(outcomeOf(await signInWithId('Rut'))).toEqual([403, 'national_id_unconfirmed']);
      const token = await tokenFor(victimsAddress, 'auth/confirm-national-id');
      expect(outcomeOf(await signInWithId('Rut'))).toEqual([403, 'national_id_unconfirmed']);
      const confirm = (given: string) => post('/auth/openid/confirm/', { token: given });
      backend.pass(hour);
      expect(outcomeOf(await confirm(token))).toEqual([400, 'national_id_link_expired']);
      expect((await linkId('Rut', victimsAddress)).statusCode).toBe(204);
      expect(await isSignedIn(person)).toBe(false);
      expect((await signInWithId('Rut')).json().user.id).toBe(person.id);
      expect(await subjectsTo(victimsAddress)).toContain('A national ID was linked to your Brú & Co account');
    });

    it('are listed and unlinked by the person; other sessions end, with a mail and an audit log entry', async () => {
      const person = await newVictim();
      await linkId('Rut', victimsAddress);
      const here = await backend.openSession(person);
      const elsewhere = await backend.openSession(person);
      const calls = callsOf(app, here);
      const { results } = (await calls.get('/auth/national_ids/')).json();
      expect(results).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f]{24}$/),
          issuer: nationalId.settings.issuer,
          linked: '2024-05-01T07:00:00.000Z',
        },
      ]);
      const url = `/auth/national_ids/${results[0].id}/`;
      const stranger = callsOf(app, await backend.signedIn({ role: 'interpreter' }));
      expect((await stranger.remove(url)).statusCode).toBe(404);
      expect((await calls.remove(url)).statusCode).toBe(204);
      expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
      expect(outcomeOf(await signInWithId('Rut'))).toEqual([403, 'national_id_unconfirmed']);
      const trail = (await calls.get(`/audit/?record=${person.id}&ordering=at&to=2024-12-30T22:00:00Z`)).json().results;
      expect(trail.map(({ act }: { act: string }) => act)).toEqual(['link_national_id', 'unlink_national_id']);
      expect(await subjectsTo(victimsAddress)).toEqual(
        expect.arrayContaining([
          'A national ID was linked to your Brú & Co account',
          'A national ID was unlinked from your Brú & Co account',
        ]),
      );
    });

    it.each([
      ['manager', 'interpreter', 204],
      ['manager', 'manager', 403],
      ['owner', 'manager', 204],
    ] as const)('are unlinked by a %s from a %s: %i', async (role, of, status) => {
      const person = await backend.signedIn({ email: victimsAddress, role: of, language: 'en' });
      await linkId('Rut', victimsAddress);
      const session = await backend.openSession(person);
      const calls = callsOf(app, await backend.signedIn({ role }));
      const url = `/users/${person.id}/national_ids/`;
      const { results } = (await calls.get(url)).json();
      expect(results).toHaveLength(1);
      expect((await calls.remove(`${url}${results[0].id}/`)).statusCode).toBe(status);
      expect(await isSignedIn(session)).toBe(status !== 204);
      expect((await calls.get(url)).json().results).toHaveLength(status === 204 ? 0 : 1);
    });

    it('of an owner are hidden from managers', async () => {
      const owner = await newVictim();
      const calls = callsOf(app, await backend.signedIn({ role: 'manager' }));
      expect((await calls.get(`/users/${owner.id}/national_ids/`)).statusCode).toBe(404);
    });
  });

  it('stops with a change of role: sessions end, and the person is notified', async () => {
    const person = await backend.signedIn({ email: victimsAddress, role: 'interpreter', language: 'en' });
    await callsOf(app, person).post('/auth/email/', { email: 'a@b.example' });
    const pending = await tokenFor('a@b.example', 'auth/confirm-email');
    await post('/auth/forgot_password/', { email: victimsAddress });
    await tokenFor(victimsAddress, 'auth/reset-password');
    const calls = callsOf(app, await backend.signedIn());
    const { etag } = (await calls.get(`/users/${person.id}/`)).json();
    await calls.patch(`/users/${person.id}/`, etag, { role: 'manager' });
    expect(await isSignedIn(person)).toBe(false);
    expect(outcomeOf(await post('/auth/email/confirm/', { token: pending }))).toEqual([400, 'email_link_expired']);
    expect(await backend.database.db.selectFrom('mailed_links').selectAll().execute()).toEqual([]);
    const mail = await backend.sink.waitFor(({ subject }) => subject === 'Your account with Brú & Co has another role');
    expect([mail.to, mail.text]).toEqual([[victimsAddress], expect.stringContaining('another role: Manager')]);
  });

  it('stops with a change of one’s own password: other sessions, links, and the unconfirmed change end', async () => {
    const person = await newVictim();
    const calls = callsOf(app, person);
    const other = await backend.openSession(person);
    await calls.post('/auth/email/', { email: 'a@b.example' });
    const pending = await tokenFor('a@b.example', 'auth/confirm-email');
    const password = { password: ' a new password ', password_confirmation: ' a new password ' };
    await calls.post('/auth/change_password/', { current_password: testPassword, ...password });
    expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([true, false]);
    expect(outcomeOf(await post('/auth/email/confirm/', { token: pending }))).toEqual([400, 'email_link_expired']);
    // A password is used as typed, including spaces.
    const proved = await calls.post('/auth/reauthentication/', { current_password: password.password });
    expect(proved.statusCode).toBe(204);
  });

  it.each(languages)('is notified in the person’s own language (%s)', async (language) => {
    const person = await backend.signedIn({ email: victimsAddress, role: 'owner', language });
    await change(person, thiefsAddress);
    await linkId('Thief', thiefsAddress);
    await post('/auth/email/undo/', { token: await tokenFor(victimsAddress, 'auth/undo-email') });
    await backend.mailsAreSent();
    const mails = backend.sink.messages.map(({ subject, text, html }) => `${subject} ${text} ${html}`);
    expect(mails.length).toBeGreaterThanOrEqual(6);
    for (const mail of mails) {
      expect(mail).toContain('Brú & Co');
      expect(mail).not.toMatch(/[{}]|undefined|NaN/);
    }
    expect(mails.join()).toContain('7 ');
  });

  it('is notified at the former address, with the new address and the time limit of the undo link', async () => {
    await change(await newVictim(), thiefsAddress);
    const text = (await mailsTo(victimsAddress))[0]?.text;
    expect(text).toContain('The e-mail address of your account is now thief@elsewhere.example.');
    expect(text).toContain('The link works for 7 days.');
  });
});
