import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { SingleSignOn } from '../../tenants/singleSignOn.ts';
import { anyDatabase, startBackend, testDeployment, testPassword, type TestBackend } from '../support/backend.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { callsOf } from '../support/calls.ts';
import { type ForgedProvider, startForgedProvider } from '../support/forgedProvider.ts';
import {
  chooseIn,
  dashboardUrl,
  type NationalIdServer,
  providerBrowser,
  singleSignOnWith,
  startNationalId,
} from '../support/nationalId.ts';

const anna = 'anna@contoso.example';

/** A person at the provider: the tests change their groups. */
const annaThere = {
  subject: 'a-1',
  name: 'Anna Lind',
  note: '',
  email: anna.toUpperCase(),
  isEmailVerified: true,
  claims: { groups: ['g-managers'], department: 'D-7' } as Record<string, unknown>,
};
const there = (subject: string, name: string, changes: object) => ({ ...annaThere, subject, name, ...changes });
const people = [
  annaThere,
  there('a-2', 'Unverified Anna', { isEmailVerified: false }),
  there('a-3', 'Stranger', { email: 'anna@elsewhere.example' }),
  there('a-4', 'Nobody', { email: 'nobody@contoso.example', claims: { groups: ['g-canteen'] } }),
  there('a-5', 'Another Anna', {}),
];

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
const logoutEvent = { 'http://schemas.openid.net/event/backchannel-logout': {} };

describe.each(anyDatabase)('signing in with a work account, on the %s database', (kind) => {
  let backend: TestBackend;
  let provider: NationalIdServer;
  let forged: ForgedProvider;
  let app: FastifyInstance;
  /** Passes the calls of the provider on to the app of the test. */
  const relay = createServer((request, response) => {
    void text(request).then(async (payload) => {
      const url = request.url ?? '';
      const { statusCode } = await app.inject({ method: 'POST', url, headers: formHeaders, payload });
      response.writeHead(statusCode).end();
    });
  });
  beforeAll(async () => {
    await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
    const backChannelUri = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/auth/single_sign_on/logout/`;
    [backend, forged, provider] = await Promise.all([
      startBackend(kind),
      startForgedProvider(),
      startNationalId(people, {
        redirectUri: `${dashboardUrl}auth/single-sign-on`,
        logout: { backChannelUri, returnUri: `${dashboardUrl}auth/login` },
      }),
    ]);
  });
  beforeEach(async () => {
    annaThere.claims = { groups: ['g-managers'], department: 'D-7' };
    app = await withProvider();
  });
  afterEach(() => backend.reset());
  afterAll(async () => {
    await Promise.all([provider.stop(), forged.stop(), new Promise((closed) => relay.close(closed))]);
    await backend.close();
  });

  function withProvider(changes: Partial<SingleSignOn> = {}, flags = {}) {
    const singleSignOn = { ...singleSignOnWith(provider), ...changes };
    const singleSignOnSecret = (changes.issuer === forged.settings.issuer ? forged : provider).settings.clientSecret;
    return backend.app({
      deployment: { ...testDeployment, singleSignOn },
      flags: { singleSignOn: true, twoFactor: false, ...flags },
      options: { singleSignOnSecret, dashboardUrl },
    });
  }
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  const walk = async (name: string, open = providerBrowser()) => {
    const { authorization_url, openidToken } = (await post('/auth/single_sign_on/start/', { language: 'is' })).json();
    return { ...(await chooseIn(authorization_url, name, open)), openidToken };
  };
  const finish = (callback: object) => post('/auth/single_sign_on/', callback);
  const signIn = async (name = 'Anna Lind') => finish(await walk(name));
  /** Sends an order of the provider with these claims. */
  const sendLogout = (
    claims: Record<string, unknown>,
    { header, ...from }: { header?: Parameters<ForgedProvider['signed']>[1]; remoteAddress?: string } = {},
  ) => {
    const payload = new URLSearchParams({ logout_token: forged.signed(claims, header) }).toString();
    return app.inject({ method: 'POST', url: '/auth/single_sign_on/logout/', headers: formHeaders, payload, ...from });
  };
  const codeOf = (answer: Awaited<ReturnType<typeof finish>>) => [answer.statusCode, answer.json().code];
  const users = () => backend.database.db.selectFrom('users').selectAll().execute();
  const sessions = () => backend.database.db.selectFrom('sessions').selectAll().execute();
  const trail = () =>
    backend.database.db
      .selectFrom('audit_entries')
      .select(['act', 'person_email', 'record_id'])
      .orderBy('id')
      .execute();
  const mailTo = (email: string, words: string) =>
    backend.sink.waitFor(({ to, text: said, subject }) => to.includes(email) && `${subject} ${said}`.includes(words));

  it('adds the person with the role and the department of their claims', async () => {
    await backend.database.db
      .insertInto('departments')
      .values({ id: 'd'.repeat(24), name: 'Sign Languages' })
      .execute();
    const answer = await signIn();
    expect(answer.json()).toMatchObject({
      token: expect.any(String),
      user: { email: anna, first_name: 'Anna', last_name: 'Lind', role: 'manager' },
    });
    const [person] = await users();
    expect(person).toMatchObject({
      email: anna,
      role: 'manager',
      approval_status: 'approved',
      password_hash: null,
      department_id: 'd'.repeat(24),
    });
    expect((await trail()).filter(({ person_email }) => person_email === 'Contoso').map(({ act }) => act)).toEqual([
      'create',
      'link_account',
    ]);
  });

  it('gives the role of the claims at each later sign-in, the highest of several, and notifies the person', async () => {
    expect((await signIn()).statusCode).toBe(200);
    annaThere.claims = { groups: ['g-interpreters', 'g-owners', 'g-canteen'] };
    expect((await signIn()).json().user).toMatchObject({ role: 'owner' });
    expect(await users()).toMatchObject([{ role: 'owner', department_id: null }]);
    await mailTo(anna, 'hlutverk');
    // The sessions of the former role have ended.
    expect(await sessions()).toHaveLength(1);
  });

  it('ends the access of people without a role, says so to them and to owners, and gives it back with a role', async () => {
    const owner = await backend.addUser({ email: 'owner@testland.example' });
    const { token, user } = (await signIn()).json();
    annaThere.claims = { groups: ['g-canteen'] };
    expect(codeOf(await signIn())).toEqual([403, 'single_sign_on_no_role']);
    const me = await app.inject({ url: '/auth/me/', headers: { authorization: `Token ${token}` } });
    expect(me.statusCode).toBe(401);
    await mailTo(anna, 'Vinnustaðurinn veitir þér ekki lengur aðgang');
    await mailTo(owner.email, 'Anna Lind');
    expect((await trail()).at(-1)).toEqual({ act: 'end_access', person_email: 'Contoso', record_id: user.id });
    annaThere.claims = { groups: ['g-interpreters'] };
    expect((await signIn()).json().user).toMatchObject({ id: user.id, role: 'interpreter' });
  });

  it('returns the reservations of people whose access ends to pending, and notifies staff', async () => {
    annaThere.claims = { groups: ['g-interpreters'] };
    const { user } = (await signIn()).json();
    const { staff, customer } = await addBookingPeople(backend);
    const manager = callsOf(app, staff);
    const booking = createBooking(() => ({ manager, interpreters: [user.id], customer: customer.id }));
    await booking.shift();
    const { id } = await booking.approved();
    annaThere.claims = { groups: ['g-canteen'] };
    expect(codeOf(await signIn())).toEqual([403, 'single_sign_on_no_role']);
    expect(await booking.read(id)).toMatchObject({ status: 'pending' });
    await mailTo(staff.email, 'needs an answer again');
  });

  it('asks for a proof before sensitive acts, because the provider may have asked for none', async () => {
    annaThere.claims = { groups: ['g-owners'] };
    const { token } = (await signIn()).json();
    const added = await app.inject({
      method: 'POST',
      url: '/service_accounts/',
      payload: { name: 'Video', scopes: ['platform'], days: 30 },
      headers: { authorization: `Token ${token}` },
    });
    expect(codeOf(added)).toEqual([403, 'insufficient_user_authentication']);
  });

  it('does not lift a suspension by staff, and keeps the last owner', async () => {
    annaThere.claims = { groups: ['g-owners'] };
    const { user } = (await signIn()).json();
    annaThere.claims = { groups: ['g-managers'] };
    expect((await signIn()).json().user).toMatchObject({ role: 'owner' });
    annaThere.claims = {};
    expect(codeOf(await signIn())).toEqual([403, 'single_sign_on_no_role']);
    expect(await users()).toMatchObject([{ id: user.id, role: 'owner', suspended_at: null }]);
    await backend.database.db
      .updateTable('users')
      .set({ suspended_at: new Date('2024-04-01') })
      .execute();
    annaThere.claims = { groups: ['g-managers'] };
    expect(codeOf(await signIn())).toEqual([403, 'account_suspended']);
  });

  it('links an existing account once its owner has opened the mailed link; it is listed and can be unlinked', async () => {
    const { id } = await backend.addUser({ email: anna, role: 'manager' });
    expect(codeOf(await signIn())).toEqual([403, 'single_sign_on_unconfirmed']);
    expect(await sessions()).toEqual([]);
    const mail = await mailTo(anna, 'token=');
    const token = new URL(/https:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('token');
    expect((await post('/auth/single_sign_on/confirm/', { token })).statusCode).toBe(204);
    expect(codeOf(await post('/auth/single_sign_on/confirm/', { token }))).toEqual([
      400,
      'single_sign_on_link_expired',
    ]);
    const session = (await signIn()).json();
    expect(session.user).toMatchObject({ id });
    // Another account of the organisation with the same address.
    expect(codeOf(await signIn('Another Anna'))).toEqual([403, 'single_sign_on_taken']);
    const calls = callsOf(app, { ...session.user, headers: { authorization: `Token ${session.token}` } });
    const { results } = (await calls.get('/auth/work_accounts/')).json();
    expect(results).toEqual([{ id: expect.any(String), issuer: provider.settings.issuer, linked: expect.any(String) }]);
    const unlink = () => calls.remove(`/auth/work_accounts/${results[0].id}/`);
    expect(codeOf(await unlink())).toEqual([403, 'insufficient_user_authentication']);
    await calls.post('/auth/reauthentication/', { current_password: testPassword });
    expect((await unlink()).statusCode).toBe(204);
    expect(codeOf(await signIn())).toEqual([403, 'single_sign_on_unconfirmed']);
  });

  describe('what the organisation sets', () => {
    const north = 'e'.repeat(24);
    /** Anna, who has signed in with the work account, read and changed by an owner with a password. */
    const signedInAnna = async (changes: Partial<SingleSignOn> = {}) => {
      app = await withProvider(changes);
      await backend.database.db.insertInto('departments').values({ id: north, name: 'North' }).execute();
      const { id } = (await signIn()).json().user;
      const { headers, ...person } = await backend.signedIn({ email: 'owner@testland.example' });
      const owner = callsOf(app, { ...person, headers });
      const url = `/users/${id}/`;
      const can = async () => (await owner.get(url)).json().can;
      const change = async (body: object) => {
        const answer = await owner.patch(url, (await owner.get(url)).json().etag, body);
        return answer.statusCode === 200 ? 200 : [...codeOf(answer), answer.json().errors];
      };
      return { id, owner, headers, can, change };
    };
    const refusedAt = (field: string) => [409, 'from_organisation', { [field]: ['from_organisation'] }];

    it('cannot be changed here: role and department', async () => {
      const { id, owner, can, change } = await signedInAnna();
      expect(await can()).toMatchObject({ update: true, change_role: false, change_department: false });
      expect(await change({ role: 'interpreter' })).toEqual(refusedAt('role'));
      expect(await change({ department: north })).toEqual(refusedAt('department'));
      expect(await change({ role: 'manager', department: null, first_name: 'Anne' })).toBe(200);
      const affected = await owner.get(`/users/affected/?act=change_role&id[]=${id}&role=interpreter`);
      expect(affected.json()).toMatchObject({ people: 0, shifts: 0, pending: 0 });
      expect((await users()).find((user) => user.id === id)).toMatchObject({
        role: 'manager',
        department_id: null,
        first_name: 'Anne',
      });
    });

    it('is the role alone where the manifest maps no departments', async () => {
      const { roles } = singleSignOnWith(provider).claims;
      const { can, change } = await signedInAnna({ claims: { roles } });
      expect(await can()).toMatchObject({ change_role: false, change_department: true });
      expect(await change({ department: north })).toBe(200);
      expect((await signIn()).statusCode).toBe(200);
      expect((await users()).find(({ email }) => email === anna)).toMatchObject({ department_id: north });
    });

    it('ends when the work account is unlinked, or the manifest names no provider or another one', async () => {
      const { id, owner, headers, can, change } = await signedInAnna();
      for (const deployment of [
        testDeployment,
        { ...testDeployment, singleSignOn: { ...singleSignOnWith(provider), issuer: 'https://login.example' } },
      ]) {
        const other = await backend.app({ deployment, flags: { singleSignOn: deployment.singleSignOn !== null } });
        const read = await other.inject({ url: `/users/${id}/`, headers });
        expect(read.json().can).toMatchObject({ change_role: true, change_department: true });
      }
      const [account] = (await owner.get(`/users/${id}/work_accounts/`)).json().results;
      expect((await owner.remove(`/users/${id}/work_accounts/${account.id}/`)).statusCode).toBe(204);
      expect(await can()).toMatchObject({ change_role: true, change_department: true });
      expect(await change({ role: 'interpreter', department: north })).toBe(200);
    });

    it('has no effect for people whose role may not sign in', async () => {
      const { id, can, change } = await signedInAnna();
      await backend.database.db.updateTable('users').set({ role: 'deaf' }).where('id', '=', id).execute();
      expect(codeOf(await signIn())).toEqual([403, 'no_permission_to_login']);
      expect(await can()).toMatchObject({ change_role: true, change_department: true });
      expect(await change({ role: 'manager' })).toBe(200);
      expect(await can()).toMatchObject({ change_role: false });
    });
  });

  it('refuses people without a role, a verified address, or an address of the organisation, and adds nobody', async () => {
    expect(codeOf(await signIn('Nobody'))).toEqual([403, 'single_sign_on_no_role']);
    expect(codeOf(await signIn('Unverified Anna'))).toEqual([403, 'single_sign_on_unverified']);
    expect(codeOf(await signIn('Stranger'))).toEqual([403, 'single_sign_on_wrong_domain']);
    expect(await users()).toEqual([]);
  });

  it('accepts a callback once, from its own client, provider and kind of sign-in', async () => {
    const callback = await walk('Anna Lind');
    const other = (await post('/auth/single_sign_on/start/', {})).json();
    expect(codeOf(await finish({ ...callback, openidToken: other.openidToken }))).toEqual([400, 'openid_expired']);
    expect((await finish(callback)).statusCode).toBe(200);
    expect(codeOf(await finish(callback))).toEqual([400, 'openid_expired']);
    expect(codeOf(await finish({ ...(await walk('Anna Lind')), iss: 'https://evil.example' }))).toEqual([
      400,
      'openid_failed',
    ]);
    const { iss: _, ...unnamed } = await walk('Anna Lind');
    expect(codeOf(await finish(unnamed))).toEqual([400, 'openid_failed']);
    const late = await walk('Anna Lind');
    backend.pass(10 * 60_000);
    expect(codeOf(await finish(late))).toEqual([400, 'openid_expired']);
  });

  it('does not accept the callback of a sign-in with the national ID', async () => {
    const callback = await walk('Anna Lind');
    await backend.database.db.updateTable('sign_in_challenges').set({ purpose: 'national_id' }).execute();
    expect(codeOf(await finish(callback))).toEqual([400, 'openid_expired']);
  });

  it('verifies the ID token, and takes the second factor from the provider or asks for a code', async () => {
    const asked = { issuer: forged.settings.issuer, secondFactor: 'signboard' } as const;
    app = await withProvider(asked, { twoFactor: true });
    const claimsOfAnna = { email: anna, groups: ['g-managers'], sid: 's-1' };
    const answers = [];
    const tokens: [number, object, boolean?][] = [
      [400, { nonce: 'of-another-sign-in' }],
      [400, { iss: 'https://evil.example' }],
      [400, { aud: 'another-client' }],
      [400, { exp: Math.floor(Date.now() / 1000) - 3600 }],
      [400, {}, true],
      [403, { email_verified: undefined }],
      [403, { email_verified: 'false' }],
      // As Microsoft Entra ID can be set to write it. It is the first to be taken: a linked account needs no verified address.
      [200, { email_verified: 'true' }],
      [200, {}],
      [200, { amr: ['pwd', 'mfa'] }],
    ];
    for (const [, changes, isStrange] of tokens) {
      const { authorization_url, openidToken } = (await post('/auth/single_sign_on/start/', {})).json();
      const key = isStrange ? { key: forged.strangeKey } : {};
      forged.next({ claims: (honest) => ({ ...honest, ...claimsOfAnna, ...changes }), ...key }, authorization_url);
      const state = new URL(authorization_url).searchParams.get('state') ?? '';
      answers.push(await finish({ code: 'any', state, iss: forged.settings.issuer, openidToken }));
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(tokens.map(([status]) => status));
    const [asksForCode, letsIn] = answers.slice(-2).map((answer) => answer.json());
    expect(letsIn).toMatchObject({ user: { email: anna } });
    await mailTo(anna, 'kóð');
    const entered = await post('/auth/otp/', { otpToken: asksForCode.otpToken, code: backend.codeFor(anna) });
    expect(entered.statusCode).toBe(200);
    expect(await sessions()).toMatchObject([{ provider_session: 's-1' }, { provider_session: 's-1' }]);
  });

  it('ends sessions on the provider’s order, which is verified and works once', async () => {
    app = await withProvider({ issuer: forged.settings.issuer });
    const enter = async (sid: string) => {
      const { authorization_url, openidToken } = (await post('/auth/single_sign_on/start/', {})).json();
      const claimsOfAnna = { email: anna, groups: ['g-managers'], sub: 'a-1', sid };
      forged.next({ claims: (honest) => ({ ...honest, ...claimsOfAnna }) }, authorization_url);
      const state = new URL(authorization_url).searchParams.get('state') ?? '';
      expect((await finish({ code: 'any', state, iss: forged.settings.issuer, openidToken })).statusCode).toBe(200);
    };
    await enter('s-1');
    await enter('s-2');
    await enter('s-3');
    const now = Math.floor(Date.now() / 1000);
    const order = { iss: forged.settings.issuer, aud: 'testland', iat: now, exp: now + 120, events: logoutEvent };
    const send = async (claims: object, header?: Parameters<ForgedProvider['signed']>[1]) =>
      (await sendLogout({ ...order, ...claims }, { header })).statusCode;
    const logoutClaims = { sub: 'a-1', sid: 's-1', jti: 'j-1' };
    const refused = [
      { ...logoutClaims, aud: 'another-client' },
      { ...logoutClaims, iss: 'https://evil.example' },
      { ...logoutClaims, nonce: 'n' },
      { ...logoutClaims, events: {} },
      { ...logoutClaims, exp: now - 60 },
      { ...logoutClaims, iat: now - 3600 },
      { ...logoutClaims, jti: undefined },
      { jti: 'j-1' },
    ];
    for (const claims of refused) expect([claims, await send(claims)]).toEqual([claims, 400]);
    expect(await send(logoutClaims, { key: forged.strangeKey })).toBe(400);
    for (const typ of ['at+jwt', 'dpop+jwt', 'logout', ''])
      expect([typ, await send(logoutClaims, { typ })]).toEqual([typ, 400]);
    expect(await sessions()).toHaveLength(3);
    expect(await send(logoutClaims)).toBe(200);
    expect(new Set((await sessions()).map(({ provider_session }) => provider_session))).toEqual(
      new Set(['s-2', 's-3']),
    );
    expect(await send(logoutClaims)).toBe(400);
    expect(await send({ sub: 'a-1', jti: 'j-2' })).toBe(200);
    expect(await sessions()).toEqual([]);
    const types = ['logout+jwt', 'Logout+JWT', 'application/logout+jwt', 'jwt', undefined];
    for (const typ of types)
      expect([typ, await send({ ...logoutClaims, jti: `typ ${typ}` }, { typ })]).toEqual([typ, 200]);
  });

  it('counts refused orders to end sessions by address, and accepts any number of right ones', async () => {
    app = await withProvider({ issuer: forged.settings.issuer });
    const now = Math.floor(Date.now() / 1000);
    const order = { iss: forged.settings.issuer, aud: 'testland', iat: now, sub: 'a-1', events: logoutEvent };
    const send = (jti: string, remoteAddress: string, changes = {}) =>
      sendLogout({ ...order, jti, ...changes }, { remoteAddress });
    const [attacker, peer] = ['198.51.100.7', '203.0.113.9'];
    for (let call = 0; call < 100; call += 1)
      expect((await send('wrong', attacker, { aud: 'another-client' })).statusCode).toBe(400);
    const refused = await send('right', attacker);
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '900',
    ]);
    for (let call = 0; call <= 100; call += 1) expect((await send(`j-${call}`, peer)).statusCode).toBe(200);
    backend.pass(15 * 60_000);
    expect((await send('right', attacker)).statusCode).toBe(200);
  });

  it('signs out at the provider, which ends the other session of the person, too', async () => {
    const open = providerBrowser();
    const { token, user } = (await finish(await walk('Anna Lind', open))).json();
    const calls = callsOf(app, { ...user, headers: { authorization: `Token ${token}` } });
    const { logout_url } = (await calls.get('/auth/single_sign_on/logout/')).json();
    const page = await open(new URL(logout_url));
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const { location } = await open(
      new URL('/session/end/confirm', logout_url),
      new URLSearchParams({ xsrf, logout: 'yes' }),
    );
    expect(location).toContain(`${dashboardUrl}auth/login`);
    expect(await sessions()).toEqual([]);
  });

  it('refuses other ways to sign in where it is required, except to owners, whose sign-in is announced', async () => {
    app = await withProvider({ required: true });
    const owner = await backend.addUser({ email: 'owner@contoso.example' });
    const other = await backend.addUser({ email: 'other@elsewhere.example' });
    const manager = await backend.addUser({ email: 'manager@contoso.example', role: 'manager' });
    const password = (email: string) => post('/auth/login/', { email, password: testPassword });
    expect(codeOf(await password(manager.email))).toEqual([403, 'single_sign_on_required']);
    expect((await password(other.email)).statusCode).toBe(200);
    expect((await password(owner.email)).statusCode).toBe(200);
    await mailTo(other.email, owner.email);
  });

  it('reports a missing or unresponsive provider, and does not exist where the manifest has none', async () => {
    app = await withProvider({ issuer: 'http://127.0.0.1:1' });
    expect(codeOf(await post('/auth/single_sign_on/start/', {}))).toEqual([503, 'openid_unavailable']);
    app = await backend.app();
    expect(codeOf(await post('/auth/single_sign_on/start/', {}))).toEqual([404, 'feature_off']);
  });
});
