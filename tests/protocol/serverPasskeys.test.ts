import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { anyDatabase, type SignedIn } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { softAuthenticator } from '../support/softAuthenticator.ts';

const minute = 60_000;
const origin = 'https://testland.example';
const dashboardUrl = `${origin}/`;

describe.each(anyDatabase)('passkeys, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  let app: FastifyInstance;
  beforeEach(async () => {
    app = await backend.app({ options: { dashboardUrl } });
  });
  afterEach(async () => {
    await backend.mailsAreSent();
    await backend.reset();
  });

  type Authenticator = ReturnType<typeof softAuthenticator>;
  const post = (url: string, payload: object = {}) => app.inject({ method: 'POST', url, payload });
  type Answer = Awaited<ReturnType<typeof post>>;
  const outcomeOf = (answer: Answer) => [answer.statusCode, answer.json().code];
  const newPerson = () => backend.signedIn({ role: 'manager', language: 'en' });
  const register = async (person: SignedIn, authenticator: Authenticator, name = 'My laptop') => {
    const calls = callsOf(app, person);
    const { options } = (await calls.post('/auth/passkeys/options/')).json();
    return calls.post('/auth/passkeys/', { name, response: authenticator.create(options) });
  };
  const challenge = async () => (await post('/auth/passkeys/challenge/')).json().options;
  const signIn = async (authenticator: Authenticator, options?: Record<string, unknown>) =>
    post('/auth/passkeys/sign_in/', { response: authenticator.get(options ?? (await challenge())) });
  const subjectsTo = async (email: string) => {
    await backend.mailsAreSent();
    return backend.sink.messages.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
  };

  it('are registered with a name, told by e-mail, and sign in without password and code', async () => {
    const person = await newPerson();
    const authenticator = softAuthenticator({ origin });
    const { options } = (await callsOf(app, person).post('/auth/passkeys/options/')).json();
    expect(options).toMatchObject({
      rp: { id: 'testland.example', name: 'Brú & Co' },
      user: { name: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const added = await register(person, authenticator);
    expect(added.json().results).toEqual([
      { id: expect.any(String), name: 'My laptop', added: '2024-05-01T07:00:00.000Z', used: null },
    ]);
    expect(await subjectsTo(person.email)).toEqual(['A passkey was added to your Brú & Co account']);
    backend.pass(minute);
    const session = await signIn(authenticator);
    expect(session.json()).toMatchObject({ token: expect.any(String), user: { id: person.id } });
    const signedIn = { ...person, headers: { authorization: `Token ${session.json().token}` } };
    const { results } = (await callsOf(app, signedIn).get('/auth/passkeys/')).json();
    expect(results[0].used).toBe('2024-05-01T07:01:00.000Z');
    const owner = callsOf(app, await backend.signedIn());
    const events = (await owner.get('/security_events/?event[]=sign_in')).json().results;
    expect(events).toMatchObject([{ person: person.id }]);
  });

  it('answer each challenge once, within five minutes, and only a challenge of this server', async () => {
    const authenticator = softAuthenticator({ origin });
    await register(await newPerson(), authenticator);
    const options = await challenge();
    expect((await signIn(authenticator, options)).statusCode).toBe(200);
    expect(outcomeOf(await signIn(authenticator, options))).toEqual([400, 'passkey_failed']);
    const old = await challenge();
    backend.pass(5 * minute);
    expect(outcomeOf(await signIn(authenticator, old))).toEqual([400, 'passkey_failed']);
    const invented = { ...(await challenge()), challenge: 'AAAAAAAAAAAAAAAAAAAAAA' };
    expect(outcomeOf(await signIn(authenticator, invented))).toEqual([400, 'passkey_failed']);
  });

  it('of another page, or that did not check the person, do not work', async () => {
    const person = await newPerson();
    const phishing = softAuthenticator({ origin: 'https://testland.example.evil.example' });
    expect(outcomeOf(await register(person, phishing))).toEqual([400, 'passkey_failed']);
    const unchecked = softAuthenticator({ origin, isChecked: false });
    expect(outcomeOf(await register(person, unchecked))).toEqual([400, 'passkey_failed']);
    expect(outcomeOf(await signIn(softAuthenticator({ origin })))).toEqual([400, 'passkey_unknown']);
    expect(outcomeOf(await post('/auth/passkeys/sign_in/', { response: {} }))).toEqual([400, 'passkey_unknown']);
  });

  it('of people who may not sign in are refused with the reason', async () => {
    const person = await newPerson();
    const authenticator = softAuthenticator({ origin });
    await register(person, authenticator);
    await backend.database.db
      .updateTable('users')
      .set({ suspended_at: new Date(0) })
      .execute();
    expect(outcomeOf(await signIn(authenticator))).toEqual([403, 'account_suspended']);
  });

  it('are removed by their owner only; other sessions end, and the passkey no longer works', async () => {
    const person = await newPerson();
    const authenticator = softAuthenticator({ origin });
    await register(person, authenticator);
    const other = await backend.openSession(person);
    const calls = callsOf(app, person);
    const [{ id }] = (await calls.get('/auth/passkeys/')).json().results;
    const stranger = callsOf(app, await newPerson());
    expect((await stranger.remove(`/auth/passkeys/${id}/`)).json().code).toBe('not_found');
    expect((await calls.remove(`/auth/passkeys/${id}/`)).statusCode).toBe(204);
    expect((await callsOf(app, other).get('/auth/me/')).statusCode).toBe(401);
    expect((await calls.get('/auth/passkeys/')).json()).toEqual({ results: [] });
    expect(outcomeOf(await signIn(authenticator))).toEqual([400, 'passkey_unknown']);
    expect(await subjectsTo(person.email)).toContain('A passkey was removed from your Brú & Co account');
  });

  it('are added and removed only after a recent authentication, which a passkey can be', async () => {
    const person = await newPerson();
    const authenticator = softAuthenticator({ origin });
    await register(person, authenticator);
    backend.pass(10 * minute);
    const calls = callsOf(app, person);
    const refusal = [403, 'insufficient_user_authentication'];
    expect(outcomeOf(await calls.post('/auth/passkeys/options/'))).toEqual(refusal);
    const [{ id }] = (await calls.get('/auth/passkeys/')).json().results;
    expect(outcomeOf(await calls.remove(`/auth/passkeys/${id}/`))).toEqual(refusal);
    expect((await calls.get('/auth/reauthentication/')).json()).toEqual({ ways: ['passkey', 'password'] });
    // The challenge of a sign-in proves nothing.
    const ofSignIn = await calls.post('/auth/reauthentication/', { passkey: authenticator.get(await challenge()) });
    expect(outcomeOf(ofSignIn)).toEqual([400, 'passkey_failed']);
    const { options } = (await calls.post('/auth/reauthentication/passkey/')).json();
    const stranger = callsOf(app, await newPerson());
    expect(outcomeOf(await stranger.post('/auth/reauthentication/', { passkey: authenticator.get(options) }))).toEqual([
      400,
      'passkey_unknown',
    ]);
    const proved = await calls.post('/auth/reauthentication/', { passkey: authenticator.get(options) });
    expect(proved.statusCode).toBe(204);
    expect((await calls.remove(`/auth/passkeys/${id}/`)).statusCode).toBe(204);
  });

  it('are added with the challenge of an addition only, in the session that asked for it', async () => {
    const person = await newPerson();
    const known = softAuthenticator({ origin });
    await register(person, known);
    const calls = callsOf(app, person);
    const optionsOf = async (url: string) => (await calls.post(url)).json().options as Record<string, unknown>;
    const addition = await optionsOf('/auth/passkeys/options/');
    const proof = await optionsOf('/auth/reauthentication/passkey/');
    const another = softAuthenticator({ origin });
    const add = (by: SignedIn, challengeOf: Record<string, unknown>) =>
      callsOf(app, by).post('/auth/passkeys/', {
        name: 'Another',
        response: another.create({ ...addition, challenge: challengeOf.challenge }),
      });
    expect(outcomeOf(await add(person, proof))).toEqual([400, 'passkey_failed']);
    expect(outcomeOf(await add(person, await challenge()))).toEqual([400, 'passkey_failed']);
    const otherSession = await backend.openSession(person);
    expect(outcomeOf(await add(otherSession, addition))).toEqual([400, 'passkey_failed']);
    const proved = await calls.post('/auth/reauthentication/', {
      passkey: known.get({ ...proof, challenge: addition.challenge }),
    });
    expect(outcomeOf(proved)).toEqual([400, 'passkey_failed']);
    expect((await calls.get('/auth/passkeys/')).json().results).toHaveLength(1);
    expect((await add(person, await optionsOf('/auth/passkeys/options/'))).statusCode).toBe(200);
  });

  it('of an intruder go when staff change the e-mail of the person', async () => {
    const person = await backend.signedIn({ role: 'interpreter' });
    const authenticator = softAuthenticator({ origin });
    await register(person, authenticator);
    const owner = callsOf(app, await backend.signedIn());
    const { etag } = (await owner.get(`/users/${person.id}/`)).json();
    expect((await owner.patch(`/users/${person.id}/`, etag, { email: 'new@testland.example' })).statusCode).toBe(200);
    expect(outcomeOf(await signIn(authenticator))).toEqual([400, 'passkey_unknown']);
  });

  it('need the address of the dashboard', async () => {
    const without = await backend.app();
    const asked = await without.inject({ method: 'POST', url: '/auth/passkeys/challenge/' });
    expect(outcomeOf(asked)).toEqual([404, 'feature_off']);
  });
});
