import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { generate } from 'otplib';
import { smtpMailer } from '../../server/mail/mailer.ts';
import { anyDatabase, type SignedIn, testPassword, testStart } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';

const minute = 60_000;
const dashboardUrl = 'https://testland.example/';

describe.each(anyDatabase)('authenticator apps, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  let app: FastifyInstance;
  /** Milliseconds since the start of the test. */
  let passed = 0;
  beforeEach(async () => {
    passed = 0;
    app = await backend.app({ options: { dashboardUrl } });
  });
  afterEach(async () => {
    await backend.mailsAreSent();
    await backend.reset();
  });

  const pass = (milliseconds: number) => {
    passed += milliseconds;
    backend.pass(milliseconds);
  };
  /** What the app shows now, or some steps of 30 seconds later. */
  const shown = (secret: string, steps = 0) =>
    generate({ secret, epoch: Math.floor((testStart.getTime() + passed) / 1000) + 30 * steps });
  const post = (url: string, payload: object, from = app) => from.inject({ method: 'POST', url, payload });
  type Answer = Awaited<ReturnType<typeof post>>;
  const outcomeOf = (answer: Answer) => [answer.statusCode, answer.json().code];
  const login = (email: string, from = app) => post('/auth/login/', { email, password: testPassword }, from);
  const subjectsTo = async (email: string) => {
    await backend.mailsAreSent();
    return backend.sink.messages.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
  };
  /** Adds an app to somebody; its first code is used up. */
  const addApp = async (person: SignedIn) => {
    const calls = callsOf(app, person);
    const { secret } = (await calls.post('/auth/totp/')).json();
    const confirmed = await calls.post('/auth/totp/confirm/', { code: await shown(secret) });
    expect(confirmed.statusCode).toBe(200);
    return { secret: secret as string, codes: confirmed.json().codes as string[] };
  };
  const newPerson = () => backend.signedIn({ role: 'manager', language: 'en' });

  it('are added with a QR code or a key and confirmed by a code; ten recovery codes are shown once', async () => {
    const person = await newPerson();
    const calls = callsOf(app, person);
    const setup = (await calls.post('/auth/totp/')).json();
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup.qr).toContain('<svg');
    expect(setup.qr).toContain(`otpauth://totp/Br%C3%BA%20%26%20Co:${encodeURIComponent(person.email)}`);
    expect((await calls.get('/auth/factors/')).json()).toEqual({ totp: null, recovery_codes: 0 });
    // Not confirmed yet, it is not asked for.
    expect((await login(person.email)).json().method).toBeUndefined();
    const wrong = await calls.post('/auth/totp/confirm/', { code: '000000' });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([400, { code: ['otp_wrong'] }]);
    const { codes } = (await calls.post('/auth/totp/confirm/', { code: await shown(setup.secret) })).json();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z0-9]{4}-){5}[a-z0-9]{4}$/);
    const read = await calls.get('/auth/factors/');
    expect(read.json()).toEqual({ totp: { added: testStart.toISOString(), used: null }, recovery_codes: 10 });
    expect(await subjectsTo(person.email)).toContain('An authenticator app was added to your Brú & Co account');
    const stored = await backend.database.db.selectFrom('totp_secrets').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(codes[0]);
    expect(outcomeOf(await calls.post('/auth/totp/'))).toEqual([409, 'transition_refused']);
  });

  it('sign in without a mail, also while the mail server is down', async () => {
    const person = await newPerson();
    const { secret } = await addApp(person);
    await backend.mailsAreSent();
    const down = smtpMailer('smtp://127.0.0.1:1/?tls=optional', { name: 'x', address: 'x@testland.example' });
    const cutOff = await backend.app({ mailer: down, options: { dashboardUrl } });
    pass(minute);
    const challenge = (await login(person.email, cutOff)).json();
    expect(challenge).toMatchObject({ method: 'totp', resend_after: 0 });
    const { otpToken } = challenge;
    const session = await post('/auth/otp/', { otpToken, code: await shown(secret) }, cutOff);
    expect(session.json().user).toMatchObject({ id: person.id });
    const used = (await callsOf(app, person).get('/auth/factors/')).json().totp.used;
    expect(used).toBe('2024-05-01T07:01:00.000Z');
    await backend.database.db.deleteFrom('mail_outbox').execute();
    down.close();
  });

  it('accept a code once, of the current step, the one before or the one after, and no older code', async () => {
    const person = await newPerson();
    const { secret } = await addApp(person);
    const guess = async (code: string) => {
      const { otpToken } = (await login(person.email)).json();
      return outcomeOf(await post('/auth/otp/', { otpToken, code }))[0];
    };
    // The code that confirmed it does not sign in.
    expect(await guess(await shown(secret))).toBe(400);
    pass(10 * minute);
    expect(await guess(await shown(secret, -2))).toBe(400);
    const before = await shown(secret, -1);
    expect(await guess(before)).toBe(200);
    expect(await guess(before)).toBe(400);
    const after = await shown(secret, 1);
    const answers = await Promise.all([guess(after), guess(after), guess(after)]);
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    // A step before the last accepted one is over.
    expect(await guess(await shown(secret))).toBe(400);
  });

  it('allow five guesses for one sign-in, and slow down guesses at the account', async () => {
    const person = await newPerson();
    const { secret } = await addApp(person);
    pass(minute);
    const right = await shown(secret);
    const wrong = right === '000000' ? '000001' : '000000';
    let otpToken = '';
    for (let turn = 0; turn < 5; turn += 1) {
      ({ otpToken } = (await login(person.email)).json());
      for (let step = 1; step <= 5; step += 1) await post('/auth/otp/', { otpToken, code: wrong });
    }
    expect(outcomeOf(await post('/auth/otp/', { otpToken, code: right }))).toEqual([400, 'otp_exhausted']);
    ({ otpToken } = (await login(person.email)).json());
    expect(outcomeOf(await post('/auth/otp/', { otpToken, code: right }))).toEqual([429, 'too_many_requests']);
  });

  it('are replaced by a recovery code, each once, and the person gets an e-mail', async () => {
    const person = await newPerson();
    const { codes } = await addApp(person);
    const guess = async (code: string) => {
      const { otpToken } = (await login(person.email)).json();
      return outcomeOf(await post('/auth/otp/', { otpToken, code }));
    };
    expect((await guess(` ${codes[0]?.toUpperCase().replaceAll('-', ' ')} `))[0]).toBe(200);
    expect(await guess(codes[0] ?? '')).toEqual([400, 'otp_wrong']);
    expect((await callsOf(app, person).get('/auth/factors/')).json().recovery_codes).toBe(9);
    expect(await subjectsTo(person.email)).toContain('A recovery code was used for your Brú & Co account');
    const other = await newPerson();
    await addApp(other);
    const { otpToken } = (await login(other.email)).json();
    expect(outcomeOf(await post('/auth/otp/', { otpToken, code: codes[1] }))).toEqual([400, 'otp_wrong']);
  });

  it('are replaced by a mailed code as the last way', async () => {
    const person = await newPerson();
    await addApp(person);
    const { otpToken } = (await login(person.email)).json();
    const resent = await post('/auth/otp/resend/', { otpToken });
    expect([resent.statusCode, resent.json().method]).toEqual([200, undefined]);
    const session = await post('/auth/otp/', { otpToken, code: backend.codeFor(person.email) });
    expect(session.json().user).toMatchObject({ id: person.id });
  });

  it('are removed with their recovery codes; then codes are mailed again', async () => {
    const person = await newPerson();
    const { codes } = await addApp(person);
    const calls = callsOf(app, person);
    const renewed = (await calls.post('/auth/recovery_codes/')).json().codes;
    expect(renewed).not.toEqual(expect.arrayContaining([codes[0]]));
    expect((await calls.remove('/auth/totp/')).statusCode).toBe(204);
    expect(await subjectsTo(person.email)).toContain('The authenticator app was removed from your Brú & Co account');
    const challenge = (await login(person.email)).json();
    expect(challenge.method).toBeUndefined();
    expect(outcomeOf(await post('/auth/otp/', { otpToken: challenge.otpToken, code: renewed[0] }))).toEqual([
      400,
      'otp_wrong',
    ]);
    expect((await calls.remove('/auth/totp/')).json().code).toBe('not_found');
    expect((await calls.post('/auth/recovery_codes/')).json().code).toBe('not_found');
  });

  it.each([
    ['added', '/auth/totp/', 'post'],
    ['removed', '/auth/totp/', 'remove'],
    ['given new recovery codes', '/auth/recovery_codes/', 'post'],
  ] as const)('are not %s without a recent authentication', async (_, url, method) => {
    const person = await newPerson();
    pass(10 * minute);
    expect(outcomeOf(await callsOf(app, person)[method](url))).toEqual([403, 'insufficient_user_authentication']);
  });

  it('prove who one is before sensitive acts, with few guesses', async () => {
    const person = await newPerson();
    const { secret, codes } = await addApp(person);
    const calls = callsOf(app, person);
    pass(10 * minute);
    expect((await calls.get('/auth/reauthentication/')).json()).toEqual({ ways: ['password', 'totp'] });
    const code = await shown(secret);
    expect((await calls.post('/auth/reauthentication/', { code })).statusCode).toBe(204);
    expect((await calls.post('/auth/email/', { email: 'new@b.example' })).statusCode).toBe(200);
    const again = await calls.post('/auth/reauthentication/', { code });
    expect([again.statusCode, again.json().errors]).toEqual([400, { code: ['otp_wrong'] }]);
    expect((await calls.post('/auth/reauthentication/', { code: codes[0] })).statusCode).toBe(204);
    for (let turn = 0; turn < 10; turn += 1) await calls.post('/auth/reauthentication/', { code });
    expect(outcomeOf(await calls.post('/auth/reauthentication/', { code: codes[1] }))[0]).toBe(429);
  });

  it('of an intruder go when the person undoes a change of the e-mail', async () => {
    const person = await newPerson();
    const calls = callsOf(app, person);
    const tokenIn = async (email: string, page: string) => {
      await backend.mailsAreSent();
      const { text } = await backend.sink.waitFor(({ to, text: said }) => to.includes(email) && said.includes(page));
      return new URL(/https:\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '';
    };
    await calls.post('/auth/email/', { email: 'thief@elsewhere.example' });
    await post('/auth/email/confirm/', { token: await tokenIn('thief@elsewhere.example', 'auth/confirm-email') });
    await addApp(person);
    const undone = await post('/auth/email/undo/', { token: await tokenIn(person.email, 'auth/undo-email') });
    const password = 'a new long password';
    await post('/auth/reset_password/', { token: undone.json().token, password, password_confirmation: password });
    const challenge = await post('/auth/login/', { email: person.email, password });
    expect(challenge.json().method).toBeUndefined();
  });

  it('are not offered where no second factor is asked for', async () => {
    const without = await backend.app({ flags: { twoFactor: false } });
    const person = await newPerson();
    expect((await callsOf(without, person).get('/auth/me/')).json().offers).not.toContain('totp');
    expect((await callsOf(without, person).post('/auth/totp/')).json().code).toBe('feature_off');
    expect((await callsOf(app, person).get('/auth/me/')).json().offers).toContain('totp');
  });
});
