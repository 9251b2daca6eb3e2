import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { SingleSignOn } from '../../tenants/singleSignOn.ts';
import { startBackend, testDeployment, type TestBackend } from '../support/backend.ts';
import { type Glewlwyd, startGlewlwyd } from '../support/glewlwyd.ts';
import { dashboardUrl } from '../support/nationalId.ts';

let backend: TestBackend;
let provider: Glewlwyd;
let app: FastifyInstance;

/** Passes the calls of the provider on to the backend. */
const relay = createServer((request, response) => {
  void text(request).then(async (payload) => {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const { statusCode } = await app.inject({ method: 'POST', url: request.url ?? '', headers, payload });
    response.writeHead(statusCode).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
  const { port } = relay.address() as AddressInfo;
  const person = { name: 'Anna Lind', email: 'anna@contoso.example', isEmailVerified: true };
  [backend, provider] = await Promise.all([
    startBackend('embedded'),
    startGlewlwyd(
      [
        { ...person, username: 'anna', groups: ['interpreters', 'managers'] },
        { ...person, username: 'unverified', email: 'u@contoso.example', isEmailVerified: false, groups: ['managers'] },
      ],
      {
        redirectUri: `${dashboardUrl}auth/single-sign-on`,
        backChannelUri: `http://127.0.0.1:${port}/auth/single_sign_on/logout/`,
      },
    ),
  ]);
  const { issuer, clientId, clientSecret } = provider;
  const singleSignOn: SingleSignOn = {
    issuer,
    clientId,
    name: 'Contoso',
    domains: ['contoso.example'],
    claims: { roles: { claim: 'groups', map: { interpreters: 'interpreter', managers: 'manager' } } },
  };
  app = await backend.app({
    deployment: { ...testDeployment, singleSignOn },
    flags: { singleSignOn: true, twoFactor: false },
    options: { singleSignOnSecret: clientSecret, dashboardUrl },
  });
});
afterAll(async () => {
  await Promise.all([provider.stop(), new Promise((closed) => relay.close(closed))]);
  await backend.close();
});

const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
const walk = async (username: string) => {
  const { authorization_url, openidToken } = (await post('/auth/single_sign_on/start/', {})).json();
  return { ...(await provider.signIn(authorization_url, username)), openidToken };
};
const finish = (callback: object) => post('/auth/single_sign_on/', callback);
const codeOf = (answer: Awaited<ReturnType<typeof finish>>) => [answer.statusCode, answer.json().code];
const sessions = () => backend.database.db.selectFrom('sessions').selectAll().execute();

it('signs people of Glewlwyd in, once for each callback, with the role of their groups', async () => {
  const callback = await walk('anna');
  expect(callback.iss).toBe(provider.issuer);
  const first = await finish(callback);
  expect([first.statusCode, first.json().user]).toMatchObject([
    200,
    {
      email: 'anna@contoso.example',
      first_name: 'Anna',
      last_name: 'Lind',
      role: 'manager',
    },
  ]);
  expect(codeOf(await finish(callback))).toEqual([400, 'openid_expired']);
  const stolen = await walk('anna');
  const walkOfAnna = await walk('anna');
  expect(codeOf(await finish({ ...walkOfAnna, code: stolen.code }))).toEqual([400, 'openid_failed']);
  expect(codeOf(await finish({ ...(await walk('anna')), iss: 'https://evil.example' }))).toEqual([
    400,
    'openid_failed',
  ]);
  expect(codeOf(await finish(await walk('unverified')))).toEqual([403, 'single_sign_on_unverified']);
});

it('follows a change of groups, and ends access with the last one', async () => {
  await provider.setGroups('anna', ['interpreters']);
  expect((await finish(await walk('anna'))).json().user).toMatchObject({ role: 'interpreter' });
  await provider.setGroups('anna', ['canteen']);
  expect(codeOf(await finish(await walk('anna')))).toEqual([403, 'single_sign_on_no_role']);
  expect(await sessions()).toEqual([]);
  await provider.setGroups('anna', ['interpreters']);
  expect((await finish(await walk('anna'))).statusCode).toBe(200);
});

it('ends sessions when Glewlwyd says that its session has ended', async () => {
  const [session] = await sessions();
  const ended = new Promise((heard) => relay.once('request', (_request, response) => response.once('close', heard)));
  await provider.signOut('anna', session?.provider_session ?? '');
  await ended;
  expect(await sessions()).toEqual([]);
});
