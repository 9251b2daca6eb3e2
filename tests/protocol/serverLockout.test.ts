import { describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { anyDatabase, testPassword } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';

const minute = 60_000;
const dashboardUrl = 'https://dash.example/';

/** The acts of attackers and users, each from a network address. */
const visitorOf = (app: FastifyInstance, remoteAddress: string) => {
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, payload, headers, remoteAddress });
  return {
    post,
    login: (email: string, password = testPassword, deviceToken?: string) =>
      post('/auth/login/', { email, password, ...(deviceToken ? { deviceToken } : {}) }),
    forgot: (email: string) => post('/auth/forgot_password/', { email }),
    register: (email: string) => post('/auth/register/', { email, first_name: 'Gunnar', last_name: 'Jónsson' }),
  };
};
const stranger = (app: FastifyInstance, index: number) => visitorOf(app, `198.51.${index >> 8}.${index & 255}`);
/** Cheap password hashes for tests with a thousand attempts. */
const quick = {
  passwords: {
    hash: async (password: string) => password,
    matches: async (stored: string | null, password: string) => stored !== null && password === testPassword,
  },
};
const atHome = '203.0.113.7';
const elsewhere = '203.0.113.99';

describe.each(anyDatabase)('attackers, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const linksTo = (email: string) => backend.sink.messages.filter(({ to }) => to.includes(email));

  /** Signs in with the code, and returns the device token. */
  const signInFully = async (app: FastifyInstance, email: string, deviceToken?: string, address = atHome) => {
    const visitor = visitorOf(app, address);
    const { otpToken } = (await visitor.login(email, testPassword, deviceToken)).json();
    const payload = { otpToken, code: backend.codeFor(email), ...(deviceToken ? { deviceToken } : {}) };
    const answer = await visitor.post('/auth/otp/', payload);
    expect(answer.statusCode).toBe(200);
    return answer.json<{ token: string; deviceToken: string }>();
  };

  /** A thousand wrong passwords from a hundred addresses, as fast as possible. */
  const attack = async (app: FastifyInstance, email: string, tries = 1000) => {
    const answers = [];
    for (let turn = 0; turn < tries; turn += 1)
      answers.push(await stranger(app, turn % 100).login(email, `wrong ${turn}`));
    return answers;
  };

  it('try a thousand passwords from a hundred addresses, and the user can still sign in', async () => {
    const app = await backend.app(quick);
    const { email } = await backend.addUser();
    const { deviceToken } = await signInFully(app, email);
    const answers = await attack(app, email);
    const waits = answers.flatMap((answer) => (answer.statusCode === 429 ? [answer.json().retry_after as number] : []));
    expect(waits.length).toBeGreaterThan(900);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10);
    // At once with a known device, from any address; with another browser after a short pause.
    await signInFully(app, email, deviceToken, elsewhere);
    const owner = visitorOf(app, elsewhere);
    const held = await owner.login(email);
    if (held.statusCode === 429) {
      expect(held.json().retry_after).toBeLessThanOrEqual(5);
      backend.pass(held.json().retry_after * 1000);
    }
    expect((await owner.login(email)).json()).toMatchObject({ otpToken: expect.any(String) });
  });

  it('who keep guessing do not delay a user at a new address', async () => {
    const app = await backend.app({ ...quick, flags: { twoFactor: false } });
    const { email } = await backend.addUser();
    for (let round = 0; round < 25; round += 1) {
      backend.pass(10_000);
      for (let index = 0; index < 12; index += 1) await stranger(app, index).login(email, 'wrong');
    }
    expect((await visitorOf(app, elsewhere).login(email)).statusCode).toBe(200);
  });

  it('at one address lock no manager out', async () => {
    const app = await backend.app(quick);
    const people = await Promise.all(Array.from({ length: 6 }, () => backend.addUser({ role: 'manager' })));
    for (let turn = 0; turn < 11; turn += 1)
      for (const { email } of people) await stranger(app, 1).login(email, 'wrong');
    for (const { email } of people) expect((await visitorOf(app, atHome).login(email)).statusCode).toBe(200);
  });

  it('are slowed down more and more, up to ten seconds, until an hour without attempts', async () => {
    const app = await backend.app(quick);
    const { email } = await backend.addUser();
    const waits: number[] = [];
    // Each address is no longer new after three failures.
    for (let turn = 0; turn < 400 && waits.at(-1) !== 10; turn += 1) {
      const answer = await stranger(app, turn % 12).login(email, 'wrong');
      if (answer.statusCode !== 429 || answer.json().retry_after > 10) continue;
      waits.push(answer.json().retry_after);
      backend.pass(answer.json().retry_after * 1000);
    }
    expect([waits[0], waits.at(-1), Math.max(...waits)]).toEqual([1, 10, 10]);
    backend.pass(60 * minute);
    expect((await stranger(app, 200).login(email, 'wrong')).json().code).toBe('bad_credentials');
  });

  it('cannot detect accounts by the slowdown', async () => {
    const app = await backend.app(quick);
    const { email } = await backend.addUser();
    const outcomeOf = async (address: string) => {
      const answers = [];
      for (let turn = 0; turn < 60; turn += 1) answers.push(await stranger(app, turn % 10).login(address, 'wrong'));
      return answers.map((answer) => [answer.statusCode, answer.json().retry_after]);
    };
    expect(await outcomeOf('nobody@testland.example')).toEqual(await outcomeOf(email));
  });

  it('with a stolen device token guess no more than from one address', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const { deviceToken } = await signInFully(app, email);
    const answers = [];
    for (let turn = 0; turn < 30; turn += 1) answers.push(await stranger(app, 1).login(email, 'wrong', deviceToken));
    // Ten with the device, and ten as an unknown device.
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(20);
    expect(answers.at(-1)?.json().code).toBe('too_many_requests');
  });

  it('cannot guess more codes with a device token', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const { deviceToken } = await signInFully(app, email);
    expect((await visitorOf(app, atHome).login(email, testPassword, deviceToken)).json()).toEqual({
      otpToken: expect.any(String),
      otp_expiry: expect.any(String),
      resend_after: 30,
    });
    expect((await visitorOf(app, atHome).login(email, 'wrong', deviceToken)).json().code).toBe('bad_credentials');
  });

  it('who know the password and guess codes do not slow down known devices', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const { deviceToken } = await signInFully(app, email);
    const waits: number[] = [];
    for (let round = 0; round < 30; round += 1) {
      const thief = stranger(app, round);
      const begun = await thief.login(email);
      if (begun.statusCode === 429) {
        waits.push(begun.json().retry_after);
        backend.pass(begun.json().retry_after * 1000);
        continue;
      }
      for (let guess = 0; guess < 5; guess += 1) {
        const answer = await thief.post('/auth/otp/', { otpToken: begun.json().otpToken, code: '000000' });
        if (answer.statusCode === 429) waits.push(answer.json().retry_after);
      }
    }
    expect(waits.length).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(120);
    await signInFully(app, email, deviceToken, elsewhere);
  });

  it('who guess codes of no login do not slow down users at the same address', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const office = visitorOf(app, atHome);
    for (let turn = 0; turn < 110; turn += 1) await office.post('/auth/otp/', { otpToken: `x${turn}`, code: '123456' });
    expect((await office.post('/auth/otp/', { otpToken: 'x', code: '123456' })).statusCode).toBe(429);
    await signInFully(app, email);
  });

  it('do not slow down changing one’s own password, and guesses at an unlocked screen do not slow down signing in', async () => {
    const app = await backend.app();
    const person = await backend.signedIn({ role: 'manager' });
    const chosen = { password: 'kolm kuldset kala', password_confirmation: 'kolm kuldset kala' };
    const change = (current_password: string, headers = person.headers) =>
      visitorOf(app, atHome).post('/auth/change_password/', { current_password, ...chosen }, headers);
    for (let turn = 0; turn < 10; turn += 1) expect((await change('wrong')).statusCode).toBe(400);
    expect((await change('wrong')).statusCode).toBe(429);
    expect((await visitorOf(app, atHome).login(person.email)).statusCode).toBe(200);
    await attack(app, person.email, 60);
    const another = await backend.openSession(person);
    expect((await change(testPassword, another.headers)).statusCode).toBe(204);
  });

  it('request links five times, and the user’s own request still sends a valid one', async () => {
    const app = await backend.app({ options: { dashboardUrl } });
    const { email } = await backend.addUser();
    for (let turn = 0; turn < 5; turn += 1) expect((await stranger(app, 1).forgot(email)).statusCode).toBe(204);
    expect((await stranger(app, 1).forgot(email)).statusCode).toBe(429);
    const before = await backend.sink.waitFor(() => linksTo(email).length === 5).then(() => linksTo(email).length);
    expect((await visitorOf(app, atHome).forgot(email)).statusCode).toBe(204);
    await backend.sink.waitFor(() => linksTo(email).length === before + 1);
    const token = /token=([\w-]{43})/.exec(linksTo(email).at(-1)?.text ?? '')?.[1];
    const chosen = { password: 'kolm kuldset kala', password_confirmation: 'kolm kuldset kala' };
    expect((await visitorOf(app, atHome).post('/auth/reset_password/', { token, ...chosen })).statusCode).toBe(204);
  });

  it('cannot flood a mailbox with links; the limit is not revealed, and one of the links is always valid', async () => {
    const app = await backend.app({ options: { dashboardUrl } });
    const { email } = await backend.addUser();
    const ask = async (index: number) => expect((await stranger(app, index).forgot(email)).statusCode).toBe(204);
    for (let index = 0; index < 40; index += 1) await ask(index);
    await app.close();
    expect(linksTo(email)).toHaveLength(10);
    backend.pass(60 * minute - 1);
    const later = await backend.app({ options: { dashboardUrl } });
    const token = /token=([\w-]{43})/.exec(linksTo(email)[0]?.text ?? '')?.[1];
    const chosen = { password: 'kolm kuldset kala', password_confirmation: 'kolm kuldset kala' };
    expect((await visitorOf(later, atHome).post('/auth/reset_password/', { token, ...chosen })).statusCode).toBe(204);
  });

  it('from ever new addresses keep nobody out of a new device who opens a mailed link there', async () => {
    const app = await backend.app({ ...quick, flags: { twoFactor: false }, options: { dashboardUrl } });
    const { email } = await backend.addUser({ language: 'en' });
    const { deviceToken: known } = (await visitorOf(app, atHome).login(email)).json();
    const phone = visitorOf(app, elsewhere);
    const statusOf = async (deviceToken?: string) => {
      for (let turn = 0; turn < 40; turn += 1) await stranger(app, next++).login(email, 'wrong');
      return (await phone.login(email, testPassword, deviceToken)).statusCode;
    };
    let next = 0;
    expect(await statusOf()).toBe(429);
    await phone.forgot(email);
    await backend.sink.waitFor(() => linksTo(email).length === 1);
    const token = /token=([\w-]{43})/.exec(linksTo(email)[0]?.text ?? '')?.[1];
    const { deviceToken } = (await phone.post('/auth/reset_password/check/', { token })).json();
    expect((await stranger(app, 1).post('/auth/reset_password/check/', { token })).json()).toEqual({ deviceToken });
    expect(await statusOf(deviceToken)).toBe(200);
    await backend.mailsAreSent();
    expect(linksTo(email).at(-1)?.subject).toMatch(/new device/);
    const chosen = { password: 'kolm kuldset kala', password_confirmation: 'kolm kuldset kala' };
    await phone.post('/auth/reset_password/', { token, ...chosen, deviceToken: known });
    expect(await statusOf(known)).toBe(200);
  });

  it('register with a user’s address, and the user’s own registration still gets a link', async () => {
    const app = await backend.app({ flags: { registration: true }, options: { dashboardUrl } });
    const email = 'gunnar@testland.example';
    for (let turn = 0; turn < 5; turn += 1) expect((await stranger(app, 1).register(email)).statusCode).toBe(204);
    expect((await stranger(app, 1).register(email)).statusCode).toBe(429);
    await backend.sink.waitFor(() => linksTo(email).length === 5);
    expect((await visitorOf(app, atHome).register(email)).statusCode).toBe(204);
    await backend.sink.waitFor(() => linksTo(email).length === 6);
    for (let index = 2; index < 20; index += 1)
      expect((await stranger(app, index).register(email)).statusCode).toBe(204);
    await app.close();
    expect(linksTo(email)).toHaveLength(10);
  });
});

describe.each(anyDatabase)('a known device, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const signIn = async (app: FastifyInstance, email: string, deviceToken?: string, password = testPassword) => {
    const answer = await visitorOf(app, atHome).login(email, password, deviceToken);
    expect(answer.statusCode).toBe(200);
    return answer.json<{ token: string; deviceToken: string }>();
  };
  /** Whether a device passes when attackers have used up the limit of the user's own address. */
  const isKnown = async (app: FastifyInstance, email: string, deviceToken: string) => {
    for (let turn = 0; turn < 10; turn += 1) await visitorOf(app, atHome).login(email, 'wrong');
    const { statusCode } = await visitorOf(app, atHome).login(email, 'wrong', deviceToken);
    await backend.database.db.deleteFrom('throttles').execute();
    return statusCode === 400;
  };
  const open = () => backend.app({ flags: { twoFactor: false } });

  it('stays known after sign-out, keeps its token, and is forgotten ninety days after the last sign-in', async () => {
    const app = await open();
    const { email } = await backend.addUser();
    const { token, deviceToken } = await signIn(app, email);
    await visitorOf(app, atHome).post('/auth/logout/', {}, { authorization: `Token ${token}` });
    expect(await isKnown(app, email, deviceToken)).toBe(true);
    backend.pass(89 * 24 * 60 * minute);
    expect((await signIn(app, email, deviceToken)).deviceToken).toBe(deviceToken);
    backend.pass(89 * 24 * 60 * minute);
    expect(await isKnown(app, email, deviceToken)).toBe(true);
    backend.pass(24 * 60 * minute);
    expect(await isKnown(app, email, deviceToken)).toBe(false);
    expect((await signIn(app, email, deviceToken)).deviceToken).not.toBe(deviceToken);
  });

  it('is known only to accounts that have signed in on it', async () => {
    const app = await open();
    const [anna, mari] = [await backend.addUser(), await backend.addUser()];
    const { deviceToken } = await signIn(app, anna.email);
    expect(await isKnown(app, mari.email, deviceToken)).toBe(false);
    expect((await signIn(app, mari.email, deviceToken)).deviceToken).toBe(deviceToken);
    expect(await isKnown(app, mari.email, deviceToken)).toBe(true);
    expect(await isKnown(app, anna.email, deviceToken)).toBe(true);
  });

  it('is not created by a token from the browser, and is stored as a hash', async () => {
    const app = await open();
    const { email } = await backend.addUser();
    const { deviceToken } = await signIn(app, email, 'a-token-of-my-own');
    expect(deviceToken).toMatch(/^[\w-]{43}$/);
    const rows = await backend.database.db.selectFrom('known_devices').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]?.token_hash ?? '').toString('latin1')).not.toContain(deviceToken);
  });

  it('is not created by the password alone with two-factor sign-in', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    expect((await visitorOf(app, atHome).login(email)).json()).not.toHaveProperty('deviceToken');
    expect(await backend.database.db.selectFrom('known_devices').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['password', { password_hash: 'other' }],
    ['e-mail', { email: 'thief@testland.example' }],
  ])('is forgotten when somebody else changes the %s, also once that is undone', async (_, changed) => {
    const app = await open();
    const { id, email } = await backend.addUser();
    const { deviceToken } = await signIn(app, email);
    const users = backend.database.db.updateTable('users').where('id', '=', id);
    const before = await backend.database.db
      .selectFrom('users')
      .select(['email', 'password_hash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await users.set(changed).execute();
    await users.set(before).execute();
    expect(await isKnown(app, email, deviceToken)).toBe(false);
  });

  it('stays known when its user changes the password on it; their other devices do not', async () => {
    const app = await open();
    const { email } = await backend.addUser();
    const session = await signIn(app, email);
    const other = await signIn(app, email);
    expect(other.deviceToken).not.toBe(session.deviceToken);
    const password = 'kolm kuldset kala';
    const payload = {
      current_password: testPassword,
      password,
      password_confirmation: password,
      deviceToken: session.deviceToken,
    };
    const headers = { authorization: `Token ${session.token}` };
    expect((await visitorOf(app, atHome).post('/auth/change_password/', payload, headers)).statusCode).toBe(204);
    expect(await isKnown(app, email, session.deviceToken)).toBe(true);
    expect(await isKnown(app, email, other.deviceToken)).toBe(false);
  });
});
