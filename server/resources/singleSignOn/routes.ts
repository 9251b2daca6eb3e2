import Type from 'typebox';
import { LoginAnswer } from '../../../contract/auth.ts';
import { RecordPath } from '../../../contract/collection.ts';
import { MailedLink } from '../../../contract/emailChanges.ts';
import { named } from '../../../contract/fields.ts';
import { Identities } from '../../../contract/identities.ts';
import { OpenidCallback, OpenidStart, OpenidStarted } from '../../../contract/openid.ts';
import { ProviderLogout } from '../../../contract/singleSignOn.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { signedIn } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { createLinkedIdentities, type LinkedIdentities } from '../openid/linkedIdentities.ts';
import type { SecurityLog } from '../securityEvents/securityLog.ts';
import { createSingleSignOn, type SingleSignOn } from './singleSignOn.ts';

const flag = 'singleSignOn';
const ownRoute = routeOptions('auth', { policy: signedIn, flag });
const open = routeOptions('auth', { policy: 'public', flag });

/** The form of a logout token. */
const LogoutToken = named('LogoutToken', { logout_token: Type.String({ minLength: 1, maxLength: 20_000 }) });

function serveSignIn(app: TypedApp, singleSignOn: SingleSignOn, securityLog: SecurityLog): void {
  app.post(
    '/auth/single_sign_on/start/',
    open({
      summary: 'Start a sign-in with a work account',
      description: 'The browser opens `authorization_url`. The sign-in expires after ten minutes.',
      body: OpenidStart,
      response: { 200: OpenidStarted },
    }),
    (request) => singleSignOn.start(request, request.body),
  );

  app.post(
    '/auth/single_sign_on/',
    open({
      summary: 'Sign in with the response of the organisation’s provider',
      description:
        'Works once. The first time it adds the person, or mails a link to the account with the same e-mail (403 single_sign_on_unconfirmed). Role and department follow from the claims each time; without a role the access ends (403 single_sign_on_no_role).',
      body: OpenidCallback,
      response: { 200: LoginAnswer },
    }),
    (request) =>
      securityLog.signIn(
        request,
        {},
        singleSignOn.finish(request, request.body).then((answer) => ({ answer, way: 'single_sign_on' })),
      ),
  );

  app.post(
    '/auth/single_sign_on/confirm/',
    open({
      summary: 'Link the work account with the token of the mailed link',
      description: 'Works once, for an hour. Every session of the person ends, and they are notified.',
      body: MailedLink,
      response: { 204: NoContent },
    }),
    (request) => securityLog.link(request, 'work_account_link', singleSignOn.confirm(request, request.body.token)),
  );
}

async function serveLogout(app: TypedApp, singleSignOn: SingleSignOn, securityLog: SecurityLog): Promise<void> {
  app.get(
    '/auth/single_sign_on/logout/',
    ownRoute({
      summary: 'Where signing out continues',
      description: 'Asked before `auth/logout/`, with the session that is about to end.',
      response: { 200: ProviderLogout },
    }),
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
      open({
        summary: 'End sessions on the order of the provider',
        description:
          'The URL of OpenID Connect Back-Channel Logout 1.0. Ends the sessions of the subject, or the one that `sid` names. Refused tokens are counted by address (429 too_many_requests).',
        consumes: ['application/x-www-form-urlencoded'],
        body: LogoutToken,
        response: { 200: named('LoggedOut', {}) },
      }),
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
    ownRoute({ summary: 'One’s own linked work accounts', response: { 200: Identities } }),
    (request) => identities.listOwn(request),
  );

  app.delete(
    '/auth/work_accounts/:id/',
    ownRoute({
      summary: 'Unlink one’s own work account',
      description: 'Every other session of the person ends; this one continues.',
      params: RecordPath,
      response: { 204: NoContent },
    }),
    (request) => identities.unlinkOwn(request, request.params.id),
  );
}

/** `auth/single_sign_on/`: signing in with the account of an organisation, and its logout. */
export async function routes(app: TypedApp, services: Services): Promise<void> {
  const singleSignOn = createSingleSignOn(services);
  serveSignIn(app, singleSignOn, services.securityLog);
  await serveLogout(app, singleSignOn, services.securityLog);
  serveWorkAccounts(app, createLinkedIdentities(services, 'work_account'));
}
