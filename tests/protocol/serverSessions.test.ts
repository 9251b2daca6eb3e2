import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { anyDatabase, testDeployment, testPassword } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const minute = 60_000;
const hour = 60 * minute;
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

describe.each(anyDatabase)('sessions, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  let app: FastifyInstance;
  beforeEach(async () => {
    app = await backend.app({ flags: { twoFactor: false } });
  });
  afterEach(async () => {
    await backend.mailsAreSent();
    await backend.reset();
  });

  type Person = { id: string; email: string };
  const signIn = async (person: Person, userAgent: string, deviceToken?: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/auth/login/',
      headers: { 'user-agent': userAgent },
      payload: { email: person.email, password: testPassword, ...(deviceToken ? { deviceToken } : {}) },
    });
    const { token, deviceToken: device } = answer.json();
    const signedIn = { ...person, headers: { authorization: `Token ${token}` } };
    return { ...callsOf(app, signedIn), device: device as string };
  };
  const isOpen = async (calls: Pick<ReturnType<typeof callsOf>, 'get'>) =>
    (await calls.get('/auth/me/')).statusCode === 200;
  const subjectsTo = async (email: string) => {
    await backend.mailsAreSent();
    return backend.sink.messages.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
  };

  it('are listed with device, sign-in and last use, and the own one is marked', async () => {
    const person = await backend.addUser({ role: 'interpreter' });
    const phone = await signIn(person, safari);
    backend.pass(2 * hour);
    const desk = await signIn(person, firefox);
    backend.pass(5 * minute);
    await phone.get('/auth/me/');
    backend.pass(minute / 2);
    await desk.get('/auth/me/');
    const { results } = (await desk.get('/auth/sessions/')).json();
    const id = expect.stringMatching(/^[0-9a-f]{24}$/);
    expect(results).toEqual([
      {
        id,
        browser: 'Firefox',
        system: 'Windows',
        is_current: true,
        started: '2024-05-01T09:00:00.000Z',
        used: '2024-05-01T09:05:30.000Z',
      },
      {
        id,
        browser: 'Safari',
        system: 'iOS',
        is_current: false,
        started: '2024-05-01T07:00:00.000Z',
        used: '2024-05-01T09:05:00.000Z',
      },
    ]);
  });

  it('are ended one by one, and all but the own one', async () => {
    const person = await backend.addUser();
    const [desk, phone, tablet] = [
      await signIn(person, firefox),
      await signIn(person, safari),
      await signIn(person, safari),
    ];
    const others = async () =>
      (await desk.get('/auth/sessions/'))
        .json()
        .results.filter((session: { is_current: boolean }) => !session.is_current);
    const [first] = await others();
    expect((await desk.remove(`/auth/sessions/${first.id}/`)).statusCode).toBe(204);
    expect(await others()).toHaveLength(1);
    expect((await desk.remove(`/auth/sessions/${first.id}/`)).json().code).toBe('not_found');
    expect((await desk.post('/auth/sessions/end_others/')).statusCode).toBe(204);
    expect([await isOpen(desk), await isOpen(phone), await isOpen(tablet)]).toEqual([true, false, false]);
    const acts = (await desk.get(`/audit/?record=${person.id}`)).json().results.map(({ act }: { act: string }) => act);
    expect(acts.toSorted()).toEqual(['create', 'end_session', 'end_sessions']);
  });

  it('of somebody else cannot be ended by knowing their id', async () => {
    const [person, other] = [await backend.addUser(), await backend.addUser()];
    const calls = await signIn(person, firefox);
    const [{ id }] = (await calls.get('/auth/sessions/')).json().results;
    const refused = await (await signIn(other, firefox)).remove(`/auth/sessions/${id}/`);
    expect(refused.json().code).toBe('not_found');
    expect(await isOpen(calls)).toBe(true);
  });

  it('of a person are ended by owners, and the person gets an e-mail', async () => {
    const person = await backend.addUser({ role: 'manager', language: 'en' });
    const owner = callsOf(app, await backend.signedIn());
    const [desk, phone] = [await signIn(person, firefox), await signIn(person, safari)];
    const { sessions } = (await owner.get(`/users/${person.id}/sign_ins/`)).json();
    expect(sessions).toMatchObject([{ browser: expect.any(String) }, { browser: expect.any(String) }]);
    const ofPhone = sessions.find(({ browser }: { browser: string }) => browser === 'Safari').id;
    expect((await owner.remove(`/users/${person.id}/sessions/${ofPhone}/`)).statusCode).toBe(204);
    expect([await isOpen(desk), await isOpen(phone)]).toEqual([true, false]);
    expect((await owner.remove(`/users/${person.id}/sessions/`)).statusCode).toBe(204);
    expect(await isOpen(desk)).toBe(false);
    expect((await owner.remove(`/users/${person.id}/sessions/`)).json().code).toBe('not_found');
    const subject = 'Your sessions at Brú & Co were ended';
    expect((await subjectsTo(person.email)).filter((each) => each === subject)).toHaveLength(2);
    const { results } = (await owner.get(`/audit/?record=${person.id}&act=end_sessions`)).json();
    expect(results).toMatchObject([{ collection: 'users', person_email: expect.any(String) }]);
    const events = (await owner.get('/security_events/?event[]=session_ended')).json().results;
    expect(events).toMatchObject([{ subject: person.id }, { subject: person.id }]);
  });

  it.each([
    ['a manager', 'manager', 'interpreter', [403, 'forbidden']],
    ['a manager, of an owner', 'manager', 'owner', [404, 'not_found']],
    ['an interpreter', 'interpreter', 'manager', [403, 'forbidden']],
  ] as const)('are not ended by %s', async (_, role, ofRole, refusal) => {
    const person = await backend.addUser({ role: ofRole });
    const calls = await signIn(person, firefox);
    const refused = await callsOf(app, await backend.signedIn({ role })).remove(`/users/${person.id}/sessions/`);
    expect([refused.statusCode, refused.json().code]).toEqual(refusal);
    expect(await isOpen(calls)).toBe(true);
  });

  describe('where the deployment limits them to 8 hours, and to 15 minutes without use', () => {
    beforeEach(async () => {
      const sessions = { longest: 8 * hour, idle: 15 * minute };
      app = await backend.app({ deployment: { ...testDeployment, sessions }, flags: { twoFactor: false } });
    });

    it('end after 15 minutes without a call', async () => {
      const calls = await signIn(await backend.addUser(), firefox);
      backend.pass(14 * minute);
      expect(await isOpen(calls)).toBe(true);
      backend.pass(14 * minute);
      expect(await isOpen(calls)).toBe(true);
      backend.pass(15 * minute);
      expect(await isOpen(calls)).toBe(false);
    });

    it('end after 8 hours, however much they are used', async () => {
      const calls = await signIn(await backend.addUser(), firefox);
      for (let quarters = 0; quarters < 47; quarters += 1) {
        backend.pass(10 * minute);
        await calls.get('/auth/me/');
      }
      expect(await isOpen(calls)).toBe(true);
      backend.pass(10 * minute);
      expect(await isOpen(calls)).toBe(false);
    });
  });

  describe('of a new device', () => {
    const subject = 'A new device signed in to your Brú & Co account';

    it('are reported by e-mail, with the device and the time in the country', async () => {
      const person = await backend.addUser({ language: 'en' });
      await signIn(person, firefox);
      backend.pass(hour);
      await signIn(person, safari);
      expect(await subjectsTo(person.email)).toEqual([subject]);
      const [mail] = backend.sink.messages;
      expect(mail?.text).toContain('Device: Safari, iOS');
      expect(mail?.text).toContain('Time: 01-05-2024 11:00');
    });

    it('are not told for the first device of an account, and not for one that is known', async () => {
      const person = await backend.addUser({ language: 'en' });
      const { device } = await signIn(person, firefox);
      await signIn(person, safari, device);
      expect(await subjectsTo(person.email)).toEqual([]);
    });
  });
});
