import { describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { argonPasswords } from '../../server/auth/passwords.ts';
import { anyDatabase, raceRounds, testDeployment, testPassword, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { manager } from '../support/fakeBackend.ts';

const post = (app: FastifyInstance, url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers });

const login = (app: FastifyInstance, email: string, password = testPassword) =>
  post(app, '/auth/login/', { email, password });

const me = (app: FastifyInstance, token: string) =>
  app.inject({ url: '/auth/me/', headers: { authorization: `Token ${token}` } });

/** A code that differs from the one that was sent. */
const otherThan = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0');

describe.each(anyDatabase)('signing in, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const signedIn = async (app: FastifyInstance, email: string): Promise<string> => {
    const challenge = (await login(app, email)).json();
    const answer = await post(app, '/auth/otp/', { otpToken: challenge.otpToken, code: backend.codeFor(email) });
    return answer.json().token;
  };

  // R29, R31, R43
  it('sends a code and opens a session for it', async () => {
    const app = await backend.app();
    const { id, email } = await backend.addUser({ role: 'manager' });
    const challenge = await login(app, `  ${email.toUpperCase()} `);
    expect(challenge.statusCode).toBe(200);
    expect(challenge.json()).toEqual({
      otpToken: expect.stringMatching(/^[\w-]{43}$/),
      otp_expiry: new Date(testStart.getTime() + 10 * 60_000).toISOString(),
      resend_after: 30,
    });
    const code = backend.codeFor(email);
    const session = await post(app, '/auth/otp/', {
      otpToken: challenge.json().otpToken,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(session.statusCode).toBe(200);
    expect(session.json()).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiry: new Date(testStart.getTime() + 12 * 3_600_000).toISOString(),
      user: {
        id,
        email,
        first_name: 'Sigríður',
        last_name: 'Jónsdóttir',
        role: 'manager',
        language: null,
        verdicts: manager.verdicts,
        offers: ['sessions', 'totp', 'passkeys', 'events', 'notifications', 'push', 'plans'],
      },
      deviceToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    const answer = await me(app, session.json().token);
    expect(answer.json()).toEqual(session.json().user);
  });

  it('opens a session at once without two-factor sign-in, where the routes of codes do not exist', async () => {
    const app = await backend.app({ flags: { twoFactor: false } });
    const { email } = await backend.addUser();
    const answer = await login(app, email);
    expect(answer.json()).toMatchObject({ token: expect.any(String), user: { email } });
    expect(backend.sink.messages).toEqual([]);
    const guess = await post(app, '/auth/otp/', { otpToken: 'x', code: '123456' });
    expect([guess.statusCode, guess.json().code]).toEqual([404, 'feature_off']);
  });

  it('returns the same error for an unknown person and a wrong password, after the same work', async () => {
    const real = argonPasswords();
    const looked: (string | null)[] = [];
    const app = await backend.app({
      passwords: {
        ...real,
        matches: (stored, password) => {
          looked.push(stored === null ? null : 'stored');
          return real.matches(stored, password);
        },
      },
    });
    const { email } = await backend.addUser();
    const wrong = await login(app, email, 'wrong');
    const unknown = await login(app, 'nobody@testland.example', testPassword);
    const { request_id: _one, ...first } = wrong.json();
    const { request_id: _two, ...second } = unknown.json();
    expect(first).toEqual({ status: 400, title: 'Bad Request', code: 'bad_credentials' });
    expect(second).toEqual(first);
    expect(looked).toEqual(['stored', null]);
  });

  it('verifies a password against a hash even for unknown accounts', async () => {
    const passwords = argonPasswords();
    expect(await passwords.matches(null, testPassword)).toBe(false);
    const stored = await passwords.hash('é');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.matches(stored, 'e\u0301')).toBe(true);
  });

  // R47, R48
  it.each(['deaf', 'partner'] as const)('refuses a %s, and says so only after the correct password', async (role) => {
    const app = await backend.app();
    const { email } = await backend.addUser({ role });
    expect((await login(app, email, 'wrong')).json().code).toBe('bad_credentials');
    const answer = await login(app, email);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'no_permission_to_login']);
    expect(backend.sink.messages).toEqual([]);
  });

  // R47
  it('admits only the roles that the deployment allows', async () => {
    const app = await backend.app({ deployment: { ...testDeployment, allowedRoles: ['owner'] } });
    const { email } = await backend.addUser({ role: 'interpreter' });
    expect((await login(app, email)).json().code).toBe('no_permission_to_login');
  });

  it.each([
    ['waiting for approval', { approval_status: 'pending' as const }, 'account_not_approved'],
    ['rejected', { approval_status: 'rejected' as const }, 'account_not_approved'],
  ])('refuses an account that is %s', async (_, values, code) => {
    const app = await backend.app();
    const { email } = await backend.addUser(values);
    const answer = await login(app, email);
    expect([answer.statusCode, answer.json().code]).toEqual([403, code]);
  });

  // Midnight in the time zone of the deployment.
  it.each([
    ['for good', { suspension_reason: 'Rest' }, { reason: 'Rest' }],
    ['until a day', { suspension_expires: new Date('2024-05-01T22:00:00Z') }, { lastDay: '01-05-2024' }],
    [
      'until a time',
      { suspension_reason: 'Rest', suspension_expires: new Date('2024-05-02T10:30:00Z') },
      { reason: 'Rest', lastDay: '02-05-2024 12:30' },
    ],
  ])(
    'tells a person suspended %s the reason and the end, but nobody without the password',
    async (_, values, expected) => {
      const app = await backend.app({ deployment: { ...testDeployment, timeZone: 'Europe/Paris' } });
      const { email } = await backend.addUser({ suspended_at: testStart, ...values });
      const answer = await login(app, email);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'account_suspended']);
      expect(answer.json().values).toEqual(expected);
      const stranger = (await login(app, email, 'a wrong password')).json();
      expect([stranger.code, stranger.values]).toEqual(['bad_credentials', undefined]);
    },
  );

  it('admits a person whose suspension has expired', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser({
      suspended_at: new Date('2024-03-31T21:00:00Z'),
      suspension_expires: new Date('2024-04-29T21:00:00Z'),
    });
    expect((await login(app, email)).statusCode).toBe(200);
  });

  it('counts five wrong codes down, then refuses the correct one too', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const { otpToken } = (await login(app, email)).json();
    const code = backend.codeFor(email);
    const answers = [];
    for (let step = 1; step <= 5; step += 1) {
      const answer = await post(app, '/auth/otp/', { otpToken, code: otherThan(code, step) });
      answers.push([answer.statusCode, answer.json().code, answer.json().attempts_left]);
    }
    expect(answers).toEqual([
      [400, 'otp_wrong', 4],
      [400, 'otp_wrong', 3],
      [400, 'otp_wrong', 2],
      [400, 'otp_wrong', 1],
      [400, 'otp_exhausted', 0],
    ]);
    expect((await post(app, '/auth/otp/', { otpToken, code })).json().code).toBe('otp_exhausted');
  });

  it('does not count malformed codes', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const { otpToken } = (await login(app, email)).json();
    const short = await post(app, '/auth/otp/', { otpToken, code: '12345' });
    expect(short.json()).toMatchObject({ status: 400, code: 'invalid', errors: { code: ['invalid'] } });
    const wrong = await post(app, '/auth/otp/', { otpToken, code: otherThan(backend.codeFor(email)) });
    expect(wrong.json().attempts_left).toBe(4);
  });

  it('accepts a code once', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const { otpToken } = (await login(app, email)).json();
    const guess = { otpToken, code: backend.codeFor(email) };
    expect((await post(app, '/auth/otp/', guess)).statusCode).toBe(200);
    const again = await post(app, '/auth/otp/', guess);
    expect([again.statusCode, again.json().code]).toEqual([400, 'otp_expired']);
  });

  it('accepts a code for ten minutes', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const { otpToken } = (await login(app, email)).json();
    backend.pass(10 * 60_000);
    const late = await post(app, '/auth/otp/', { otpToken, code: backend.codeFor(email) });
    expect([late.statusCode, late.json().code]).toEqual([400, 'otp_expired']);
  });

  it('accepts a code for its own login only', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const first = (await login(app, email)).json();
    const firstCode = backend.codeFor(email);
    const second = (await login(app, email)).json();
    const crossed = await post(app, '/auth/otp/', { otpToken: second.otpToken, code: firstCode });
    const sameByChance = firstCode === backend.codeFor(email);
    expect(crossed.statusCode).toBe(sameByChance ? 200 : 400);
    expect((await post(app, '/auth/otp/', { otpToken: first.otpToken, code: firstCode })).statusCode).toBe(200);
  });

  it('checks five of two hundred parallel guesses in two processes', async () => {
    const apps = [await backend.app(), await backend.app()];
    for (let round = 0; round < raceRounds; round += 1) {
      const from = (index: number) => ({ method: 'POST', remoteAddress: `10.${round}.${index}.1` }) as const;
      const { email } = await backend.addUser();
      const payload = { email, password: testPassword };
      const { otpToken } = (await apps[0]!.inject({ ...from(200), url: '/auth/login/', payload })).json();
      const code = backend.codeFor(email);
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          apps[index % 2]!.inject({
            ...from(index),
            url: '/auth/otp/',
            payload: { otpToken, code: otherThan(code, index + 1) },
          }),
        ),
      );
      const left = answers.flatMap((answer) => (answer.json().attempts_left > 0 ? [answer.json().attempts_left] : []));
      expect(left.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
      // On a busy machine a call may wait in vain for a connection: it gets 503, and its guess is not checked.
      const others = answers.filter((answer) => answer.statusCode === 503 || answer.json().code === 'otp_exhausted');
      expect(others).toHaveLength(196);
      expect((await post(apps[1]!, '/auth/otp/', { otpToken, code })).json().code).toBe('otp_exhausted');
    }
  });

  it('opens one session for twenty parallel correct guesses', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const { otpToken } = (await login(app, email)).json();
    const code = backend.codeFor(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(app, '/auth/otp/', { otpToken, code })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('sends another code after a pause; the previous one is invalid, and guesses remain used', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const { otpToken } = (await login(app, email)).json();
    const first = backend.codeFor(email);
    await post(app, '/auth/otp/', { otpToken, code: otherThan(first) });
    const early = await post(app, '/auth/otp/resend/', { otpToken });
    expect([early.statusCode, early.json().code, early.json().retry_after, early.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      30,
      '30',
    ]);
    backend.pass(30_000);
    const resent = await post(app, '/auth/otp/resend/', { otpToken });
    expect(resent.json()).toMatchObject({ otpToken, resend_after: 30 });
    const second = backend.codeFor(email);
    const stale = first === second ? otherThan(second) : first;
    const old = await post(app, '/auth/otp/', { otpToken, code: stale });
    expect(old.json()).toMatchObject({ code: 'otp_wrong', attempts_left: 3 });
    expect((await post(app, '/auth/otp/', { otpToken, code: second })).statusCode).toBe(200);
    expect((await post(app, '/auth/otp/resend/', { otpToken })).json().code).toBe('otp_expired');
  });

  it('keeps the code and the count if a mail cannot be sent', async () => {
    const { email } = await backend.addUser();
    const mailer = { send: () => Promise.reject(new Error('421 not now')), close: () => undefined };
    const broken = await backend.app({ mailer });
    for (let turn = 0; turn < 12; turn += 1) {
      const refused = await login(broken, email);
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'mail_failed']);
    }
    const app = await backend.app();
    const { otpToken } = (await login(app, email)).json();
    const code = backend.codeFor(email);
    backend.pass(30_000);
    expect((await post(broken, '/auth/otp/resend/', { otpToken })).json().code).toBe('mail_failed');
    expect((await post(app, '/auth/otp/', { otpToken, code })).statusCode).toBe(200);
  });

  it('stores neither tokens nor codes in readable form', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const { otpToken } = (await login(app, email)).json();
    const code = backend.codeFor(email);
    const { token, deviceToken } = (await post(app, '/auth/otp/', { otpToken, code })).json();
    const tables = ['sessions', 'otp_challenges', 'throttles', 'known_devices', 'mail_outbox'] as const;
    const rows = await Promise.all(tables.map((table) => backend.database.db.selectFrom(table).selectAll().execute()));
    const kept = rows
      .flat()
      .flatMap((row) =>
        Object.values(row).map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : (JSON.stringify(value) ?? ''),
        ),
      );
    expect(kept.length).toBeGreaterThan(5);
    for (const secret of [token, deviceToken, otpToken, code, email])
      expect(kept.filter((value) => value.includes(secret))).toEqual([]);
  });

  it('ends the session at sign-out, and returns 401 for its token afterwards', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const token = await signedIn(app, email);
    const out = await post(app, '/auth/logout/', {}, { authorization: `Token ${token}` });
    expect([out.statusCode, out.body]).toEqual([204, '']);
    const answer = await me(app, token);
    expect([answer.statusCode, answer.json().code, answer.headers['www-authenticate']]).toEqual([
      401,
      'unauthorized',
      'Token',
    ]);
  });

  it('ends the session when it expires', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const token = await signedIn(app, email);
    backend.pass(12 * 3_600_000 - 1);
    expect((await me(app, token)).statusCode).toBe(200);
    backend.pass(1);
    expect((await me(app, token)).statusCode).toBe(401);
  });

  it.each([
    ['suspension', { suspended_at: testStart }],
    ['another role', { role: 'manager' as const }],
    ['another password', { password_hash: 'other' }],
    ['a withdrawn approval', { approval_status: 'rejected' as const }],
  ])('%s ends sessions and pending logins permanently', async (_, change) => {
    const app = await backend.app();
    const { id, email } = await backend.addUser();
    const token = await signedIn(app, email);
    const { otpToken } = (await login(app, email)).json();
    const code = backend.codeFor(email);
    const users = backend.database.db.updateTable('users').where('id', '=', id);
    await users.set(change).execute();
    expect((await me(app, token)).statusCode).toBe(401);
    await users.set({ suspended_at: null, role: 'owner', approval_status: 'approved' }).execute();
    expect((await me(app, token)).statusCode).toBe(401);
    expect((await post(app, '/auth/otp/', { otpToken, code })).json().code).toBe('otp_expired');
  });

  it('keeps the session when the person’s name changes', async () => {
    const app = await backend.app();
    const { id, email } = await backend.addUser();
    const token = await signedIn(app, email);
    await backend.database.db.updateTable('users').set({ first_name: 'Anna' }).where('id', '=', id).execute();
    expect((await me(app, token)).json().first_name).toBe('Anna');
  });

  it.each([
    ['no token', ''],
    ['an empty token', 'Token '],
    ['another scheme', 'Bearer abc'],
    ['an unknown token', 'Token abc'],
    ['an endless token', `Token ${'x'.repeat(300)}`],
    ['two tokens', 'Token a b'],
  ])('returns 401 for %s', async (_, authorization) => {
    const app = await backend.app();
    expect((await app.inject({ url: '/auth/me/', headers: { authorization } })).statusCode).toBe(401);
  });

  it('counts wrong passwords per account and address over all processes, and returns the time to wait', async () => {
    const apps = [await backend.app(), await backend.app()];
    const { email } = await backend.addUser();
    const [max, window] = [10, 15 * 60_000];
    for (let turn = 0; turn < max; turn += 1)
      expect((await login(apps[turn % 2]!, email, 'wrong')).json().code).toBe('bad_credentials');
    const refused = await login(apps[0]!, email);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
    expect(refused.json().retry_after).toBe(window / 1000);
    expect((await login(apps[1]!, (await backend.addUser()).email)).statusCode).toBe(200);
    backend.pass(window);
    expect((await login(apps[1]!, email)).statusCode).toBe(200);
  });

  it('resets the count of wrong passwords after the correct one', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    for (let round = 0; round < 3; round += 1) {
      for (let turn = 1; turn < 10; turn += 1) await login(app, email, 'wrong');
      expect((await login(app, email)).statusCode).toBe(200);
    }
  });

  it('counts wrong passwords per network address, as reported by the configured proxies', async () => {
    const direct = await backend.app();
    const proxied = await backend.app({ options: { trustedHops: 1 } });
    const max = 100;
    const from = (app: FastifyInstance, turn: number, forwarded: string) =>
      app.inject({
        method: 'POST',
        url: '/auth/login/',
        payload: { email: `somebody${turn}@testland.example`, password: 'x' },
        headers: { 'x-forwarded-for': forwarded },
      });
    const passwords = { hash: async () => '', matches: async () => false };
    const quick = await backend.app({ passwords, options: { trustedHops: 1 } });
    for (let turn = 0; turn < max; turn += 1) await from(quick, turn, `198.51.100.${turn}, 203.0.113.7`);
    // Entries that the client added to the header are ignored; another address has another count.
    expect((await from(proxied, 0, '1.2.3.4, 203.0.113.7')).statusCode).toBe(429);
    expect((await from(proxied, 0, '203.0.113.7, 203.0.113.8')).statusCode).toBe(400);
    // Without a configured proxy the header is ignored.
    expect((await from(direct, 0, '203.0.113.7')).statusCode).toBe(400);
  });

  it('slows down wrong codes per account over several logins', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const free = 25;
    for (let turn = 0; turn < free / 5; turn += 1) {
      const { otpToken } = (await login(app, email)).json();
      const code = backend.codeFor(email);
      for (let step = 1; step <= 5; step += 1) await post(app, '/auth/otp/', { otpToken, code: otherThan(code, step) });
    }
    const { otpToken } = (await login(app, email)).json();
    const code = backend.codeFor(email);
    const held = await post(app, '/auth/otp/', { otpToken, code });
    expect([held.statusCode, held.json().code, held.json().retry_after]).toEqual([429, 'too_many_requests', 1]);
    backend.pass(1000);
    expect((await post(app, '/auth/otp/', { otpToken, code })).statusCode).toBe(200);
  });

  it('allows signing in again and again', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    for (let turn = 0; turn < 15; turn += 1) expect(await signedIn(app, email)).toMatch(/^[\w-]{43}$/);
  });

  it('limits the codes sent to an account', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    const max = 10;
    for (let turn = 0; turn < max; turn += 1) expect((await login(app, email)).statusCode).toBe(200);
    expect((await login(app, email)).statusCode).toBe(429);
    expect(backend.sink.messages.filter(({ to }) => to.includes(email))).toHaveLength(max);
  });

  it.each([
    ['an empty body', {}, { errors: { email: ['required'], password: ['required'] } }],
    ['empty fields', { email: '', password: '' }, { errors: { email: ['required'], password: ['required'] } }],
    ['a number for an e-mail', { email: 7, password: 'x' }, { errors: { email: ['invalid'] } }],
    [
      'an endless password',
      { email: 'a@b.c', password: 'x'.repeat(1025) },
      { errors: { password: ['too_long'] }, limits: { password: 1024 } },
    ],
    ['an unknown field', { email: 'a@b.c', password: 'x', role: 'owner' }, { errors: { role: ['invalid'] } }],
  ])('names the wrong fields in %s', async (_, payload, faults) => {
    const app = await backend.app();
    const answer = await post(app, '/auth/login/', payload);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toEqual({
      status: 400,
      title: 'Bad Request',
      code: 'invalid',
      request_id: answer.headers['x-request-id'],
      ...faults,
    });
  });

  it('mails people in their chosen language, of those that the deployment offers', async () => {
    const app = await backend.app();
    const { email, headers } = await backend.signedIn();
    const choose = (language: string | null) =>
      app.inject({ method: 'PATCH', url: '/auth/me/', headers, payload: { language } });
    expect((await choose('en')).json()).toMatchObject({ email, language: 'en' });
    expect((await app.inject({ url: '/auth/me/', headers })).json()).toMatchObject({ language: 'en' });
    await login(app, email);
    expect(backend.sink.messages.at(-1)?.text).toContain('Your sign-in code is:');
    for (const language of ['lt', 'xx'])
      expect((await choose(language)).json().errors).toEqual({ language: ['invalid'] });
    await choose(null);
    await login(app, email);
    expect(backend.sink.messages.at(-1)?.text).toContain('Innskráningarkóðinn þinn er:');
  });

  it('deletes expired data at the start, and keeps the rest', async () => {
    const app = await backend.app();
    const { email } = await backend.addUser();
    await signedIn(app, email);
    await login(app, email);
    await login(app, email, 'wrong');
    backend.pass(12 * 3_600_000 - 60_000);
    const rowCounts = async () => {
      const tables = ['sessions', 'otp_challenges', 'throttles'] as const;
      const rows = await Promise.all(
        tables.map((table) => backend.database.db.selectFrom(table).selectAll().execute()),
      );
      return rows.map(({ length }) => length);
    };
    expect(await rowCounts()).toEqual([1, 2, expect.any(Number)]);
    const later = await backend.app({ options: {} });
    await later.ready();
    await later.close();
    // The wrong password of the same day is still counted.
    expect(await rowCounts()).toEqual([1, 0, 1]);
  });
});
