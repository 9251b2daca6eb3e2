import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { anyDatabase, startBackend, testStart, type TestBackend } from '../support/backend.ts';
import { type ForgedProvider, startForgedProvider } from '../support/forgedProvider.ts';
import { chooseIn, dashboardUrl, type NationalIdServer, startNationalId } from '../support/nationalId.ts';

const anna = 'anna@testland.example';

const people = [
  { subject: 'IS-1', name: 'Anna', note: '', email: anna.toUpperCase(), isEmailVerified: true },
  { subject: 'IS-2', name: 'Another Anna', note: '', email: anna, isEmailVerified: true },
  { subject: 'IS-3', name: 'Unverified Anna', note: '', email: anna, isEmailVerified: false },
  { subject: 'IS-4', name: 'Stranger', note: '', email: 'stranger@testland.example', isEmailVerified: true },
];

describe.each(anyDatabase)('signing in with the national ID, on the %s database', (kind) => {
  let backend: TestBackend;
  let nationalId: NationalIdServer;
  let forged: ForgedProvider;
  beforeAll(async () => {
    [backend, nationalId, forged] = await Promise.all([
      startBackend(kind),
      startNationalId(people),
      startForgedProvider(),
    ]);
  });
  afterEach(() => backend.reset());
  afterAll(async () => {
    await Promise.all([nationalId.stop(), forged.stop()]);
    await backend.close();
  });

  const withProvider = (openid = nationalId.settings) =>
    backend.app({ flags: { nationalId: true }, options: { openid, dashboardUrl } });
  const post = (app: FastifyInstance, url: string, payload: object) => app.inject({ method: 'POST', url, payload });

  type Callback = { code: string; state: string; iss: string; openidToken: string };
  /** A sign-in with the provider, up to the callback. */
  const walk = async (app: FastifyInstance, name = 'Anna'): Promise<Callback> => {
    const { authorization_url, openidToken } = (await post(app, '/auth/openid/start/', { language: 'is' })).json();
    return { ...(await chooseIn(authorization_url, name)), openidToken };
  };
  const finish = (app: FastifyInstance, callback: object) => post(app, '/auth/openid/', callback);
  const codeOf = (answer: Awaited<ReturnType<typeof finish>>) => [answer.statusCode, answer.json().code];
  /** Links the national ID by opening the mailed link. */
  const link = async (app: FastifyInstance, email = anna) => {
    backend.sink.messages.length = 0;
    expect(codeOf(await finish(app, await walk(app)))).toEqual([403, 'national_id_unconfirmed']);
    const { text } = await backend.sink.waitFor(({ to, text: said }) => to.includes(email) && said.includes('token='));
    const token = new URL(/https:\S+/.exec(text)?.[0] ?? '').searchParams.get('token');
    expect((await post(app, '/auth/openid/confirm/', { token })).statusCode).toBe(204);
  };
  const sessions = () => backend.database.db.selectFrom('sessions').selectAll().execute();

  // R30
  it('opens a session without a code by e-mail, once the owner of the verified address has opened the link', async () => {
    const app = await withProvider();
    const { id } = await backend.addUser({ email: anna, role: 'manager' });
    await link(app);
    const started = (await post(app, '/auth/openid/start/', { language: 'ee' })).json();
    const query = new URL(started.authorization_url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      redirect_uri: `${dashboardUrl}auth/openid`,
      response_type: 'code',
      code_challenge_method: 'S256',
      prompt: 'login',
      ui_locales: 'et',
    });
    expect(started.openid_expiry).toBe(new Date(testStart.getTime() + 10 * 60_000).toISOString());
    const callback = await chooseIn(started.authorization_url, 'Anna');
    const answer = await finish(app, { ...callback, openidToken: started.openidToken });
    expect(answer.json()).toMatchObject({ token: expect.any(String), user: { id, email: anna } });
    const me = await app.inject({ url: '/auth/me/', headers: { authorization: `Token ${answer.json().token}` } });
    expect(me.json()).toEqual(answer.json().user);
    expect(backend.sink.messages.filter(({ text }) => /\d{6}/.test(text.replace(/https:\S+/g, '')))).toEqual([]);
  });

  it('recognises the national ID afterwards, whatever happens to the address', async () => {
    const app = await withProvider();
    const { id } = await backend.addUser({ email: anna });
    await link(app);
    await backend.database.db
      .updateTable('users')
      .set({ email: 'new@testland.example' })
      .where('id', '=', id)
      .execute();
    await backend.addUser({ email: anna });
    expect((await finish(app, await walk(app))).json().user).toMatchObject({ id, email: 'new@testland.example' });
    const trail = await backend.database.db.selectFrom('audit_entries').select(['act', 'record_id']).execute();
    expect(trail.filter(({ act }) => act === 'link_national_id')).toEqual([{ act: 'link_national_id', record_id: id }]);
    const [kept] = await backend.database.db.selectFrom('identities').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain('IS-1');
  });

  it('gives no account to another national ID, an unverified address or an unknown person', async () => {
    const app = await withProvider();
    await backend.addUser({ email: anna });
    await link(app);
    expect(codeOf(await finish(app, await walk(app, 'Unverified Anna')))).toEqual([403, 'national_id_unknown']);
    expect(codeOf(await finish(app, await walk(app, 'Stranger')))).toEqual([403, 'national_id_unknown']);
    expect((await finish(app, await walk(app))).statusCode).toBe(200);
    expect(codeOf(await finish(app, await walk(app, 'Another Anna')))).toEqual([403, 'national_id_unknown']);
    expect(await sessions()).toHaveLength(1);
  });

  it('refuses people who may not sign in, and links nothing', async () => {
    const app = await withProvider();
    const { db } = backend.database;
    const { id } = await backend.addUser({ email: anna });
    const closed = [
      ['no_permission_to_login', { role: 'deaf' }],
      ['account_not_approved', { role: 'owner', approval_status: 'pending' }],
      ['account_suspended', { approval_status: 'approved', suspended_at: testStart }],
    ] as const;
    for (const [code, values] of closed) {
      await db.updateTable('users').set(values).where('id', '=', id).execute();
      expect(codeOf(await finish(app, await walk(app)))).toEqual([403, code]);
    }
    for (const table of ['identities', 'mailed_links'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it('accepts a callback once, in time, and from the client that started it', async () => {
    const app = await withProvider();
    await backend.addUser({ email: anna });
    await link(app);
    const callback = await walk(app);
    const other = (await post(app, '/auth/openid/start/', {})).json();
    // A person is led to a callback that another one has started.
    expect(codeOf(await finish(app, { ...callback, openidToken: other.openidToken }))).toEqual([400, 'openid_expired']);
    const otherState = new URL(other.authorization_url).searchParams.get('state') ?? '';
    expect(codeOf(await finish(app, { ...callback, state: otherState }))).toEqual([400, 'openid_expired']);
    const parallel = await Promise.all(Array.from({ length: 10 }, () => finish(app, callback)));
    expect(parallel.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(codeOf(await finish(app, callback))).toEqual([400, 'openid_expired']);
    const late = await walk(app);
    backend.pass(10 * 60_000);
    expect(codeOf(await finish(app, late))).toEqual([400, 'openid_expired']);
    expect(await sessions()).toHaveLength(1);
  });

  it('does not accept a code for another sign-in, or a second time', async () => {
    const app = await withProvider();
    await backend.addUser({ email: anna });
    await link(app);
    const stolen = await walk(app);
    const strangersWalk = await walk(app, 'Stranger');
    // The code of another person's sign-in does not match the verifier of this callback.
    expect(codeOf(await finish(app, { ...strangersWalk, code: stolen.code }))).toEqual([400, 'openid_failed']);
    const used = await walk(app);
    expect((await finish(app, used)).statusCode).toBe(200);
    const again = (await post(app, '/auth/openid/start/', {})).json();
    const state = new URL(again.authorization_url).searchParams.get('state') ?? '';
    expect(codeOf(await finish(app, { ...used, state, openidToken: again.openidToken }))).toEqual([
      400,
      'openid_failed',
    ]);
  });

  it('refuses a response that names another provider', async () => {
    const app = await withProvider();
    await backend.addUser({ email: anna });
    const callback = await walk(app);
    expect(codeOf(await finish(app, { ...callback, iss: 'https://evil.example' }))).toEqual([400, 'openid_failed']);
    const { iss: _, ...unnamed } = await walk(app);
    expect(codeOf(await finish(app, unnamed))).toEqual([400, 'openid_failed']);
  });

  it('verifies every claim of an ID token, and its signature', async () => {
    const app = await withProvider(forged.settings);
    await backend.addUser({ email: anna });
    const honest = {};
    const tokens: [number, object][] = [
      [400, { nonce: 'of-another-sign-in' }],
      [400, { nonce: undefined }],
      [400, { iss: 'https://evil.example' }],
      [400, { aud: 'another-client' }],
      [400, { exp: Math.floor(Date.now() / 1000) - 3600 }],
      [400, { sub: undefined }],
      [403, { email_verified: 'false' }],
      [400, honest],
      // The identity is proved; the link is mailed.
      [403, honest],
    ];
    const answers: (readonly [number, object])[] = [];
    for (const [index, [, changes]] of tokens.entries()) {
      const { authorization_url, openidToken } = (await post(app, '/auth/openid/start/', {})).json();
      const key = index === tokens.length - 2 ? { key: forged.strangeKey } : {};
      forged.next({ claims: (said) => ({ ...said, ...changes }), ...key }, authorization_url);
      const state = new URL(authorization_url).searchParams.get('state') ?? '';
      const answer = await finish(app, { code: 'any', state, iss: forged.settings.issuer, openidToken });
      answers.push([answer.statusCode, changes]);
    }
    expect(answers).toEqual(tokens);
    expect(await backend.database.db.selectFrom('mailed_links').selectAll().execute()).toHaveLength(1);
  });

  it('reports a missing or unresponsive provider, and does not exist while the flag is off', async () => {
    const bare = await backend.app({ flags: { nationalId: true } });
    expect(codeOf(await post(bare, '/auth/openid/start/', {}))).toEqual([503, 'openid_unavailable']);
    const unreachable = await withProvider({ ...nationalId.settings, issuer: 'http://127.0.0.1:1' });
    expect(codeOf(await post(unreachable, '/auth/openid/start/', {}))).toEqual([503, 'openid_unavailable']);
    const off = await backend.app();
    expect(codeOf(await post(off, '/auth/openid/start/', {}))).toEqual([404, 'feature_off']);
  });

  it('limits sign-ins per address, and deletes unfinished ones', async () => {
    const app = await withProvider();
    const max = 100;
    const begun = await Promise.all(Array.from({ length: max + 1 }, () => post(app, '/auth/openid/start/', {})));
    expect(begun.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    const states = () => backend.database.db.selectFrom('sign_in_challenges').selectAll().execute();
    const rows = await states();
    expect(rows).toHaveLength(max);
    // Neither state nor token is stored in readable form.
    expect(JSON.stringify(rows)).not.toContain(begun[0]?.json().openidToken ?? 'nothing');
    backend.pass(10 * 60_000);
    const later = await withProvider();
    await later.ready();
    await later.close();
    expect(await states()).toEqual([]);
  });
});
