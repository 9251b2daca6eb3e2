import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { argonPasswords } from '../../server/auth/passwords.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { type MailSink, startSink } from '../../server/mail/sink.ts';
import { randomId } from '../../server/randomId.ts';
import { testFilesKey } from '../support/fileKeys.ts';
import { chooseIn, dashboardUrl, type NationalIdServer, startNationalId } from '../support/nationalId.ts';
import { createShared, hasPostgres } from '../support/postgres.ts';
import { type ServerProcess, startServer } from '../support/serverProcess.ts';

const email = 'anna@testland.example';
const password = 'Þögn er gull 2024';
const person = { subject: 'EE-1', name: 'Anna', note: '', email, isEmailVerified: true };

(hasPostgres ? describe : describe.skip)('two processes on one database', () => {
  let drop: () => Promise<void>;
  let database: Database;
  let sink: MailSink;
  let nationalId: NationalIdServer;
  let servers: ServerProcess[];
  let [urlA, urlB] = ['', ''];

  beforeAll(async () => {
    [sink, nationalId] = await Promise.all([startSink(), startNationalId([person])]);
    const { url, drop: dropDatabase } = await createShared({ migrated: false });
    drop = dropDatabase;
    const { issuer, clientId, clientSecret } = nationalId.settings;
    const environment = {
      TENANT: 'estonia',
      DATABASE_URL: url,
      SMTP_URL: sink.url,
      PORT: '0',
      DASHBOARD_URL: dashboardUrl,
      FILES_KEY: testFilesKey,
      OPENID_ISSUER: issuer,
      OPENID_CLIENT_ID: clientId,
      OPENID_CLIENT_SECRET: clientSecret,
    };
    // Both find the database empty and migrate it.
    servers = [startServer(environment), startServer(environment)];
    [urlA = '', urlB = ''] = await Promise.all(servers.map((server) => server.url));
    database = await openDatabase({ url });
    await database.db
      .insertInto('users')
      .values({
        id: randomId(),
        email,
        first_name: 'Anna',
        last_name: 'Tamm',
        role: 'manager',
        created: new Date(),
        password_hash: await argonPasswords().hash(password),
        approval_status: 'approved',
      })
      .execute();
  });
  afterEach(async () => {
    sink.messages.length = 0;
    for (const table of ['throttles', 'sessions', 'otp_challenges'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGTERM');
    await Promise.all(servers.map(({ ended }) => ended));
    await Promise.all([database.close(), sink.stop(), nationalId.stop()]);
    await drop();
  });

  const post = async (server: string, path: string, body: object, token?: string) => {
    const answer = await fetch(`${server}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Token ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, json: text ? JSON.parse(text) : null };
  };
  const me = async (server: string, token: string) =>
    (await fetch(`${server}/auth/me/`, { headers: { authorization: `Token ${token}` } })).status;
  const login = (server: string, word = password) => post(server, '/auth/login/', { email, password: word });
  const mailed = async (pattern: RegExp) => {
    const { text } = await sink.waitFor((mail) => mail.to.includes(email) && pattern.test(mail.text));
    return pattern.exec(text)?.[1] ?? '';
  };
  const codeMailed = () => mailed(/^(\d{6})$/m);

  it('accept each other’s codes, and end each other’s sessions', async () => {
    const { otpToken } = (await login(urlA)).json;
    const session = await post(urlB, '/auth/otp/', { otpToken, code: await codeMailed() });
    const { token } = session.json;
    expect([await me(urlA, token), await me(urlB, token)]).toEqual([200, 200]);
    expect((await post(urlA, '/auth/logout/', {}, token)).status).toBe(204);
    expect([await me(urlA, token), await me(urlB, token)]).toEqual([401, 401]);
  });

  it('check five of two hundred guesses of one code in total', async () => {
    const { otpToken } = (await login(urlA)).json;
    const code = await codeMailed();
    const guesses = Array.from({ length: 200 }, (_, index) => String((Number(code) + 1 + index) % 1_000_000));
    const answers = await Promise.all(
      guesses.map((guess, index) =>
        post(index % 2 ? urlA : urlB, '/auth/otp/', { otpToken, code: guess.padStart(6, '0') }),
      ),
    );
    const looked = answers.filter(({ json }) => json.code === 'otp_wrong');
    expect(looked.map(({ json }) => json.attempts_left as number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    const [challenge] = await database.db.selectFrom('otp_challenges').select('guesses').execute();
    expect(challenge).toEqual({ guesses: 5 });
    await database.db.deleteFrom('throttles').execute();
    expect((await post(urlB, '/auth/otp/', { otpToken, code })).json.code).toBe('otp_exhausted');
  });

  it('share the count of wrong passwords, with concurrent calls too', async () => {
    const max = 10;
    const tries = Array.from({ length: 2 * max }, (_, index) => login(index % 2 ? urlA : urlB, 'wrong'));
    const answers = await Promise.all(tries);
    expect(answers.filter(({ json }) => json.code === 'bad_credentials')).toHaveLength(max);
    expect(answers.filter(({ json }) => json.code === 'too_many_requests')).toHaveLength(max);
    expect([(await login(urlA)).status, (await login(urlB)).status]).toEqual([429, 429]);
  });

  it('accept each other’s links to a new password, once', async () => {
    expect((await post(urlA, '/auth/forgot_password/', { email })).status).toBe(204);
    const token = await mailed(/reset-password\?token=([\w-]{43})$/m);
    const reset = { token, password, password_confirmation: password };
    const answers = await Promise.all([urlA, urlB].map((server) => post(server, '/auth/reset_password/', reset)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
    expect((await login(urlA)).status).toBe(200);
  });

  it('finish each other’s sign-ins with the national ID, once', async () => {
    const identify = async () => {
      const { authorization_url, openidToken } = (await post(urlA, '/auth/openid/start/', {})).json;
      return { ...(await chooseIn(authorization_url, 'Anna')), openidToken };
    };
    expect((await post(urlB, '/auth/openid/', await identify())).json.code).toBe('national_id_unconfirmed');
    const confirmation = await mailed(/confirm-national-id\?token=([\w-]{43})/);
    expect((await post(urlA, '/auth/openid/confirm/', { token: confirmation })).status).toBe(204);
    const callback = await identify();
    const [first, second] = await Promise.all([urlB, urlA].map((server) => post(server, '/auth/openid/', callback)));
    const statuses = [first?.status, second?.status];
    expect(statuses).toContain(200);
    expect(statuses).toContain(400);
    const { token } = (first?.status === 200 ? first : second)?.json ?? {};
    expect([await me(urlA, token), await me(urlB, token)]).toEqual([200, 200]);
    expect((await post(urlA, '/auth/openid/', callback)).json.code).toBe('openid_expired');
  });
});
