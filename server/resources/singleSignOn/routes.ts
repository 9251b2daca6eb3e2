import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { LoginAnswer } from '../../../contract/auth.ts';
import { RecordPath } from '../../../contract/collection.ts';
import { MailedLink } from '../../../contract/emailChanges.ts';
import { Identities } from '../../../contract/identities.ts';
import { OpenidCallback, OpenidStart, OpenidStarted } from '../../../contract/openid.ts';
import { ProviderLogout } from '../../../contract/singleSignOn.ts';
import { NoContent } from '../../http/noContent.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createLinkedIdentities, type LinkedIdentities } from '../openid/linkedIdentities.ts';
import type { SecurityLog } from '../securityEvents/securityLog.ts';
import { createSingleSignOn, type SingleSignOn } from './singleSignOn.ts';

const flag = 'singleSignOn';
const own = { config: { policy: signedIn, flag } } as const;
const open = { config: { policy: 'public', flag } } as const;
const tags = ['auth'];

/** The form of a logout token. */
const LogoutToken = Type.Object(
  { logout_token: Type.String({ minLength: 1, maxLength: 20_000 }) },
  { $id: 'LogoutToken' },
);

function serveSignIn(app: TypedApp, singleSignOn: SingleSignOn, securityLog: SecurityLog): void {
  app.post(
    '/auth/single_sign_on/start/',
    {
      ...open,
      schema: {
        summary: 'Start a sign-in with a work account',
        description: 'The browser opens `authorization_url`. The sign-in expires after ten minutes.',
        tags,
        body: OpenidStart,
        response: { 200: OpenidStarted },
      },
    },
    (request) => singleSignOn.start(request, request.body),
  );

  app.post(
    '/auth/single_sign_on/',
    {
      ...open,
      schema: {
        summary: 'Sign in with the response of the organisation’s provider',
        description:
          'Works once. The first time it adds the person, or mails a link to the account with the same e-mail (403 single_sign_on_unconfirmed). Role and department follow from the claims each time; without a role the access ends (403 single_sign_on_no_role).',
        tags,
        body: OpenidCallback,
        response: { 200: LoginAnswer },
      },
    },
    (request) =>
      securityLog.signIn(
        request,
        {},
        singleSignOn.finish(request, request.body).then((answer) => ({ answer, way: 'single_sign_on' })),
      ),
  );

  app.post(
    '/auth/single_sign_on/confirm/',
    {
      ...open,
      schema: {
        summary: 'Link the work account with the token of the mailed link',
        description: 'Works once, for an hour. Every session of the person ends, and they are notified.',
        tags,
        body: MailedLink,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await securityLog.link(request, 'work_account_link', singleSignOn.confirm(request, request.body.token));
      return reply.code(204).send(null);
    },
  );
}

async function serveLogout(app: TypedApp, singleSignOn: SingleSignOn, securityLog: SecurityLog): Promise<void> {
  app.get(
    '/auth/single_sign_on/logout/',
    {
      ...own,
      schema: {
        summary: 'Where signing out continues',
        description: 'Asked before `auth/logout/`, with the session that is about to end.',
        tags,
        response: { 200: ProviderLogout },
      },
    },
    async (request) => ({ logout_url: await singleSignOn.logoutUrl(request) }),
  );

  await app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    forms.post(
      '/auth/single_sign_on/logout/',
      {
        ...open,
        schema: {
          summary: 'End sessions on the order of the provider',
          description:
            'The URL of OpenID Connect Back-Channel Logout 1.0. Ends the sessions of the subject, or the one that `sid` names. Refused tokens are counted by address (429 too_many_requests).',
          tags,
          consumes: ['application/x-www-form-urlencoded'],
          body: LogoutToken,
          response: { 200: Type.Object({}, { $id: 'LoggedOut' }) },
        },
      },
      async (request, reply) => {
        const { logout_token } = request.body as { logout_token: string };
        const people = await singleSignOn.endSessions(request, logout_token);
        for (const subject of people) securityLog.record(request, 'session_ended', { subject });
        return reply.header('cache-control', 'no-store').send({});
      },
    );
  });
}

function serveWorkAccounts(app: TypedApp, identities: LinkedIdentities): void {
  app.get(
    '/auth/work_accounts/',
    { ...own, schema: { summary: 'One’s own linked work accounts', tags, response: { 200: Identities } } },
    (request) => identities.listOwn(request),
  );

  app.delete(
    '/auth/work_accounts/:id/',
    {
      ...own,
      schema: {
        summary: 'Unlink one’s own work account',
        description: 'Every other session of the person ends; this one continues.',
        tags,
        params: RecordPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await identities.unlinkOwn(request, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

/** `auth/single_sign_on/`: signing in with the account of an organisation, and its logout. */
export const routes =
  (services: Services): FastifyPluginAsyncTypebox =>
  async (app) => {
    const singleSignOn = createSingleSignOn(services);
    serveSignIn(app, singleSignOn, services.securityLog);
    await serveLogout(app, singleSignOn, services.securityLog);
    serveWorkAccounts(app, createLinkedIdentities(services, 'work_account'));
  };
