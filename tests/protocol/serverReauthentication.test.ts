import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { anyDatabase, type SignedIn, testPassword, type TestBackend } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const minute = 60_000;
const dashboardUrl = 'https://testland.example/';
const refusal = [403, 'insufficient_user_authentication'];

describe.each(anyDatabase)('authentication before sensitive acts, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  let app: FastifyInstance;
  beforeEach(async () => {
    app = await backend.app({ options: { dashboardUrl } });
  });
  afterEach(async () => {
    await backend.mailsAreSent();
    await backend.reset();
  });

  type Answer = Awaited<ReturnType<ReturnType<typeof callsOf>['post']>>;
  const outcomeOf = (answer: Answer) => [answer.statusCode, answer.json().code];
  const prove = (person: SignedIn, proof: object = { current_password: testPassword }) =>
    callsOf(app, person).post('/auth/reauthentication/', proof);
  /** Somebody who has signed in ten minutes ago. */
  const signedInBefore = async (values?: Parameters<TestBackend['signedIn']>[0]) => {
    const person = await backend.signedIn(values);
    backend.pass(10 * minute);
    return person;
  };

  /** The sensitive acts on a user, or on oneself. */
  const acts: [string, (person: SignedIn) => Promise<Answer>][] = [
    ['a change of one’s own e-mail', (person) => callsOf(app, person).post('/auth/email/', { email: 'new@b.example' })],
    ['a change of a role', (person) => changeOther(person, { role: 'manager' })],
    ['a change of somebody’s e-mail', (person) => changeOther(person, { email: 'other@b.example' })],
    ['adding a manager', (person) => addUser(person, 'manager')],
    ['adding an owner', (person) => addUser(person, 'owner')],
    ['an export of the users', (person) => callsOf(app, person).post('/exports/', { list: 'users/', rows: 3 })],
  ];
  const changeOther = async (person: SignedIn, changes: object) => {
    const other = await backend.addUser({ role: 'interpreter' });
    const calls = callsOf(app, person);
    return calls.patch(`/users/${other.id}/`, (await calls.get(`/users/${other.id}/`)).json().etag, changes);
  };
  const addUser = (person: SignedIn, role: string) =>
    callsOf(app, person).post('/users/', { email: `${role}@b.example`, first_name: 'Una', last_name: 'Ósk', role });

  it.each(acts)('%s needs a proof of the last ten minutes, and the sign-in counts', async (_, act) => {
    const person = await backend.signedIn();
    backend.pass(10 * minute - 1);
    expect((await act(person)).statusCode).toBeLessThan(300);
  });

  it.each(acts)('%s is refused without one, and done after it', async (_, act) => {
    const person = await signedInBefore();
    expect(outcomeOf(await act(person))).toEqual(refusal);
    expect((await prove(person)).statusCode).toBe(204);
    expect((await act(person)).statusCode).toBeLessThan(300);
    backend.pass(10 * minute);
    expect(outcomeOf(await act(person))).toEqual(refusal);
  });

  it.each([
    ['add a manager', (person: SignedIn) => addUser(person, 'manager'), 'Una Ósk has access now (Manager)'],
    [
      'make somebody an owner',
      (person: SignedIn) => changeOther(person, { role: 'owner' }),
      'Sigríður Jónsdóttir has access now (Owner)',
    ],
    [
      'approve a manager',
      (person: SignedIn) => actOnManager(person, { approval_status: 'rejected' }, 'approve/'),
      'Anna Jónsdóttir has access now (Manager)',
    ],
    [
      'approve managers together',
      async (person: SignedIn) => {
        const { id } = await backend.addUser({ role: 'manager', first_name: 'Anna', approval_status: 'rejected' });
        return callsOf(app, person).post('/users/bulk_approve/', { ids: [id, person.id] });
      },
      'Anna Jónsdóttir has access now (Manager)',
    ],
    [
      'lift the suspension of a manager',
      (person: SignedIn) => actOnManager(person, { suspended_at: new Date(0) }, 'unsuspend/'),
      'Anna Jónsdóttir has access now (Manager)',
    ],
  ])('tells all owners by e-mail of those who %s', async (_, act, subject) => {
    const person = await backend.signedIn({ language: 'en' });
    const other = await backend.addUser({ role: 'owner', language: 'en' });
    expect((await act(person)).statusCode).toBeLessThan(300);
    await backend.mailsAreSent();
    const mails = backend.sink.messages.filter((mail) => mail.subject === `Brú & Co: ${subject}`);
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual([person.email, other.email].toSorted());
  });
  const actOnManager = async (person: SignedIn, values: object, act: string) => {
    const { id } = await backend.addUser({ role: 'manager', first_name: 'Anna', ...values });
    return callsOf(app, person).post(`/users/${id}/${act}`);
  };

  it('tells owners of nobody who still has no access, or does not manage', async () => {
    const person = await backend.signedIn({ language: 'en' });
    await actOnManager(person, { suspended_at: new Date(0), approval_status: 'rejected' }, 'unsuspend/');
    await actOnManager(person, { role: 'interpreter', approval_status: 'pending' }, 'approve/');
    await addUser(person, 'interpreter');
    await backend.mailsAreSent();
    expect(backend.sink.messages.filter(({ to }) => to.includes(person.email))).toEqual([]);
  });

  it('is not asked for other changes of a user', async () => {
    const person = await signedInBefore();
    expect((await changeOther(person, { first_name: 'Anna', role: 'interpreter' })).statusCode).toBe(200);
    expect((await addUser(person, 'interpreter')).statusCode).toBe(201);
    expect((await callsOf(app, person).post('/exports/', { list: 'contacts/', rows: 3 })).statusCode).toBe(204);
  });

  it('counts for the session that gave it only', async () => {
    const person = await backend.signedIn();
    const other = await backend.openSession(person);
    backend.pass(10 * minute);
    await prove(other);
    expect(outcomeOf(await callsOf(app, person).post('/auth/email/', { email: 'a@b.example' }))).toEqual(refusal);
  });

  it.each([
    [{}, { current_password: ['required'] }],
    [{ current_password: 'not the password' }, { current_password: ['password_wrong'] }],
    [{ otpToken: 'a-token', code: '123456' }, { current_password: ['required'] }],
  ])('is the password for people who have one: %j is refused', async (proof, errors) => {
    const person = await signedInBefore();
    expect((await callsOf(app, person).get('/auth/reauthentication/')).json()).toEqual({ ways: ['password'] });
    const refused = await prove(person, proof);
    expect([refused.statusCode, refused.json().errors]).toEqual([400, errors]);
    expect(outcomeOf(await callsOf(app, person).post('/auth/reauthentication/code/'))).toEqual([
      409,
      'transition_refused',
    ]);
    expect(outcomeOf(await callsOf(app, person).post('/auth/email/', { email: 'a@b.example' }))).toEqual(refusal);
  });

  it('is recorded in the security log, and so is a wrong one', async () => {
    const person = await backend.signedIn();
    await prove(person, { current_password: 'not the password' });
    await prove(person);
    const { results } = (await callsOf(app, person).get('/security_events/')).json();
    expect(results.map(({ event, reason }: { event: string; reason: string | null }) => [event, reason])).toEqual([
      ['reauthentication', null],
      ['reauthentication_refused', 'password_wrong'],
    ]);
  });

  it('allows no more guesses of the password than signing in', async () => {
    const person = await backend.signedIn();
    for (let turn = 0; turn < 10; turn += 1)
      expect((await prove(person, { current_password: 'not the password' })).statusCode).toBe(400);
    expect(outcomeOf(await prove(person))).toEqual([429, 'too_many_requests']);
  });

  it('is a code sent to their address for people without a password, which opens no session', async () => {
    const person = await signedInBefore({ role: 'interpreter', password_hash: null, language: 'en' });
    const calls = callsOf(app, person);
    expect((await calls.get('/auth/reauthentication/')).json()).toEqual({ ways: ['code'] });
    const { otpToken } = (await calls.post('/auth/reauthentication/code/')).json();
    const code = backend.codeFor(person.email);
    expect(backend.sink.messages.at(-1)?.subject).toBe('Your code for Brú & Co');
    expect((await prove(person, {})).json().errors).toEqual({ code: ['required'] });
    expect(outcomeOf(await prove(person, { otpToken, code: code === '000000' ? '000001' : '000000' }))).toEqual([
      400,
      'otp_wrong',
    ]);
    const signIn = await app.inject({ method: 'POST', url: '/auth/otp/', payload: { otpToken, code } });
    expect(signIn.json().code).toBe('otp_expired');
    expect((await prove(person, { otpToken, code })).statusCode).toBe(204);
    expect(outcomeOf(await prove(person, { otpToken, code }))).toEqual([400, 'otp_expired']);
    expect((await calls.post('/auth/email/', { email: 'new@b.example' })).statusCode).toBe(200);
  });

  it('is a code for the session that asked for it, and for no other of the same person', async () => {
    const person = await signedInBefore({ role: 'interpreter', password_hash: null });
    const { otpToken } = (await callsOf(app, person).post('/auth/reauthentication/code/')).json();
    const given = { otpToken, code: backend.codeFor(person.email) };
    expect(outcomeOf(await prove(await backend.openSession(person), given))).toEqual([400, 'otp_expired']);
    expect((await prove(person, given)).statusCode).toBe(204);
  });

  it('is no code for signing in, and no code of somebody else', async () => {
    const person = await signedInBefore({ role: 'interpreter', password_hash: null });
    const other = await backend.signedIn({ role: 'interpreter', password_hash: null });
    const { otpToken } = (await callsOf(app, other).post('/auth/reauthentication/code/')).json();
    const stolen = { otpToken, code: backend.codeFor(other.email) };
    expect(outcomeOf(await prove(person, stolen))).toEqual([400, 'otp_expired']);
    const third = await backend.addUser();
    const payload = { email: third.email, password: testPassword };
    const login = await app.inject({ method: 'POST', url: '/auth/login/', payload });
    const { db } = backend.database;
    await db.updateTable('otp_challenges').set({ user_id: person.id }).where('purpose', '=', 'sign_in').execute();
    const ofSignIn = { otpToken: login.json().otpToken, code: backend.codeFor(third.email) };
    expect(outcomeOf(await prove(person, ofSignIn))).toEqual([400, 'otp_expired']);
  });
});
